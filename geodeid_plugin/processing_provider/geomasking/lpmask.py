# SPDX-License-Identifier: GPL-2.0-or-later
"""Move patients by a strategy of least expected move within a risk bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as field_of
from functools import partial

import numpy as np

from ...core.base import identity
from ...core.base.errors import InfeasibleError, InputError, named
from ...core.base.progress import part
from ...core.base.randomness import Source
from ...core.exposure.address_list import NEAR_M
from ...core.geomask.automatic import AUTO
from ...core.geomask.programme.programme import Request
from ...core.geomask.releases.promise import PROMISES, model_of, weakest
from ...core.geomask.releases.reading import Reading, read_together
from ...core.geomask.solution import Solution
from ...core.geomask.strategy import Strategy, draw, from_table
from ...core.geometry.areas import Areas
from ...host.compat import LINE
from ...i18n import tr
from ...report import Report
from ...report.numbers import chance, count, number
from ..framework import ask, blocks, give, labels, released_points
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import CODE, REAL, WHOLE, Features, Layers, Result
from ..framework.ledger import records
from ..framework.ledger.records import DrawnTable, LedgerState, Statement, counts_beside, opened
from ..framework.ledger.store import ChangedMeanwhileError
from ..framework.verdict import judging
from ..framework.verdict.judging import released_fields
from ..framework.verdict.metricsfile import areas_identity, points_identity, points_spread_m
from ..io import (
    AreaLayer,
    PointLayer,
    identifiers,
    lines_geometry,
    moves_m,
    place_patients,
    read_areas,
    read_points,
    read_table,
)
from ..io.people import read_people_by_value
from . import crowd, enrolment, homes, laterrelease, lp, lprates, lpverdict, solving
from .enrolment import Cohort
from .homes import AddressList, earlier_homes, homes_entry, read_address_list, refuse_homes_of_table
from .solving import Placing, placed_move_m, read_placing, tell_bare

_LINK = {"record": WHOLE, "origin": CODE, "destination": CODE, "move_m": REAL}
_ATTEMPTS = 3
"""Times that a run decides anew where others enter releases meanwhile."""


@dataclass(frozen=True)
class Given:
    """A table that was solved before, as its layer holds it; one element a row."""

    origin: np.ndarray
    destination: np.ndarray
    """Identifiers."""
    probability: np.ndarray
    place_deg: tuple[np.ndarray, np.ndarray] | None
    """Longitudes and latitudes of the destinations, where these are not the areas."""

    def targets(self, run, layer: AreaLayer) -> lp.Targets:
        """The destinations that the table names."""
        if self.place_deg is None:
            return lp.own_areas(layer)
        names = [identity.canonical(one) for one in self.destination]
        _names, first, row = np.unique(names, return_index=True, return_inverse=True)
        lon_deg, lat_deg = (values[first] for values in self.place_deg)
        apart = (lon_deg[row] != self.place_deg[0]) | (lat_deg[row] != self.place_deg[1])
        if apart.any():
            raise InputError(
                "strategy.destination.several_places",
                "The strategy puts one destination at several places ({names}). Take the table as “Solve "
                "a masking strategy” wrote it.",
                names=named(sorted({names[at] for at in np.flatnonzero(apart)})),
            )
        return lp.points_as_targets(run, layer, self.destination[first], lon_deg, lat_deg)


@dataclass(frozen=True)
class Problem:
    """Everything that a release is decided from."""

    inputs: ask.Inputs
    request: Request
    """What is asked of a table, for one record."""
    layer: AreaLayer
    """The origins."""
    listed: AddressList | None
    """What they are where they are addresses."""
    placing: Placing
    """The destinations, and where a dot is put in one."""
    groups: list
    """Patients, and controls where there are any."""
    given: Given | None
    """A table that was solved before."""
    solve: Callable
    """Solves a programme: areas, request and progress to the request as it was solved, and a Solution."""
    source: Source
    """Of the draws."""
    progress: Callable

    def request_for(self, records: int, ledger_state: LedgerState | None) -> Request:
        """What is asked of a table for a number of records, those that no ledger holds added."""
        elsewhere = 0 if ledger_state is None else ledger_state.policy.elsewhere
        return replace(self.request, records=records + elsewhere)

    @property
    def targets(self) -> lp.Targets:
        """The destinations."""
        return self.placing.targets

    def identifiers(self, name: str | None) -> list | None:
        """Canonical identifiers of the rows of each group's table; None without a field."""
        if name is None:
            return None
        return [[identity.canonical(value) for value in g.points.table.column(name)] for g in self.groups]


@dataclass(frozen=True)
class Stratum:
    """Records that are masked apart from others: those with one value of STRATUM, or all."""

    name: str
    records: np.ndarray
    """Rows of the cohort."""
    areas: Areas


