# SPDX-License-Identifier: GPL-2.0-or-later
"""Earlier runs of the panel: those that lie in a folder, and what of them the project has no more."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from qgis.core import QgsProject

from ...core.base.errors import InputError, named
from ...core.base.verdict import Level
from ...i18n import tr
from ...report.firstpage import words
from .jobs import INTERNAL

CHOICES = f"{INTERNAL}/choices.json"
"""Where in its folder a run keeps what was chosen."""
LAYERS = ("PATIENTS", "AREAS", "OUTLINE", "ROADS", "ADDRESSES")
"""Answers that name layers."""
_MOST = 20
"""Runs that a list shows: whoever looks for an older one knows its folder."""


@dataclass(frozen=True)
class Earlier:
    """What was chosen in a run."""

    name: str
    model: str
    given: dict
    date: str = ""
    verdict: str = ""

    @property
    def line(self) -> str:
        """Name, date, verdict, and what is missing now."""
        level = next((one for one in Level if one.value == self.verdict), Level.NOT_JUDGED)
        parts = [self.name, self.date, words()[level], said_absent(self.given)]
        return " · ".join(filter(None, parts))


def read(path: Path) -> Earlier:
    """What was chosen in an earlier run, of its choices or of the metrics of an algorithm.

    Raises
    ------
    InputError
        The file holds none.
    """
    try:
        earlier = json.loads(path.read_text(encoding="utf-8"))
        # Somebody may have edited the file: what is no answer is left as it is in the panel.
        answers = earlier["parameters"].items()
        given = {name: value for name, value in answers if isinstance(value, (str, int, float))}
        model, date, verdict = (str(earlier.get(key) or "") for key in ("model", "date", "verdict"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(
            "run.choices.none", "{file} holds no metrics of an earlier run.", file=path.name
        ) from error
    whole = path.match(CHOICES)
    return Earlier(path.parent.parent.name if whole else path.name, model, given, date, verdict)


def earlier_runs(folder: Path) -> dict[Path, Earlier]:
    """Runs whose folders lie in a folder, by the files of their choices, the latest first."""
    files = sorted(folder.glob(f"*/{CHOICES}"), key=lambda file: file.stat().st_mtime, reverse=True)
    found = {}
    for file in files[:_MOST]:
        try:
            found[file] = read(file)
        except InputError:  # of something else, or half deleted
            continue
    return found


def said_absent(given: dict) -> str:
    """That layers of a run are not in the project; empty where all are."""
    there = {layer.name() for layer in QgsProject.instance().mapLayers().values()}
    absent = [str(given[key]) for key in LAYERS if given.get(key) and str(given[key]) not in there]
    return tr("not in this project: {names}", names=named(absent)) if absent else ""
