"""Cuts TrueType fonts down to the characters that the lab shows: one small font, made at build time.

    subset_font.py OUT.ttf --text FILE.json... --prefix lab. field. ... --data FILE.json... --fonts LATIN.ttf HAN.ttf

Takes every character of the words whose key has one of the prefixes, of all strings of the data files, ASCII, and the signs
of the engine's number formatter. A glyph comes from the first font that has it. Only what stb_truetype reads is written:
cmap (format 12), glyf, head, hhea, hmtx, loca, maxp. Outlines are copied as they are, without their hints.
"""
import argparse
import json
import struct
import sys

SIGNS = "\u2013\u2212\u221e\u00d7\u00b7\u2026\u2265\u2264\u00b1\u2192\u2190\u2191\u2193\u00b2\u00b3\u2022"
WORDS, MORE, SCALE, XY_SCALE, TWO_BY_TWO, INSTRUCTIONS = 0x0001, 0x0020, 0x0008, 0x0040, 0x0080, 0x0100


class Font:
    def __init__(self, path):
        self.path, self.bytes = path, open(path, "rb").read()
        count = struct.unpack_from(">H", self.bytes, 4)[0]
        self.tables = {}
        for i in range(count):
            tag, _, offset, length = struct.unpack_from(">4sIII", self.bytes, 12 + 16 * i)
            self.tables[tag.decode()] = self.bytes[offset:offset + length]
        if "glyf" not in self.tables:
            sys.exit(f"{path}: no TrueType outlines (glyf): choose a .ttf font")
        head, hhea = self.tables["head"], self.tables["hhea"]
        self.units = struct.unpack_from(">H", head, 18)[0]
        self.ascent, self.descent = struct.unpack_from(">hh", hhea, 4)
        self.metrics = struct.unpack_from(">H", hhea, 34)[0]
        self.glyphs = struct.unpack_from(">H", self.tables["maxp"], 4)[0]
        long_offsets = struct.unpack_from(">h", head, 50)[0]
        loca = self.tables["loca"]
        self.offsets = (struct.unpack(f">{self.glyphs + 1}I", loca[:4 * self.glyphs + 4]) if long_offsets else
                        [2 * x for x in struct.unpack(f">{self.glyphs + 1}H", loca[:2 * self.glyphs + 2])])
        self.characters = self.read_cmap()

    def read_cmap(self):
        cmap, best = self.tables["cmap"], {}
        for i in range(struct.unpack_from(">H", cmap, 2)[0]):
            platform, encoding, at = struct.unpack_from(">HHI", cmap, 4 + 8 * i)
            form = struct.unpack_from(">H", cmap, at)[0]
            if platform == 1 or form not in (4, 12):
                continue
            found = self.read_format_4(cmap, at) if form == 4 else self.read_format_12(cmap, at)
            best = found if len(found) > len(best) else best
        return best

    @staticmethod
    def read_format_12(cmap, at):
        found = {}
        for i in range(struct.unpack_from(">I", cmap, at + 12)[0]):
            first, last, glyph = struct.unpack_from(">III", cmap, at + 16 + 12 * i)
            found.update((c, glyph + c - first) for c in range(first, last + 1))
        return found

    @staticmethod
    def read_format_4(cmap, at):
        found, n = {}, struct.unpack_from(">H", cmap, at + 6)[0] // 2
        column = [struct.unpack_from(f">{n}H", cmap, at + 14 + 2 * n * k + (2 if k else 0)) for k in range(4)]
        for i, (last, first, delta, offset) in enumerate(zip(*column)):
            for c in range(first, min(last, 0xFFFE) + 1):
                glyph = c
                if offset:
                    place = at + 14 + 2 * n * 3 + 2 + 2 * i + offset + 2 * (c - first)
                    glyph = struct.unpack_from(">H", cmap, place)[0]
                    if glyph == 0:
                        continue
                found[c] = (glyph + delta) & 0xFFFF
        return found

    def outline(self, glyph):
        return self.tables["glyf"][self.offsets[glyph]:self.offsets[glyph + 1]]

    def width(self, glyph):
        at = min(glyph, self.metrics - 1)
        return struct.unpack_from(">H", self.tables["hmtx"], 4 * at)[0]


def without_hints(data):
    """A simple outline without its instructions."""
    contours = struct.unpack_from(">h", data, 0)[0] if data else 0
    if contours <= 0:
        return data
    at = 10 + 2 * contours
    length = struct.unpack_from(">H", data, at)[0]
    return data[:at] + b"\0\0" + data[at + 2 + length:]


def components(data):
    """(place of the glyph's number, its number) of the parts of a composite outline."""
    at, flags = 10, MORE
    while flags & MORE:
        flags, glyph = struct.unpack_from(">HH", data, at)
        yield at + 2, glyph
        at += 4 + (4 if flags & WORDS else 2)
        at += 2 if flags & SCALE else 4 if flags & XY_SCALE else 8 if flags & TWO_BY_TWO else 0


