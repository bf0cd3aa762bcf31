# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures of ``cases`` as they come to a reader: on pages and slides, screens, scans, in parts."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

TREATMENTS = (
    ("t1", "s1", "page"),
    ("t2", "m1", "slide"),
    ("t3", "l1", "screen"),
    ("t4", "k1", "border"),
    ("t5", "g1", "crop"),
    ("t6", "q1", "scan"),
    ("t7", "c1", "JPEG 60"),
    ("t8", "m1", "smaller"),
    ("t9", "r1", "panels"),
    ("t10", "p1", "grey scan"),
    ("t11", "m1", "scan"),
)
"""Name, picture that it is made of, and how it comes."""
WORDS = (
    *("the", "of", "incidence", "cases", "during", "spring", "among", "residents", "and", "county"),
    *("rates", "were", "mapped", "by", "place", "in", "figure"),
)


def treat(folder: Path, seed: int, names: list) -> None:
    """Make the treated pictures of a folder, of those drawn before."""
    for number, (name, of, how) in enumerate(TREATMENTS):
        drawn = folder / f"{of}.json"
        if (names and name not in names) or not drawn.exists():
            continue
        job = json.loads(drawn.read_text())
        picture = Image.open(job["out"]).convert("RGB")
        made = MADE[how](picture, np.random.default_rng([seed, 1000 + number]))
        out = folder / f"{name}.{'jpg' if how in PACKED else 'png'}"
        made.save(out, **({"quality": 60} if how in PACKED else {}))
        job |= {"name": name, "out": str(out), "suffix": out.suffix[1:], "form": how}
        (folder / f"{name}.json").write_text(json.dumps(job, indent=1))
        print(f"{name:4} {how:11} {out.suffix[1:]:4} {out.stat().st_size:8}", flush=True)


def font(size: int):
    """A plain face."""
    for path in Path("/usr/share/fonts").rglob("DejaVuSans.ttf"):
        return ImageFont.truetype(str(path), size)
    return ImageFont.load_default()


def _lines(draw, box, source) -> None:
    """Lines of words in a box."""
    left, top, right, bottom = box
    face = font(17)
    for y in range(top, bottom - 20, 24):
        text = ""
        while len(text) < (right - left) / 10.5:
            text += str(source.choice(WORDS)) + " "
        draw.text((left, y), text, fill=(20, 20, 20), font=face)


def page(picture, source):
    """A page of a journal at 150 dpi with columns of words above and below the map."""
    sheet = Image.new("RGB", (1240, 1754), "white")
    draw = ImageDraw.Draw(sheet)
    draw.text((110, 60), "Journal of Places 12 (3), 2027", fill=(60, 60, 60), font=font(18))
    for left, right in ((110, 600), (650, 1140)):
        _lines(draw, (left, 120, right, 560), source)
        _lines(draw, (left, 1420, right, 1690), source)
    sheet.paste(picture, (170, 600))
    draw.text((170, 1330), "Figure 2. Homes of the cases.", fill=(20, 20, 20), font=font(20))
    return sheet


def slide(picture, source):
    """A slide with a coloured bar, a title and words beside the map."""
    sheet = Image.new("RGB", (1600, 900), (250, 250, 245))
    draw = ImageDraw.Draw(sheet)
    draw.rectangle([0, 0, 1600, 90], fill=(30, 60, 110))
    draw.text((40, 25), "Where our cases live", fill="white", font=font(36))
    _lines(draw, (1030, 160, 1560, 700), source)
    sheet.paste(picture, (60, 140))
    return sheet


