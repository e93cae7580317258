"""Fails if engine/ or the WebAssembly boundary does anything but compute. Run by ctest as `engine_purity`."""
import pathlib
import re
import sys

FORBIDDEN = [
    (r"#\s*include\s*<(fstream|iostream|ostream|istream|sstream|cstdio|stdio\.h|filesystem|chrono|ctime|random|thread"
     r"|mutex|atomic|future|regex|locale|nlohmann/[^>]*)>", "the engine has no I/O, clock, threads, locale or JSON"),
    (r"\bthrow\b|\btry\s*\{|\bcatch\s*\(", "the engine has no exceptions: return a Problem"),
    (r"\b(getenv|std::exit|abort|printf|fopen)\s*\(", "the engine only computes"),
    (r"^\s*(static\s+)(?!constexpr|const\b|consteval|inline|_assert)[\w:<>,\s&*]+\s*(=|;|\{)[^()]*$",
     "the engine keeps no state"),
]
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def violations(path, text):
    code = COMMENT_OR_STRING.sub(blank, text)
    for pattern, why in FORBIDDEN:
        for match in re.finditer(pattern, code, re.M):
            line = code.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: '{match[0].strip()}': {why}"


def self_test():
    bad = ["#include <fstream>", "int f() { throw 1; }", "static int counter = 0;", "int x = getenv(\"A\");"]
    good = ["// throw away", 'auto s = "throw";', "static constexpr int n = 3;", "static_assert(true);",
            "static double half(double x)\n{\n    return x / 2;\n}", "#include <cmath>"]
    return [f"not found: {t}" for t in bad if not list(violations("x", t))] + \
           [f"found wrongly: {t}" for t in good if list(violations("x", t))]


root = pathlib.Path(__file__).resolve().parent.parent
files = sorted(p for p in (root / "engine").rglob("*") if p.suffix in {".h", ".cpp", ".inc"})
files += sorted((root / "web").glob("*exports.cpp"))
if sys.argv[1:] == ["--self-test"]:
    errors = self_test()
else:
    errors = [e for p in files for e in violations(p.relative_to(root).as_posix(), p.read_text(encoding="utf-8"))]
print("\n".join(errors))
sys.exit(bool(errors))
