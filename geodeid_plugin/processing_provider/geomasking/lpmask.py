# SPDX-License-Identifier: GPL-2.0-or-later
"""Move patients by a strategy of least expected move within a risk bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from dataclasses import field as field_of
from functools import partial

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterString,
)

from ...core.base import identity
from ...core.base.errors import InfeasibleError, InputError, named
from ...core.base.progress import part
from ...core.base.randomness import Source
from ...core.geomask.draw import draw
from ...core.geomask.programme.request import Request
from ...core.geomask.releases.reading import read_together
from ...core.geomask.solution import audited, solve_areas
from ...core.geomask.strategy import from_table
from ...host.compat import LINE, field
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, charts
from ...report.numbers import chance, count, metres, number
from ..framework import labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.ledger import crowds
from ..framework.ledger.otherforms import counts_beside
from ..framework.ledger.parameters import Rules, add_group, add_ledger, opened, read_rules
from ..framework.ledger.records import DrawnTable, Memory, Statement
from ..framework.ledger.store import ChangedMeanwhileError
from ..framework.parameters import add_areas, add_outside, add_patients
from ..framework.parameters import field as field_parameter
from ..framework.verdict import judging
from ..framework.verdict.metricsfile import areas_identity, points_identity
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
    released_points,
)
from ..io.released_points import check_fields, write_release
from ..io.who.concerned import add_concerned, write_concerned
from ..io.who.people_by_value import read_people_by_value
from .records import remembered, rollcall, seconddraws, sharedplaces
from .records.doors import earlier_homes, homes_entry, refuse_doors_of_table
from .records.fieldsbeside import released_fields
from .records.rollcall import Roll
from .strategy import crowd, lp, lprates, lpverdict
from .strategy.lpmoves import placed_move_m
from .strategy.lptiles import read_tiles
from .strategy.placing import Placing, read_placing, tell_bare

_ATTEMPTS = 3
"""Times that a run decides anew where others enter releases meanwhile."""


@dataclass(frozen=True)
class Asked:
    """What the user asked for.

    Attributes
    ----------
    table : lp.Asked
        What is asked of a table.
    keep : tuple of str
        Fields that are released.
    group, person, stratum : str or None
        Fields that name a household, a patient for the ledger, and a stratum.
    populations : str
        Which field of the areas holds the people of each stratum.
    second_place : {"keep", "median", "nearer"}
        Where known patients stand.
    rules : Rules
        For a list that grows.
    """

    table: lp.Asked
    keep: tuple[str, ...]
    group: str | None
    person: str | None
    stratum: str | None
    populations: str
    second_place: str
    rules: Rules

    @classmethod
    def of(cls, run) -> Asked:
        """Read the parameters."""
        second_place = run.choice("SECOND_PLACE")
        if run.parameters.get("AVOID") and second_place == "median":
            raise InputError(
                tr(
                    "The place in the middle is the point of an area, which may lie in what is to be "
                    "avoided. Leave AVOID empty, or choose another SECOND_PLACE."
                )
            )
        return cls(
            lp.Asked.of(run), tuple(run.fields("KEEP_FIELDS")), run.field("GROUP"),
            run.field("LEDGER_ID"), run.field("STRATUM"), run.text("STRATUM_POPULATIONS"), second_place,
            read_rules(run),
        )  # fmt: skip


@dataclass(frozen=True)
class Given:
    """A table that was solved before, as its layer holds it."""

    origin: np.ndarray
    destination: np.ndarray
    probability: np.ndarray


@dataclass(frozen=True)
class Inputs:
    """Everything that a release is decided from.

    Attributes
    ----------
    asked : Asked
    layer : AreaLayer
        The origins.
    placing : Placing
        The destinations, and where a dot is put in one.
    groups : list of _Group
        Patients, and controls where there are any.
    given : Given or None
        A table that was solved before.
    solve : callable
        Solves a programme: areas, request and progress to a Solution.
    source : Source
        Of the draws.
    progress : callable
        Progress and cancel.
    """

    asked: Asked
    layer: AreaLayer
    placing: Placing
    groups: list
    given: Given | None
    solve: Callable
    source: Source
    progress: Callable

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
class Masked:
    """What the draws gave, one a unit, and by which tables.

    Attributes
    ----------
    destination : ndarray of int, shape (u,)
        Destination of each unit that drew.
    solutions : tuple of (str, Request, Solution)
        The table of each stratum in which somebody drew.
    members : tuple of ndarray of int
        The units that drew from each table.
    strata : tuple of (str, Areas)
        All strata of the release, with their own people.
    """

    destination: np.ndarray
    solutions: tuple
    members: tuple
    strata: tuple


@dataclass(frozen=True)
class Release:
    """What is released, decided before a layer is written.

    Attributes
    ----------
    roll : Roll
        Who drew and who has a dot already.
    masked : Masked
        The draws.
    dots : list of Dot
        The dot of each record.
    memory : Memory or None
        The ledger with this release in it; None without one.
    told : dict or None
        What METRICS and reports say of the ledger.
    bare : ndarray of int
        Destinations without an address, where addresses are chosen among.
    """

    roll: Roll
    masked: Masked
    dots: list
    memory: Memory | None = None
    told: dict | None = None
    bare: np.ndarray = field_of(default_factory=lambda: np.empty(0, dtype=np.int64))


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
        "bound allows, and moves them no further than that requires. The output is a release: new "
        "numbers, new order, only the fields you tick. The link to the true places goes to a separate "
        "internal layer."
    )
    STYLES = {
        "OUTPUT": "masked_points",
        "CONTROLS_OUTPUT": "masked_points",
        "INTERNAL": "moves",
        "PAIRS": "moves",
        "CONCERNED": "dots",
        "CROWD": "crowd",
    }
    INTERNAL = ("INTERNAL", "PAIRS", "CONCERNED")
    JUDGES = True
    EXPERT = ("K", "MODEL")

    def define(self) -> None:
        add_patients(self)
        add_areas(self)
        lp.add_bound(self)
        lp.add_audience(self)
        lp.add_programme(self)
        self._define_strategy()
        self.add(
            QgsProcessingParameterFeatureSource(
                "CONTROLS", tr("Controls"), [QgsProcessing.SourceType.TypeVectorPoint], optional=True
            ),
            tr(
                "Points of people without the disease, moved by the same probabilities and counted as "
                "records too: otherwise the masked map shows clusters that are not there."
            ),
            advanced=True,
        )
        lp.add_placement(self, optional=False)
        add_group(self)
        add_ledger(self)
        add_outside(self)
        self.add_seed()
        self.add(
            QgsProcessingParameterFeatureSink(
                "OUTPUT", tr("Masked patients"), QgsProcessing.SourceType.TypeVectorPoint
            ),
            tr("Masked points, fit for release."),
        )
        self.add(
            QgsProcessingParameterFeatureSink(
                "CONTROLS_OUTPUT", tr("Masked controls"), QgsProcessing.SourceType.TypeVectorPoint,
                optional=True, createByDefault=False,
            ),
            tr("Masked controls, fit for release."),
            advanced=True,
        )  # fmt: skip
        self.add(
            QgsProcessingParameterFeatureSink(
                "INTERNAL", tr("Links"), QgsProcessing.SourceType.TypeVectorLine, optional=True,
                createByDefault=False,
            ),
            tr("Lines from the true to the masked place of each record, with its move. Never release them."),
        )  # fmt: skip
        self._define_pairs()
        add_concerned(self)
        crowd.add_crowd(self)
        crowd.add_table(self)
        self.add_reports(release=True)
        lp.add_figures(self)
        self.addOutput(QgsProcessingOutputNumber("MEAN_MOVE_M", tr("Mean move of the patients (m)")))
        self.addOutput(QgsProcessingOutputNumber("RECORDS", tr("Records released, controls included")))

    def _define_pairs(self) -> None:
        """Add PAIRS: INTERNAL for a model's next step, where the user need not want to keep it.

        An output that a model offers as optional is not made where the user leaves it out, so it can't
        feed “Evaluate a mask”.
        """
        pairs = QgsProcessingParameterFeatureSink(
            "PAIRS", tr("Pairs for the evaluation"), QgsProcessing.SourceType.TypeVectorLine, optional=True,
            createByDefault=False,
        )  # fmt: skip
        pairs.setFlags(pairs.flags() | QgsProcessingParameterDefinition.Flag.FlagHidden)
        self.add(pairs, tr("The links once more, for the next step of a model. Never release them."))

    def _define_strategy(self) -> None:
        self.add(
            QgsProcessingParameterFeatureSource(
                "STRATEGY", tr("Strategy"), [QgsProcessing.SourceType.TypeVector], optional=True
            ),
            tr("A table solved by “Solve a masking strategy” for the same areas. Empty: it is solved here."),
            advanced=True,
        )
        self.add(
            field_parameter("STRATUM", tr("Stratum of the patients"), "PATIENTS", optional=True),
            tr(
                "Field of the patients (sex, age group) whose values are masked separately, each with its "
                "own population."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterString(
                "STRATUM_POPULATIONS", tr("Populations of the strata"), optional=True
            ),
            tr(
                "Which field of the areas holds the population of each stratum, for example "
                "F=females; M=males. Where nobody counted them, the least share of a field that has the "
                "value in every area: F=population*0.45. Needed with a stratum field."
            ),
            advanced=True,
        )

    def execute(self, run) -> dict:
        read = _read(run, Asked.of(run))
        shared, linked = sharedplaces.unlinked(read.groups, read.identifiers(read.asked.group))
        with run.spending("drawing"):
            release = _decided(read, partial(opened, run))
        roll, told = release.roll, release.told
        run.counts.update(roll.counts)
        if shared:
            run.counts["records_sharing_a_place"] = shared
        for warning in roll.warnings:
            run.warn(warning)
        tell_bare(run, read.placing, release.bare)
        moves = [
            _write_group(run, read, release, group, own) for group, own in zip(roll.groups, roll.slices())
        ]
        figures = {
            **_figures(read, release, moves[0]),
            "RECORDS": len(release.dots) + len(roll.stay),
        }
        _write_mask(run, read, release)
        run.ledger = told
        judged = _judged(run, read, release, linked)
        write_concerned(run, "PATIENTS", judged)
        run.write_reports(_report(run, read, release, figures, moves[0], judged, shared))
        if release.memory is not None:
            memory = release.memory
            run.on_release(lambda: remembered.confirm(memory, len(memory.releases)))
        return figures


@dataclass(frozen=True)
class _Group:
    """Patients or controls that lie in an area: their rows, areas and strata, shapes (s,)."""

    output: str
    points: PointLayer
    rows: np.ndarray
    area: np.ndarray
    stratum: np.ndarray


@dataclass(frozen=True)
class _Positions:
    lon_deg: np.ndarray
    lat_deg: np.ndarray


def _read(run, asked: Asked) -> Inputs:
    """Read the layers."""
    layer = read_areas(run)
    groups = [_read_group(run, asked, layer, "PATIENTS", "OUTPUT")]
    run.patients = points_identity(groups[0].points.lon_deg, groups[0].points.lat_deg)
    run.areas = areas_identity(layer.areas)
    if run.parameters.get("CONTROLS"):
        groups.append(_read_group(run, asked, layer, "CONTROLS", "CONTROLS_OUTPUT"))
    targets = lp.read_targets(run, layer)
    source, placing = run.randomness(), read_placing(run, targets)
    given = _read_strategy(run) if run.parameters.get("STRATEGY") else None

    def solve(areas, request: Request, progress):
        tiles = read_tiles(run, areas, request)
        with run.spending("solving"):
            return solve_areas(areas, targets.core, request, progress, tiles)

    return Inputs(asked, layer, placing, groups, given, solve, source, run.progress)


def _read_strategy(run) -> Given:
    table = read_table(run, "STRATEGY", geometry=False)
    return Given(
        identifiers(run, table, "origin"),
        identifiers(run, table, "destination"),
        table.numbers("probability", tr("probability")),
    )


def _read_group(run, asked: Asked, layer, name: str, output: str) -> _Group:
    points = read_points(run, name)
    if output != "OUTPUT" and not run.wanted(output):
        raise InputError(tr("Choose where the masked controls go, or give no controls."))
    check_fields(run, points.table)
    rows, area = place_patients(run, layer, points)
    stratum = np.full(len(rows), "", dtype=object)
    if asked.stratum:
        values = points.table.column(asked.stratum)
        stratum[:] = [str(values[row]) for row in rows]
    return _Group(output, points, rows, area, stratum)


def _decided(read: Inputs, open_ledger) -> Release:
    """Who draws, the draws, and their entry in the ledger, before a layer can be seen.

    Where another run enters a release meanwhile, this one decides again: what it drew was seen by nobody.
    """
    asked = read.asked
    households, people = read.identifiers(asked.group), read.identifiers(asked.person)
    for attempt in range(_ATTEMPTS):
        memory = open_ledger()
        rules = None if memory is None else asked.rules
        roll = rollcall.call(read.groups, read.layer, households, memory, people, rules)
        heard = None if memory is None else _heard(read, roll, memory)
        masked = _masked(read, roll, heard)
        bare = read.placing.check(_destinations_of(masked))
        _check_doors(read, roll, masked, memory)
        try:
            return _entered(read, roll, masked, (memory, heard), bare)
        except ChangedMeanwhileError:
            if attempt == _ATTEMPTS - 1:
                raise
    raise InputError(tr("The ledger is in use by too many runs. Run again."))


def _destinations_of(masked: Masked) -> np.ndarray:
    """Destinations that some table uses, whether a record drew them or not."""
    return np.array([row for *_, one in masked.solutions for row in one.strategy.destination], dtype=np.int64)


def _check_doors(read: Inputs, roll: Roll, masked: Masked, memory: Memory | None) -> None:
    """Refuse destinations that are the patients' own homes, by the chance of a dot at each."""
    strata, count = dict(masked.strata), len(read.targets.ids)
    people, records = np.zeros(count), np.zeros(count)
    drawn_from = roll.area[roll.first]
    for (name, _request, solution), members in zip(masked.solutions, masked.members):
        table = solution.strategy
        own = np.bincount(drawn_from[members], minlength=len(read.layer.areas))
        for flow, at_origin in ((people, strata[name].population), (records, own)):
            flow += np.bincount(table.destination, at_origin[table.origin] * table.probability, count)
    if not masked.solutions:
        if read.asked.second_place == "keep":
            return
        people += 1.0  # a second place of a dot that is out may be any
    most = max([read.asked.table.risk, *(request.risk for _name, request, _solution in masked.solutions)])
    flows = (people, records) if masked.solutions else (people,)
    refuse_doors_of_table(read.layer, read.placing, read.groups, flows, most, memory)