@dataclass(frozen=True)
class Drawn:
    """The table that was solved for a stratum, and who drew from it."""

    stratum: Stratum
    request: Request
    """As it was solved."""
    solution: Solution
    units: np.ndarray
    """The units that drew from it."""

    @property
    def strategy(self) -> Strategy:
        """The table."""
        return self.solution.strategy

    @property
    def population(self) -> np.ndarray:
        """People of each area whom it moves."""
        return self.stratum.areas.population


@dataclass(frozen=True)
class Masked:
    """What the draws gave, one a unit, and by which tables."""

    destination: np.ndarray
    """Destination of each unit that drew."""
    drawn: list[Drawn]
    """The tables that somebody drew from."""
    strata: list[Stratum]

    @property
    def areas(self) -> list[Areas]:
        """The areas with the people of each stratum."""
        return [one.areas for one in self.strata]


@dataclass(frozen=True)
class Release:
    """What is released, decided before a layer is written."""

    cohort: Cohort
    """Who drew and who has a dot already."""
    masked: Masked
    dots: list
    ledger_state: LedgerState | None = None
    """The ledger with this release in it; None without one."""
    ledger: dict | None = None
    """What METRICS and reports say of the ledger."""
    bare: np.ndarray = field_of(default_factory=lambda: np.empty(0, dtype=np.int64))
    """Destinations without an address, where addresses are chosen among."""


class LpMask(GeoDeIDAlgorithm):
    """``geodeid:lpmask``."""

    ID = "lpmask"
    TITLE = "Mask points: least move"
    HEADING = labels.PROTECT
    TAGS = (
        "geomask", "geomasking", "jitter", "anonymise", "de-identify", "displace", "dot map",
        "k-anonymity", "linear programming", "patients", "privacy",
    )  # fmt: skip
    SUMMARY = (
        "Moves patients to other areas so that no released point reveals more about anybody than the risk "
        "bound allows, and no further than that requires. The release has only the fields you tick; links "
        "to the true places go to a separate internal layer."
    )
    JUDGES = True
    INPUTS = (
        *blocks.patients(),
        *ask.without(lp.AREAS, "POINTS", "POINTS_ID"),
        *ask.under_advanced(*lp.BOUND, only="MODEL"),
        lp.AUDIENCE,
        *lp.ASSUMPTIONS,
        *ask.under_advanced(
            ask.source(
                "STRATEGY",
                "Strategy",
                "A table of “Solve a masking strategy” for the same areas, for other settings of the "
                "search. Empty: it is solved here.",
                ask.TABLE,
                optional=True,
            ),
            ask.field(
                "STRATUM",
                "Stratum of the patients",
                "Field of the patients (sex, age group) whose values are masked separately, each with "
                "its own population.",
                "PATIENTS",
                optional=True,
            ),
            ask.text(
                "STRATUM_POPULATIONS",
                "Populations of the strata",
                "Fields with the people of each stratum: F=females; M=males; or a least share: "
                "F=population*0.45.",
            ),
            ask.source(
                "CONTROLS",
                "Controls",
                "People without the disease, moved alike: else the masked map shows clusters that are "
                "not there.",
                optional=True,
            ),
        ),
        *lp.PLACEMENT,
        records.GROUP,
        *records.STORE,
        records.LEDGER_ID,
        homes.CENSUS,
        blocks.OUTSIDE,
        blocks.seed(undoes=True),
    )
    OUTPUTS = (
        released_points.OUTPUT,
        give.points(
            "CONTROLS_OUTPUT",
            "Masked controls",
            "Masked controls, fit for release.",
            optional=True,
            style="masked_points",
            fields=released_points.FIELDS,
            advanced=True,
        ),
        give.lines(
            "INTERNAL",
            "Links",
            "Lines from the true to the masked place of each record, with its move. Never release them.",
            optional=True,
            internal=True,
            style="moves",
            fields=_LINK,
        ),
        # An output that a model offers as optional is not made where the user leaves it out, so that it
        # can't feed “Evaluate a mask”.
        give.lines(
            "PAIRS",
            "Pairs for the evaluation",
            "The links once more, for the next step of a model. Never release them.",
            optional=True,
            internal=True,
            style="moves",
            fields=_LINK,
            hidden=True,
        ),
        give.table(
            "PROBABILITIES",
            "Probabilities for the evaluation",
            "TABLE once more, for the next step of a model.",
            optional=True,
            fields=crowd.PROBABILITIES,
            hidden=True,
        ),
        judging.CONCERNED,
        crowd.CROWD,
        crowd.TABLE,
        *blocks.REPORTS,
    )
    FIGURES = (
        give.number("PERSON_RISK", "The most that these dots say of any one person"),
        *lp.FIGURES,
        give.number("MEAN_MOVE_M", "Mean move of the patients (m)"),
        give.number("RECORDS", "Records released, controls included"),
    )

    def compute(self, inputs, run) -> Result:
        problem = _read(run, inputs)
        households = problem.identifiers(inputs.group)
        shared, linked = homes.unlinked(problem.groups, households)
        with run.spending("drawing"):
            release = _decided(problem, partial(opened, run))
        run.counts.update(release.cohort.counts)
        if shared:
            run.counts["records_sharing_a_place"] = shared
        for warning in release.cohort.warnings:
            run.warn(warning)
        tell_bare(run, problem.placing, release.bare)
        _tell_undescribed(run, release)
        groups = [
            _released(run, problem, release, group, own)
            for group, own in zip(release.cohort.groups, release.cohort.slices())
        ]
        readings = _readings(release)
        move_m, judged = groups[0].move_m, _judged(run, problem, release, readings, linked)
        figures = {
            **_figures(problem, release, readings),
            "MEAN_MOVE_M": float(np.mean(move_m)) if len(move_m) else None,
            "RECORDS": len(release.dots) + len(release.cohort.stay),
        }
        return Result(
            figures=figures,
            layers=_layers(run, problem, release, groups, judged),
            report=_report(run, problem, release, figures, move_m, judged, shared),
            metrics={
                "patients": points_identity(
                    problem.groups[0].points.lon_deg, problem.groups[0].points.lat_deg
                ),
                "drawn": groups[0].spread_m,
                "areas": areas_identity(problem.layer.areas),
                "ledger": release.ledger,
            },
            on_release=laterrelease.confirming(release.ledger_state),
        )


