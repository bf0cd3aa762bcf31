# SPDX-License-Identifier: GPL-2.0-or-later
"""What the names of 0.2 became that are gone."""

from __future__ import annotations

from typing import NamedTuple

from ...core.base.errors import Phrase
from ...host.compat import is_null
from ...i18n import tr

_BECAME = {
    "shortcutaccuracy": Phrase(
        "It is gone: “Nearest areas” is exact. docs/evidence/areas.md has what shortcuts lose."
    ),
    "addcrowds": Phrase(
        "It is gone: give the crowds of all releases to “Scan for clusters” or “Rates from masked "
        "points”, which add them up."
    ),
    "maskcrowd": Phrase("It is gone: “Mask points: random moves” writes CROWD and TABLE itself."),
    "riskdistancecurve": Phrase(
        "It is gone: give “Solve a masking strategy” the bounds as RISKS; it writes CURVE."
    ),
    "capneighbours:METHOD~exact": Phrase("“Nearest areas” is exact and has no other method."),
    "capneighbours:INDEX~kdtree|rtree": Phrase(
        "“Nearest areas” chooses its index itself; the answer is the same."
    ),
    "capneighbours:MARGIN/ORDER/CURVE_LIST": Phrase("It belonged to a shortcut; “Nearest areas” is exact."),
    "geoproxy:RECORDS": Phrase(
        "The study of single records is gone; OUTPUT and the report hold the file's risk."
    ),
    "releasegrid:BANDWIDTH": Phrase(
        "It belonged to the smoothed surface, which “Counts on a grid for release” no longer makes."
    ),
    "releasegrid:SHAPE=surface": Phrase(
        "It is gone: choose quadtree, whose cells are fine where records are many; “Check a heat map” "
        "judges a surface that was smoothed elsewhere."
    ),
    "releaseareas:RELEASE_RULE=merge": Phrase(
        "It is gone: “Merge areas into safe zones” with MINIMUM_CASES makes zones without small counts."
    ),
    "releaseareas:RELEASE_RULE=controlled": Phrase(
        "It is gone: suppress protects counts by fields with their totals, dp adds noise to both; "
        "round changes counts alone."
    ),
    "evaluatemask:MASKED_LINK": Phrase(
        "It is gone: LINK is the field of both layers. Name it alike in both."
    ),
    "evaluatemask:REACH_MIN/REACH_MAX": Phrase(
        "It is gone: the shortest and the longest move are those of the records."
    ),
    "evaluatemask:LAW": Phrase("It is MASK_MODEL now, with the same words."),
    "evaluatemask:BANDWIDTH": Phrase("It is gone: Scott's rule for the true points sets the bandwidth."),
    "evaluatemask:SORT_BY~MEAN_MOVE_M": Phrase(
        "It is gone: masks come in the order of the mean move; COMPARISON can be sorted by any field."
    ),
    "evaluatemask:AREA_SIZE": Phrase("It is gone: the areas are polygons, which are measured."),
    "scanstatistic:SECONDARY~satscan": Phrase(
        "It is gone: further clusters are the best circles of other centres, as SaTScan reports them."
    ),
    "scanstatistic:EARLY_STOP~false|0": Phrase(
        "It is gone: all random maps are made. Ask for fewer SIMULATIONS where they take long."
    ),
    "scanstatistic:MIN_CASES~2": Phrase(
        "It is gone: two cases make a cluster. OUTPUT has the cases of each."
    ),
    "scanstatistic:AREA_SIZE": Phrase("It is gone: a scan compares places, whatever their size."),
    "evaluatemask:TOLERANCE~1": Phrase("It is gone: a record that moved less than a metre did not move."),
    "evaluatemask:FEATURES": Phrase(
        "It is gone: “Distance to nearest hub” measures both layers' distances to the features."
    ),
    "comparemasks:MAX_DISTANCE~500/SIGMA~200/SIZE~500/K~20/EPSILON_100~0.7": Phrase(
        "It is gone: make the mask with “Mask points: random moves”; “Evaluate a mask” compares."
    ),
    "publishaggregatedareas:MASK_KEY": Phrase(
        "It is gone: a LEDGER withholds the same counts at every run; “Counts by area” takes a key."
    ),
    "auditcounts:TOTALS_NAME/TOTALS_COUNT": Phrase("It is gone: TOTALS has the fields name and count."),
    "auditcounts:OTHER_COUNT": Phrase("It is gone: OTHER has the field of COUNT_FIELD, under the same name."),
    "expectedcounts:RATE~rate": Phrase("It is gone: REFERENCE has the field rate."),
    "expectedcounts:AREA_ID": Phrase("It is gone: AREAS has the field of AREA, under the same name."),
    "maskedrates:THRESHOLD~1": Phrase("It is gone: exceedance is the probability of a ratio above 1."),
    "uniqueness:SUBSET_SIZE~3": Phrase("It is gone: sets of up to three fields are models."),
    "uniqueness:RISK_MODEL": Phrase(
        "It is gone: AT_RISK has the records at risk under the first model: name it first."
    ),
    "checkdocument:SENSITIVITY~1": Phrase(
        "It is gone: “Check a map picture” takes less regular blobs for dots where it is asked to."
    ),
    "checkdocument:LARGEST_TURN~0": Phrase(
        "It is gone: “Check a map picture” places maps that were scanned askew."
    ),
    "publishaggregatedareas:TOTALS~boundary": Phrase(
        "It is gone: totals of units count as known. “Counts by area for release” asks for others."
    ),
    "publishmaskeddotmap:SIZE~180": Phrase(
        "It is gone: the map is 180 mm wide. “Draw a map” draws the masked layer in another size."
    ),
    "mapdots:CLASSES": Phrase("It is gone: the colours are found from the picture."),
    "mappreview:FORMAT~by_name": Phrase("It is gone: the picture's name says its format."),
    "mappreview:QUALITY~90": Phrase("It is gone: a JPEG has the quality 90."),
    "mappreview:MARKER_SIZE": Phrase(
        "It is gone: dots are smaller where they are many. OWN_STYLE draws them as the project does."
    ),
    "mappreview:COLOUR~#c8102e": Phrase("It is gone: OWN_STYLE draws the layers as the project does."),
    "mappreview:VECTOR_DOTS~false|0": Phrase(
        "It is gone: anybody can read the exact coordinates of dots that stay vectors."
    ),
    "clusterpreservation:K~100": Phrase(
        "It is gone: the LP uses the 100 nearest areas. Solve a STRATEGY for another number."
    ),
    "clusterpreservation:SET_CONTROLS~100": Phrase("It is gone: a set has as many controls as cases."),
    "geoproxy:METRIC~hausdorff": Phrase(
        "It is gone: polygons are compared by their caps, and points by their distance."
    ),
    "geoproxy:RANKS": Phrase("It is gone: OUTPUT has 1 to 50 guesses."),
    "geoproxy:PROVIDER_PREFIXES~3": Phrase(
        "It is gone: provider codes are tried cropped to three characters, and dropped."
    ),
    "lpmask:PLANNED_RECORDS/BATCH~10/WITHDRAWALS~batch/MOVED~ask/LOOKALIKES~ask/DOT_LIMIT/"
    "EARLIER_RECORDS~0": Phrase("It belongs to the ledger: set it once with “Release ledger”."),
    "lpmask:K/DESTINATIONS/DESTINATION_ID/OBJECTIVE~distance/GRID_SPACING/TOLERANCE~0.01/TIME_LIMIT/"
    "POINTS/POINTS_ID/LONGITUDE/LATITUDE": Phrase(
        "“Solve a masking strategy” asks for it: solve the table there, and give its OUTPUT as STRATEGY."
    ),
    "lpmask,lpstrategy:OWN_NEAREST~false|0": Phrase(
        "It is gone: with a smaller GRID_SPACING areas have nearest points of their own."
    ),
    "lpmask,lpstrategy:DETERMINISTIC~false|0": Phrase(
        "It is gone: “Merge areas into safe zones” joins areas; probabilities move people less."
    ),
    "lpmask,lpstrategy:AVOID": Phrase(
        "It is gone: cut the water off AREAS (“Difference”) before you give them."
    ),
    "lpmask,randommask,releaseareas:KEEP_UNIQUE~false|0": Phrase(
        "It is gone: such a field tells whose dot it is, however far it was moved. Release groups of "
        "its values."
    ),
    "lpmask:SECOND_PLACE~keep": Phrase("It is gone: known patients stand where they stood."),
    "lpmask,lpstrategy:MARGIN_OF_ERROR": Phrase("It is gone: POPULATION_ERROR takes a share, or that field."),
    "lpstrategy:CODES;lpstrategy,clusterpreservation:LENGTHS~5,3;clusterpreservation:CODE": Phrase(
        "It is gone: “Shorten codes” says what cutting a code costs."
    ),
    "lpstrategy:DESTINATION_ID": Phrase(
        "It is gone: DESTINATIONS has the field of AREA_ID, under the same name."
    ),
    "lpstrategy:EARLIER_RECORDS~0": Phrase("Add them to RECORDS."),
    "lpstrategy:AUDIENCE": Phrase("Enter its number as RISK."),
    "lpstrategy:ADDRESSES/PLACEMENT=address": Phrase(
        "PLACEMENT scatter tells the move; “Mask points: least move” asks for where dots may lie."
    ),
    "lpstrategy,auditstrategy,capneighbours,clusterareas,cropcodes,evaluatemask,geoproxy,"
    "clusterpreservation,maskedrates,scanstatistic:LONGITUDE/LATITUDE": Phrase(
        "Make a layer of the points (“Create points layer from table”), and give it as POINTS."
    ),
    "lpstrategy,auditstrategy,capneighbours,clusterareas,cropcodes,evaluatemask,geoproxy,"
    "clusterpreservation,maskedrates,scanstatistic:POINTS_ID": Phrase(
        "It is gone: POINTS has the field of AREA_ID, under the same name."
    ),
    "clusterareas,cropcodes,clusterpreservation,maskedrates,geoproxy:AREA_SIZE": Phrase(
        "It is gone: polygons are measured, and points are taken for points."
    ),
    "clusterareas:MAXIMUM_CASE_RATE/MAXIMUM_RISK/AVERAGE_RISK": Phrase(
        "It is gone: choose the risk as RISK_METRIC. MINIMUM_CASES and MINIMA hold beside it."
    ),
    "clusterareas:BOUNDARY_LENGTH~0": Phrase(
        "It is gone: calculate a field of the first characters (“Field calculator”), and give it as BOUNDARY."
    ),
    "clusterareas:JOIN_UNITS": Phrase(
        "It is gone: give units that may be merged together the same value in BOUNDARY."
    ),
    "clusterareas:PREVIOUS_ID": Phrase("It is gone: PREVIOUS has the field of AREA_ID, under the same name."),
    "clusterareas:SECONDS": Phrase("It is gone: the same areas give the same zones on every computer."),
    "clusterareas:KEEP_WHEN_CANCELLED~false|0": Phrase("It is gone: a cancelled run keeps nothing."),
    "clusterareas:BOUNDARY_LAYER/BOUNDARY_ID": Phrase(
        "It is gone: give each area the unit that holds it (“Join attributes by location”), as BOUNDARY."
    ),
    "clusterareas:MINIMUM_POPULATION": Phrase(
        "It is gone: name the field of the people in MINIMA, as people=500."
    ),
    "clusterareas:SHAPE~0": Phrase(
        "It is gone: zones are those that move people least. The report says how compact they are."
    ),
    "clusterareas,releaseareas:DRAW~population": Phrase(
        "It is gone: the area that replaces another is drawn in proportion to people."
    ),
    "clusterareas,cropcodes:TOLERANCE~0.1": Phrase(
        "It is gone: borders closer than 0.1 m are the same. Where they lie further apart, snap the "
        "polygons first (“Snap geometries to layer”)."
    ),
    "clusterareas,cropcodes:NEIGHBOURS~6": Phrase(
        "It is gone: the six nearest areas of a point are its neighbours."
    ),
    "cropcodes:COMPARE~true|1": Phrase("It is gone: the report always compares with zones."),
    "cropcodes:PRESET~none": Phrase("It is gone: choose hipaa_zip3 as AUDIENCE, and keep three characters."),
    "cropcodes:FALLS_SHORT~zeros": Phrase("It is gone: codes that fall short become 000."),
    "releaseareas,releasegrid:PROTECTION": Phrase(
        "It is gone: a withheld count keeps as many possible values as the smallest count shown says."
    ),
    "releaseareas:ROUNDING_BASE": Phrase(
        "It is gone: counts are rounded to the least multiple of 5 that protects them."
    ),
    "releasegrid:MINIMUM": Phrase("It is gone: a cell is split where every part is empty or may be shown."),
    "releaseareas,releasegrid,auditcounts:SHARE_LIMIT~0.9": Phrase(
        "It is gone: a count of more than 90 % of those who live there gives people away, one of more "
        "than a third asks for care."
    ),
    "releaseareas,releasegrid:MAX_ROWS_PER_PERSON~1": Phrase("It is gone: of each patient one row counts."),
    "maskedrates,expectedcounts:CONFIDENCE~0.95": Phrase(
        "It is gone: the intervals hold in 95 of 100 cases."
    ),
    "scanstatistic:MAX_CLUSTERS~10": Phrase(
        "It is gone: up to ten clusters that share no place are reported."
    ),
    "scanstatistic:MODEL": Phrase(
        "It is gone: bernoulli where controls are given, else poisson. Leave the others out."
    ),
    "mapreidentification,checkdocument,checkheatmap:TRUTH_ID": Phrase(
        "It is gone: records are named by their feature numbers."
    ),
    "mappreview:FURNITURE~true|1": Phrase("It is gone: title, legend and scale bar belong to a map."),
    "scanstatistic:MAX_RADIUS": Phrase("It is gone: MAX_SHARE bounds the circles, as in SaTScan."),
    "scanstatistic:PLANAR~false|0": Phrase("It is gone: circles are measured on the ground."),
    "scanstatistic:SATSCAN_RESULT": Phrase(
        "It is gone: SaTScan writes its clusters as shapefile and KML, which QGIS opens."
    ),
    "georeferencemap,mapdots,mapreidentification:GCP_MODEL~auto": Phrase(
        "It is gone: the model whose error at points left out is least is taken."
    ),
    "georeferencemap,mapdots,mapreidentification:LARGEST_TURN~10|0": Phrase(
        "It is gone: turns of up to 10° are found. Place others by control points."
    ),
    "georeferencemap,mapdots,mapreidentification:REGION": Phrase(
        "It is gone: cut OUTLINE to the region (“Clip”)."
    ),
    "auditstrategy,cropcodes,geoproxy,clusterpreservation,maskedrates,scanstatistic:POINTS": Phrase(
        "It is gone: give the points that stand for the areas as AREAS."
    ),
    "uniqueness:RECORD_PRESET~ema_0070": Phrase(
        "It is gone: a record with a risk above 0.09 counts as at risk (EMA Policy 0070)."
    ),
    "newledger:BUDGET_DELTA~1e-06": Phrase("It is gone: the budget holds but for one chance in a million."),
    "lpmask,lpstrategy,auditstrategy:AREA_SIZE": Phrase(
        "Nothing here hangs on the size of areas that are points."
    ),
    "lpmask,clusterareas,releaseareas,releasegrid:LEDGER_WITNESS": Phrase(
        "“Release ledger” compares it with an existing ledger; this computer then keeps it."
    ),
    "clusterpreservation:SET_CASES~100": Phrase("It is gone: a set has 100 cases, as published."),
    "clusterpreservation:DONUTS~50-500": Phrase("It is gone: a donut of 50 to 500 m is always compared."),
    "clusterpreservation:DETECTABLE~false|0;publicationreport:PRESERVATION~false|0": Phrase(
        "It is gone: “Does the cluster survive?” gives the power at RELATIVE_RISK; run it for several."
    ),
    "geoproxy:VARIANT~all": Phrase(
        "It is gone: visits are counted in every way for which there are identifiers."
    ),
    "geoproxy:NEIGHBOURS~50": Phrase("It is gone: 50 areas get points, as El Emam and Arbuckle publish it."),
    "uniqueness:NULLS~value": Phrase(
        "It is gone: a missing value is a value. Leave such records out beforehand."
    ),
    "uniqueness:SAMPLES~1000": Phrase(
        "It is gone: of each size 1000 cohorts are drawn, and the closed form stands beside."
    ),
    "randommask:EPSILON": Phrase("It is EPSILON_100 now, per 100 m: a hundred times the number of EPSILON."),
    "randommask:K_MOST": Phrase("It is gone: the outer ring holds five times K."),
    "randommask:URBAN": Phrase("It is gone: the field whose name holds “urban” says it."),
    "randommask,evaluatemask:AVOID": Phrase(
        "It is gone: cut the water off WITHIN or AREAS (“Difference”) before you give them."
    ),
    "clusterareas:EFFORT~normal": Phrase("It is gone: every search takes the same pains."),
    "releasegrid:LEVELS~4": Phrase(
        "It is gone: the coarsest cells of a quadtree are 16 times as wide as SIZE."
    ),
    "mapreidentification:REACH": Phrase(
        "It is gone: the sizes of pixels and dots say how far from its place a dot may lie."
    ),
    "mappreview:EXTENT": Phrase("It is gone: the map shows all of its layers. Clip those below."),
    "mappreview:CRS": Phrase(
        "It is gone: the map is drawn in the system of the dots. “Reproject layer” changes it."
    ),
    "newledger:EARLIER/EARLIER_KEY": Phrase(
        "A ledger of 0.1 kept no dots. Make a new ledger, and leave the patients of that one out of "
        "every release."
    ),
    "lpmask,lpstrategy:TILES": Phrase(
        "It is a setting of the provider now, or GEODEID_TILES in the environment."
    ),
    "lpmask,lpstrategy:PROCESSES": Phrase(
        "It is a setting of the provider now, or GEODEID_PROCESSES in the environment."
    ),
    "lpmask,lpstrategy:SCHEDULER": Phrase(
        "It is a setting of the provider now, or GEODEID_SCHEDULER in the environment."
    ),
    "lpmask,lpstrategy:CROWD_FIELDS": Phrase(
        "Crowds of other fields follow from TABLE and the areas: docs/recipient/README.md has the statement."
    ),
}
"""What became of which names: an algorithm, parameters of algorithms, or a value (``PARAMETER=value``).

After ``~`` stand the values that ask for nothing else than what is done now, parted by ``|``."""