def _heard(read: Inputs, roll: Roll, memory: Memory) -> Memory:
    """The ledger with what this release tells of dots that are out: fields, and people of areas."""
    now, _fresh, _changed = _fields_now(read.asked.keep, roll)
    known = [
        replace(dot, fields=told)
        for dot, name, told in zip(roll.known, roll.names, now)
        if dot is not None and dot.who == name.who
    ]
    return memory.hearing(known, crowds.news(memory, _stated(read.asked, read.layer)))


def _stated(asked: Asked, layer) -> list[Statement]:
    """What a release states of the people of its areas."""
    areas = layer.areas
    places = np.asarray(remembered.area_keys(layer), dtype=str), areas.lon_deg, areas.lat_deg
    everybody = Statement("", "", *places, np.asarray(areas.population, dtype=float))
    if not asked.stratum:
        return [everybody]
    people = read_people_by_value(asked.populations, layer.table, areas.ids)
    among = everybody.population
    strata = [Statement(asked.stratum, name, *places, one.people, among) for name, one in people.items()]
    return [everybody, *strata]


def _entered(read: Inputs, roll: Roll, masked: Masked, ledger, bare) -> Release:
    """Place the draws and, where there is a ledger, commit them as shown."""
    asked, layer, targets = read.asked, read.layer, read.targets
    memory, heard = ledger
    place_deg = read.placing.drawn(masked.destination, read.source, part(read.progress, 0.92, 0.92))
    names = [identity.canonical(targets.ids[row]) for row in masked.destination]
    if memory is None:
        return Release(roll, masked, rollcall.dots_of(roll, place_deg, names, 0), bare=bare)
    number, keys = len(memory.releases) + 1, remembered.area_keys(layer)
    among = crowds.fewest(heard, "", "", layer.areas, keys) if asked.stratum else np.zeros(0)
    tables = [
        DrawnTable.drawn(
            {"release": number, "stratum": name, "by": asked.stratum or "", "risk": request.risk,
             "model": request.model, "keys": keys, "among": among},
            dict(masked.strata)[name], solution.strategy, masked.destination[members],
        )
        for (name, request, solution), members in zip(masked.solutions, masked.members)
    ]  # fmt: skip
    drawn_from = remembered.places_in_tables(len(memory.tables), tables, masked.members, len(names))
    dots, fresh = _with_fields(asked.keep, roll, rollcall.dots_of(roll, place_deg, names, number, drawn_from))
    request = _request(asked, masked, memory)
    again = None
    if asked.second_place == "nearer":
        known = [dot for dot in (*dots, *roll.stay) if 0 <= dot.table < len(memory.tables)]
        again, more = _drawn_again(read, heard.with_tables(tables).hearing(dots), (request, masked, known))
        bare = np.union1d(bare, more)
        dots, tables = again.of(dots), [*tables, *again.tables]
        roll.stay = again.of(roll.stay)
        roll.counts["second_places"] = again.changed
    if tables or any(fresh):
        remembered.check(heard.with_tables(tables).hearing(dots), request, masked.strata, keys)
    facts = remembered.release_facts(
        memory, "lpmask", roll.groups[0].points.table.name, len(dots) + len(roll.stay), request
    )
    facts["figures"] = _solved_figures(read, masked, memory)
    rows = remembered.entries(roll, dots, tables, facts, fresh)
    told_anew = crowds.news(memory.with_tables(tables), _stated(asked, layer))
    rows += [("stated", "", one.payload()) for one in told_anew]
    rows += [] if again is None else again.entries(memory)
    rows.append(homes_entry(memory, layer, read.groups))
    read.progress(0.95)
    memory = remembered.enter(memory, rows, facts)
    now = remembered.standing(memory, request, masked.strata, keys)
    told = remembered.told(memory, now, roll, asked.rules.planned)
    if asked.second_place == "median":
        places = remembered.SecondPlaces(memory, masked.strata[0][1], keys, targets)
        dots = [places.of(dot) if dot.release < number else dot for dot in dots]
        roll.stay = [places.of(dot) for dot in roll.stay]
        roll.counts["second_places"] = places.changed
    return Release(roll, masked, dots, memory, told, bare)