@dataclass(frozen=True)
class _Group:
    """Patients or controls that lie in an area: their rows, areas and strata, shapes (s,)."""

    output: str
    points: PointLayer
    rows: np.ndarray
    area: np.ndarray
    stratum: np.ndarray


def _read(run, inputs) -> Problem:
    """Read the layers."""
    layer = read_areas(run)
    listed = read_address_list(run, inputs, layer)
    reach_m = np.inf if listed is None else NEAR_M
    groups = [_read_group(run, inputs, layer, "PATIENTS", "OUTPUT", reach_m)]
    if inputs.controls:
        groups.append(_read_group(run, inputs, layer, "CONTROLS", "CONTROLS_OUTPUT", reach_m))
    given = _read_strategy(run) if inputs.strategy else None
    targets = lp.own_areas(layer) if given is None else given.targets(run, layer)

    placing, request = read_placing(run, inputs, targets), lp.request_of(run, inputs, 1, layer)
    for chosen, what in ((inputs.stratum, tr("strata")), (inputs.ledger, tr("a ledger"))):
        if chosen:
            lprates.refuse_fields(request.inequality, what)
    if listed is not None:
        request = replace(request, inequality=listed.doubted(run, request.inequality))
    return Problem(
        inputs,
        request,
        layer,
        listed,
        placing,
        groups,
        given,
        partial(solving.solved, run, layer, placing),
        run.randomness(),
        run.progress,
    )


def _read_strategy(run) -> Given:
    table = read_table(run, "STRATEGY", geometry=False)
    placed = None
    if all(table.fields.lookupField(name) >= 0 for name in crowd.PLACES):
        placed = table.degrees("longitude", 180.0), table.degrees("latitude", 90.0)
    return Given(
        identifiers(run, table, "origin"),
        identifiers(run, table, "destination"),
        table.numbers("probability", tr("probability")),
        placed,
    )


def _read_group(run, inputs, layer, name: str, output: str, reach_m: float) -> _Group:
    points = read_points(run, name)
    if output != "OUTPUT" and not run.is_asked_for(output):
        raise InputError(
            "controls.output.missing", "Choose where the masked controls go, or give no controls."
        )
    released_points.check_fields(run, points.table)
    rows, area = place_patients(run, layer, points, reach_m)
    stratum = np.full(len(rows), "", dtype=object)
    if inputs.stratum:
        values = points.table.column(inputs.stratum)
        stratum[:] = [str(values[row]) for row in rows]
    return _Group(output, points, rows, area, stratum)


def _decided(problem: Problem, open_ledger) -> Release:
    """Who draws, the draws, and their entry in the ledger, before a layer can be seen.

    Where another run enters a release meanwhile, this one decides again: what it drew was seen by nobody.
    """
    households = problem.identifiers(problem.inputs.group)
    people = problem.identifiers(problem.inputs.ledger_id)
    for attempt in range(_ATTEMPTS):
        ledger_state = open_ledger()
        if ledger_state is not None:
            problem = replace(problem, request=_of_ledger(problem.request, ledger_state))
        cohort = enrolment.enrol(problem.groups, problem.layer, households, ledger_state, people)
        updated = None if ledger_state is None else _with_news(problem, cohort, ledger_state)
        masked = _masked(problem, cohort, updated)
        # What a table uses counts, whether a record drew it or not.
        used = [row for one in masked.drawn for row in one.strategy.destination]
        bare = problem.placing.check(np.array(used, dtype=np.int64))
        _refuse_own_homes(problem, cohort, masked, ledger_state)
        try:
            return _entered(problem, cohort, masked, ledger_state, updated, bare)
        except ChangedMeanwhileError:
            if attempt == _ATTEMPTS - 1:
                raise
    raise InputError("ledger.file.busy", "The ledger is in use by too many runs. Run again.")


