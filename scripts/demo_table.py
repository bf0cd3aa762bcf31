# SPDX-License-Identifier: GPL-2.0-or-later
"""Prints what the demo found, from the METRICS of its runs."""

import json
import sys
from pathlib import Path


def main(folder: Path) -> None:
    figures = json.loads((folder / "report.json").read_text("utf-8"))["figures"]
    records = figures["RECORDS"]
    rows = (
        ("records masked", f"{records}"),
        ("mean move", f"{figures['MEAN_MOVE_M']:.0f} m"),
        ("risk guaranteed, at most", f"{figures['RISK_BOUND']:.4g}"),
        ("risk achieved, audited", f"{figures['ACHIEVED_RISK']:.6f}"),
        ("masked dots recovered from the picture", f"{figures['RECOVERED']} of {records}"),
        ("patients exposed by the picture", f"{figures['EXPOSED']}"),
        ("verdict", figures["VERDICT"]),
        ("report", str((folder / "report.html").resolve())),
    )
    print()
    for label, value in rows:
        print(f"{label:<40} {value}")


main(Path(sys.argv[1]))
