# SPDX-License-Identifier: GPL-2.0-or-later
"""The cases of scripts/compare_outputs: which algorithm runs with what.

``{tracts}`` is a layer of the sample or of compare_inputs.py, ``{heat}`` a file made there,
``{clustered[OUTPUT]}`` an output of a run of ``MADE``, ``{here}`` the empty folder of the case. Every
output that is not named is asked for; None leaves one out. A case that is called ``refuses`` ends in a
sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Case:
    """A run.

    Attributes
    ----------
    algorithm, name : str
        Id of the algorithm, and ``algorithm.what``.
    asked : dict
        Parameters.
    before : tuple of (str, dict)
        Runs that come first, in the same folder.
    """

    algorithm: str
    name: str
    asked: dict[str, Any]
    before: tuple = ()


SEED = {"SEED": 7}
ID = {"AREAS": "{areas}", "AREA_ID": "tract"}
AREAS = {**ID, "POPULATION": "population"}
FEW = {"PATIENTS": "{fewpeople}", **AREAS}
ALL = {"PATIENTS": "{people}", **AREAS}
SITES = {"DESTINATIONS": "{sites}"}
ADDRESSES = {"ADDRESSES": "{doors}"}
RING = {"METHOD": "donut", "MIN_DISTANCE": 200, "MAX_DISTANCE": 900}
NO_CROWD = {"CROWD": None, "TABLE": None}
LEDGER = {"LEDGER": "{here}/ledger.gpkg", "LEDGER_KEY": "{here}/ledger.key"}
NEW_LEDGER = ("newledger", {"LEDGER": "{here}/ledger.gpkg", "KEY": "{here}/ledger.key"})
OF_PATIENT = {**LEDGER, "LEDGER_ID": "patient"}
TRUTH = {"TRUTH": "{fewpeople}"}
PINNED = {"GCPS": "{placed[GCPS_OUT]}", "CRS": "EPSG:32618"}
OUTLINE = {"OUTLINE": "{counties}"}
MAP = {"LAYER": "{fewpeople}", "BASEMAP": ["{counties}"]}
TRUE_MAP = {"IMAGE": "{truemap[IMAGE]}"}
MASKED_MAP = {"IMAGE": "{maskedmap[IMAGE]}"}
TRUE_PAGE = {"IMAGE": "{truepage[IMAGE]}"}

MADE = {
    "clustered": ("clusterareas", {**AREAS, "BOUNDARY": "county", "THRESHOLD": 20001}),
    "strategy": ("lpstrategy", {**AREAS, "RECORDS": 60, "RISK": 0.2, "CURVE": None}),
    "masked": ("lpmask", {**FEW, "RISK": 0.2, **SEED}),
    "ring": ("randommask", {**FEW, **RING, **SEED}),
    "ringall": ("randommask", {**ALL, **RING, **SEED}),
    "truemap": ("mappreview", {**MAP, "DPI": 90}),
    "maskedmap": ("mappreview", {**MAP, "LAYER": "{masked[OUTPUT]}", "DPI": 90}),
    "truepage": ("mappreview", {**MAP, "IMAGE": "{here}/IMAGE.pdf"}),
    "placed": ("georeferencemap", {**TRUE_MAP, **OUTLINE}),
    "evaluated": ("evaluatemask", {
        "LINKS": "{masked[INTERNAL]}", **AREAS, "MASK": "{masked[METRICS]}", "SIMULATIONS": 9, **SEED,
    }),
    "curve": ("lpstrategy", {**AREAS, "RECORDS": 60, "RISKS": "0.3, 0.2"}),
    "attack": ("mapreidentification", {
        **MASKED_MAP, **OUTLINE, **TRUTH, "MASKED": "{masked[OUTPUT]}", **AREAS, "REMEDY": False,
    }),
}  # fmt: skip
"""Runs whose outputs other cases read."""

_ENOUGH = {"RECORDS": 100, "RISK": 0.2, "CURVE": None}
LPSTRATEGY = {
    "plain": {**AREAS, **_ENOUGH},
    "wieland": {**AREAS, **_ENOUGH, "RISK": 0.1, "MODEL": "wieland", "K": 40},
    "audience": {**AREAS, **_ENOUGH, "AUDIENCE": "strict", "EARLIER_RECORDS": 30},
    "curve": {**AREAS, "RECORDS": 100, "RISKS": "0.3, 0.2"},
    "sites": {**AREAS, **_ENOUGH, **SITES, "OBJECTIVE": "squared"},
    "grid": {**AREAS, **_ENOUGH, "GRID_SPACING": 12000, "TOLERANCE": 0.05},
    "scatter": {**AREAS, **_ENOUGH, "PLACEMENT": "scatter", "RATE_RATIO": 2, "POPULATION_ERROR": 0.05},
    "boundary": {**AREAS, **_ENOUGH, "BOUNDARY": "county"},
    "points": {**AREAS, **_ENOUGH, "POINTS": "{middles}"},
    "refuses": {**AREAS, "RECORDS": 2_000_000},
    "refuses_curve": {**AREAS, "RECORDS": 100},
}
LPMASK = {
    "plain": {**ALL, "RISK": 0.2, **SEED},
    "unseeded": {**FEW, "RISK": 0.2},
    "wieland": {**FEW, "RISK": 0.1, "MODEL": "wieland", **SEED},
    "audience": {**FEW, "AUDIENCE": "ema_0070", "KEEP_FIELDS": ["sex"], **SEED},
    "boundary": {**FEW, "BOUNDARY": "county", **SEED},
    "strata": {**FEW, "STRATUM": "sex", "STRATUM_POPULATIONS": "female=females; male=males", **SEED},
    "controls": {**FEW, "CONTROLS": "{controls}", **SEED},
    "sites": {**FEW, **SITES, **SEED},
    "grid": {**FEW, "GRID_SPACING": 12000, **SEED},
    "address": {**FEW, "PLACEMENT": "address", **ADDRESSES, **SEED},
    "scatter": {**FEW, "PLACEMENT": "scatter", **SEED},
    "households": {**FEW, "GROUP": "household", **SEED},
    "strategy": {**FEW, "STRATEGY": "{strategy[OUTPUT]}", **SEED},
    "rates": {**FEW, "RATE_RATIO": 2, "POPULATION_ERROR": 0.05, "EARLIER_RECORDS": 30, **SEED},
    "outside": {**FEW, "AREAS": "{southern}", "OUTSIDE": "leave_out", **SEED},
    "ledger": {**FEW, **OF_PATIENT, "before": [NEW_LEDGER]},
    "again": {**ALL, **OF_PATIENT, "before": [NEW_LEDGER, ("lpmask", {**FEW, **OF_PATIENT})]},
    "fewer": {**FEW, **OF_PATIENT, "WITHDRAWALS": "at_once",
              "before": [NEW_LEDGER, ("lpmask", {**ALL, **OF_PATIENT})]},
    "movers": {**FEW, "PATIENTS": "{fewmoved}", **OF_PATIENT, "MOVED": "corrected",
               "before": [NEW_LEDGER, ("lpmask", {**FEW, **OF_PATIENT})]},
    "second": {**ALL, **OF_PATIENT, "SECOND_PLACE": "median",
               "before": [NEW_LEDGER, ("lpmask", {**FEW, **OF_PATIENT})]},
    "planned": {**FEW, **OF_PATIENT, "PLANNED_RECORDS": 200, "BATCH": 20, "before": [NEW_LEDGER]},
    "dots": {**FEW, **OF_PATIENT, "DOT_LIMIT": 0.05, "LOOKALIKES": "different", "before": [NEW_LEDGER]},
    "refuses_risk": {**FEW, "RISK": 1e-6},
    "refuses_number": {**FEW, "KEEP_FIELDS": ["patient"]},
    "refuses_outside": {**FEW, "AREAS": "{southern}"},
    "refuses_movers": {**FEW, "PATIENTS": "{fewmoved}", **OF_PATIENT,
                       "before": [NEW_LEDGER, ("lpmask", {**FEW, **OF_PATIENT})]},
    "refuses_stratum": {**FEW, "STRATUM": "sex", "STRATUM_POPULATIONS": "female=females"},
    "refuses_addresses": {**FEW, "PLACEMENT": "address"},
}  # fmt: skip

_AROUND = {**FEW, **RING, **ADDRESSES, "ROADS": "{streets}", "K": 5, **SEED}
_METHODS = {
    **{name: {} for name in ("donut", "uniform", "gaussian", "bimodal", "laplace", "populationdonut", "grid",
                             "hexagon", "voronoi", "survey", "address", "elimination", "adaptivevoronoi",
                             "geoind")},
    "swap": {"MAX_DISTANCE": 5000},
    "optimal": {"PATIENTS": "{southernpeople}", "AREAS": "{southern}"},
}  # fmt: skip
"""Every method of randommask, and what it wants beside the others' parameters."""
RANDOMMASK = {
    **{name: {**_AROUND, "METHOD": name, **more, **NO_CROWD} for name, more in _METHODS.items()},
    **{f"{name}_crowd": {**_AROUND, "METHOD": name, **_METHODS[name]}
       for name in ("donut", "address", "elimination", "optimal")},
    **{f"refuses_crowd_of_{name}": {**_AROUND, "METHOD": name, **_METHODS[name]}
       for name in ("swap", "grid", "survey")},
    "plain": {"PATIENTS": "{people}", **RING, "KEEP_FIELDS": ["sex"], **NO_CROWD, **SEED},
    "unseeded": {**FEW, **RING, **NO_CROWD},
    "within": {**FEW, **RING, "WITHIN": "{counties}", **NO_CROWD, **SEED},
    "refuses_crowd": {"PATIENTS": "{people}", **RING, **SEED},
    "refuses_ring": {**FEW, **RING, "MIN_DISTANCE": 900, "MAX_DISTANCE": 200, **NO_CROWD},
    "refuses_roads": {**FEW, "METHOD": "street", **NO_CROWD},
}  # fmt: skip

