# SPDX-License-Identifier: GPL-2.0-or-later
"""Prints what the demo found, from the METRICS of its runs."""

import json
import sys
from pathlib import Path


def main(folder: Path) -> None:
    read = {name: json.loads((folder / f"{name}.json").read_text("utf-8")) for name in
            ("mask", "attack_masked", "attack_true", "report")}  # fmt: skip
    mask = read["mask"]["figures"]
    dots, people = read["attack_masked"]["figures"], read["attack_true"]["figures"]
    records = read["mask"]["counts"]["OUTPUT"]
    rows = (
        ("records masked", f"{records}"),
        ("mean move", f"{mask['MEAN_MOVE_M']:.0f} m"),
        ("risk guaranteed, at most", f"{mask['RISK_BOUND']:.4g}"),
        ("risk achieved, audited", f"{mask['ACHIEVED_RISK']:.6f}"),
        ("masked dots recovered from the picture", f"{dots['RECOVERED']} of {records}"),
        ("patients exposed by the picture", f"{people['EXPOSED']}"),
        ("verdict", read["report"]["figures"]["VERDICT"]),
        ("report", str((folder / "report.html").resolve())),
    )
    print()
    for label, value in rows:
        print(f"{label:<40} {value}")


main(Path(sys.argv[1]))
