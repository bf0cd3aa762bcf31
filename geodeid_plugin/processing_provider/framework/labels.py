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
    """A sentence with the labels of the dialog in place of the names of parameters, on a screen.

    Scripts and the command line know the names, so they stay there.
    """
    return labelled(text, algorithm) if on_screen() else agreeing(sayable(text))


def labelled(text: str, algorithm) -> str:
    """The same wherever it is read: who gets a report knows no parameter.

    What stands in quotation marks is the user's own.
    """
    text = agreeing(sayable(text))
    labels = {one.name(): one.description() for one in algorithm.parameterDefinitions()}

    def replaced(found) -> str:
        word = found[0]
        return tr("“{name}”", name=labels[word]) if len(word) >= _SHORTEST_NAME and word in labels else word

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
        "maximum": tr("Highest risk of a class"),
        "average": tr("Average risk"),
        "uniform": tr("Evenly"),
        "none": tr("None"),
        "claims": tr("Claims"),
        "visits": tr("Visits"),
        "providers": tr("Providers"),
        "areas": tr("Areas"),
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
        "h3": tr("Cells of H3"),
        "swap": tr("Swap with an address"),
        "voronoi": tr("Side of the Voronoi polygon"),
        "survey": tr("DHS and MICS surveys"),
        "street": tr("Along the streets, to a junction"),
        "elimination": tr("Anywhere in merged areas"),
        "adaptivevoronoi": tr("Junction in merged areas, by the Voronoi side"),
        "optimal": tr("Optimal geo-indistinguishable table (few areas)"),
        "geoind": tr("Geo-indistinguishable, brought to where people live"),
        "member": tr("Records with their zone's areas"),
        "cluster": tr("Records with their zone"),
        "dissolved": tr("Zones with counts"),
        "square": tr("Squares"),
        "quadtree": tr("Squares that divide where there are many"),
        "true": tr("Where people live"),
        "masked": tr("Where a mask put them"),
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
        return f"{self.place}. {self.title.translated(tr)}"


PUBLISH = Heading("publish", 1, Phrase("Publish"))
PROTECT = Heading("protect", 2, Phrase("Protect"))
CHECK = Heading("check", 3, Phrase("Check"))
ANALYSE = Heading("analyse", 4, Phrase("Analyse"))
RESEARCH = Heading("research", 5, Phrase("Steps and research"))
"""Hidden from the toolbox unless the provider's settings show it; models and qgis_process have it always."""
