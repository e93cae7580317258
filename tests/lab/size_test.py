"""What a browser fetches for the lab, compressed: size_test.py BUILD/web. Limits of issue 9."""
import pathlib
import subprocess
import sys

WASM, WHOLE = 350_000, 450_000


def packed(path):
    return len(subprocess.run(["brotli", "-q", "11", "-c", str(path)], check=True, capture_output=True).stdout)


built = pathlib.Path(sys.argv[1])
sizes = {path.name: packed(path) for path in [built / "lab.wasm", built / "lab.ttf", *sorted(pathlib.Path("web/js/lab").glob("*.js"))]}
for name, size in sizes.items():
    print(f"{name:16} {size:7,} B brotli")
whole = sum(sizes.values())
print(f"{'together':16} {whole:7,} B, limit {WHOLE:,}; lab.wasm limit {WASM:,}")
sys.exit(sizes["lab.wasm"] >= WASM or whole >= WHOLE)