def _of_ledger(request: Request, ledger_state: LedgerState) -> Request:
    """The request with the model of the ledger, where it is left open: Wieland's, or that of its releases."""
    if request.model != AUTO:
        return request
    return replace(request, model=ledger_state.releases[-1]["model"] if ledger_state.releases else "wieland")


def _refuse_own_homes(
    problem: Problem, cohort: Cohort, masked: Masked, ledger_state: LedgerState | None
) -> None:
    """Refuse destinations that are the patients' own homes, by the chance of a dot at each."""
    count = len(problem.targets.ids)
    people, records = np.zeros(count), np.zeros(count)
    drawn_from = cohort.area[cohort.first]
    for one in masked.drawn:
        table = one.strategy
        own = np.bincount(drawn_from[one.units], minlength=len(problem.layer.areas))
        for flow, at_origin in ((people, one.population), (records, own)):
            flow += np.bincount(table.destination, at_origin[table.origin] * table.probability, count)
    if masked.drawn:
        most = max(one.request.risk for one in masked.drawn)
        refuse_homes_of_table(
            problem.layer, problem.placing, problem.groups, (people, records), most, ledger_state
        )


def _with_news(problem: Problem, cohort: Cohort, ledger_state: LedgerState) -> LedgerState:
    """The ledger with what this release tells of dots that are out: fields, and people of areas."""
    now, _fresh, _changed = _fields_now(problem.inputs.keep_fields, cohort)
    known = [
        replace(dot, fields=told)
        for dot, name, told in zip(cohort.known, cohort.names, now)
        if dot is not None and dot.who == name.who
    ]
    return ledger_state.with_news(
        known, laterrelease.news(ledger_state, _stated(problem.inputs, problem.layer))
    )


def _stated(inputs, layer) -> list[Statement]:
    """What a release states of the people of its areas."""
    areas = layer.areas
    places = np.asarray(laterrelease.area_keys(layer), dtype=str), areas.lon_deg, areas.lat_deg
    everybody = Statement("", "", *places, np.asarray(areas.population, dtype=float))
    if not inputs.stratum:
        return [everybody]
    people = read_people_by_value(inputs.stratum_populations, layer.table, areas.ids)
    among = everybody.population
    strata = [Statement(inputs.stratum, name, *places, one.people, among) for name, one in people.items()]
    return [everybody, *strata]


def _entered(
    problem: Problem,
    cohort: Cohort,
    masked: Masked,
    ledger_state: LedgerState | None,
    updated: LedgerState | None,
    bare: np.ndarray,
) -> Release:
    """Place the draws and, where there is a ledger, commit them as shown."""
    inputs, layer, targets = problem.inputs, problem.layer, problem.targets
    place_deg = problem.placing.drawn(masked.destination, problem.source, part(problem.progress, 0.92, 0.92))
    names = [identity.canonical(targets.ids[row]) for row in masked.destination]
    if ledger_state is None or updated is None:
        return Release(cohort, masked, enrolment.dots_of(cohort, place_deg, names, 0), bare=bare)
    number, keys = len(ledger_state.releases) + 1, laterrelease.area_keys(layer)
    among = laterrelease.fewest(updated, "", "", layer.areas, keys) if inputs.stratum else np.zeros(0)
    tables = [
        DrawnTable.drawn(
            {"release": number, "stratum": one.stratum.name, "by": inputs.stratum or "",
             "risk": one.request.risk, "model": one.request.model, "keys": keys, "among": among},
            one.stratum.areas, one.strategy, masked.destination[one.units],
        )
        for one in masked.drawn
    ]  # fmt: skip
    drawn_from = laterrelease.places_in_tables(
        len(ledger_state.tables), tables, [one.units for one in masked.drawn], len(names)
    )
    dots, fresh = _with_fields(
        inputs.keep_fields, cohort, enrolment.dots_of(cohort, place_deg, names, number, drawn_from)
    )
    request = _request(problem, masked, ledger_state)
    if tables or any(fresh):
        laterrelease.check(updated.with_tables(tables).with_news(dots), request, masked.areas, keys)
    layer_name, records = cohort.groups[0].points.table.name, len(dots) + len(cohort.stay)
    facts = laterrelease.release_facts(ledger_state, layer_name, records, request)
    facts["figures"] = _solved_figures(problem, masked, ledger_state)
    rows = laterrelease.entries(cohort, dots, tables, facts, fresh)
    stated_anew = laterrelease.news(ledger_state.with_tables(tables), _stated(inputs, layer))
    rows += [("stated", "", one.payload()) for one in stated_anew]
    rows.append(homes_entry(ledger_state, layer, problem.groups))
    problem.progress(0.95)
    ledger_state = laterrelease.enter(ledger_state, rows, facts)
    now = laterrelease.standing(ledger_state, request, masked.areas, keys)
    metrics = laterrelease.summary(ledger_state, now, cohort)
    return Release(cohort, masked, dots, ledger_state, metrics, bare)