class Retired(NamedTuple):
    """An id, a parameter or a value of one of 0.2 that is gone."""

    became: Phrase
    harmless: tuple[str, ...] = ()
    """Values that ask for nothing else than what is done now."""

    def is_done(self, value: object) -> bool:
        """Whether a value asks for nothing else than what is done now, however it is written."""
        return value in ([], ()) or _plain(value) in ("", *map(_plain, self.harmless))


def _plain(value: object) -> str:
    text = str(value).replace(" ", "").lower()
    try:
        return str(float(text))
    except ValueError:
        return text


def _table() -> dict[str, Retired]:
    table = {}
    for names, became in _BECAME.items():
        for part in names.split(";"):
            algorithms, _, parameters = part.partition(":")
            for algorithm in algorithms.split(","):
                for parameter in parameters.split("/"):
                    name, _, harmless = parameter.partition("~")
                    key = f"{algorithm}.{name}" if name else algorithm
                    table[key] = Retired(became, tuple(filter(None, harmless.split("|"))))
    return table


RETIRED = _table()
"""What the names of 0.2 became: ids of algorithms, parameters as ``algorithm.PARAMETER``, and their values as
``algorithm.PARAMETER=value``."""


def _by_algorithm() -> dict[str, dict[str, Retired]]:
    found: dict[str, dict[str, Retired]] = {}
    for key, one in RETIRED.items():
        owner, _, name = key.partition(".")
        if name:
            found.setdefault(owner, {})[name] = one
    return found


_RETIRED_OF = _by_algorithm()


def retired_of(algorithm: str) -> dict[str, Retired]:
    """Retired parameters of an algorithm by name, and values of others by ``PARAMETER=value``."""
    return _RETIRED_OF.get(algorithm, {})


def gone(algorithm, names: dict[str, Retired], parameters: dict) -> str:
    """What a parameter of 0.2 or a value of one became that a script or a model still asks for."""
    for key, one in names.items():
        name, _, value = key.partition("=")
        given = parameters.get(name)
        given = "" if is_null(given) else given
        if str(given).strip() == value if value else not one.is_done(given):
            sentence = tr("{name} of “{title}” is gone. {became}")
            return sentence.format(name=key, title=algorithm.displayName(), became=one.became.translated(tr))
    return ""