def _drawn_again(read: Inputs, memory, draws) -> tuple[seconddraws.SecondDraws, np.ndarray]:
    """Second dots for those that stand already, each given its first; and destinations without address."""
    request, masked, known = draws
    placing, keys = read.placing, remembered.area_keys(read.layer)
    row_of = {memory.book.seal.name("area", key): row for row, key in enumerate(keys)}
    again = seconddraws.SecondDraws(memory, keys, row_of, placing.targets, read.asked.rules, read.source)
    again.draw(request, masked.strata, known, part(read.progress, 0.92, 0.95))
    # A second place may be any: what is asked of all destinations depends on no draw.
    bare = placing.check(np.arange(len(placing.targets.ids)))
    again.place(placing.drawn(again.destinations(), read.source, part(read.progress, 0.94, 0.94)))
    return again, bare


def _with_fields(wanted, roll: Roll, dots) -> tuple[list, list]:
    """Dots with the released fields as they were first; and what each known record releases newly."""
    now, fresh, changed = _fields_now(wanted, roll)
    if changed:
        roll.counts["fields_as_they_were"] = changed
    return [replace(dot, fields=told) for dot, told in zip(dots, now)], fresh


def _fields_now(wanted, roll: Roll) -> tuple[list, list, int]:
    """Released fields of each record, those that no release has shown, and records of which some changed."""
    shown, fresh, changed = [], [], 0
    rows = [(group.points.table, row) for group in roll.groups for row in group.rows]
    columns = {
        id(group.points.table): {f: group.points.table.column(f) for f in wanted} for group in roll.groups
    }
    for known, (table, row) in zip(roll.known, rows):
        now = {name: values[row] for name, values in columns[id(table)].items()}
        before = known.fields if known is not None else {}
        changed += any(before.get(name, value) != value for name, value in now.items())
        fresh.append({name: value for name, value in now.items() if name not in before})
        shown.append({**before, **fresh[-1]})
    return shown, fresh, changed