def _with_fields(wanted, cohort: Cohort, dots) -> tuple[list, list]:
    """Dots with the released fields as they were first; and what each known record releases newly."""
    now, fresh, changed = _fields_now(wanted, cohort)
    if changed:
        cohort.counts["fields_as_they_were"] = changed
    return [replace(dot, fields=told) for dot, told in zip(dots, now)], fresh


def _fields_now(wanted, cohort: Cohort) -> tuple[list, list, int]:
    """Released fields of each record, those that no release has shown, and records of which some changed."""
    shown, fresh, changed = [], [], 0
    rows = [(group.points.table, row) for group in cohort.groups for row in group.rows]
    columns = {
        id(group.points.table): {f: group.points.table.column(f) for f in wanted} for group in cohort.groups
    }
    for known, (table, row) in zip(cohort.known, rows):
        now = {name: values[row] for name, values in columns[id(table)].items()}
        before = known.fields if known is not None else {}
        changed += any(before.get(name, value) != value for name, value in now.items())
        fresh.append({name: value for name, value in now.items() if name not in before})
        shown.append({**before, **fresh[-1]})
    return shown, fresh, changed


def _request(problem: Problem, masked: Masked, ledger_state) -> Request:
    """The request of the tables, or what would be asked where nobody drew."""
    if masked.drawn:
        return masked.drawn[0].request
    return _of_ledger(problem.request_for(max(1, ledger_state.records), ledger_state), ledger_state)


@dataclass(frozen=True)
class _Released:
    """Patients or controls as they are released; arrays have one element a record that is in the list."""

    group: _Group
    features: Features
    """The layer, dots of those who left the list and stay among it."""
    record: np.ndarray
    """Its number in the layer."""
    lon_deg: np.ndarray
    lat_deg: np.ndarray
    """Where it stands, degrees."""
    to: Sequence
    """Identifiers of the destinations, and ``to_kind`` the kind of their field."""
    to_kind: str
    spread_m: float
    """How far all of them lie from their middle, those who left the list too."""

    @property
    def home(self) -> PointLayer:
        """The true places."""
        points, rows = self.group.points, self.group.rows
        return PointLayer(points.lon_deg[rows], points.lat_deg[rows], points.table)

    @property
    def move_m(self) -> np.ndarray:
        """How far each was moved, metres."""
        return moves_m(self.home, self.lon_deg, self.lat_deg)


def _released(run, problem: Problem, release: Release, group: _Group, own: slice) -> _Released:
    """The records of a group, in an order drawn afresh."""
    dots, count = release.dots[own], len(group.rows)
    stay = [dot for dot in release.cohort.stay if dot.output == group.output]
    shown = [*dots, *stay]
    lon_deg, lat_deg = (np.array([getattr(dot, name) for dot in shown]) for name in ("lon_deg", "lat_deg"))
    kept = None if release.ledger_state is None else [dot.fields for dot in shown]
    rows = np.r_[group.rows, np.full(len(stay), -1, dtype=np.int64)]
    made = released_points.released(run, group.points.table, rows, lon_deg, lat_deg, problem.source, kept)
    to, kind = [dot.to for dot in dots], "text"
    if release.ledger_state is None:
        to = problem.targets.ids[release.masked.destination[release.cohort.unit[own]]]
        kind = problem.targets.id_kind
    spread_m, record = points_spread_m(lon_deg, lat_deg), made.record[:count]
    return _Released(group, made.features, record, lon_deg[:count], lat_deg[:count], to, kind, spread_m)


def _links(run, layer, released: _Released) -> Features:
    """Lines from the true to the masked places."""
    group, home = released.group, released.home
    crs = home.table.crs
    return Features(
        {
            "record": released.record,
            "origin": layer.areas.ids[group.area],
            "destination": released.to,
            "move_m": released.move_m,
        },
        lines_geometry(run, home.lon_deg, home.lat_deg, released.lon_deg, released.lat_deg, crs),
        LINE,
        crs,
        codes={"origin": layer.id_kind, "destination": released.to_kind},
    )