CLUSTERAREAS = {
    "plain": AREAS,
    "boundary": {**AREAS, "BOUNDARY": "county", "THRESHOLD": 20001},
    "cases": {**AREAS, "CASES": "cases", "MINIMUM_CASES": 11, "THRESHOLD": 5000},
    "maximum": {**AREAS, "RISK_METRIC": "maximum", "THRESHOLD": 0.0005, "CASES": "cases"},
    "average": {**AREAS, "RISK_METRIC": "average", "THRESHOLD": 0.02, "CASES": "cases"},
    "audience": {**AREAS, "AUDIENCE": "naaccr_zone"},
    "classes": {**AREAS, "CLASSES": ["females", "males"], "THRESHOLD": 5000, "MINIMA": "females=3000"},
    "patients": {**ALL, "RECORD_ID": "patient", "MINIMUM_CASES": 11, "THRESHOLD": 5000},
    "joined": {**AREAS, "BOUNDARY": "county"},
    "earlier": {**AREAS, "PREVIOUS": "{clustered[OUTPUT]}", "SPLIT": True},
    "refuses_earlier": {**AREAS, "THRESHOLD": 30001, "PREVIOUS": "{clustered[OUTPUT]}"},
    "ledger": {**AREAS, "BOUNDARY": "county", "PERIOD": "1978–1982", **LEDGER,
               "before": [NEW_LEDGER]},
    "refuses": {**AREAS, "THRESHOLD": 5_000_000},
}  # fmt: skip
CROPCODES = {
    "plain": {**AREAS, "LENGTH": 5},
    "zeros": {**AREAS, "LENGTH": 7, "MINIMUM": 20000, "CODE": "code"},
    "hipaa": {**AREAS, "AUDIENCE": "hipaa_zip3"},
    "refuses": {**AREAS, "MINIMUM": 20_000_000},
}
_RELEASE = {
    "RECORDS": "{people}", "RECORD_AREA": "tract", "CLUSTERED": "{clustered[OUTPUT]}", "AREA_ID": "tract",
}  # fmt: skip
_COUNTED = {"FORM": "dissolved", "RECORD_ID": "patient"}
RELEASEAREAS = {
    **{form: {**_RELEASE, "FORM": form, "SMALL_CELL": 3, **SEED}
       for form in ("member", "cluster", "dissolved")},
    **{rule: {**_RELEASE, **_COUNTED, "RELEASE_RULE": rule, "SMALL_CELL": 11, **SEED}
       for rule in ("suppress", "merge", "round", "cellkey", "controlled")},
    "points": {**_RELEASE, "RECORD_AREA": None, "KEEP_FIELDS": ["sex"], **SEED},
    "classes": {**_RELEASE, "CLASS_FIELD": "sex", "KEEP_FIELDS": ["sex"], "SENSITIVE": ["stage"],
                "FORM": "cluster", **SEED},
    "unseeded": {**_RELEASE, "FORM": "dissolved", "AUDIENCE": "cms_cell", "TOTALS": "none"},
    "share": {**_RELEASE, "FORM": "dissolved", "SMALL_CELL": 11},
    "ledger": {**_RELEASE, **_COUNTED, **LEDGER, "PERIOD": "1978–1982", "before": [NEW_LEDGER]},
    "again": {**_RELEASE, **_COUNTED, **LEDGER, "PERIOD": "1979–1983", "before": [
        NEW_LEDGER, ("releaseareas", {**_RELEASE, **_COUNTED, **LEDGER, "PERIOD": "1978–1982"})]},
    "refuses": {**_RELEASE, "FORM": "member", "RELEASE_RULE": "round"},
}  # fmt: skip
_GRID = {"POINTS": "{people}", "SIZE": 20000, "SMALL_CELL": 5}
RELEASEGRID = {
    "square": {**_GRID, "SHAPE": "square", **SEED},
    "hexagon": {**_GRID, "SHAPE": "hexagon", **SEED},
    "quadtree": {**_GRID, "POINTS": "{doors}", "SHAPE": "quadtree", "SIZE": 5000, **SEED},
    "surface": {**_GRID, "SHAPE": "surface", "BANDWIDTH": 60000, "SMALL_CELL": 3, **SEED},
    "people": {**_GRID, "SHAPE": "square", "AREAS": "{areas}", "POPULATION": "population"},
    "crs": {**_GRID, "SHAPE": "square", "GRID_CRS": "EPSG:32618"},
    "ledger": {**_GRID, "SHAPE": "square", "RECORD_ID": "patient", "PERIOD": "1978–1982", **LEDGER,
               "before": [NEW_LEDGER]},
    "refuses": {**_GRID, "SHAPE": "quadtree", **SEED},
    "refuses_size": {**_GRID, "SHAPE": "square", "SIZE": -5},
}  # fmt: skip

