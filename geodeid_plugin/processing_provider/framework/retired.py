# SPDX-License-Identifier: GPL-2.0-or-later
"""What the names of 0.2 became that are gone."""

from __future__ import annotations

from typing import NamedTuple

from ...core.base.errors import Phrase
from ...host.compat import is_null
from ...i18n import tr


class Retired(NamedTuple):
    """An id, a parameter or a value of one of 0.2 that is gone."""

    became: Phrase
    harmless: tuple[str, ...] = ()
    """Values that ask for nothing else than what is done now."""

    def is_done(self, value: object) -> bool:
        """Whether a value asks for nothing else than what is done now, however it is written."""
        return value in ([], ()) or _plain(value) in ("", *map(_plain, self.harmless))


def _plain(value: object) -> str:
    text = str(value).strip().lower()
    try:
        return str(float(text))
    except ValueError:
        return text


_OF_LEDGER = Phrase("It belongs to the ledger: set it once with “Release ledger”.")
_OF_SOLVER = Phrase(
    "“Solve a masking strategy” asks for it: solve the table there, and give its OUTPUT as STRATEGY."
)
_NO = ("false", "0")
_COORDINATES = Retired(
    Phrase("Make a layer of the points (“Create points layer from table”), and give it as POINTS.")
)
_OWN_NEAREST = Retired(
    Phrase("It is gone: with a smaller GRID_SPACING areas have nearest points of their own."), _NO
)
_DETERMINISTIC = Retired(
    Phrase("It is gone: “Merge areas into safe zones” joins areas; probabilities move people less."), _NO
)
_AVOID = Retired(Phrase("It is gone: cut the water off AREAS (“Difference”) before you give them."))
_MOVE_AT_ADDRESSES = Retired(
    Phrase("PLACEMENT scatter tells the move; “Mask points: least move” asks for where dots may lie.")
)
_POINTS_ID = Retired(Phrase("It is gone: POINTS has the field of AREA_ID, under the same name."))
_OF_ALL_AREAS = {"LONGITUDE": _COORDINATES, "LATITUDE": _COORDINATES, "POINTS_ID": _POINTS_ID}
_SIZE = Retired(Phrase("It is gone: polygons are measured, and points are taken for points."))
_SAME_BORDER = Retired(
    Phrase(
        "It is gone: borders closer than 0.1 m are the same. Where they lie further apart, snap the polygons "
        "first (“Snap geometries to layer”)."
    ),
    ("0.1",),
)
_NEAREST = Retired(Phrase("It is gone: the six nearest areas of a point are its neighbours."), ("6",))
_DRAWN = Retired(
    Phrase("It is gone: the area that replaces another is drawn in proportion to people."), ("population",)
)
_METRIC_ALONE = Retired(
    Phrase("It is gone: choose the risk as RISK_METRIC. MINIMUM_CASES and MINIMA hold beside it.")
)
_SHARE = Retired(
    Phrase(
        "It is gone: a count of more than 90 % of those who live there gives people away, one of more than a "
        "third asks for care."
    ),
    ("0.9",),
)
_AS_MANY = Retired(
    Phrase("It is gone: a withheld count keeps as many possible values as the smallest count shown says.")
)
_ROWS = Retired(Phrase("It is gone: of each patient one row counts."), ("1",))
_NINETY_FIVE = Retired(Phrase("It is gone: the intervals hold in 95 of 100 cases."), ("0.95",))
_POINTS_AS_AREAS = Retired(Phrase("It is gone: give the points that stand for the areas as AREAS."))
_JOIN_UNITS_FIRST = Retired(
    Phrase("It is gone: give each area the unit that holds it (“Join attributes by location”), as BOUNDARY.")
)
_CUT_CODES = Retired(Phrase("It is gone: “Shorten codes” says what cutting a code costs."))
_DETECTABLE = Retired(
    Phrase("It is gone: “Does the cluster survive?” gives the power at RELATIVE_RISK; run it for several."),
    _NO,
)
_LEDGER_OF_01 = Retired(
    Phrase(
        "A ledger of 0.1 kept no dots. Make a new ledger, and leave the patients of that one out of every "
        "release."
    )
)