def _layers(run, problem: Problem, release: Release, groups: list[_Released], judged) -> Layers:
    """All layers of a release; crowd and table where somebody drew."""

    def links() -> Features:
        return _links(run, problem.layer, groups[0])

    layers: Layers = {one.group.output: one.features for one in groups}
    layers["INTERNAL"] = layers["PAIRS"] = links
    layers["CONCERNED"] = lambda: judging.affected_records(run, "PATIENTS", judged)
    mixed = _mixed(release)
    if mixed:
        layers["CROWD"] = lambda: crowd.crowd(run, problem.layer, problem.targets, mixed)
        layers["TABLE"] = layers["PROBABILITIES"] = lambda: crowd.mask_table(
            problem.layer, problem.targets, mixed
        )
    return layers


def _masked(problem: Problem, cohort: Cohort, ledger_state) -> Masked:
    """Solve and audit a strategy for each stratum, or take the given one; then draw for everybody by it."""
    strata = _strata(problem.inputs, problem.layer, cohort.stratum)
    judged = None if ledger_state is None else laterrelease.judged(ledger_state)
    area, drawn_from = cohort.area, cohort.area[cohort.first]
    destination = np.full(len(cohort.first), -1, dtype=np.int64)
    drawn = []
    for index, stratum in enumerate(strata):
        _check_origins(stratum.areas, area[stratum.records], stratum.name)
        if ledger_state is not None:
            stratum = replace(stratum, areas=_fewest(problem, cohort, ledger_state, stratum))
            strata[index] = stratum
        units = np.flatnonzero(np.isin(cohort.first, stratum.records))
        if not len(units):
            continue
        areas = stratum.areas
        request = _requested(problem, areas, len(units), len(cohort.first), judged)
        progress = part(
            problem.progress, 0.1 + 0.8 * index / len(strata), 0.1 + 0.8 * (index + 1) / len(strata)
        )
        request, solution = (
            problem.solve(areas, request, progress)
            if problem.given is None
            else _given_strategy(problem.given, areas, problem.targets, request)
        )
        strategy = solution.strategy
        destination[units] = strategy.destination[draw(strategy, drawn_from[units], problem.source)]
        drawn.append(Drawn(stratum, request, solution, units))
    return Masked(destination, drawn, strata)


def _fewest(problem: Problem, cohort: Cohort, ledger_state: LedgerState, stratum: Stratum) -> Areas:
    """The areas of a stratum with the fewest people whom any release stated."""
    areas, records = stratum.areas, stratum.records
    people = laterrelease.fewest(
        ledger_state, problem.inputs.stratum or "", stratum.name, areas, laterrelease.area_keys(problem.layer)
    )
    fewer = int(np.sum(people < areas.population))
    held = np.bincount(cohort.area[records], minlength=len(areas))
    wrong = np.flatnonzero(held > people)
    if len(wrong):
        listed = named(f"{areas.ids[i]} ({number(people[i], '.0f')} / {held[i]})" for i in wrong)
        raise InputError(
            "ledger.population.below_patients",
            "More patients than the people whom an earlier release stated live in area {areas} (people / "
            "patients). A ledger is for releases of the same people: correct the populations, or enter "
            "other people in a ledger of their own.",
            areas=listed,
        )
    if fewer and np.isin(cohort.first, records).any():
        cohort.warnings.append(
            tr(
                "Earlier releases stated fewer people for {count} areas: new records are drawn among the "
                "fewer."
            ).format(count=count(fewer))
        )
    return replace(areas, population=people)


def _requested(problem: Problem, areas, units: int, drawn: int, judged) -> Request:
    """The request for the units that draw in a stratum, with what earlier releases showed of its people."""
    request = problem.request_for(units, None if judged is None else judged.ledger_state)
    if judged is None:
        return lp.with_spare(request, areas)
    keys = laterrelease.area_keys(problem.layer)
    wanted = drawn if problem.given is None else None
    try:
        return laterrelease.counting_request(request, judged.ledger_state, areas, keys, wanted)
    except InfeasibleError as error:
        if not judged.fewer:
            raise
        raise laterrelease.used_up_by_fewer(judged.fewer) from error


def _strata(inputs, layer, values) -> list[Stratum]:
    """The strata of the records, by the value of each."""
    if not inputs.stratum:
        return [Stratum("", np.arange(len(values)), layer.areas)]
    people = read_people_by_value(inputs.stratum_populations, layer.table, layer.areas.ids)
    absent = sorted(set(values) - set(people))
    if absent:
        raise InputError(
            "patient.stratum.no_population",
            "Patients of stratum {strata} have no population. Name the field of the areas that holds it, "
            "for example F=females; M=males.",
            strata=named(absent),
        )
    strata = []
    for value in sorted(set(values)):
        own = replace(layer.areas, population=people[value].people)
        strata.append(Stratum(value, np.flatnonzero(values == value), own))
    return strata


