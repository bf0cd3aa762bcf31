# SPDX-License-Identifier: GPL-2.0-or-later
"""Approvals of earlier runs, read from the METRICS that stayed at home."""

from __future__ import annotations

import json
import os
from pathlib import Path

from ....core.base.errors import GeoDeIDError, InputError, Phrase
from ....core.base.verdict import Level
from ....core.exposure.documents.approvals import Approval, Approvals
from ....i18n import tr
from ...framework.verdict.metricsfile import level_of
from ...framework.verdict.metricsform import misfit

MOST_BYTES = 20_000_000
"""Bytes of METRICS: those of a hundred thousand areas have fewer."""
MOST_FILES = 20_000
"""Files of a folder of publications."""


def approvals_of(run, document: Path) -> Approvals:
    """What the METRICS below “Your publications” judged; none where no folder was given.

    Parameters
    ----------
    run : Run
    document : Path
        What is checked: what lies in it approves nothing, for whoever made it could have written that.

    Raises
    ------
    InputError
        Where the folder lies in what is checked, or holds no approval.
    """
    folder = run.file("APPROVED")
    if folder is None:
        _point_to_approvals(run, document)
        return Approvals()
    inside, folder = Path(os.path.realpath(document)), Path(os.path.realpath(folder))
    if folder == inside or inside in folder.parents:
        raise InputError(
            "document.approvals.inside",
            "“{label}” lies in what is to be checked: whoever made that could have written the approval, "
            "too. Choose the folder that stayed with you.",
            label=run.label("APPROVED"),
        )
    paths = _files(run, folder, inside)
    found = [one for one in (_approval(path, folder) for path in paths) if one is not None]
    if not found:
        raise InputError(
            "document.approvals.no_metrics",
            "The folder {name} holds no METRICS that say which files were judged. Choose the folder in "
            "which your publications lie, or publish once more: earlier versions kept no checksums.",
            name=folder.name,
        )
    return Approvals(tuple(sorted(found, key=lambda one: (one.date, one.where))))


def _point_to_approvals(run, document: Path) -> None:
    """Say where an approval seems to lie: nobody but the user knows whether it stayed with them."""
    near = (one / INTERNAL for one in (document.parent, document.parent.parent))
    found = next((one for one in near if any(_approval(each, one) for each in one.glob("*.json"))), None)
    if found is not None:
        run.warn(
            tr(
                "The folder {name} beside it holds the approval of a publication. If it stayed with you, "
                "choose it as “{label}”: this check then says which files are what was approved.",
                name=f"{found.parent.name}/{INTERNAL}",
                label=run.label("APPROVED"),
            )
        )


INTERNAL = "internal"
"""Folder of a publication that stays at home."""


def _files(run, folder: Path, document: Path) -> list[Path]:
    """Files below a folder that may be METRICS, but for those of what is checked."""
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        run.progress(0.0, tr("Looking for what was approved"))
        folders[:] = sorted(one for one in folders if Path(place, one) != document)
        found += [Path(place, one) for one in sorted(names) if one.lower().endswith(".json")]
        if len(found) > MOST_FILES:
            raise InputError(
                "document.approvals.too_many_files",
                "The folder {name} holds too many files. Choose one nearer to your publications.",
                name=folder.name,
            )
    return [one for one in found if one != document]


def _approval(path: Path, folder: Path) -> Approval | None:
    """What one METRICS file judged; None of any other file, and of METRICS that contradict themselves."""
    try:
        # A pipe would be waited for, and a link may lead into what is checked.
        if not path.is_file() or path.is_symlink() or path.stat().st_size > MOST_BYTES:
            return None
        metrics = json.loads(path.read_bytes())
        if misfit(metrics) or not metrics["files"]:
            return None
        level = Level.NOT_JUDGED if metrics["for_testing_only"] else level_of(metrics)
        limit = metrics["judgement"].get("limit")
        found = Approval(
            str(path.relative_to(folder)), metrics["date"], level, limit,
            tuple((name, checksum) for name, checksum in metrics["files"]),
            metrics.get("pixels"), metrics.get("patients"),
        )  # fmt: skip
        # What a check of a document let pass was no release: it is checked again, by the limit of today.
        return None if found.may_leave and metrics["algorithm"] == "checkdocument" else found
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError, GeoDeIDError):
        return None


RESTS_ON = Phrase(
    "That a file was approved is what the METRICS of that run say. Whoever may write there can change them: "
    "keep them where only you may, and compare the checksums with those of the signed report."
)
