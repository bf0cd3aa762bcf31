# SPDX-License-Identifier: GPL-2.0-or-later
"""How the counts of a release are protected, as the dialog says it, and the records that are counted."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from itertools import product

import numpy as np

from ...core.base.errors import InputError, named
from ...core.counts.release import RULES, Protected, Protection, Records, by_name
from ...i18n import tr
from ..framework import ask
from ..framework.ledger import store
from ..io.people import patients_of

_THIN = 20
"""Records a zone below which nearly everything is hidden (measured: docs/algorithms/releaseareas.md)."""
FEWEST_VALUES = 2
"""A withheld count that can only be one number is none."""
_ROUND_STEP = 5
"""Counts are rounded to multiples of five, or of ten …, which people read as rounded."""


MASK_KEY = ask.file(
    "MASK_KEY",
    "Key of the mask",
    "Key file of “Release ledger”: the same key withholds the same counts at every run. Never release it.",
    advanced=True,
)
INPUTS = ask.under_advanced(
    ask.text(
        "TOTALS",
        "Totals that others know",
        "Printed or known totals, separated by semicolons: none, overall, boundary, zones, or released "
        "fields. That of all records counts as known.",
        keys="boundary",
    ),
    ask.choice(
        "RELEASE_RULE",
        "Rule for small counts",
        "suppress: small counts are withheld, with others that protect them. The form dissolved also "
        "takes round (at random), cellkey (noise by record keys) and dp (differential privacy, with "
        "EPSILON or RHO).",
        RULES,
        "suppress",
    ),
    ask.field(
        "RECORD_ID",
        "Patient identifier",
        "Field that identifies a patient: small counts are of patients then. The rule cellkey needs it. "
        "It is not released.",
        "RECORDS",
        optional=True,
    ),
    MASK_KEY,
)
"""TOTALS, RELEASE_RULE and what they need."""
VALUES = ask.text(
    "VALUES",
    "Values of the released fields",
    "For the rule dp with KEEP_FIELDS: the values that each field can have, known without the records, such "
    "as sex=f,m; age=0-17,18-64,65+.",
    advanced=True,
)


def listed_groups(inputs) -> list[tuple[str, ...]]:
    """Every combination of the values that VALUES lists for the released fields, in their order."""
    told = dict(part.split("=", 1) for part in inputs.values.split(";") if "=" in part)
    values = {
        name.strip(): list(dict.fromkeys(one.strip() for one in listed.split(",") if one.strip()))
        for name, listed in told.items()
    }
    absent = [name for name in inputs.keep_fields if not values.get(name)]
    if absent:
        raise InputError(
            "private.values.missing",
            "The rule dp counts by {fields} only where VALUES says which values they can have, such as "
            "sex=f,m: a list read from the records would reveal some of them.",
            fields=named(absent),
        )
    other = [name for name in values if name not in inputs.keep_fields]
    if other:
        raise InputError(
            "release.values.no_field",
            "{names} in VALUES is no released field: name those of KEEP_FIELDS.",
            names=named(other),
        )
    return list(product(*(values[name] for name in inputs.keep_fields)))


def read_protection(inputs, run, smallest: int) -> Protection:
    """What was asked for, checked."""
    rule, kept = inputs.release_rule, inputs.keep_fields
    refuse_rule(inputs, smallest)
    names = [name.strip() for name in inputs.totals.split(";") if name.strip()]
    fields = tuple(name for name in names if name not in ("none", "overall", "boundary", "zones"))
    by_zone = "zones" in names
    if by_zone and (inputs.form != "dissolved" or rule != "suppress" or not kept):
        raise InputError(
            "release.totals.no_zones",
            "zones in TOTALS goes with the form dissolved, the rule suppress and KEEP_FIELDS: totals of "
            "zones beside their counts by fields. Leave it out.",
        )
    unknown = [name for name in fields if name not in kept]
    if unknown:
        raise InputError(
            "release.totals.unknown",
            "{names} in TOTALS is no released field: write none, overall, boundary, zones or released "
                "fields.", names=named(unknown)
        )  # fmt: skip
    values = max(smallest, FEWEST_VALUES)
    key, own = read_key(inputs, run)
    return Protection(
        rule=rule,
        smallest=smallest,
        values=values,
        key=key,
        own_key=own,
        base=-(-values // _ROUND_STEP) * _ROUND_STEP,
        by_unit="boundary" in names,
        by_zone=by_zone,
        fields=fields,
    )


def refuse_rule(inputs, smallest: int) -> None:
    """Refuse a rule that does not go with what else was asked for."""
    rule = inputs.release_rule
    if rule == "suppress":
        return
    if inputs.form != "dissolved":
        raise InputError(
            "release.rule.not_dissolved",
            "The rule {rule} changes counts, which only the form dissolved prints. Choose suppress.",
            rule=rule,
        )
    if rule == "dp":
        return
    if inputs.keep_fields:
        raise InputError(
            "release.rule.by_fields",
            "The rule {rule} knows no counts by fields. Choose suppress or dp.",
            rule=rule,
        )
    if smallest == 1:
        raise InputError(
            "release.rule.changes_none",
            "With SMALL_CELL = 1 every count may be shown, so the rule {rule} would change none. Choose "
            "suppress, or the smallest count that may be shown.",
            rule=rule,
        )
    if rule == "cellkey" and not inputs.record_id:
        raise InputError(
            "release.record_id.missing",
            "The rule cellkey needs RECORD_ID, the field that identifies a patient.",
        )


def read_key(inputs, run) -> tuple[bytes, bool]:
    """The key of MASK_KEY, or a new one, and whether the user gave it."""
    if run.seeded:
        return f"seed {inputs.seed}".encode(), False
    if inputs.mask_key is None:
        return secrets.token_bytes(32), False
    return store.read_key(inputs.mask_key), True


def read_records(inputs, run, table, rows, zone) -> Records:
    """Zone and group of the records of some rows, the groups by the fields that are released."""
    name, fields = inputs.record_id, inputs.keep_fields
    if name and name in fields:
        raise InputError(
            "release.field.names_patients",
            "The field “{field}” names patients and cannot be released.",
            field=name,
        )
    group, groups = _groups(table, rows, fields)
    return Records(zone, group, fields, groups, patients_of(run, table, rows))


def _groups(table, rows, fields) -> tuple[np.ndarray, list]:
    """Group of each record by the values of some fields, and the values of each group."""
    if not fields:
        return np.zeros(len(rows), dtype=np.int64), [()]
    values = values_of(table, rows, fields)
    found = sorted(set(values), key=lambda value: _sortable(by_name(fields, value)))
    known = {value: code for code, value in enumerate(found)}
    return np.array([known[value] for value in values], dtype=np.int64), list(known)


def values_of(table, rows, fields) -> list[tuple]:
    """Values of some fields in some rows."""
    columns = [table.column(name) for name in fields]
    return [tuple(column[row] for column in columns) for row in rows]


def _sortable(values: tuple) -> tuple:
    return tuple((value is None, str(type(value)), value if value is not None else 0) for value in values)


def column_names(records: Records) -> tuple:
    """A field name for the counts of each group: its values, or numbers where those would not be distinct."""
    if not records.fields:
        return ()
    values = records.groups
    names = ["n_" + "_".join(re.sub(r"\W+", "_", str(one)) for one in value)[:50] for value in values]
    if len({name.lower() for name in names}) < len(names):
        names = [f"n_{at + 1}_{name[2:]}" for at, name in enumerate(names)]
    return tuple(names)


@dataclass(frozen=True)
class Located:
    """Records in areas of the layer, those of areas in no zone too, an entry each.

    Records outside every zone with values that nobody in a zone has are of no group, and not among them.
    """

    row: np.ndarray
    area: np.ndarray
    group: np.ndarray

    def cases(self, areas: int, groups: int) -> np.ndarray:
        """Records of each area by group, shape (areas, groups)."""
        cases = np.zeros((areas, groups), dtype=np.int64)
        np.add.at(cases, (self.area, self.group), 1)
        return cases


def located(placed, records: Records) -> Located:
    """The records of the areas, with their groups."""
    rows = np.flatnonzero(placed.area >= 0)
    known = {value: at for at, value in enumerate(records.groups)}
    values = values_of(placed.table, rows, records.fields)
    group = np.array([known.get(one, -1) for one in values], dtype=np.int64)
    inside = group >= 0
    return Located(rows[inside], placed.area[rows[inside]], group[inside])


def tell_withheld(run, hidden: int, cells: int) -> None:
    """Say how many counts are withheld."""
    if not hidden:
        return
    run.counts["cells_hidden"] = hidden
    run.warn(
        tr(
            "{count} of {total} counts are small, or would give a small one away, and are withheld.",
            count=hidden,
            total=cells,
        )
    )


def tell(run, protected: Protected, protection: Protection, zones: int) -> None:
    """Say what was withheld, what must not be published beside it, and what would need none of it."""
    hidden, total = protected.records_hidden, int(protected.counts.sum())
    if not protected.withheld.any():
        return
    tell_withheld(run, int(protected.withheld.sum()), len(protected.counts))
    run.counts["records_hidden"] = hidden
    mean = total / max(zones, 1)
    if not ((protected.counts > 0) & (protected.counts < protection.smallest)).any():
        run.warn(
            tr(
                "None of these counts is small: they protect a few records in areas without a zone, or an "
                "earlier release withheld them. Join the units of such areas to others, and none is "
                "withheld for them."
            )
        )
    elif mean < _THIN or 2 * hidden > total:
        run.warn(
            tr(
                "The zones hold {mean:.1f} records each, and {hidden} of {total} records had to be withheld. "
                "Merge the areas again with MINIMUM_CASES = {least}: such zones need no suppression.",
                mean=mean,
                hidden=hidden,
                total=total,
                least=protection.smallest,
            )
        )