def scaled(data, factor):
    """A simple outline in another font's units: its points are decoded, scaled and written as words."""
    contours = struct.unpack_from(">h", data, 0)[0]
    ends = struct.unpack_from(f">{contours}H", data, 10)
    at = 10 + 2 * contours
    at += 2 + struct.unpack_from(">H", data, at)[0]
    points, flags = ends[-1] + 1, []
    while len(flags) < points:
        flag, at = data[at], at + 1
        repeat = 0
        if flag & 8:
            repeat, at = data[at], at + 1
        flags += [flag] * (1 + repeat)
    axes = []
    for short, same in ((2, 16), (4, 32)):
        value, values = 0, []
        for flag in flags:
            if flag & short:
                value, at = value + (data[at] if flag & same else -data[at]), at + 1
            elif not flag & same:
                value, at = value + struct.unpack_from(">h", data, at)[0], at + 2
            values.append(round(value * factor))
        axes.append(values)
    xs, ys = axes
    out = struct.pack(">hhhhh", contours, min(xs), min(ys), max(xs), max(ys)) + struct.pack(f">{contours}H", *ends) + b"\0\0"
    signs, coordinates = bytearray(), [bytearray(), bytearray()]
    before = [0, 0]
    for i, flag in enumerate(flags):
        sign = flag & 1
        for axis, (short, same) in enumerate(((2, 16), (4, 32))):
            step = axes[axis][i] - before[axis]
            before[axis] = axes[axis][i]
            if step == 0:
                sign |= same
            elif abs(step) < 256:
                sign |= short | (same if step > 0 else 0)
                coordinates[axis].append(abs(step))
            else:
                coordinates[axis] += struct.pack(">h", step)
        signs.append(sign)
    return out + bytes(signs) + bytes(coordinates[0]) + bytes(coordinates[1])


def chosen(characters, fonts):
    """Glyphs of the new font as (outline, width), and character -> glyph. Glyph 0 is an empty box's place."""
    units = fonts[-1].units
    glyphs, places, cmap, missing = [(b"", units // 2)], {}, {}, []

    def take(font, glyph):
        if (font, glyph) in places:
            return places[font, glyph]
        place = places[font, glyph] = len(glyphs)
        data, factor = without_hints(font.outline(glyph)), units / font.units
        glyphs.append((b"", round(font.width(glyph) * factor)))
        if data and struct.unpack_from(">h", data, 0)[0] < 0:
            if factor != 1:
                sys.exit(f"{font.path}: glyph {glyph} is composite and the fonts' units differ")
            changed = bytearray(data)
            for at, part in components(data):
                struct.pack_into(">H", changed, at, take(font, part))
                flags = struct.unpack_from(">H", data, at - 2)[0]
                struct.pack_into(">H", changed, at - 2, flags & ~INSTRUCTIONS)
            data = bytes(changed)
        elif data and factor != 1:
            data = scaled(data, factor)
        glyphs[place] = (data, glyphs[place][1])
        return place

    for c in sorted(characters):
        font = next((f for f in fonts if f.characters.get(c)), None)
        if font:
            cmap[c] = take(font, font.characters[c])
        else:
            missing.append(chr(c))
    if missing:
        sys.exit(f"no font has {' '.join(missing)}: change the words, or add a font to --fonts")
    return glyphs, cmap


def table(cmap):
    groups = []
    for c, glyph in sorted(cmap.items()):
        if groups and groups[-1][1] + 1 == c and groups[-1][2] + c - groups[-1][0] == glyph:
            groups[-1][1] = c
        else:
            groups.append([c, c, glyph])
    body = struct.pack(">HHIII", 12, 0, 16 + 12 * len(groups), 0, len(groups))
    body += b"".join(struct.pack(">III", *group) for group in groups)
    return struct.pack(">HHHHI", 0, 1, 3, 10, 12) + body


def write(path, glyphs, cmap, like, ascent, descent):
    glyf, loca = b"", [0]
    for data, _ in glyphs:
        glyf += data + b"\0" * (-len(data) % 4)
        loca.append(len(glyf))
    head = bytearray(like.tables["head"])
    struct.pack_into(">h", head, 50, 1)
    hhea = bytearray(like.tables["hhea"])
    struct.pack_into(">hhh", hhea, 4, ascent, descent, 0)
    struct.pack_into(">H", hhea, 34, len(glyphs))
    maxp = bytearray(like.tables["maxp"])
    struct.pack_into(">H", maxp, 4, len(glyphs))
    hmtx = b"".join(struct.pack(">Hh", width, struct.unpack_from(">h", data, 2)[0] if data else 0) for data, width in glyphs)
    tables = {"cmap": table(cmap), "glyf": glyf, "head": bytes(head), "hhea": bytes(hhea), "hmtx": hmtx,
              "loca": struct.pack(f">{len(loca)}I", *loca), "maxp": bytes(maxp)}
    out, at = struct.pack(">IHHHH", 0x00010000, len(tables), 0, 0, 0), 12 + 16 * len(tables)
    bodies = b""
    for tag, body in sorted(tables.items()):
        out += struct.pack(">4sIII", tag.encode(), 0, at + len(bodies), len(body))
        bodies += body + b"\0" * (-len(body) % 4)
    with open(path, "wb") as file:
        file.write(out + bodies)


def strings_of(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings_of(item)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    for name in ("--text", "--prefix", "--data", "--fonts"):
        parser.add_argument(name, nargs="+", required=True)
    asked = parser.parse_args()
    characters = set(range(32, 127)) | set(map(ord, SIGNS))
    for path in asked.text:
        for key, text in json.load(open(path, encoding="utf-8")).items():
            if key.startswith(tuple(asked.prefix)):
                characters |= set(map(ord, text))
    for path in asked.data:
        rows = json.load(open(path, encoding="utf-8"))
        names = [row.get("name", "") for table in rows.values() if isinstance(table, list) for row in table if isinstance(row, dict)]
        characters |= set(map(ord, "".join(strings_of(names))))
    characters.discard(ord("\n"))
    fonts = [Font(path) for path in asked.fonts]
    glyphs, cmap = chosen(characters, fonts)
    main_font = fonts[-1]
    write(asked.out, glyphs, cmap, main_font, main_font.ascent, main_font.descent)


if __name__ == "__main__":
    main()
