# SPDX-License-Identifier: GPL-2.0-or-later
"""Circles of clusters as KML, which Google Earth and other globes open.

OGC KML 2.2 (OGC 07-147r2): longitude before latitude on WGS 84, colours as alpha, blue, green, red.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from ...base.arrays import Array

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