def _check_origins(areas, area, stratum: str) -> None:
    """Patients where nobody lives, or more of them than people, are errors in the data."""
    held = np.bincount(area, minlength=len(areas))
    wrong = np.flatnonzero(held > areas.population)
    if len(wrong):
        listed = named(f"{areas.ids[i]} ({number(areas.population[i], '.0f')} / {held[i]})" for i in wrong)
        text = (
            tr("More patients than people live in area {areas} (people / patients).")
            if not stratum
            else tr("Stratum {stratum}: more patients than people live in area {areas} (people / patients).")
        )
        raise InputError(
            "patient.population.too_small",
            text.format(areas=listed, stratum=stratum)
            + " "
            + tr(
                "Correct the populations, or choose the field of the population that the patients come from."
            ),
        )


def _given_strategy(given: Given, areas, targets, request: Request) -> tuple[Request, Solution]:
    """A table solved before: audited here again, on the numbers that the draws will use."""
    strategy = from_table(
        given.origin,
        given.destination,
        given.probability,
        areas,
        targets.ids,
        (targets.lon_deg, targets.lat_deg),
    )
    return solving.given(strategy, areas, targets, request)


def _figures(problem: Problem, release: Release, readings: list[Reading | None]) -> dict:
    if release.ledger_state is None or release.ledger is None:
        drawn = [one for one in readings if one is not None]
        return {
            "PERSON_RISK": max(one.anybody for one in drawn),
            "AREA_RISK": max(one.area for one in drawn),
            **_solved_figures(problem, release.masked, None),
        }
    # Where nobody drew, the figures are an earlier release's, and the bound is still the one asked for.
    figures = {**release.ledger_state.releases[-1]["figures"], "RISK_BOUND": problem.request.risk}
    of_all = (("ACHIEVED_RISK", "kept_risk"), ("WIELAND_RISK", "shown_risk"))
    of_all_releases = {name: max(figures[name], release.ledger[one]) for name, one in of_all}
    # The ledger's odometer is a person's figure already; areas are judged with it.
    return {
        "PERSON_RISK": release.ledger["proved_risk"],
        "AREA_RISK": None,
        **figures,
        **of_all_releases,
    }


def _readings(release: Release) -> list[Reading | None]:
    """What the dots of each table tell together; a ledger judges them with all earlier ones."""
    masked = release.masked
    if release.ledger_state is not None:
        return [None] * len(masked.drawn)
    together = np.bincount(release.cohort.unit)
    return [
        read_together(
            one.strategy,
            one.population,
            masked.destination[one.units],
            one.request.records,
            one.request.inequality,
            together[one.units],
        )
        for one in masked.drawn
    ]


def _solved_figures(problem: Problem, masked: Masked, ledger_state) -> dict:
    """Figures of the tables; those of the last release where nobody drew."""
    drawn = masked.drawn
    if not drawn:
        return ledger_state.releases[-1]["figures"]
    solutions, requests = [one.solution for one in drawn], [one.request for one in drawn]
    people = np.array([one.audit.inflow.sum() for one in solutions])
    moves = np.array([one.expected_move_m for one in solutions])
    progress = part(problem.progress, 0.95, 0.95)
    placed = [
        placed_move_m(problem.layer, problem.placing, one.strategy, one.population, progress) for one in drawn
    ]
    wieland = [one.audit.wieland_risk for one in solutions]
    if ledger_state is not None:
        keys = laterrelease.area_keys(problem.layer)
        wieland = [
            laterrelease.largest_possible(ledger_state, keys, one.stratum.areas, one.strategy, one.request)
            for one in drawn
        ]
    placed_m = float(people @ np.array(placed) / people.sum())
    return {
        "EXPECTED_MOVE_M": float(people @ moves / people.sum()),
        "PLACED_MOVE_M": placed_m,
        **lprates.farther(placed_m, _certain_m(problem, drawn, people) if ledger_state is None else None),
        "RISK_BOUND": requests[0].risk,
        "ACHIEVED_RISK": max(one.solution.audit.risk(one.request.model) for one in drawn),
        "WIELAND_RISK": max(wieland),
        "PROMISE": PROMISES[weakest(one.model for one in requests)],
        "FLOOR": float(min(np.min(one.at_least) for one in requests)),
        "SMALLEST_RISK": max(one.smallest_risk for one in solutions),
        "GAP": max(one.gap for one in solutions),
        **lprates.worst([lprates.measured(one.stratum.areas, one.request, one.strategy) for one in drawn]),
    }


def _certain_m(problem: Problem, drawn: list[Drawn], people: np.ndarray) -> float | None:
    """The placed move of tables that allow for nothing; None where one is not known, or was given."""
    if problem.given is not None:
        return None
    progress = part(problem.progress, 0.95, 0.95)
    moves = [
        solving.without_doubt_m(problem.layer, problem.placing, one.stratum.areas, one.request, progress)
        for one in drawn
    ]
    return None if None in moves else float(people @ np.array(moves) / people.sum())


