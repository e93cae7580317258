"""Fails if a folder includes a header of a folder that it may not know. Run by ctest as `layers`.

The table below is the arrows of ARCHITECTURE.md, as data. Every source file of engine/, site/ and web/ must lie in a
folder of the table, so that a new folder has to say first what it may know.
"""
import pathlib
import re
import sys
import tempfile

ENGINE = {"engine/units", "engine/specs", "engine/models", "engine/calculators", "engine/converters", "engine/planner", "engine/import"}
CONTENT = {"site/diagnostics", "site/model"}
CATALOG = {"site/diagnostics", "site/catalog", "site/scenario"}

MAY_INCLUDE = {
    "engine/units": set(),
    "engine/specs": {"engine/units"},
    "engine/models": {"engine/units", "engine/specs"},
    "engine/import": {"engine/units", "engine/specs"},
    "engine/calculators": {"engine/units", "engine/specs", "engine/models"},
    "engine/converters": {"engine/units", "engine/specs", "engine/models", "engine/calculators"},
    "engine/planner": {"engine/units", "engine/specs", "engine/models", "engine/calculators"},
    "site/diagnostics": set(),
    "site/model": {"site/diagnostics"},
    "site/load": CONTENT | {"site/write"},
    "site/catalog": {"site/diagnostics", "engine/units", "engine/specs", "engine/import"},
    "site/scenario": {"site/diagnostics", "site/catalog"} | ENGINE,
    "site/link": CONTENT,
    "site/check": CONTENT | {"site/load", "site/link", "site/render/prose"} | CATALOG,
    "site/highlight": {"site/diagnostics"},
    "site/math": {"site/diagnostics"},
    # Markdown -> HTML knows neither engine nor catalog: its figures come through FigureEvaluator.
    "site/render/prose": CONTENT | {"site/link", "site/highlight", "site/math"},
    # What prose says of products: the one place where pages and catalog meet to be compared.
    "site/claims": CONTENT | {"site/link", "site/render/prose"} | CATALOG | ENGINE,
    # site/write knows bytes and paths only; pages ask it for the addresses of hashed files.
    "site/write": {"site/diagnostics"},
    # site/search knows names, texts and addresses, not what pages are.
    "site/search": {"site/write"},
    "site/render": CONTENT | {"site/link", "site/check", "site/render/prose", "site/search", "site/write"} | CATALOG | ENGINE,
    "site/serve": {"site/diagnostics", "site/write", "site/render"},
    "site/commands": {"site/load", "site/link", "site/check", "site/claims", "site/render", "site/render/prose", "site/write",
                      "site/serve"} | CONTENT | CATALOG | ENGINE,
    "site/main": {"site/commands", "site/catalog", "site/diagnostics", "site/load"},
    "web": ENGINE,
    "web/lab": ENGINE,
    # The desktop program reads content/data and words as the command line does; the browser is handed them.
    "web/lab/desktop": {"web/lab"} | CATALOG | ENGINE,
}

# Files of site/render that are a layer of their own.
PROSE = re.compile(r"site/render/(prose|markdown|heading_ids)[a-z_]*\.")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def layer(path):
    """The row of the table for this path; None for a path outside of engine/, site/ and web/."""
    if not path.startswith(("engine/", "site/", "web/")):
        return None
    if path in ("site/main.cpp", "site/main.h"):
        return "site/main"
    if PROSE.match(path):
        return "site/render/prose"
    names = [name for name in MAY_INCLUDE if path.startswith(name + "/")]
    return max(names, key=len) if names else "?"


def violations(root):
    for folder in ("engine", "site", "web"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in {".h", ".cpp", ".inc"}:
                continue
            path = file.relative_to(root).as_posix()
            here = layer(path)
            if here == "?":
                yield f"{path}: its folder has no row in the table of tools/check_layers.py"
                continue
            text = file.read_text(encoding="utf-8")
            for match in INCLUDE.finditer(text):
                header = match[1]
                line = text.count("\n", 0, match.start(1)) + 1
                there = layer(header)
                if there is None or not (root / header).exists():
                    if not (file.parent / header).exists():  # Third-party headers stand in < >.
                        yield f'{path}:{line}: "{header}" is not a path from the root of the checkout'
                    elif file.suffix != ".inc" and not header.endswith(".inc"):
                        yield f'{path}:{line}: "{header}": write the path from the root of the checkout'
                elif there != here and there not in MAY_INCLUDE[here]:
                    yield f"{path}:{line}: {here} must not include {header} ({there})"


def self_test():
    """Small trees of which we know what must be found."""
    cases = [
        ("engine/units/a.h", '#include "site/model/page.h"', "engine/units must not include"),
        ("engine/specs/a.h", '#include "engine/models/b.h"', "engine/specs must not include"),
        ("site/link/a.cpp", '#include "site/render/html.h"', "site/link must not include"),
        ("site/render/prose.cpp", '#include "site/catalog/catalog.h"', "site/render/prose must not include"),
        ("web/exports.cpp", '#include "site/scenario/scenario.h"', "web must not include"),
        ("site/misc/a.h", "", "has no row"),
        ("site/link/a.cpp", '#include "nowhere.h"', "not a path"),
        ("site/link/a.cpp", '#include "site/model/page.h"', None),
        ("engine/models/a.cpp", '  #  include "engine/specs/record.h"', None),
    ]
    failures = []
    for path, text, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for header in re.findall(r'"([^"]+/[^"]+)"', text):
                (root / header).parent.mkdir(parents=True, exist_ok=True)
                (root / header).write_text("")
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
            found = list(violations(root))
            if (expected is None) != (not found) or expected and expected not in found[0]:
                failures.append(f"{path} with {text!r}: expected {expected!r}, found {found}")
    return failures


ROOT = pathlib.Path(__file__).resolve().parent.parent
errors = self_test() if sys.argv[1:] == ["--self-test"] else list(violations(ROOT))
print("\n".join(errors))
sys.exit(bool(errors))