def _request(asked: Asked, masked: Masked, memory) -> Request:
    """The request of the tables, or what would be asked where nobody drew."""
    return masked.solutions[0][1] if masked.solutions else asked.table.of_records(max(1, memory.records))


def _write_group(run, read: Inputs, release: Release, group, own: slice) -> np.ndarray:
    """Write the release and, for patients, the links; returns the moves in metres."""
    layer, targets, source = read.layer, read.targets, read.source
    dots, crs, rows = release.dots[own], group.points.table.crs, group.rows
    stay = [dot for dot in release.roll.stay if dot.output == group.output]
    shown = [*dots, *stay]
    lon_deg, lat_deg = (np.array([getattr(dot, name) for dot in shown]) for name in ("lon_deg", "lat_deg"))
    kept = None if release.memory is None else [dot.fields for dot in shown]
    alone = np.full(len(stay), -1, dtype=np.int64)
    record = write_release(
        run, group.output, group.points.table, np.r_[rows, alone], lon_deg, lat_deg, source, remembered=kept
    )
    true_lon, true_lat = group.points.lon_deg[rows], group.points.lat_deg[rows]
    lon_deg, lat_deg = lon_deg[: len(rows)], lat_deg[: len(rows)]
    move_m = moves_m(_Positions(true_lon, true_lat), lon_deg, lat_deg)
    to = ("text", [dot.to for dot in dots])
    if release.memory is None:
        to = (targets.id_kind, targets.ids[release.masked.destination[release.roll.unit[own]]])
    for name in filter(run.wanted, ("INTERNAL", "PAIRS") if group.output == "OUTPUT" else ()):
        run.write_layer(
            name,
            [
                (field("record", "integer"), record[: len(rows)]),
                (field("origin", layer.id_kind), layer.areas.ids[group.area]),
                (field("destination", to[0]), to[1]),
                (field("move_m", "real"), move_m),
            ],
            lines_geometry(run, true_lon, true_lat, lon_deg, lat_deg, crs),
            LINE,
            crs,
        )
    return move_m


