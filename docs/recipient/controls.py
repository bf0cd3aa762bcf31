#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Masks your own controls as the cases were masked, through the released table.

    controls.py controls.csv table.csv masked.csv

controls: id, area. table: origin, destination, probability. Writes id, destination: each control is drawn
from the row of its area, by the random numbers of the operating system. Draw once and keep what was drawn.
"""

import csv
import sys
from itertools import accumulate
from random import SystemRandom

NEAR_ONE = 1e-6
"""How far the chances of an area may be from summing to 1: rounding of the export."""


def rows_of_table(path):
    """For each area its destinations and their chances."""
    found = {}
    with open(path, newline="", encoding="utf-8-sig") as file:
        for row in csv.DictReader(file):
            places, chances = found.setdefault(row["origin"], ([], []))
            places.append(row["destination"])
            chances.append(float(row["probability"]))
    for area, (_places, chances) in found.items():
        if abs(sum(chances) - 1) > NEAR_ONE:
            sys.exit(f"The chances of area {area} sum to {sum(chances):.6g}, not to 1. Is the table whole?")
    return found


def main():
    """Read the files, draw, write."""
    controls_file, table_file, masked_file = sys.argv[1:4]
    table = rows_of_table(table_file)
    with open(controls_file, newline="", encoding="utf-8-sig") as file:
        controls = [(row["id"], row["area"]) for row in csv.DictReader(file)]
    missing = sorted({area for _name, area in controls} - set(table))
    if missing:
        sys.exit(f"The table has no area {', '.join(missing[:5])}. Write the areas as the table does.")
    draw = SystemRandom()
    masked = [
        (name, draw.choices(places, cum_weights=list(accumulate(chances)))[0])
        for name, (places, chances) in ((name, table[area]) for name, area in controls)
    ]
    with open(masked_file, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("id", "destination"), *masked])
    print(f"{len(masked)} controls masked")


if __name__ == "__main__":
    main()
