"""Fails if a header of ours does not compile alone. Run by ctest as `headers_compile_alone`; needs a configured build.

A header that passed is not compiled again until it, or a header that it includes, changes: <build>/headers/ remembers.
"""
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror",
         "-x", "c++", "-I", str(ROOT), "-isystem", str(ROOT / ".deps/inja/usr/include"), "-isystem", str(ROOT / ".deps/imgui"),
         "-isystem", str(ROOT / ".deps/catch2/src"), "-isystem", str(BUILD / "generated")]


def digest(header, seen):
    """Of the header and of all that it includes of ours."""
    if header in seen or not header.exists():
        return b""
    seen.add(header)
    text = header.read_bytes()
    inner = [digest(ROOT / name, seen) for name in INCLUDE.findall(text.decode())]
    return hashlib.sha256(b"".join([str(header).encode(), text, *inner])).digest()


def check(header):
    path = header.relative_to(ROOT)
    stamp = BUILD / "headers" / path.with_suffix(".ok")
    mark = digest(header, set()).hex() + " ".join(FLAGS)
    if stamp.exists() and stamp.read_text() == mark:
        return ""
    source = f'#include "{path}"\n#include "{path}"\n'
    run = subprocess.run(["g++", *FLAGS, "-"], input=source, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(mark)
        return ""
    return f"{path}:\n{run.stderr}"


headers = [h for folder in ("engine", "site", "web", "tests") for h in sorted((ROOT / folder).rglob("*.h"))
           if "web/lab" not in h.as_posix()]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    errors = [e for e in pool.map(check, headers) if e]
print("\n".join(errors), f"{len(headers)} headers, {len(errors)} do not compile alone", sep="\n")
sys.exit(bool(errors) or not headers)