def _masked(read: Inputs, roll: Roll, memory) -> Masked:
    """Solve and audit a strategy for each stratum, or take the given one; then draw for everybody by it."""
    strata = _strata(read.asked, read.layer, roll.stratum)
    judged = None if memory is None else crowds.judged(memory)
    area, drawn_from = roll.area, roll.area[roll.first]
    destination = np.full(len(roll.first), -1, dtype=np.int64)
    solutions, drew = [], []
    for index, (name, records, areas) in enumerate(strata):
        _check_origins(areas, area[records], name)
        if memory is not None:
            areas = _fewest(read, roll, memory, (name, records, areas))
            strata[index] = name, records, areas
        members = np.flatnonzero(np.isin(roll.first, records))
        if not len(members):
            continue
        request = _requested(read, areas, len(members), len(roll.first), judged)
        progress = part(read.progress, 0.1 + 0.8 * index / len(strata), 0.1 + 0.8 * (index + 1) / len(strata))
        solution = (
            read.solve(areas, request, progress)
            if read.given is None
            else _given_strategy(read.given, areas, read.targets, request)
        )
        strategy = solution.strategy
        destination[members] = strategy.destination[draw(strategy, drawn_from[members], read.source)]
        solutions.append((name, request, solution))
        drew.append(members)
    strata = tuple((name, areas) for name, _records, areas in strata)
    return Masked(destination, tuple(solutions), tuple(drew), strata)


