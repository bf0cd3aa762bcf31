# SPDX-License-Identifier: GPL-2.0-or-later
"""What users know things by: labels of parameters in sentences, words of choices, headings of the toolbox."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...core.base.errors import Phrase
from ...host.compat import on_screen
from ...i18n import sayable, tr
from ...report.numbers import agreeing

_SHORTEST_NAME = 3
"""Names of one or two letters, such as K, may as well be codes of areas."""
_QUOTED_OR_NAME = re.compile(r"“[^”]*”|«[^»]*»|\b[A-Z][A-Z_]+\b")


def in_labels(text: str, algorithm) -> str:
    """A sentence with the labels of the dialog in place of the names of parameters.

    Scripts and the command line know the names, so they stay there. What stands in quotation marks is
    the user's own.
    """
    text = agreeing(sayable(text))
    if not on_screen():
        return text
    labels = {one.name(): one.description() for one in algorithm.parameterDefinitions()}

    def replaced(found) -> str:
        word = found[0]
        return f"“{labels[word]}”" if len(word) >= _SHORTEST_NAME and word in labels else word

    return _QUOTED_OR_NAME.sub(replaced, text)


def words() -> dict[str, str]:
    """What the keys of the enumerations mean; a key that is missing is shown as it is."""
    return {
        "revised": tr("Revised: hides small areas as well as the bound allows"),
        "wieland": tr("Wieland: bounds that anybody is in the data at all"),
        "hausdorff": tr("Whole areas (cap distance)"),
        "centre": tr("Centres"),
        "population": tr("Population"),
        "cases": tr("Cases"),
        "maximum": tr("Larger of the two"),
        "average": tr("Mean of the two"),
        "uniform": tr("Evenly"),
        "quick": tr("Quick"),
        "normal": tr("Normal"),
        "thorough": tr("Thorough"),
        "none": tr("None"),
        "hipaa": tr("HIPAA safe harbour"),
        "zeros": tr("Replace by zeros"),
        "list": tr("List them"),
        "claims": tr("Claims"),
        "visits": tr("Visits"),
        "providers": tr("Providers"),
        "areas": tr("Areas"),
        "all": tr("All of them"),
        "auto": tr("Chosen automatically"),
        "distance": tr("Shortest mean move"),
        "squared": tr("Few long moves"),
        "point": tr("The area's point"),
        "scatter": tr("Anywhere in the area"),
        "address": tr("A real address"),
        "refuse": tr("Stop and name them"),
        "leave_out": tr("Leave them out, counted in the report"),
        "ask": tr("Stop and ask"),
        "keep": tr("Keep the first"),
        "batch": tr("With the next batch"),
        "at_once": tr("At once"),
        "corrected": tr("The first place was wrong"),
        "different": tr("They are different people"),
        "dots": tr("Dots"),
        "bars": tr("Bars"),
        "by_name": tr("As the file is named"),
        "suppress": tr("Withhold"),
        "round": tr("Round at random"),
        "cellkey": tr("Change a little, by cell key"),
        "dp": tr("Add noise: differential privacy"),
        "donut": tr("Donut: a ring between two distances"),
        "gaussian": tr("Gaussian"),
        "quartic": tr("Quartic (QGIS, ArcGIS)"),
        "pixel": tr("Larger pixels"),
        "bandwidth": tr("A wider kernel"),
        "classes": tr("Fewer classes"),
        "bimodal": tr("Bimodal Gaussian"),
        "laplace": tr("Planar Laplace (geo-indistinguishability)"),
        "populationdonut": tr("Donut that follows the population"),
        "grid": tr("Centre of a grid cell"),
        "hexagon": tr("Hexagons"),
        "swap": tr("Swap with an address"),
        "voronoi": tr("Side of the Voronoi polygon"),
        "survey": tr("DHS and MICS surveys"),
        "street": tr("Along the streets, to a junction"),
        "elimination": tr("Anywhere in merged areas"),
        "optimal": tr("Optimal geo-indistinguishable table (few areas)"),
        "geoind": tr("Geo-indistinguishable, brought to where people live"),
        "member": tr("Records with their cluster's areas"),
        "cluster": tr("Records with their cluster"),
        "dissolved": tr("Clusters with counts"),
        "square": tr("Squares"),
        "quadtree": tr("Squares that divide where there are many"),
        "bernoulli": tr("Cases and controls (Bernoulli)"),
        "poisson": tr("Cases and population (Poisson)"),
        "true": tr("Where people live"),
        "masked": tr("Where a mask put them"),
        "value": tr("A value like any other"),
        "exclude": tr("Left out"),
    }


def word_of(key: str) -> str:
    """What a key of an enumeration means, as the dialog says it; a key that is not known as it is."""
    return words().get(key, key)


class Heading(NamedTuple):
    """A group of the toolbox."""

    id: str
    place: int
    title: Phrase

    def shown(self) -> str:
        """What the toolbox shows."""
        return f"{self.place}. {self.title.told(tr)}"


PUBLISH = Heading("publish", 1, Phrase("Publish"))
PROTECT = Heading("protect", 2, Phrase("Protect"))
CHECK = Heading("check", 3, Phrase("Check"))
ANALYSE = Heading("analyse", 4, Phrase("Analyse"))
RESEARCH = Heading("research", 5, Phrase("Steps and research"))
"""Hidden from the toolbox unless the provider's settings show it; models and qgis_process have it always."""


