# SPDX-License-Identifier: GPL-2.0-or-later
"""Prints what the demo found, from the METRICS of its runs: the verdict, three numbers and where to look."""

import json
import sys
import textwrap
from pathlib import Path

VERDICTS = {
    "passed": "Passed: the map may be published",
    "with_care": "With care: the map may be published once somebody has looked at this:",
    "not_judged": "Could not be judged: the map is not to be published yet:",
    "gives_away": "Gives people away: the map is not to be published:",
}


def main(folder: Path) -> None:
    metrics = json.loads((folder / "report.json").read_text("utf-8"))
    figures = metrics["figures"]
    print(f"\n{VERDICTS[figures['VERDICT']]}")
    for reason in metrics["judgement"]["reasons"]:
        print(textwrap.fill(reason, 100, initial_indent="  – ", subsequent_indent="    "))
    print(
        f"\nmost that the dots say of anyone  {100 * figures['PERSON_RISK']:.2g} %"
        f" (at most {100 * figures['RISK_BOUND']:.2g} %)"
        f"\npatients moved by, on average     {figures['MEAN_MOVE_M']:.0f} m"
        f"\npatients with a dot near home     {figures['EXPOSED']} of {figures['RECORDS']}"
        f"\n\nmap     {(folder / 'map_masked.png').resolve()}"
        f"\nreport  {(folder / 'report.html').resolve()}"
    )


main(Path(sys.argv[1]))