def _fewest(read: Inputs, roll: Roll, memory: Memory, stratum):
    """The areas of a stratum with the fewest people whom any release stated."""
    name, records, areas = stratum
    people = crowds.fewest(memory, read.asked.stratum or "", name, areas, remembered.area_keys(read.layer))
    fewer = int(np.sum(people < areas.population))
    held = np.bincount(roll.area[records], minlength=len(areas))
    wrong = np.flatnonzero(held > people)
    if len(wrong):
        listed = named(f"{areas.ids[i]} ({number(people[i], '.0f')} / {held[i]})" for i in wrong)
        raise InputError(
            tr(
                "More patients than the people whom an earlier release stated live in area {areas} (people / "
                "patients). A ledger is for releases of the same people: correct the populations, or enter "
                "other people in a ledger of their own."
            ).format(areas=listed)
        )
    if fewer and np.isin(roll.first, records).any():
        roll.warnings.append(
            tr(
                "Earlier releases stated fewer people for {count} areas: new records are drawn among the "
                "fewer."
            ).format(count=count(fewer))
        )
    return replace(areas, population=people)


def _requested(read: Inputs, areas, units: int, drawn: int, judged) -> Request:
    """The request for the units that draw in a stratum, with what earlier releases showed of its people."""
    request = read.asked.table.of_records(units)
    if judged is None:
        return lp.kept_back(request, areas)
    keys, rules = remembered.area_keys(read.layer), read.asked.rules
    wanted = drawn if read.given is None else None
    try:
        return remembered.counting_request(request, judged.memory, areas, keys, rules, wanted)
    except InfeasibleError as error:
        if not judged.fewer:
            raise
        raise remembered.used_up_by_fewer(judged.fewer) from error