class Retired(NamedTuple):
    """An id, a parameter or a value of one of 0.2 that is gone."""

    became: Phrase
    harmless: tuple[str, ...] = ()
    """Values that ask for nothing else than what is done now."""


_OF_LEDGER = Phrase("It belongs to the ledger: set it once with “Release ledger”.")
_OF_SOLVER = Phrase(
    "“Solve a masking strategy” asks for it: solve the table there, and give its OUTPUT as STRATEGY."
)
_NO = ("False", "false", "0")
_COORDINATES = Retired(
    Phrase("Make a layer of the points (“Create points layer from table”), and give it as POINTS.")
)
_MOVE_AT_ADDRESSES = Retired(
    Phrase("PLACEMENT scatter tells the move; “Mask points: least move” asks for where dots may lie.")
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
        (
            "False",
            "false",
            "0",
        ),
    ),
    "scanstatistic.MIN_CASES": Retired(
        Phrase("It is gone: two cases make a cluster. OUTPUT has the cases of each."), ("2",)
    ),
    "scanstatistic.AREA_SIZE": Retired(Phrase("It is gone: a scan compares places, whatever their size.")),
    "clusterpreservation.K": Retired(
        Phrase("It is gone: the LP uses the 100 nearest areas. Solve a STRATEGY for another number."),
        ("100",),
    ),
    "clusterpreservation.SET_CONTROLS": Retired(
        Phrase("It is gone: a set has as many controls as cases."), ("100",)
    ),
    "clusterpreservation.AREA_SIZE": Retired(
        Phrase("It is gone: polygons are measured, and points are taken for points.")
    ),
    "maskedrates.AREA_SIZE": Retired(
        Phrase("It is gone: polygons are measured, and points are taken for points.")
    ),
    "geoproxy.METRIC": Retired(
        Phrase("It is gone: polygons are compared by their caps, and points by their distance."),
        ("hausdorff",),
    ),
    "geoproxy.RANKS": Retired(Phrase("It is gone: OUTPUT has 1 to 50 guesses.")),
    "geoproxy.PROVIDER_PREFIXES": Retired(
        Phrase("It is gone: provider codes are tried cropped to three characters, and dropped."), ("3",)
    ),
    "geoproxy.AREA_SIZE": Retired(
        Phrase("It is gone: polygons are measured, and points are taken for points.")
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
            "OWN_NEAREST": _NO,
            "DETERMINISTIC": _NO,
            "TOLERANCE": ("0.01",),
            "TIME_LIMIT": (),
        }.items()
    },
    "lpmask.SECOND_PLACE": Retired(Phrase("It is gone: known patients stand where they stood."), ("keep",)),
    "lpstrategy.EARLIER_RECORDS": Retired(Phrase("Add them to RECORDS."), ("0",)),
    "lpstrategy.AUDIENCE": Retired(Phrase("Enter its number as RISK.")),
    "lpstrategy.ADDRESSES": _MOVE_AT_ADDRESSES,
    "lpstrategy.AVOID": _MOVE_AT_ADDRESSES,
    "lpstrategy.PLACEMENT=address": _MOVE_AT_ADDRESSES,
    **{
        f"{algorithm}.{name}": _COORDINATES
        for algorithm in ("lpmask", "lpstrategy", "auditstrategy")
        for name in ("LONGITUDE", "LATITUDE")
    },
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
