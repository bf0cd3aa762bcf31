# SPDX-License-Identifier: GPL-2.0-or-later
"""Files that SaTScan opens.

Formats after the SaTScan user guide (version 9 and 10): blank-separated text, one line a location, an
identifier without blanks first. The parameter file names the others by their plain names, so the folder
can be moved.

Circles of clusters as KML, which Google Earth and other globes open.

OGC KML 2.2 (OGC 07-147r2): longitude before latitude on WGS 84, colours as alpha, blue, green, red.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from ..base.arrays import Array
from ..base.errors import InputError

MODELS = {"poisson": 0, "bernoulli": 1}
"""SaTScan's numbers of the probability models."""

_YEAR = 2000
"""SaTScan asks for a study period even where time plays no part: any one year does."""


def input_files(
    ids: Iterable[str],
    lon_deg: Iterable[float],
    lat_deg: Iterable[float],
    cases: Iterable[int],
    others: Iterable[int],
    model: str,
    simulations: int = 999,
    max_share: float = 0.5,
) -> dict[str, str]:
    """Text of the case, control or population, coordinates and parameter files, by file name.

    Parameters
    ----------
    ids : sequence
        Identifiers of the locations; blanks are not allowed.
    lon_deg, lat_deg : array_like, shape (n,)
        Places, degrees.
    cases, others : array_like, shape (n,)
        Cases; controls (bernoulli) or population, also the masked one (poisson).
    model : {'poisson', 'bernoulli'}
    simulations : int
        Monte Carlo replications.
    max_share : float
        Largest circle as a share of the population at risk; SaTScan takes at most one half.

    Raises
    ------
    InputError
        Identifiers with blanks or doubled, a share above one half.
    """
    names = [str(value) for value in ids]
    if any(re.search(r"\s", name) or not name for name in names) or len(set(names)) < len(names):
        raise InputError(
            "satscan.identifier.repeated",
            "SaTScan needs one distinct identifier without blanks for each location.",
        )
    if max_share > 0.5:
        raise InputError(
            "satscan.share.too_large",
            "SaTScan takes circles of at most half of the population. Lower the largest share.",
        )
    files = {
        "cases.cas": _lines((name, round(n), _YEAR) for name, n in zip(names, cases) if n > 0),
        "places.geo": _lines(
            (name, f"{lat:.8f}", f"{lon:.8f}") for name, lat, lon in zip(names, lat_deg, lon_deg)
        ),
    }
    if model == "bernoulli":
        files["controls.ctl"] = _lines((name, round(n), _YEAR) for name, n in zip(names, others) if n > 0)
    else:
        files["population.pop"] = _lines((name, _YEAR, f"{float(n):.10g}") for name, n in zip(names, others))
    files["scan.prm"] = _parameters(model, simulations, max_share)
    return files


def _lines(rows: Iterator[tuple[object, ...]]) -> str:
    return "".join(" ".join(str(value) for value in row) + "\n" for row in rows)


def _parameters(model: str, simulations: int, max_share: float) -> str:
    others = "ControlFile=controls.ctl" if model == "bernoulli" else "PopulationFile=population.pop"
    dates = ["PrecisionCaseTimes=1", f"StartDate={_YEAR}/1/1", f"EndDate={_YEAR}/12/31"]
    sections = {
        "Input": ["CaseFile=cases.cas", others, "CoordinatesFile=places.geo", "CoordinatesType=1", *dates],
        "Analysis": ["AnalysisType=1", f"ModelType={MODELS[model]}", "ScanAreas=1"],
        "Output": ["ResultsFile=results.txt"],
        "Spatial Window": [
            f"MaxSpatialSizeInPopulationAtRisk={100 * max_share:g}",
            "SpatialWindowShapeType=0",
        ],
        "Inference": [f"MonteCarloReps={simulations}"],
        "Spatial Output": ["CriteriaForReportingSecondaryClusters=0"],
        "System": ["Version=9.6.0"],
    }
    return "\n".join(f"[{name}]\n" + "\n".join(lines) + "\n" for name, lines in sections.items())


_SURE, _BY_CHANCE = "99005ed5", "66dcd3c9"
"""Orange where chance hardly explains a cluster, grey where it does; the map stays visible below."""


@dataclass(frozen=True)
class Circle:
    """A cluster on the globe."""

    name: str
    """What its label says."""
    facts: tuple[tuple[str, str], ...]
    """Labels and values that open where it is clicked."""
    lon_deg: Array
    """Longitudes of its corners, closed, shape (n,)."""
    lat_deg: Array
    """Latitudes, shape (n,)."""
    sure: bool
    """Whether chance hardly explains it."""


def clusters_kml(title: str, circles: Iterable[Circle]) -> str:
    """The text of a KML file with the circles, the first one on top of the list.

    Examples
    --------
    >>> import numpy as np
    >>> ring = np.array([0.0, 1.0, 0.0])
    >>> text = clusters_kml("Scan", [Circle("1", (("p", "0.01"),), ring, ring, True)])
    >>> "<coordinates>0.000000,0.000000 1.000000,1.000000 0.000000,0.000000</coordinates>" in text
    True
    """
    styles = "".join(
        f'<Style id="{name}"><LineStyle><color>ff{colour[2:]}</color><width>2</width></LineStyle>'
        f"<PolyStyle><color>{colour}</color></PolyStyle></Style>"
        for name, colour in (("sure", _SURE), ("chance", _BY_CHANCE))
    )
    marks = "".join(map(_placemark, circles))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>'
        f"<name>{escape(title)}</name>{styles}{marks}</Document></kml>\n"
    )


def _placemark(circle: Circle) -> str:
    corners = " ".join(f"{lon:.6f},{lat:.6f}" for lon, lat in zip(circle.lon_deg, circle.lat_deg))
    facts = "".join(
        f'<Data name="{escape(label)}"><value>{escape(value)}</value></Data>' for label, value in circle.facts
    )
    return (
        f"<Placemark><name>{escape(circle.name)}</name>"
        f"<styleUrl>#{'sure' if circle.sure else 'chance'}</styleUrl><ExtendedData>{facts}</ExtendedData>"
        f"<Polygon><outerBoundaryIs><LinearRing><coordinates>{corners}</coordinates></LinearRing>"
        "</outerBoundaryIs></Polygon></Placemark>"
    )