RETIRED = {
    "shortcutaccuracy": Retired(
        Phrase("It is gone: “Nearest areas” is exact. docs/evidence/areas.md has what shortcuts lose.")
    ),
    "addcrowds": Retired(
        Phrase(
            "It is gone: give the crowds of all releases to “Scan for clusters” or “Rates from masked "
            "points”, "
            "which add them up."
        )
    ),
    "maskcrowd": Retired(Phrase("It is gone: “Mask points: random moves” writes CROWD and TABLE itself.")),
    "riskdistancecurve": Retired(
        Phrase("It is gone: give “Solve a masking strategy” the bounds as RISKS; it writes CURVE.")
    ),
    "capneighbours.METHOD": Retired(Phrase("“Nearest areas” is exact and has no other method."), ("exact",)),
    "capneighbours.INDEX": Retired(
        Phrase("“Nearest areas” chooses its index itself; the answer is the same."), ("kdtree", "rtree")
    ),
    "capneighbours.MARGIN": Retired(Phrase("It belonged to a shortcut; “Nearest areas” is exact.")),
    "capneighbours.ORDER": Retired(Phrase("It belonged to a shortcut; “Nearest areas” is exact.")),
    "capneighbours.CURVE_LIST": Retired(Phrase("It belonged to a shortcut; “Nearest areas” is exact.")),
    "geoproxy.RECORDS": Retired(
        Phrase("The study of single records is gone; OUTPUT and the report hold the file's risk.")
    ),
    "releasegrid.BANDWIDTH": Retired(
        Phrase("It belonged to the smoothed surface, which “Counts on a grid for release” no longer makes.")
    ),
    "releasegrid.SHAPE=surface": Retired(
        Phrase(
            "It is gone: choose quadtree, whose cells are fine where records are many; “Check a heat map” "
            "judges a surface that was smoothed elsewhere."
        )
    ),
    "releaseareas.RELEASE_RULE=merge": Retired(
        Phrase(
            "It is gone: “Merge areas into safe zones” with MINIMUM_CASES makes zones without small counts."
        )
    ),
    "releaseareas.RELEASE_RULE=controlled": Retired(
        Phrase(
            "It is gone: suppress protects counts by fields with their totals, dp adds noise to both; round "
            "changes counts alone."
        )
    ),
    "evaluatemask.MASKED_LINK": Retired(
        Phrase("It is gone: LINK is the field of both layers. Name it alike in both.")
    ),
    "evaluatemask.REACH_MIN": Retired(
        Phrase("It is gone: the shortest and the longest move are those of the records.")
    ),
    "evaluatemask.REACH_MAX": Retired(
        Phrase("It is gone: the shortest and the longest move are those of the records.")
    ),
    "evaluatemask.LAW": Retired(Phrase("It is MASK_MODEL now, with the same words.")),
    "evaluatemask.BANDWIDTH": Retired(
        Phrase("It is gone: Scott's rule for the true points sets the bandwidth.")
    ),
    "evaluatemask.SORT_BY": Retired(
        Phrase(
            "It is gone: masks come in the order of the mean move; COMPARISON can be sorted by any field."
        ),
        ("MEAN_MOVE_M",),
    ),
    "evaluatemask.AREA_SIZE": Retired(Phrase("It is gone: the areas are polygons, which are measured.")),
    "scanstatistic.SECONDARY": Retired(
        Phrase(
            "It is gone: further clusters are the best circles of other centres, as SaTScan reports them."
        ),
        ("satscan",),
    ),
    "scanstatistic.EARLY_STOP": Retired(
        Phrase("It is gone: all random maps are made. Ask for fewer SIMULATIONS where they take long."),
        _NO,
    ),
    "scanstatistic.MIN_CASES": Retired(
        Phrase("It is gone: two cases make a cluster. OUTPUT has the cases of each."), ("2",)
    ),
    "scanstatistic.AREA_SIZE": Retired(Phrase("It is gone: a scan compares places, whatever their size.")),
    "evaluatemask.TOLERANCE": Retired(
        Phrase("It is gone: a record that moved less than a metre did not move."), ("1",)
    ),
    "evaluatemask.FEATURES": Retired(
        Phrase("It is gone: “Distance to nearest hub” measures both layers' distances to the features.")
    ),
    **{
        f"comparemasks.{name}": Retired(
            Phrase("It is gone: make the mask with “Mask points: random moves”; “Evaluate a mask” compares."),
            (value,),
        )
        for name, value in {
            "MAX_DISTANCE": "500",
            "SIGMA": "200",
            "SIZE": "500",
            "K": "20",
            "EPSILON_100": "0.7",
        }.items()
    },
    "publishaggregatedareas.MASK_KEY": Retired(
        Phrase("It is gone: a LEDGER withholds the same counts at every run; “Counts by area” takes a key.")
    ),
    "auditcounts.TOTALS_NAME": Retired(Phrase("It is gone: TOTALS has the fields name and count.")),
    "auditcounts.TOTALS_COUNT": Retired(Phrase("It is gone: TOTALS has the fields name and count.")),
    "auditcounts.OTHER_COUNT": Retired(
        Phrase("It is gone: OTHER has the field of COUNT_FIELD, under the same name.")
    ),
    "expectedcounts.RATE": Retired(Phrase("It is gone: REFERENCE has the field rate."), ("rate",)),
    "expectedcounts.AREA_ID": Retired(
        Phrase("It is gone: AREAS has the field of AREA, under the same name.")
    ),
    "maskedrates.THRESHOLD": Retired(
        Phrase("It is gone: exceedance is the probability of a ratio above 1."), ("1",)
    ),
    "uniqueness.SUBSET_SIZE": Retired(Phrase("It is gone: sets of up to three fields are models."), ("3",)),
    "uniqueness.RISK_MODEL": Retired(
        Phrase("It is gone: AT_RISK has the records at risk under the first model: name it first.")
    ),
    "checkdocument.SENSITIVITY": Retired(
        Phrase("It is gone: “Check a map picture” takes less regular blobs for dots where it is asked to."),
        ("1",),
    ),
    "checkdocument.LARGEST_TURN": Retired(
        Phrase("It is gone: “Check a map picture” places maps that were scanned askew."), ("0",)
    ),
    "publishaggregatedareas.TOTALS": Retired(
        Phrase("It is gone: totals of units count as known. “Counts by area for release” asks for others."),
        ("boundary",),
    ),
    "publishmaskeddotmap.SIZE": Retired(
        Phrase("It is gone: the map is 180 mm wide. “Draw a map” draws the masked layer in another size."),
        ("180",),
    ),
    "mapdots.CLASSES": Retired(Phrase("It is gone: the colours are found from the picture.")),
    "mappreview.FORMAT": Retired(Phrase("It is gone: the picture's name says its format."), ("by_name",)),
    "mappreview.QUALITY": Retired(Phrase("It is gone: a JPEG has the quality 90."), ("90",)),
    "mappreview.MARKER_SIZE": Retired(
        Phrase("It is gone: dots are smaller where they are many. OWN_STYLE draws them as the project does.")
    ),
    "mappreview.COLOUR": Retired(
        Phrase("It is gone: OWN_STYLE draws the layers as the project does."), ("#c8102e",)
    ),
    "mappreview.VECTOR_DOTS": Retired(
        Phrase("It is gone: anybody can read the exact coordinates of dots that stay vectors."), _NO
    ),
    "clusterpreservation.K": Retired(
        Phrase("It is gone: the LP uses the 100 nearest areas. Solve a STRATEGY for another number."),
        ("100",),
    ),
    "clusterpreservation.SET_CONTROLS": Retired(
        Phrase("It is gone: a set has as many controls as cases."), ("100",)
    ),
    "geoproxy.METRIC": Retired(
        Phrase("It is gone: polygons are compared by their caps, and points by their distance."),
        ("hausdorff",),
    ),
    "geoproxy.RANKS": Retired(Phrase("It is gone: OUTPUT has 1 to 50 guesses.")),
    "geoproxy.PROVIDER_PREFIXES": Retired(
        Phrase("It is gone: provider codes are tried cropped to three characters, and dropped."), ("3",)
    ),
    **{
        f"lpmask.{name}": Retired(_OF_LEDGER, harmless)
        for name, harmless in {
            "PLANNED_RECORDS": (),
            "BATCH": ("10",),
            "WITHDRAWALS": ("batch",),
            "MOVED": ("ask",),
            "LOOKALIKES": ("ask",),
            "DOT_LIMIT": (),
            "EARLIER_RECORDS": ("0",),
        }.items()
    },
    **{
        f"lpmask.{name}": Retired(_OF_SOLVER, harmless)
        for name, harmless in {
            "K": (),
            "DESTINATIONS": (),
            "DESTINATION_ID": (),
            "OBJECTIVE": ("distance",),
            "GRID_SPACING": (),
            "TOLERANCE": ("0.01",),
            "TIME_LIMIT": (),
            "POINTS": (),
            "POINTS_ID": (),
            "LONGITUDE": (),
            "LATITUDE": (),
        }.items()
    },
    **{f"{algorithm}.OWN_NEAREST": _OWN_NEAREST for algorithm in ("lpmask", "lpstrategy")},
    **{f"{algorithm}.DETERMINISTIC": _DETERMINISTIC for algorithm in ("lpmask", "lpstrategy")},
    "lpmask.AVOID": _AVOID,
    **{
        f"{algorithm}.KEEP_UNIQUE": Retired(
            Phrase(
                "It is gone: such a field tells whose dot it is, however far it was moved. Release groups of "
                "its values."
            ),
            _NO,
        )
        for algorithm in ("lpmask", "randommask", "releaseareas")
    },
    "lpmask.SECOND_PLACE": Retired(Phrase("It is gone: known patients stand where they stood."), ("keep",)),
    **{
        f"{algorithm}.MARGIN_OF_ERROR": Retired(
            Phrase("It is gone: POPULATION_ERROR takes a share, or that field.")
        )
        for algorithm in ("lpmask", "lpstrategy")
    },
    "lpstrategy.CODES": _CUT_CODES,
    "lpstrategy.LENGTHS": Retired(_CUT_CODES.became, ("5, 3",)),
    "lpstrategy.DESTINATION_ID": Retired(
        Phrase("It is gone: DESTINATIONS has the field of AREA_ID, under the same name.")
    ),
    "lpstrategy.EARLIER_RECORDS": Retired(Phrase("Add them to RECORDS."), ("0",)),
    "lpstrategy.AUDIENCE": Retired(Phrase("Enter its number as RISK.")),
    "lpstrategy.ADDRESSES": _MOVE_AT_ADDRESSES,
    "lpstrategy.AVOID": _AVOID,
    "lpstrategy.PLACEMENT=address": _MOVE_AT_ADDRESSES,
    **{
        f"{algorithm}.{name}": retired
        for algorithm in (
            "lpstrategy",
            "auditstrategy",
            "capneighbours",
            "clusterareas",
            "cropcodes",
            "evaluatemask",
            "geoproxy",
            "clusterpreservation",
            "maskedrates",
            "scanstatistic",
        )
        for name, retired in _OF_ALL_AREAS.items()
    },
    **{
        f"{algorithm}.AREA_SIZE": _SIZE
        for algorithm in ("clusterareas", "cropcodes", "clusterpreservation", "maskedrates", "geoproxy")
    },
    "clusterareas.MAXIMUM_CASE_RATE": _METRIC_ALONE,
    "clusterareas.MAXIMUM_RISK": _METRIC_ALONE,
    "clusterareas.AVERAGE_RISK": _METRIC_ALONE,
    "clusterareas.BOUNDARY_LENGTH": Retired(
        Phrase(
            "It is gone: calculate a field of the first characters (“Field calculator”), and give it as "
            "BOUNDARY."
        ),
        ("0",),
    ),
    "clusterareas.JOIN_UNITS": Retired(
        Phrase("It is gone: give units that may be merged together the same value in BOUNDARY.")
    ),
    "clusterareas.PREVIOUS_ID": Retired(
        Phrase("It is gone: PREVIOUS has the field of AREA_ID, under the same name.")
    ),
    "clusterareas.SECONDS": Retired(
        Phrase("It is gone: the same areas give the same zones on every computer.")
    ),
    "clusterareas.KEEP_WHEN_CANCELLED": Retired(Phrase("It is gone: a cancelled run keeps nothing."), _NO),
    "clusterareas.BOUNDARY_LAYER": _JOIN_UNITS_FIRST,
    "clusterareas.BOUNDARY_ID": _JOIN_UNITS_FIRST,
    "clusterareas.MINIMUM_POPULATION": Retired(
        Phrase("It is gone: name the field of the people in MINIMA, as people=500.")
    ),
    "clusterareas.SHAPE": Retired(
        Phrase("It is gone: zones are those that move people least. The report says how compact they are."),
        ("0",),
    ),
    "clusterareas.DRAW": _DRAWN,
    "releaseareas.DRAW": _DRAWN,
    "clusterareas.TOLERANCE": _SAME_BORDER,
    "cropcodes.TOLERANCE": _SAME_BORDER,
    "clusterareas.NEIGHBOURS": _NEAREST,
    "cropcodes.NEIGHBOURS": _NEAREST,
    "cropcodes.COMPARE": Retired(Phrase("It is gone: the report always compares with zones."), ("true", "1")),
    "cropcodes.PRESET": Retired(
        Phrase("It is gone: choose hipaa_zip3 as AUDIENCE, and keep three characters."), ("none",)
    ),
    "cropcodes.FALLS_SHORT": Retired(Phrase("It is gone: codes that fall short become 000."), ("zeros",)),
    "releaseareas.PROTECTION": _AS_MANY,
    "releasegrid.PROTECTION": _AS_MANY,
    "releaseareas.ROUNDING_BASE": Retired(
        Phrase("It is gone: counts are rounded to the least multiple of 5 that protects them.")
    ),
    "releasegrid.MINIMUM": Retired(
        Phrase("It is gone: a cell is split where every part is empty or may be shown.")
    ),
    "releaseareas.SHARE_LIMIT": _SHARE,
    "releasegrid.SHARE_LIMIT": _SHARE,
    "auditcounts.SHARE_LIMIT": _SHARE,
    "releaseareas.MAX_ROWS_PER_PERSON": _ROWS,
    "releasegrid.MAX_ROWS_PER_PERSON": _ROWS,
    "maskedrates.CONFIDENCE": _NINETY_FIVE,
    "expectedcounts.CONFIDENCE": _NINETY_FIVE,
    "scanstatistic.MAX_CLUSTERS": Retired(
        Phrase("It is gone: up to ten clusters that share no place are reported."), ("10",)
    ),
    "scanstatistic.MODEL": Retired(
        Phrase("It is gone: bernoulli where controls are given, else poisson. Leave the others out.")
    ),
    **{
        f"{algorithm}.TRUTH_ID": Retired(Phrase("It is gone: records are named by their feature numbers."))
        for algorithm in ("mapreidentification", "checkdocument", "checkheatmap")
    },
    "mappreview.FURNITURE": Retired(
        Phrase("It is gone: title, legend and scale bar belong to a map."), ("true", "1")
    ),
    "scanstatistic.MAX_RADIUS": Retired(Phrase("It is gone: MAX_SHARE bounds the circles, as in SaTScan.")),
    "scanstatistic.PLANAR": Retired(Phrase("It is gone: circles are measured on the ground."), _NO),
    "scanstatistic.SATSCAN_RESULT": Retired(
        Phrase("It is gone: SaTScan writes its clusters as shapefile and KML, which QGIS opens.")
    ),
    **{
        f"{algorithm}.{name}": retired
        for algorithm in ("georeferencemap", "mapdots", "mapreidentification")
        for name, retired in {
            "GCP_MODEL": Retired(
                Phrase("It is gone: the model whose error at points left out is least is taken."), ("auto",)
            ),
            "LARGEST_TURN": Retired(
                Phrase("It is gone: turns of up to 10° are found. Place others by control points."),
                ("10", "0"),
            ),
            "REGION": Retired(Phrase("It is gone: cut OUTLINE to the region (“Clip”).")),
        }.items()
    },
    **{
        f"{algorithm}.POINTS": _POINTS_AS_AREAS
        for algorithm in (
            "auditstrategy",
            "cropcodes",
            "geoproxy",
            "clusterpreservation",
            "maskedrates",
            "scanstatistic",
        )
    },
    "uniqueness.RECORD_PRESET": Retired(
        Phrase("It is gone: a record with a risk above 0.09 counts as at risk (EMA Policy 0070)."),
        ("ema_0070",),
    ),
    "newledger.BUDGET_DELTA": Retired(
        Phrase("It is gone: the budget holds but for one chance in a million."), ("1e-06",)
    ),
    **{
        f"{algorithm}.AREA_SIZE": Retired(Phrase("Nothing here hangs on the size of areas that are points."))
        for algorithm in ("lpmask", "lpstrategy", "auditstrategy")
    },
    **{
        f"{algorithm}.LEDGER_WITNESS": Retired(
            Phrase("“Release ledger” compares it with an existing ledger; this computer then keeps it.")
        )
        for algorithm in ("lpmask", "clusterareas", "releaseareas", "releasegrid")
    },
    **{
        f"clusterpreservation.{name}": retired
        for name, retired in {
            "SET_CASES": Retired(Phrase("It is gone: a set has 100 cases, as published."), ("100",)),
            "CODE": _CUT_CODES,
            "LENGTHS": Retired(_CUT_CODES.became, ("5, 3",)),
            "DONUTS": Retired(Phrase("It is gone: a donut of 50 to 500 m is always compared."), ("50-500",)),
            "DETECTABLE": _DETECTABLE,
        }.items()
    },
    "publicationreport.PRESERVATION": _DETECTABLE,
    "geoproxy.VARIANT": Retired(
        Phrase("It is gone: visits are counted in every way for which there are identifiers."), ("all",)
    ),
    "geoproxy.NEIGHBOURS": Retired(
        Phrase("It is gone: 50 areas get points, as El Emam and Arbuckle publish it."), ("50",)
    ),
    "uniqueness.NULLS": Retired(
        Phrase("It is gone: a missing value is a value. Leave such records out beforehand."), ("value",)
    ),
    "uniqueness.SAMPLES": Retired(
        Phrase("It is gone: of each size 1000 cohorts are drawn, and the closed form stands beside."),
        ("1000",),
    ),
    "randommask.EPSILON": Retired(
        Phrase("It is EPSILON_100 now, per 100 m: a hundred times the number of EPSILON.")
    ),
    "randommask.K_MOST": Retired(Phrase("It is gone: the outer ring holds five times K.")),
    "randommask.URBAN": Retired(Phrase("It is gone: the field whose name holds “urban” says it.")),
    **{
        f"{algorithm}.AVOID": Retired(
            Phrase("It is gone: cut the water off WITHIN or AREAS (“Difference”) before you give them.")
        )
        for algorithm in ("randommask", "evaluatemask")
    },
    "clusterareas.EFFORT": Retired(Phrase("It is gone: every search takes the same pains."), ("normal",)),
    "releasegrid.LEVELS": Retired(
        Phrase("It is gone: the coarsest cells of a quadtree are 16 times as wide as SIZE."), ("4",)
    ),
    "mapreidentification.REACH": Retired(
        Phrase("It is gone: the sizes of pixels and dots say how far from its place a dot may lie.")
    ),
    "mappreview.EXTENT": Retired(Phrase("It is gone: the map shows all of its layers. Clip those below.")),
    "mappreview.CRS": Retired(
        Phrase("It is gone: the map is drawn in the system of the dots. “Reproject layer” changes it.")
    ),
    "newledger.EARLIER": _LEDGER_OF_01,
    "newledger.EARLIER_KEY": _LEDGER_OF_01,
    **{
        f"{algorithm}.{name}": retired
        for algorithm in ("lpmask", "lpstrategy")
        for name, retired in {
            "TILES": Retired(
                Phrase("It is a setting of the provider now, or GEODEID_TILES in the environment.")
            ),
            "PROCESSES": Retired(
                Phrase("It is a setting of the provider now, or GEODEID_PROCESSES in the environment.")
            ),
            "SCHEDULER": Retired(
                Phrase("It is a setting of the provider now, or GEODEID_SCHEDULER in the environment.")
            ),
            "CROWD_FIELDS": Retired(
                Phrase(
                    "Crowds of other fields follow from TABLE and the areas: docs/recipient/README.md "
                    "has the "
                    "statement."
                )
            ),
        }.items()
    },
}
"""What the names of 0.2 became: ids of algorithms, parameters as ``algorithm.PARAMETER``, and their values as
``algorithm.PARAMETER=value``."""


def retired_of(algorithm: str) -> dict[str, Retired]:
    """Retired parameters of an algorithm by name, and values of others by ``PARAMETER=value``."""
    ids = {key.partition("."): one for key, one in RETIRED.items()}
    return {name: one for (owner, _, name), one in ids.items() if owner == algorithm and name}


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
