# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables and pictures of the evidence as data: how a script hands them over, how a page holds them.

A script makes a :class:`Table` and calls :func:`tell`, which prints it as Markdown. Under
``scripts/evidence/all`` it is written as data too. A page holds it between two marks, and a single figure
inside a sentence likewise:

    <!-- table: wieland.counties -->
    | county | … |
    <!-- end -->

    Here: <!-- of: wieland.new_york | centroids, 100 nearest | move m -->264.16<!-- / --> m

The second names table, first cell of the row, and column.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path

FOLDER = "GEODEID_EVIDENCE"
"""Environment variable with the folder into which tables are written as data."""
IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
PICTURES = (".svg", ".png")
"""How the names of pictures end."""
BLOCK = re.compile(r"<!-- table: (\S+) -->\n(.*?)<!-- end -->\n", re.DOTALL)
INLINE = re.compile(r"<!-- of: ([^|]+?) \| ([^|]+?) \| ([^|]+?) -->(.*?)<!-- / -->", re.DOTALL)
_NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:[\s\u202f\u00a0]\d{3}(?!\d))*(?:\.\d+)?(?:e[-+]?\d+)?")
_DIGITS = str.maketrans({" ": None, "\u202f": None, "\u00a0": None, "−": "-"})


@dataclass(frozen=True)
class Table:
    """A table as the page shows it: cells are text, rounded as they are to be read.

    Attributes
    ----------
    name : str
        ``script.part``, unique.
    columns : tuple of str
        Headings; where one is empty the table's first column has none.
    rows : list of tuple of str
        Cells.
    tolerance : float
        Share by which a number may differ from the one recorded, beside one unit of its last digit.
    loose : tuple of str
        Columns whose numbers may be any: seconds, gaps.
    chance : dict of str to float
        Tolerances of columns that tell of one sequence of draws: the last digit of a table changes it.
    """

    name: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    tolerance: float = 0.01
    loose: tuple[str, ...] = ()
    chance: dict[str, float] = field(default_factory=dict)


def tell(table: Table) -> None:
    """Print a table, and write it where ``scripts/evidence/all`` collects them."""
    print(f"\n{table.name}\n\n{markdown(table)}", flush=True)
    folder = os.environ.get(FOLDER)
    if folder:
        rows = [[str(one) for one in row] for row in table.rows]
        text = json.dumps({**asdict(table), "rows": rows}, ensure_ascii=False, indent=1)
        (Path(folder) / f"{table.name}.json").write_text(text + "\n", encoding="utf-8")


def picture(file: str, drawing: str | bytes) -> None:
    """Write a picture of the guide: the text of an SVG or the bytes of a PNG."""
    folder = Path(os.environ.get(FOLDER) or IMAGES)
    held = drawing if isinstance(drawing, bytes) else (drawing.rstrip("\n") + "\n").encode()
    (folder / file).write_bytes(held)
    print(f"\n{file}: {len(held) / 1024:.0f} KiB", flush=True)


def markdown(table: Table) -> str:
    """Markdown of a table, with a line end."""
    lines = [table.columns, ["---"] * len(table.columns), *table.rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def recorded(block: str, like: Table) -> Table:
    """The table that a page holds, with the tolerances of another."""
    lines = [line.strip().strip("|").split("|") for line in block.strip().split("\n") if line.strip()]
    cells = [tuple(cell.strip() for cell in line) for line in lines]
    return Table(like.name, cells[0], cells[2:], like.tolerance, like.loose, like.chance)


def moved(old: Table, new: Table) -> list[str]:
    """What differs between the recorded table and a new one by more than its tolerance, a line each."""
    if tuple(old.columns) != tuple(new.columns):
        return [f"{new.name}: columns {', '.join(old.columns)} are now {', '.join(new.columns)}"]
    if len(old.rows) != len(new.rows):
        return [f"{new.name}: {len(old.rows)} rows are now {len(new.rows)}"]
    return [
        f"{new.name}: {after[0]}, {column}: {was} is now {now}"
        for before, after in zip(old.rows, new.rows)
        for column, was, now in zip(new.columns, before, after)
        if column not in new.loose and not alike(was, str(now), new.chance.get(column, new.tolerance))
    ]


def alike(was: str, now: str, tolerance: float) -> bool:
    """Whether two cells say the same words, and numbers that differ by no more than the tolerance."""
    numbers = [_NUMBER.findall(text) for text in (was, now)]
    words = [_NUMBER.sub("#", text) for text in (was, now)]
    if words[0] != words[1] or len(numbers[0]) != len(numbers[1]):
        return False
    return all(_near(*pair, tolerance) for pair in zip(*numbers))


def _near(was: str, now: str, tolerance: float) -> bool:
    a, b = (float(text.translate(_DIGITS)) for text in (was, now))
    return abs(a - b) <= tolerance * max(abs(a), abs(b)) + max(_last_digit(was), _last_digit(now)) * 1.001


def _last_digit(number: str) -> float:
    digits, _, power = number.translate(_DIGITS).partition("e")
    places = len(digits.partition(".")[2])
    return 10.0 ** (int(power or 0) - places) if places or power else 0.0


def cell(table: Table, row: str, column: str) -> str:
    """One cell, by the first cell of its row, or its first two with a comma between, and its column."""
    if column not in table.columns:
        raise KeyError(f"{table.name} has no column {column}")
    for cells in table.rows:
        if row in (cells[0], ", ".join(cells[:2]).strip("* ")):
            return cells[table.columns.index(column)].strip("*")
    raise KeyError(f"{table.name} has no row {row}")
