"""gloss-lab under Xvfb: a dragged control changes the answer, and the answer is `gloss size`'s. desktop_test.py LAB GLOSS"""
import contextlib
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

lab, gloss = sys.argv[1:3]
failures = []


def check(is_right, sentence):
    if not is_right:
        failures.append(sentence)
        print("FAILED:", sentence)


@contextlib.contextmanager
def display():
    """A server for all windows of the test; it tells its number when it takes clients, however long that takes."""
    told, tell = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(tell), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
                              pass_fds=[tell], stderr=subprocess.DEVNULL)
    os.close(tell)
    try:
        with os.fdopen(told) as numbers:
            number = numbers.readline().strip()
        if not number:
            sys.exit("Xvfb did not start")
        os.environ["DISPLAY"] = ":" + number
        yield
    finally:
        server.terminate()
        server.wait()


def run(script, *arguments):
    done = subprocess.run([lab, *arguments, "--script", "-"], input=script, capture_output=True, text=True, timeout=240)
    return done.returncode, done.stdout, done.stderr


def values(output):
    return {words[0]: words[1] for line in output.splitlines() if len(words := line.split()) == 2}


def size(calculator, **fields):
    sets = [word for field, value in fields.items() for word in ("--set", f"{field}={value}")]
    done = subprocess.run([gloss, "size", calculator, *sets, "--json"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)["output"]


def colours(png):
    """Different colours of a picture of ours (8 bits, RGB, no filters)."""
    data = pathlib.Path(png).read_bytes()
    at, packed, width = 8, b"", 0
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width = struct.unpack_from(">I", body)[0]
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    lines, row = zlib.decompress(packed), 3 * width + 1
    return len({lines[y + 1 + 3 * x:y + 4 + 3 * x] for y in range(0, len(lines), row * 7) for x in range(0, width, 5)})


with display(), tempfile.TemporaryDirectory() as folder:
    state, picture, table = (f"{folder}/{name}" for name in ("state.txt", "picture.png", "map.csv"))
    code, out, err = run(f"settle\nprint output_tokens_per_s\ndrag gpus 0.1 0.45\nsettle\ninput gpus\nprint output_tokens_per_s\n"
                         f"print total_bytes\nscreenshot {picture}\ncsv {table}\n", "--state", state, "concurrency=16", "input_tokens=2k")
    check(code == 0, f"the script ended with {code}: {err}")
    answer = values(out)
    gpus = answer.get("gpus", "")
    check(gpus not in ("", "2"), f"the slider did not move: gpus {gpus}")
    expected = size("throughput", gpus=gpus, concurrency=16, input_tokens=2048)
    check(float(answer["output_tokens_per_s"]) == expected["output_tokens_per_s"], f"{answer} is not {expected['output_tokens_per_s']}")
    memory = size("inference-memory", gpus=gpus, concurrency=16, context=3072)
    check(float(answer["total_bytes"]) == memory["total_bytes"], f"{answer['total_bytes']} is not {memory['total_bytes']}")
    check(colours(picture) > 20, "the picture is empty")
    rows = pathlib.Path(table).read_text().splitlines()
    check(len(rows) == 10001, f"the map's CSV has {len(rows)} lines")
    saved = dict(line.split("=", 1) for line in pathlib.Path(state).read_text().splitlines())
    check(saved == {"gpus": gpus, "concurrency": "16", "input_tokens": "2048"}, f"the state file holds {saved}")

    # The map: dragging on it moves the scenario. All panels draw in both languages.
    code, out, err = run("settle\ndrag map 0.3 0.6\nsettle\ninput concurrency\ninput input_tokens\nprint ttft_s\n", "--lang", "en", "--dark")
    answer = values(out)
    check(code == 0 and float(answer["input_tokens"]) > 4096, f"dragging the map: {code} {answer} {err}")
    for panel in ("roofline", "curves", "topology", "parallelism", "measured"):
        code, out, err = run(f"settle\nscreenshot {picture}\n", f"panel={panel}", "step=3")
        check(code == 0 and colours(picture) > 12, f"{panel}: {code} {err}")

    code, out, err = run("click nothing\n")
    check(code == 1 and "nothing" in err, f"a script that cannot be done must fail: {code} {err}")
    code, out, err = run("frames 1\n", "gpus=no")
    check(code == 2 and "gpus=no" in err, f"a wrong value must be refused: {code} {err}")

print("failed" if failures else "ok")
sys.exit(bool(failures))