_COUNTS = {"COUNTS": "{printed}", "COUNT_FIELD": ["cases"], "POPULATION": "population"}
_TOTALS = {"BOUNDARY": "county", "TOTALS": "{totals}"}
AUDITCOUNTS = {
    "overall": {**_COUNTS, "OVERALL": 552},
    "totals": {**_COUNTS, **_TOTALS},
    "bounds": {**_COUNTS, **_TOTALS, "LEAST": 1, "MOST": 2, "PROTECTION": 3},
    "other": {**_COUNTS, "OVERALL": 552, "OTHER": "{countycases}"},
    "refuses": {**_COUNTS, "OVERALL": 3},
}
UNIQUENESS = {
    "models": {
        "RECORDS": "{people}", "RECORD_ID": "patient",
        "MODELS": ["sex+age_group", "all: sex+age_group+county"],
        "SUBSET_FIELDS": ["sex", "age_group", "county"], "SENSITIVE": "stage", "SIZES": "100, 300",
        "POPULATION_SIZE": 1_057_673, **SEED,
    },
    "derived": {
        "RECORDS": "{people}", "MODELS": ["age+sex", "zip+sex"], "K": "1, 5",
        "DERIVED": ["age", "born", "age", "1982-12-31", "zip", "tract", "prefix", "5"], **SEED,
    },
    "table": {
        "RECORDS": "{fewpeople}", "MODELS": ["sex+county"], "POPULATION_TABLE": "{people}",
        **SEED,
    },
    "refuses": {"RECORDS": "{people}", "MODELS": ["sex+agee"]},
}  # fmt: skip
_VISITS = {
    "VISITS": "{visits}", "VISIT_PATIENT": "patient", "PROVIDER_AREA": "place", "CLAIM": "claim",
    "VISIT": "visit", "PROVIDER": "doctor", "PATIENTS": "{members}", "PATIENT_ID": "patient",
    "PATIENT_AREA": "tract", **AREAS, "RELEASED_FIELDS": ["sex"],
}  # fmt: skip
GEOPROXY = {
    "claims": {**_VISITS, "PREFIXES": "11, 5, 0"},
    "all": {**_VISITS, "BOUNDARY": "county", "REMOTE": "by_phone"},
    "refuses_file": {**_VISITS, "RELEASED_FIELDS": None},
}