def screen(picture, _source):
    """A picture of a screen: window, title bar, buttons, scroll bar."""
    sheet = Image.new("RGB", (1040, 880), (214, 214, 218))
    draw = ImageDraw.Draw(sheet)
    draw.rectangle([10, 10, 1029, 869], fill=(240, 240, 242), outline=(90, 90, 90))
    draw.rectangle([10, 10, 1029, 44], fill=(60, 66, 78))
    draw.text((24, 17), "map.html - Browser", fill=(230, 230, 230), font=font(17))
    for at in range(3):
        draw.rectangle([930 + 32 * at, 18, 952 + 32 * at, 36], fill=(150, 150, 160))
    draw.rectangle([60, 56, 960, 84], fill="white", outline=(170, 170, 170))
    draw.rectangle([975, 100, 990, 800], fill=(225, 225, 228), outline=(190, 190, 195))
    draw.rectangle([976, 180, 989, 300], fill=(160, 160, 165))
    sheet.paste(picture, (60, 100))
    return sheet


def border(picture, _source):
    """A wide grey border about a white one."""
    width, height = picture.size
    sheet = Image.new("RGB", (width + 160, height + 160), (128, 128, 128))
    sheet.paste(Image.new("RGB", (width + 60, height + 60), "white"), (50, 50))
    sheet.paste(picture, (80, 80))
    return sheet


def crop(picture, source):
    """Three quarters of each side."""
    width, height = picture.size
    left, top = (int(side * source.uniform(0, 0.25)) for side in (width, height))
    return picture.crop((left, top, left + int(0.75 * width), top + int(0.75 * height)))


def scan(picture, source):
    """Printed and scanned in colour: turned by up to 3°, blurred, with noise."""
    turn = float(source.uniform(0.5, 3) * source.choice([-1, 1]))
    larger = picture.resize([int(1.27 * side) for side in picture.size], Image.BICUBIC)
    turned = larger.rotate(turn, Image.BICUBIC, expand=True, fillcolor=(250, 250, 248))
    soft = np.asarray(turned.filter(ImageFilter.GaussianBlur(0.9)), float) * 0.94 + 8
    noisy = soft + source.normal(0, 4, soft.shape)
    return Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))


def grey_scan(picture, source):
    """The same in grey."""
    return scan(picture, source).convert("L").convert("RGB")


def smaller(picture, _source):
    """Three fifths of each side."""
    return picture.resize([int(0.6 * side) for side in picture.size], Image.LANCZOS)


def thumbnail(picture, _source):
    """300 pixels wide."""
    width, height = picture.size
    return picture.resize((300, round(300 * height / width)), Image.LANCZOS)


def turned(picture, source):
    """Scanned 3° askew."""
    askew = picture.rotate(3 * float(source.choice([-1, 1])), Image.BICUBIC, expand=True, fillcolor="white")
    return askew.filter(ImageFilter.GaussianBlur(0.7))


def photographed(share: float):
    """As it looks from where one side is nearer by a share."""

    def taken(picture, source):
        width, height = picture.size
        rim = 40
        sheet = Image.new("RGB", (width + 2 * rim, height + 2 * rim), (235, 233, 228))
        sheet.paste(picture, (rim, rim))
        across = share * float(source.choice([-1, 1])) / sheet.size[0]
        factors = (1, 0, 0, 0, 1, 0, across, share / 3 / sheet.size[1])
        return sheet.transform(sheet.size, Image.PERSPECTIVE, factors, Image.BICUBIC)

    return taken


def panels(picture, _source):
    """The same map twice beside each other, with letters."""
    width, height = picture.size
    sheet = Image.new("RGB", (2 * width + 20, height + 40), "white")
    for at, letter in enumerate("AB"):
        sheet.paste(picture, (at * (width + 20), 40))
        ImageDraw.Draw(sheet).text((at * (width + 20) + 10, 5), letter, fill="black", font=font(28))
    return sheet


def _as_it_is(picture, _source):
    return picture


MADE = {
    "page": page, "slide": slide, "screen": screen, "border": border, "crop": crop, "scan": scan,
    "JPEG 60": _as_it_is, "smaller": smaller, "panels": panels, "grey scan": grey_scan,
    "thumbnail": thumbnail, "turned 3°": turned, "perspective 1 %": photographed(0.01),
    "perspective 2 %": photographed(0.02), "perspective 3 %": photographed(0.03),
}  # fmt: skip
PACKED = ("JPEG 60", "scan", "grey scan")
"""Written as JPEG of quality 60."""
