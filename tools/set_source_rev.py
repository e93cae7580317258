"""Sets source_rev of translations that `gloss check` calls stale: run it after the translation was brought up to date.

    tools/gloss check --format json | python3 tools/set_source_rev.py [content/en/terms/a.md ...]

With files named, only those.
"""
import json
import pathlib
import re
import sys

wanted = set(sys.argv[1:])
for found in json.load(sys.stdin)["diagnostics"]:
    if found["code"] != "stale-translation" or (wanted and found["file"] not in wanted):
        continue
    file = pathlib.Path(found["file"])
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"(?m)^source_rev: .*$", f"source_rev: {found['arguments'][1]}", text, count=1), encoding="utf-8")
    print(file)