_ATTACK = {**TRUE_MAP, **PINNED, **TRUTH}
MAPREIDENTIFICATION = {
    "outline": {**TRUE_MAP, **OUTLINE, **TRUTH, **AREAS},
    "pinned": {**_ATTACK, **AREAS, "AUDIENCE": "strict", "SENSITIVITY": 1.5, "REMEDY": False},
    "addresses": {**_ATTACK, **ADDRESSES, "REMEDY": False},
    "masked": {**_ATTACK, **AREAS, **MASKED_MAP, "MASKED": "{masked[OUTPUT]}"},
    "page": {**TRUE_PAGE, **OUTLINE, **TRUTH, **AREAS, "REMEDY": False},
    "alone": {**_ATTACK, "REMEDY": False},
    "refuses": {**_ATTACK, **AREAS, "IMAGE": "{table}"},
    "refuses_place": {**TRUE_MAP, **TRUTH, **AREAS},
}
_DOCUMENT = {"OUTLINE": ["{counties}"], **TRUTH, **AREAS}
CHECKDOCUMENT = {
    "csv": {**_DOCUMENT, "FILE": "{table}"},
    "xlsx": {**_DOCUMENT, "FILE": "{book}"},
    "docx": {**_DOCUMENT, "FILE": "{manuscript}"},
    "html": {**_DOCUMENT, "FILE": "{words}"},
    "pdf": {**_DOCUMENT, "FILE": "{truepage[IMAGE]}"},
    "png": {**_DOCUMENT, "FILE": "{maskedmap[IMAGE]}", "MASKED": "{masked[OUTPUT]}", **ADDRESSES},
    "refuses": _DOCUMENT,
}
_HEAT = {"SURFACE": "{heat}", **TRUTH}
CHECKHEATMAP = {
    "areas": {**_HEAT, **AREAS},
    "addresses": {**_HEAT, **ADDRESSES, "KERNEL": "quartic", "BANDWIDTH": 3000, "SEARCH": "pixel"},
    "alone": _HEAT,
}
EVALUATEMASK = {
    "links": {"LINKS": "{ring[INTERNAL]}", **AREAS, "MASK": "{ring[METRICS]}", "SIMULATIONS": 9,
              "CANDIDATES": ["{masked[INTERNAL]}"], **SEED},
    "addresses": {"ORIGINAL": "{fewpeople}", "MASKED": "{fewmoved}", "LINK": "patient", **ADDRESSES,
                  "MASK_MODEL": "donut 300 600", "SIMULATIONS": 9, "COMPARISON": None, **SEED},
    "table": {"LINKS": "{masked[INTERNAL]}", **AREAS, "MASK": "{masked[METRICS]}", "TABLE": "{masked[TABLE]}",
              "SIMULATIONS": 9, "COMPARISON": None, **SEED},
    "fitted": {"LINKS": "{ring[INTERNAL]}", "SIMULATIONS": 0, "COMPARISON": None, **SEED},
    "refuses": {"ORIGINAL": "{fewpeople}"},
}  # fmt: skip
PUBLICATIONREPORT = {
    "all": {
        "MASK": "{masked[METRICS]}", "EVALUATION": "{evaluated[METRICS]}", "CURVE": "{curve[METRICS]}",
        "ATTACK_MASKED": "{attack[METRICS]}", **MASKED_MAP,
    },
    "mask": {"MASK": "{masked[METRICS]}", **MASKED_MAP},
    "refuses": {"MASK": "{ring[METRICS]}", **MASKED_MAP},
}  # fmt: skip

