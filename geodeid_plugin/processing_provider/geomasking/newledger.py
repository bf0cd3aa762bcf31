# SPDX-License-Identifier: GPL-2.0-or-later
"""Make a release ledger, show what one holds, set what its releases are held to."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from qgis.core import QgsProcessingUtils

from ...core.base.errors import InputError
from ...core.counts.protection.accounting import Budget
from ...i18n import tr
from ...report import Facts, Report, Section, Table
from ...report.numbers import count, number
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import Result
from ..framework.labels import word_of
from ..framework.ledger import store
from ..framework.ledger.records import WITNESS, LedgerState, Policy, packed

_DELTA = 1e-6
"""Chance that the budget does not bound what releases by ρ come to: one in a million, as is usual."""
_POLICY = (
    ask.whole(
        "PLANNED_RECORDS",
        "Planned records",
        "Records that will be released in all, earlier ones included. 0: no plan; each release may spend a "
        "sixth of what is left.",
        least=0,
    ),
    ask.whole(
        "BATCH",
        "Batch",
        "After the first release, new records wait until this many are new, 10 where nothing is set.",
        least=1,
    ),
    ask.choice(
        "WITHDRAWALS",
        "Patients who left the list",
        "batch, where nothing is set: their dots leave together, a batch at a time. at_once: they leave "
        "now, and whoever knows who left knows their dots.",
        ("batch", "at_once"),
        optional=True,
        advanced=True,
    ),
    ask.choice(
        "MOVED",
        "Known patients in another area",
        "ask, where nothing is set: stop and name them. keep: they moved house, and keep their first dot. "
        "leave_out: they leave. corrected: the first address was wrong; they are drawn again, once.",
        ("ask", "keep", "leave_out", "corrected"),
        optional=True,
        advanced=True,
    ),
    ask.choice(
        "LOOKALIKES",
        "Identifiers that look alike",
        "ask, where nothing is set: stop where identifiers differ only in case, leading zeros or blanks. "
        "different: they are different people.",
        ("ask", "different"),
        optional=True,
        advanced=True,
    ),
    ask.number(
        "DOT_LIMIT",
        "Most that one dot may show",
        "Largest probability with which a single new dot may be anybody's. 0, or nothing set: by the bound.",
        least=0.0,
        most=1.0,
        advanced=True,
    ),
    ask.whole(
        "EARLIER_RECORDS",
        "Records released without the ledger",
        "Records of the same people that were released without this ledger: they are counted, but what "
        "their dots show can't be judged.",
        least=0,
        advanced=True,
    ),
)
"""What belongs to a ledger. Left empty it stays as the ledger has it."""


class NewLedger(GeoDeIDAlgorithm):
    """``geodeid:newledger``."""

    ID = "newledger"
    TITLE = "Release ledger"
    HEADING = labels.PROTECT
    TAGS = ("ledger", "repeated release", "release", "budget", "register", "update", "next year")
    SUMMARY = (
        "Makes a ledger in which “Mask points: least move” keeps who was released where, or opens one, shows "
        "what it holds and sets what its releases are held to. Keep its key elsewhere; release neither."
    )
    INPUTS = (
        ask.file(
            "EXISTING",
            "Existing ledger",
            "A ledger to open: it is verified and shown, and what is set here is entered. Empty: a new one "
            "is made.",
            extension="gpkg",
        ),
        ask.file(
            "EXISTING_KEY",
            "Its key",
            "Its key file, or a text file with the letters of its recovery sheet. Empty: the key kept in "
            "QGIS.",
        ),
        *_POLICY,
        ask.number(
            "BUDGET",
            "Budget for counts with noise (ε)",
            "What all releases of counts with differential privacy (RELEASE_RULE dp) together may reveal "
            "of a patient: 1 is strict. It can't be changed later. Empty: no such counts.",
            advanced=True,
        ),
        WITNESS,
        ask.switch(
            "KEEP_KEY",
            "Keep the key in QGIS, too",
            "Keeps the key in QGIS's authentication manager as well; LEDGER_KEY is then left empty on this "
            "computer.",
            advanced=True,
        ),
    )
    OUTPUTS = (
        give.file(
            "LEDGER",
            "New ledger",
            "The new ledger, a GeoPackage. Its table “releases” can be read; its entries are sealed.",
            "GeoPackages (*.gpkg)",
            optional=True,
            by_default=False,
        ),
        give.file(
            "KEY",
            "Key of the new ledger",
            "The secret key. Whoever has it and the ledger can read all dots; without it nobody can be "
            "recognised.",
            "Key files (*.key)",
            optional=True,
            by_default=False,
        ),
        give.file(
            "RECOVERY",
            "Recovery sheet",
            "The key in letters to print and lock away. Delete the file afterwards.",
            "Text files (*.txt)",
            optional=True,
            by_default=False,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("RELEASES", "Releases of masked points"),
        give.number("RECORDS", "Records ever drawn"),
        give.number("PLANNED_LEFT", "Planned records that are not out yet"),
        give.text("WITNESS", "Witness of the ledger"),
    )

    def compute(self, inputs, run) -> Result:
        ledger_file = _opened(run, inputs) if inputs.existing else _made(run, inputs)
        if inputs.keep_key:
            _keep_key(run, ledger_file)
        before = LedgerState(ledger_file).policy
        policy = before.changed(inputs)
        if policy != before:
            ledger_file = store.append(ledger_file, [("policy", "", policy.payload())])
        ledger_state = LedgerState(ledger_file)
        return Result(
            figures={
                "RELEASES": len(ledger_state.releases),
                "RECORDS": ledger_state.records,
                "PLANNED_LEFT": None if policy.planned is None else policy.planned - ledger_state.records,
                "WITNESS": ledger_file.witness,
            },
            report=_report(ledger_state),
        )


def _opened(run, inputs) -> store.LedgerFile:
    """The existing ledger, whose witness this computer keeps from now on."""
    if run.is_asked_for("LEDGER") or run.is_asked_for("KEY"):
        raise InputError(
            "ledger.file.given_twice",
            "Open an existing ledger, or choose files for a new one and its key: not both at once.",
        )
    if inputs.budget is not None:
        raise InputError(
            "ledger.budget.fixed",
            "The budget of a ledger is set when it is made, and can't be changed later.",
        )
    ledger_file = store.open_ledger_file(inputs.existing, inputs.existing_key, inputs.ledger_witness)
    store.keep_witness(ledger_file)
    if run.is_asked_for("RECOVERY"):
        sheet = run.file("RECOVERY")
        store.write_sheet(sheet, ledger_file)
        _remember(run, "RECOVERY", sheet)
    return ledger_file


def _made(run, inputs) -> store.LedgerFile:
    """A new ledger, sealed with its budget first: of what counts with noise may tell together."""
    path, key, sheet = (run.file(name) for name in ("LEDGER", "KEY", "RECOVERY"))
    if path is None or key is None:
        raise InputError(
            "ledger.file.not_chosen",
            "Choose a file for the new ledger and one for its key, or give an existing ledger.",
        )
    if any(Path(QgsProcessingUtils.tempFolder()) in file.absolute().parents for file in (path, key)):
        raise InputError(
            "ledger.file.temporary",
            "A temporary ledger or key is gone when QGIS closes, and with it the memory of what was "
            "released. Choose files that stay, for both.",
        )
    store.create(path, key, sheet)
    for name, file in (("LEDGER", path), ("KEY", key), ("RECOVERY", sheet)):
        if file is not None:
            _remember(run, name, file)
    run.take_back(lambda: store.witness_file(key).unlink(missing_ok=True))
    ledger_file = store.open_ledger_file(path, key)
    if inputs.budget is None:
        return ledger_file
    budget = Budget.of(inputs.budget, _DELTA)
    return store.append(ledger_file, [("budget", "", packed(asdict(budget)))])


def _remember(run, name: str, file: Path) -> None:
    """Say what was written, and take it away with a run that fails."""
    run.take_back(lambda: file.unlink(missing_ok=True))
    run.outputs[name] = str(file)


def _keep_key(run, ledger_file: store.LedgerFile) -> None:
    """Keep the key in the authentication manager; where it is a file, the file stays in any case."""
    if store.stored_key(ledger_file.ledger_id) is None:
        run.take_back(lambda: store.forget_key(ledger_file.ledger_id))
    refused = store.keep_key(ledger_file.ledger_id, store.key_of(ledger_file))
    if refused:
        run.warn(
            tr(
                "The key is not in QGIS's authentication manager: {reason}. Give the key file as LEDGER_KEY.",
                reason=refused,
            )
        )


def _report(ledger_state: LedgerState) -> Report:
    gone = sum(not here for here in ledger_state.present.values())
    held = Facts(
        (tr("Releases of masked points"), count(len(ledger_state.releases))),
        (tr("Releases of zones or counts"), count(len(ledger_state.zones))),
        (tr("Patients with a dot"), count(len(ledger_state.dots))),
        (tr("Of them withdrawn"), count(gone)),
        (tr("Records ever drawn, withdrawn ones included"), count(ledger_state.records)),
        (tr("Witness of the ledger"), ledger_state.ledger_file.witness),
    )
    sections = [
        Section(tr("What the ledger holds"), held),
        _policy(ledger_state.policy, ledger_state.records),
    ]
    if ledger_state.releases:
        sections.append(_releases(ledger_state))
    if ledger_state.zones:
        sections.append(_zones(ledger_state))
    return Report(
        tr(
            "The ledger was read and verified whole: no entry was altered, deleted or swapped, and every "
            "witness that this computer keeps stands in it."
        ),
        tuple(sections),
    )


def _policy(policy: Policy, out: int) -> Section:
    planned = tr("none") if policy.planned is None else count(policy.planned)
    limit = tr("chosen by the bound") if policy.dot_limit is None else number(policy.dot_limit, ".4g")
    facts = [
        (tr("Planned records"), planned),
        (tr("Batch"), count(policy.batch)),
        (tr("Patients who left the list"), word_of(policy.withdrawals)),
        (tr("Known patients in another area"), word_of(policy.moved)),
        (tr("Identifiers that look alike"), word_of(policy.lookalikes)),
        (tr("Most that one dot may show"), limit),
        (tr("Records released without the ledger"), count(policy.elsewhere)),
    ]
    if policy.planned is not None:
        facts.insert(1, (tr("Planned records that are not out yet"), count(policy.planned - out)))
    return Section(tr("What its releases are held to"), Facts(*facts))


def _releases(ledger_state: LedgerState) -> Section:
    heads = (
        tr("Release"), tr("Begun"), tr("Written"), tr("Layer"), tr("Records"), tr("Risk bound"), tr("Model"),
    )  # fmt: skip
    rows = tuple(
        (
            count(one["number"]),
            one["begun"],
            _written(one),
            one["layer"],
            count(one["records"]),
            number(one["risk"], ".4g"),
            one["model"],
        )
        for one in ledger_state.releases
    )
    return Section(tr("Releases of masked points"), Table(heads, rows))


def _zones(ledger_state: LedgerState) -> Section:
    heads = (tr("Release"), tr("Begun"), tr("Written"), tr("Form"))
    rows = tuple(
        (count(place), one["begun"], _written(one), one.get("kind", ""))
        for place, one in enumerate(ledger_state.zones, 1)
    )
    return Section(tr("Releases of zones or counts"), Table(heads, rows))


def _written(entry: dict) -> str:
    return tr("yes") if entry["status"] == "released" else tr("not known; it counts as released")