def _mixed(release: Release) -> list[crowd.Mixed]:
    """The tables that somebody drew from, with the people who are moved by them."""
    return [
        crowd.Mixed(one.stratum.name, one.population, one.strategy, len(one.units))
        for one in release.masked.drawn
    ]


def _tell_undescribed(run, release: Release) -> None:
    """Tell of records that crowd and table, where they are released, say nothing of."""
    repeated = len(release.cohort.area) - sum(one.records for one in _mixed(release))
    if repeated and (run.is_asked_for("CROWD") or run.is_asked_for("TABLE")):
        run.warn(
            tr(
                "Crowd and table describe the records that were drawn now. {count} records stand where an "
                "earlier release put them, or share a dot: to analyse all of them, add up the crowds of all "
                "releases, each times its records."
            ).format(count=repeated)
        )


def _judged(run, problem: Problem, release: Release, readings: list[Reading | None], more: tuple):
    """The verdict on the tables, on all releases together, and on the fields that go with the places."""
    inputs, layer = problem.inputs, problem.layer
    masked, cohort, ledger = release.masked, release.cohort, release.ledger
    area, rows = cohort.area, _rows_of_patients(cohort)
    populations = {one.name: one.areas for one in masked.strata}
    parts = [
        lpverdict.Part(
            one.solution.audit,
            one.population,
            one.request,
            area[cohort.first[one.units]],
            tuple(rows[cohort.first[one.units]].tolist()),
            reading,
        )
        for one, reading in zip(masked.drawn, readings)
    ]
    request = _request(problem, masked, release.ledger_state)
    bound = request.model, request.risk
    checks = (
        *lprates.checks(inputs, layer, request.inequality, cohort.groups[0].points.table),
        *(() if ledger is None else lpverdict.releases_checked(*bound, ledger)),
        *homes.behind_one_dot(
            release.ledger_state, None if ledger is None else ledger["proved_risk"], bound[1]
        ),
        *(
            released_fields(run, group.points.table, group.rows, inputs.stratum, group.stratum)
            for group in cohort.groups
        ),
        *(lpverdict.strata_counted(layer, populations, inputs.stratum_populations) if inputs.stratum else ()),
        *counts_beside(release.ledger_state),
        *earlier_homes(layer, problem.placing, release.ledger_state),
        *more,
        *judging.draws(run),
        *judging.all_there(run, "PATIENTS", "CONTROLS"),
    )
    together = () if ledger is None else (lpverdict.all_releases(bound[1], ledger),)
    points = cohort.groups[0].points
    listed = () if problem.listed is None else problem.listed.checks(run, points, request.inequality)
    return lpverdict.judge(run, layer, request, parts, checks, together, listed)


def _rows_of_patients(cohort: Cohort) -> np.ndarray:
    """Each record as the layer of patients names it; controls are counted, and named by nobody."""
    rows = np.full(len(cohort.area), None, dtype=object)
    patients = cohort.groups[0]
    rows[: len(patients.rows)] = [patients.points.table.row_ids[row] for row in patients.rows]
    return rows


def _report(run, problem: Problem, release: Release, figures: dict, move_m, judged, shared: int) -> Report:
    masked, earlier = release.masked, []
    request = _request(problem, masked, release.ledger_state)
    records = sum(one.request.records for one in masked.drawn)
    if release.ledger_state is not None and release.ledger is not None:
        earlier, records = (
            [laterrelease.section(release.ledger, run.counts)],
            release.ledger_state.records,
        )
    internal = released_points.section_of_moves(
        tr("The moves of the patients"),
        move_m,
        ((tr("Records released"), count(figures["RECORDS"])),),
        ((tr("Smallest possible risk"), chance(figures["SMALLEST_RISK"])),),
    )
    return Report(
        tr(
            "Patients were moved so that a released point reveals no more about anybody than the bound "
            "allows."
        ),
        (
            lp.guarantee(
                lp.Guaranteed(
                    model_of(figures["PROMISE"]),
                    figures["ACHIEVED_RISK"],
                    figures["WIELAND_RISK"],
                    records,
                    request.inequality,
                    figures["PERSON_RISK"],
                    figures["AREA_RISK"],
                    problem.inputs.group is not None,
                )
            ),
            *lp.threshold(run),
            *crowd.section(run),
            *earlier,
            *homes.section_of_shared_places(shared),
            lprates.section(figures),
            lp.accuracy(figures, problem.inputs.placement),
            internal,
            lp.method(request, len(problem.targets.ids), figures),
        ),
        judged,
        affected_records=judged.affected_records,
        key_figures=lpverdict.surest(figures["PERSON_RISK"]),
    )