def _strata(asked: Asked, layer, values):
    """Name, members among the records, and areas with their own populations, of each stratum."""
    if not asked.stratum:
        return [("", np.arange(len(values)), layer.areas)]
    people = read_people_by_value(asked.populations, layer.table, layer.areas.ids)
    absent = sorted(set(values) - set(people))
    if absent:
        raise InputError(
            tr(
                "Patients of stratum {strata} have no population. Name the field of the areas that holds it, "
                "for example F=females; M=males."
            ).format(strata=named(absent))
        )
    strata = []
    for value in sorted(set(values)):
        own = replace(layer.areas, population=people[value].people)
        strata.append((value, np.flatnonzero(values == value), own))
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
            text.format(areas=listed, stratum=stratum)
            + " "
            + tr(
                "Correct the populations, or choose the field of the population that the patients come from."
            )
        )


def _given_strategy(given: Given, areas, targets, request: Request):
    """A table solved before: audited here again, on the numbers that the draws will use."""
    strategy = from_table(
        given.origin,
        given.destination,
        given.probability,
        areas,
        targets.ids,
        (targets.lon_deg, targets.lat_deg),
    )
    return audited(strategy, areas, targets.core, request)


def _figures(read: Inputs, release: Release, move_m) -> dict:
    if release.memory is None or release.told is None:
        figures = _solved_figures(read, release.masked, None)
    else:
        # Where nobody drew, the figures are an earlier release's, and the bound is still the one asked for.
        figures = {**release.memory.releases[-1]["figures"], "RISK_BOUND": read.asked.table.risk}
        of_all = (("ACHIEVED_RISK", "kept_risk"), ("WIELAND_RISK", "shown_risk"))
        figures.update({name: max(figures[name], release.told[one]) for name, one in of_all})
    return {**figures, "MEAN_MOVE_M": float(np.mean(move_m)) if len(move_m) else None}


def _solved_figures(read: Inputs, masked: Masked, memory) -> dict:
    """Figures of the tables; those of the last release where nobody drew."""
    if not masked.solutions:
        return memory.releases[-1]["figures"]
    results = [(request, solution) for _name, request, solution in masked.solutions]
    people = np.array([solution.audit.inflow.sum() for _request, solution in results])
    moves = np.array([solution.expected_move_m for _request, solution in results])
    tables = [
        (dict(masked.strata)[name], request, solution.strategy)
        for name, request, solution in masked.solutions
    ]
    placed = [
        placed_move_m(read.layer, read.placing, strategy, areas.population, part(read.progress, 0.95, 0.95))
        for areas, _request, strategy in tables
    ]
    wieland = [solution.audit.wieland_risk for _request, solution in results]
    if memory is not None:
        keys = remembered.area_keys(read.layer)
        wieland = [
            remembered.largest_possible(memory, keys, dict(masked.strata)[name], solution.strategy, request)
            for name, request, solution in masked.solutions
        ]
    return {
        "EXPECTED_MOVE_M": float(people @ moves / people.sum()),
        "PLACED_MOVE_M": float(people @ np.array(placed) / people.sum()),
        "RISK_BOUND": results[0][0].risk,
        "ACHIEVED_RISK": max(solution.audit.risk(request.model) for request, solution in results),
        "WIELAND_RISK": max(wieland),
        "REVISED_RISK": max(solution.audit.revised_risk for _request, solution in results),
        "SMALLEST_RISK": max(solution.smallest_risk for _request, solution in results),
        "GAP": max(solution.gap for _request, solution in results),
        **lprates.worst([lprates.measured(*table) for table in tables]),
    }


def _write_mask(run, read: Inputs, release: Release) -> None:
    """Write what a recipient needs to analyse the points: the crowd and the table."""
    if not (run.wanted("CROWD") or run.wanted("TABLE")):
        return
    masked, roll, layer, targets = release.masked, release.roll, read.layer, read.targets
    people = {name: areas.population for name, areas in masked.strata}
    mixed = [
        crowd.Mixed(name, people[name], solution.strategy, len(members))
        for (name, _request, solution), members in zip(masked.solutions, masked.members)
    ]
    repeated = len(roll.area) - int(sum(one.records for one in mixed))
    if repeated:
        run.warn(
            tr(
                "Crowd and table describe the records that were drawn now. {count} records stand where an "
                "earlier release put them, or share a dot: to analyse all of them, add up the crowds of all "
                "releases, each times its records."
            ).format(count=repeated)
        )
    crowd.write_crowd(run, layer, targets, mixed)
    crowd.write_table(run, layer, targets, mixed)