_PEOPLE = {
    "POPULATIONS": "{populations}",
    "AREA": "tract",
    "PEOPLE": "people",
    "STRATA": ["age"],
    "AREAS": "{areas}",
}
EXPECTEDCOUNTS = {
    "own": {**_PEOPLE, "CASES": "{casesbyage}", "CASES_FIELD": "cases"},
    "reference": {**_PEOPLE, "CASES": "{casesbyage}", "REFERENCE": "{rates}"},
}
_RELEASED = {"CROWD": ["{ringall[CROWD]}"], "TABLE": ["{ringall[TABLE]}"]}
MASKEDRATES = {
    "ring": {"MASKED": "{ringall[OUTPUT]}", **_RELEASED, **AREAS},
    "expected": {"MASKED": "{ringall[OUTPUT]}", **_RELEASED, **AREAS, "EXPECTED_FIELD": "expected"},
    "refuses": {"MASKED": "{people}", "CROWD": ["{areas}"], "TABLE": ["{areas}"], **AREAS},
}
_BOTH = {"CASES": "{people}", "CONTROLS": "{controls}"}
_TRIED = {"SIMULATIONS": 99, **SEED}
_TRUE = {"PLACES": "true", **_TRIED}
_MASKED = {
    "CASES": "{ringall[OUTPUT]}", **_RELEASED, "PLACES": "masked", **AREAS, **_TRIED,
}  # fmt: skip
SCANSTATISTIC = {
    "bernoulli": {**_BOTH, **_TRUE},
    "bernoulli_areas": {**AREAS, "CASES_FIELD": "cases", "CONTROLS_FIELD": "others", **_TRUE},
    "poisson": {**AREAS, "CASES_FIELD": "cases", **_TRUE},
    "expected": {**ID, "CASES_FIELD": "cases", "EXPECTED_FIELD": "expected", **_TRUE},
    "crowd": {**_MASKED, "TABLE": None},
    "table": {**_MASKED, "LOCATIONS": None, "SATSCAN": None},
    "refuses": {"CASES": "{people}"},
}
_TRIED_FEW = {"SIMULATIONS": 19, **SEED}
CLUSTERPRESERVATION = {
    "own": {**_BOTH, "MASKED_CASES": "{moved}", "MASKED_CONTROLS": "{movedcontrols}", "LINK": "patient",
            **_TRIED_FEW},
    "planted": {**AREAS, "RISKS": "0.2", "SETS": 3, "RADIUS": 15000, "RELATIVE_RISK": 30, **_TRIED_FEW},
    "refuses": {**_BOTH, "MASKED_CASES": "{moved}", "LINK": "patient"},
}  # fmt: skip

