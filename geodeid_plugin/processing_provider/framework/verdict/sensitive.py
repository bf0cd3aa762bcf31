# SPDX-License-Identifier: GPL-2.0-or-later
"""What classes of like records tell of a sensitive field, as checks of a verdict."""

from __future__ import annotations

from ....core.base.errors import Phrase
from ....core.base.verdict import FAILED, MADE, Check
from ....core.exposure.uniqueness.classes import Classes, diversity


def sensitive_checks(classes: Classes, columns: list, rows, model: str = "") -> list[Check]:
    """l-diversity and t-closeness of each sensitive field; a class with one value gives its people away.

    Parameters
    ----------
    classes : Classes
        Classes of like records, by what an observer may know.
    columns : list of Column
        The sensitive fields of the same records.
    rows : sequence of int
        The records as their layer names them.
    model : str
        What the observer knows, where several are tried.
    """
    checks = []
    for column in columns:
        found = diversity(classes, column)
        said = {
            "field": column.name,
            "distinct": found.distinct_l,
            "entropy": found.entropy_l,
            "t": found.t,
            "k": found.k,
            "alike": len(found.alike),
            "model": model or Phrase("the release"),
        }
        if found.distinct_l > 1 or len(column.labels) < 2:
            sentence = Phrase(
                "Sensitive field “{field}” beside {model}: every class of like records (at least {k}) holds "
                "{distinct} or more values (entropy l {entropy:.2f}), and differs from the whole by at most "
                "t = {t:.2f}.",
                **said,
            )
            checks.append(Check(f"diversity_{column.name}{model and '_' + model}", MADE, sentence))
            continue
        sentence = Phrase(
            "Sensitive field “{field}” beside {model}: {alike:,} records share their other values only "
            "with records of the same “{field}”: anyone who knows that a person is in the data learns it "
            "(distinct l 1, entropy l {entropy:.2f}, t = {t:.2f}).",
            **said,
        )
        remedy = Phrase("Do not release “{field}”, or coarsen the other fields.", field=column.name)
        affected_records = tuple(rows[at] for at in found.alike.tolist())
        checks.append(
            Check(
                f"diversity_{column.name}{model and '_' + model}", FAILED, sentence, remedy, affected_records
            )
        )
    return checks