def _judged(run, read: Inputs, release: Release, more: tuple):
    """The verdict on the tables, on all releases together, and on the fields that go with the places."""
    asked, layer = read.asked, read.layer
    masked, roll, told = release.masked, release.roll, release.told
    area, rows, populations = roll.area, _rows_of_patients(roll), dict(masked.strata)
    parts = []
    for (name, request, solution), members in zip(masked.solutions, masked.members):
        drew = roll.first[members]
        people, drawn = populations[name].population, masked.destination[members]
        part_rows = tuple(rows[drew].tolist())
        told_together = (
            None if release.memory is not None else _read_together(solution.strategy, people, drawn, request)
        )
        parts.append(
            lpverdict.Part(
                solution.audit,
                people,
                request.records,
                area[drew],
                part_rows,
                request.counting,
                told_together,
            )
        )
    request = _request(asked, masked, release.memory)
    bound, elsewhere = (request.model, request.risk), asked.table.earlier
    checks = (
        *(
            lpverdict.released_elsewhere(elsewhere)
            if told is None
            else lpverdict.releases_checked(*bound, told, elsewhere)
        ),
        *(
            released_fields(run, group.points.table, group.rows, asked.stratum, group.stratum)
            for group in roll.groups
        ),
        *(lpverdict.strata_counted(layer, populations, asked.populations) if asked.stratum else ()),
        *counts_beside(release.memory),
        *earlier_homes(layer, read.placing, release.memory),
        *more,
        *judging.draws(run),
        *judging.all_there(run, "PATIENTS", "CONTROLS"),
    )
    together = () if told is None else (lpverdict.all_releases(*bound, told),)
    return lpverdict.judge(run, layer, request.model, request.risk, parts, checks, together)


def _read_together(strategy, people, drawn, request: Request):
    """What the dots of one table tell together; None under Wieland's model, whose bound is of all dots."""
    if request.model != "revised":
        return None
    table = strategy.origin, strategy.destination, strategy.probability
    return read_together(table, people, drawn, request.records, request.inequality)


def _rows_of_patients(roll: Roll) -> np.ndarray:
    """Each record as the layer of patients names it; controls are counted, and named by nobody."""
    rows = np.full(len(roll.area), None, dtype=object)
    patients = roll.groups[0]
    rows[: len(patients.rows)] = [patients.points.table.row_ids[row] for row in patients.rows]
    return rows


def _report(run, read: Inputs, release: Release, figures: dict, move_m, judged, shared: int) -> Report:
    asked, masked, earlier = read.asked, release.masked, []
    request = _request(asked, masked, release.memory)
    records = sum(one.records for _name, one, _solution in masked.solutions)
    if release.memory is not None and release.told is not None:
        earlier, records = [remembered.section(release.told, run.counts)], release.memory.records
    internal = Section(
        tr("The moves"),
        (
            Facts(
                (
                    (tr("Records released"), count(figures["RECORDS"])),
                    (tr("Mean move of the patients"), metres(figures["MEAN_MOVE_M"])),
                    (tr("Median move"), metres(float(np.median(move_m)))),
                    (tr("Longest move"), metres(float(np.max(move_m)))),
                    (tr("Smallest possible risk"), chance(figures["SMALLEST_RISK"])),
                )
            ),
            Figure(charts.histogram(move_m, tr("Move, metres")), tr("How far records were moved.")),
        ),
        internal=True,
    )
    return Report(
        tr("Mask points: least move"),
        tr(
            "Patients were moved so that a released point reveals no more about anybody than the bound "
            "allows."
        ),
        (
            lp.guarantee(request.model, figures["REVISED_RISK"], figures["WIELAND_RISK"], records),
            *asked.table.threshold(),
            *released_points.section(run),
            *crowd.section(run),
            *earlier,
            *sharedplaces.section(shared),
            lprates.section(request.inequality, figures, request.risk),
            lp.accuracy(figures, asked.table.placement),
            internal,
            lp.method(request, len(read.targets.ids), figures),
        ),
        judged,
        tuple(run.warnings),
        for_testing=run.seeded,
        concerned=judged.concerned,
    )