TABLE = {
    "adjacentareas": {"plain": ID, "islands": {**ID, "JOIN_ISLANDS": True, "TOLERANCE": 5}},
    "capneighbours": {
        "hausdorff": {**ID, "K": 5},
        "centre": {**ID, "K": 5, "METRIC": "centre", "BOUNDARY": "county"},
        "points": {**ID, "K": 3, "POINTS": "{middles}"},
        "refuses": {**ID, "K": 5, "AREA_ID": "county"},
    },
    "lpstrategy": LPSTRATEGY,
    "auditstrategy": {
        "plain": {"STRATEGY": "{strategy[OUTPUT]}", **AREAS, "RECORDS": 60, "RISK": 0.2},
        "fails": {"STRATEGY": "{strategy[OUTPUT]}", **AREAS, "RECORDS": 60, "RISK": 0.01, "MODEL": "wieland"},
        "refuses": {"STRATEGY": "{areas}", **AREAS, "RECORDS": 60},
    },
    "lpmask": LPMASK,
    "newledger": {
        "plain": {},
        "refuses": {"EARLIER": "{here}/ledger.gpkg", "EARLIER_KEY": "{here}/ledger.key",
                    "before": [NEW_LEDGER]},
    },
    "randommask": RANDOMMASK,
    "clusterareas": CLUSTERAREAS,
    "cropcodes": CROPCODES,
    "releaseareas": RELEASEAREAS,
    "releasegrid": RELEASEGRID,
    "auditcounts": AUDITCOUNTS,
    "uniqueness": UNIQUENESS,
    "geoproxy": GEOPROXY,
    "mappreview": {
        "png": {**MAP, "DPI": 80, "TITLE": "Cases"},
        "pdf": {**MAP, "IMAGE": "{here}/out/IMAGE.pdf"},
        "svg": {**MAP, "IMAGE": "{here}/out/IMAGE.svg"},
    },
    "georeferencemap": {
        "outline": {**TRUE_MAP, **OUTLINE},
        "pinned": {**TRUE_MAP, **PINNED},
        "refuses": TRUE_MAP,
    },
    "mapdots": {
        "pinned": {**TRUE_MAP, **PINNED},
        "page": TRUE_PAGE,
        "refuses": {**TRUE_MAP, **PINNED, "MARKS": "bars"},
    },
    "mapreidentification": MAPREIDENTIFICATION,
    "checkdocument": CHECKDOCUMENT,
    "checkheatmap": CHECKHEATMAP,
    "evaluatemask": EVALUATEMASK,
    "publicationreport": PUBLICATIONREPORT,
    "expectedcounts": EXPECTEDCOUNTS,
    "maskedrates": MASKEDRATES,
    "scanstatistic": SCANSTATISTIC,
    "clusterpreservation": CLUSTERPRESERVATION,
    "publishmaskeddotmap": {"few": {**FEW, **OUTLINE, "AUDIENCE": "ema_0070", "DPI": 80}},
    "publishaggregatedareas": {"all": {**ALL, "BOUNDARY": "county", "SMALL_CELL": 5}},
    "checkmapimage": {"masked": {**FEW, **MASKED_MAP, **OUTLINE, "MASKED": "{masked[OUTPUT]}"}},
    "comparemasks": {
        "few": {**FEW, "ROADS": "{streets}"},
        "refuses": {**FEW, "ROADS": "{streets}", **ADDRESSES, "K": 5},
    },
    "maskcrowd": {"refuses": {}},
}  # fmt: skip

CASES = tuple(
    Case(algorithm, f"{algorithm}.{name}", {k: v for k, v in asked.items() if k != "before"},
         tuple(asked.get("before", ())))
    for algorithm, cases in TABLE.items()
    for name, asked in cases.items()
)  # fmt: skip
