# SPDX-License-Identifier: GPL-2.0-or-later
"""Files that SaTScan opens, and its result file read back.

Formats after the SaTScan user guide (version 9 and 10): blank-separated text, one line a location, an
identifier without blanks first. The parameter file names the others by their plain names, so the folder
can be moved.

Circles of clusters as KML, which Google Earth and other globes open.

OGC KML 2.2 (OGC 07-147r2): longitude before latitude on WGS 84, colours as alpha, blue, green, red.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.arrays import Array
from ..base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

MODELS = {"poisson": 0, "bernoulli": 1}
"""SaTScan's numbers of the probability models."""

_YEAR = 2000
"""SaTScan asks for a study period even where time plays no part: any one year does."""

_CLUSTER = re.compile(r"^(\d+)\.\s*Location IDs included\.: *(.*)$")
_FACT = re.compile(r"^  ([^.:][^:]*?)\.*: (.*)$")


@dataclass(frozen=True)
class SatScanCluster:
    """One cluster of a SaTScan result file."""

    members: tuple[Any, ...]
    """Identifiers of the locations, in SaTScan's order: the centre first."""
    latitude: float
    longitude: float
    """Of the centre, degrees; NaN where the file is Cartesian."""
    radius_m: float
    """NaN where the file is Cartesian."""
    cases: float
    expected: float
    relative_risk: float
    llr: float
    p_value: float
    """As printed; NaN where a line is absent."""


def input_files(
    ids: Iterable[str],
    lon_deg: Iterable[float],
    lat_deg: Iterable[float],
    cases: Iterable[int],
    others: Iterable[int],
    model: str,
    simulations: int = 999,
    max_share: float = 0.5,
) -> dict[str, Any]:
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


def _lines(rows: Iterator[Any]) -> str:
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


def read_clusters(text: str) -> tuple[Any, ...]:
    """Clusters of a SaTScan result file (``results.txt``).

    Raises
    ------
    InputError
        The text has no list of clusters.

    Examples
    --------
    >>> text = '''CLUSTERS DETECTED
    ...
    ... 1.Location IDs included.: 52, 50,
    ...                           53
    ...   Coordinates / radius..: (42.083800 N, 75.989827 W) / 7.70 km
    ...   Number of cases.......: 106
    ...   Expected cases........: 62.13
    ...   Relative risk.........: 1.87
    ...   Log likelihood ratio..: 14.780276
    ...   P-value...............: 0.000087
    ... '''
    >>> found = read_clusters(text)[0]
    >>> found.members, found.longitude, found.radius_m
    (('52', '50', '53'), -75.989827, 7700.0)
    """
    if "CLUSTERS DETECTED" not in text:
        raise InputError(
            "satscan.result.not_a_result",
            "This is not a result file of SaTScan: it lists no clusters. Choose results.txt.",
        )
    body = text.split("CLUSTERS DETECTED", 1)[1].split("\n____", 1)[0]
    facts: dict[str, str] = {}
    blocks, members = [], None
    for line in body.splitlines():
        start, fact = _CLUSTER.match(line), _FACT.match(line)
        if start:
            members, facts = [start.group(2)], {}
            blocks.append((members, facts))
        elif fact and members is not None:
            facts[fact.group(1).strip().rstrip(".")] = fact.group(2).strip()
        elif members is not None and not facts and line.strip():
            members.append(line.strip())
    return tuple(_cluster(members, facts) for members, facts in blocks)


def _cluster(members: Iterable[str], facts: dict[str, str]) -> SatScanCluster:
    lat, lon, radius_m = _circle(facts.get("Coordinates / radius", ""))
    names = tuple(name.strip() for name in ",".join(members).split(",") if name.strip())
    keys = ("Number of cases", "Expected cases", "Relative risk", "Log likelihood ratio", "P-value")
    return SatScanCluster(names, lat, lon, radius_m, *(_number(facts.get(key)) for key in keys))


def _number(text: str | None) -> float:
    found = re.match(r"[<>]? *(-?[\d.]+(?:[eE][-+]?\d+)?)", text or "")
    return float(found.group(1)) if found else float("nan")


def _circle(text: str) -> tuple[float, float, float]:
    found = re.match(r"\(([\d.]+) ([NS]), ([\d.]+) ([EW])\) */ *([\d.]+) km", text)
    if not found:
        return (float("nan"),) * 3
    lat, north, lon, east, radius = found.groups()
    return (
        float(lat) * (1 if north == "N" else -1),
        float(lon) * (1 if east == "E" else -1),
        np.round(float(radius) * 1000, 6).item(),
    )


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
