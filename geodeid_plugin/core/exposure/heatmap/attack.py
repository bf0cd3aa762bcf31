# SPDX-License-Identifier: GPL-2.0-or-later
"""Points read back from a heat map, held against the true ones, and judged.

Those among the figures of a document are told by their legends, turned back, and laid on the ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...base.arrays import Array, Bools, Ints
from ...base.errors import InputError, Phrase
from ...base.progress import Progress, silent
from ...base.progress import part as share
from ...base.scientific import spatial
from ...base.thresholds import class_size_for
from ...base.verdict import FAILED, MADE, NOT_MADE, Adversary, Check, Claim, Verdict
from ...mapimage.georeference.placing import Placed
from ...mapimage.reidentify import score
from ...mapimage.reidentify.judge import PEOPLE, more_than_chance, shows
from ...mapimage.reidentify.known import Known
from .inversion import Spikes, invert
from .legend import Legend, read_values
from .picture import ColourMap, heat_maps_in, steps_share
from .surface import Surface, kernel_and_misfit, straightened

LARGEST_RESIDUAL = 0.1
"""Share of a point's height that may stay unexplained (root mean square): more is no sum of such kernels."""
LARGEST_MISSED = 0.5
"""Height, as a share of a point's, of what may still look like a point in what is left; chosen: half."""
NEAR_M = 25.0
"""Distance within which a point counts as read back."""
MIDDLE_PX = 0.02
"""Points this near to the middle of a pixel were put there; by chance one in 600 lies so."""
MOST_UNKNOWN = 0.25
"""Share of a map whose colours its legend may lack: borders and names take up to a fifth. Chosen."""

_RASTER = Phrase("the raster, and knows or finds its kernel and bandwidth")
_PICTURE = Phrase("the picture and its legend, and knows or finds the kernel and bandwidth")


@dataclass(frozen=True)
class Attack:
    """Points read back, held against the true ones, on the plane of these."""

    surface: Surface
    spikes: Spikes
    known: Known
    lonlat: Array
    where_m: Array
    """Shape (n, 2). Where the points lie, on the globe and on the plane of the true ones."""
    error_m: Array
    """Shape (n,). Of each along an axis."""
    match: score.Match
    candidates: Array | None
    """People that each record that was matched could be; None where nobody can count them."""

    @classmethod
    def of(cls, surface: Surface, spikes: Spikes, known: Known) -> Attack:
        """Hold what was read back from a surface against the true points."""
        lonlat, error = on_the_ground(surface, spikes)
        where = known.plane.metres(*lonlat.T)
        # A point is held against a record up to half a bandwidth away: nearer than two points part.
        reach = 0.5 * spikes.kernel.bandwidth_px * surface.metres
        match = score.match(where, known.true_m, reach)
        matched = match.record != score.UNMATCHED
        candidates = None
        if known.crowd is not None:
            rows = match.record[matched]
            around = known.crowd.around(where[matched], known.true_m[rows], error[matched], rows)
            candidates = around.candidates
        return cls(surface, spikes, known, lonlat, where, error, match, candidates)

    @property
    def metres(self) -> float:
        """Side of a pixel."""
        return self.surface.metres

    @property
    def points(self) -> int:
        """Points that the spikes stand for: heights are multiples of one point's."""
        return int(np.rint(self.spikes.weight / np.median(self.spikes.weight)).sum())

    def figures(self, need: int) -> dict[str, Any]:
        """The numbers of the run."""
        near = int(np.count_nonzero(self.match.distance_m <= NEAR_M))
        isolated = self._isolated()
        found = np.zeros(len(self.known.true_m), bool)
        close = self.match.distance_m <= NEAR_M
        found[self.match.record[close]] = True
        matched = self.match.distance_m[np.isfinite(self.match.distance_m)]
        return {
            "RECOVERED": self.match.count,
            "RECALL": near / len(self.known.true_m),
            "PRECISION": self.match.count / max(len(self.where_m), 1),
            "MEAN_DISTANCE_M": float(matched.mean()) if len(matched) else None,
            "ISOLATED": int(isolated.sum()),
            "ISOLATED_RECALL": float(found[isolated].mean()) if isolated.any() else None,
            "EXPOSED": None if self.candidates is None else int(np.count_nonzero(self.candidates < need)),
            "BANDWIDTH_M": self.spikes.kernel.bandwidth_px * self.metres,
            "RESIDUAL": self.spikes.residual,
        }

    def exposed_rows(self, need: int) -> tuple[int, ...]:
        """Records that were read back among too few candidates."""
        if self.candidates is None:
            return ()
        return tuple(self.match.record[self.match.record != score.UNMATCHED][self.candidates < need].tolist())

    def by_chance(self, need: int) -> float:
        """Records that too few candidates would protect if the points were moved aside."""
        reach = 0.5 * self.spikes.kernel.bandwidth_px * self.metres
        counts = [
            np.count_nonzero(self.known.exposed(moved, self.error_m, record, need))
            for moved, record in score.chance_matches(self.where_m, self.known.true_m, reach)
        ]
        return float(np.mean(counts)) if counts else 0.0

    def _isolated(self) -> Bools:
        if len(self.known.true_m) < 2:
            return np.ones(len(self.known.true_m), bool)
        next_m = spatial.cKDTree(self.known.true_m).query(self.known.true_m, k=2)[0][:, 1]
        apart: Bools = next_m > self.spikes.kernel.bandwidth_px * self.metres
        return apart


def on_the_ground(surface: Surface, spikes: Spikes) -> tuple[Array, Array]:
    """Longitude and latitude of points, and the error of each along an axis in metres."""
    if surface.system is None:
        raise InputError("heatmap.place.unknown", "Nobody knows where the heat map lies.")
    pixels = np.column_stack([spikes.x_px, spikes.y_px, np.ones(len(spikes.x_px))])
    lonlat = surface.system.to_lonlat(pixels @ surface.matrix.T)
    moved = 1 / np.sqrt(12) if _at_middles(spikes) else 0.0
    error_px = np.sqrt(spikes.error_px**2 + moved**2 + surface.placing_px**2)
    return lonlat, np.maximum(error_px * surface.metres, 1e-3)


def _at_middles(spikes: Spikes) -> bool:
    """Whether the program moved each point to the middle of its pixel first, as QGIS does."""
    off = np.maximum(np.abs(spikes.x_px % 1 - 0.5), np.abs(spikes.y_px % 1 - 0.5))
    return len(off) > 2 and float(np.median(off)) < MIDDLE_PX


def judged(attack: Attack, limit: float) -> Verdict:
    """What the points give away."""
    claim, knows = _claim(limit), _RASTER if attack.surface.colours is None else _PICTURE
    holds = PEOPLE if attack.known.crowd is None else attack.known.crowd.holds
    need = class_size_for(limit)
    checks = [_explained(attack), _placed(attack), *_unread(attack.surface)]
    if attack.candidates is None:
        why = Phrase(
            "how many people live about each point is not known. Give all addresses of the region, "
            "or areas with their population."
        )
        return Verdict(claim, None, (Adversary("surface", knows, holds, None, why=why),), tuple(checks))
    fewest = float(np.floor(attack.candidates.min())) if len(attack.candidates) else np.inf
    rows = attack.exposed_rows(need)
    beyond = more_than_chance(len(rows), attack.by_chance(need))
    sentence = Phrase(
        "{exposed} of {records} records are read back from the surface among fewer than {need} candidates.",
        exposed=len(rows),
        records=len(attack.known.true_m),
        need=need,
    )
    remedy = Phrase(
        "Publish counts by “Counts on a grid for release”, or a picture of few classes, checked as a "
        "picture. A wider bandwidth alone hides nobody in a raster of decimals."
    )
    checks.append(Check("candidates", FAILED if rows and beyond else MADE, sentence, remedy, rows))
    stranger = Adversary("surface", knows, holds, 1 / max(fewest, 1.0), rows,
                         explained=sentence if rows and not beyond else None)  # fmt: skip
    return Verdict(claim, None, (stranger,), tuple(checks))


def unjudged(limit: float, why: Phrase) -> Verdict:
    """What is said of a heat map that could not be turned back."""
    return Verdict(_claim(limit), None, (Adversary("surface", _RASTER, why=why),))


def _claim(limit: float) -> Claim:
    return Claim(
        Phrase("No point read back from the heat map leads to its person with a chance above the limit."),
        limit,
        Phrase("1 / candidates of each record that was read back"),
        "Denoyelle, Duval, Peyré, Soubies. Inverse Problems 2020, 36:014001",
    )


def _placed(attack: Attack) -> Check:
    """Points that are nobody's may be the true ones of a raster that lies elsewhere."""
    where, match, masked_m = attack.where_m, attack.match, attack.known.masked_m
    true = shows(match.count, match.by_chance, len(attack.known.true_m), len(where))
    if not true and masked_m is not None:
        reach = 0.5 * attack.spikes.kernel.bandwidth_px * attack.metres
        found = score.match(where, masked_m, reach)
        true = shows(found.count, found.by_chance, len(masked_m), len(where))
    if true:
        return Check("placement", MADE, Phrase("Most points that were read back are known points."))
    return Check(
        "placement",
        NOT_MADE,
        Phrase(
            "The {points} points that were read back are neither the true points nor those of a layer that "
            "was given as masked. So the raster may lie elsewhere or be of others, and whom it gives away is "
            "not known.",
            points=len(where),
        ),
        Phrase("Give the layer that the heat map was made from as MASKED, and check the raster's system."),
    )


def _unread(surface: Surface) -> tuple[Check, ...]:
    """What of the surface nobody has looked at."""
    return (*_bands(surface), *_legend(surface), *_colours(surface))


def _bands(surface: Surface) -> tuple[Check, ...]:
    """What further bands hold nobody has looked at."""
    if surface.bands == 1:
        return ()
    sentence = Phrase(
        "The raster holds {bands} bands, of which only the first was turned back.", bands=surface.bands
    )
    remedy = Phrase("Publish a raster of the band that was checked; check colours as a picture.")
    return (Check("bands", NOT_MADE, sentence, remedy),)


def _legend(surface: Surface) -> tuple[Check, ...]:
    """Whoever reads the numbers beside a legend may read more than equal steps tell."""
    if surface.colours is None or surface.colours.told:
        return ()
    sentence = Phrase(
        "The numbers beside the legend were not given, so equal steps from 0 were assumed: with the "
        "printed numbers more may be read."
    )
    if surface.colours.bend is not None:
        sentence = Phrase(
            "The numbers beside the legend were not given. Equal steps do not explain the picture, but "
            "{bend} do, so these were assumed: with the printed numbers more may be read.",
            bend=surface.colours.bend,
        )
    return (Check("legend", NOT_MADE, sentence, Phrase("Write the values of the legend in LEGEND.")),)


def _colours(surface: Surface) -> tuple[Check, ...]:
    """What lies under colours that are not in the legend nobody has looked at."""
    if surface.colours is None or surface.colours.unknown <= MOST_UNKNOWN:
        return ()
    sentence = Phrase(
        "{share:.0f} % of the map have colours that its legend does not show: what lies there was not read.",
        share=100 * surface.colours.unknown,
    )
    remedy = Phrase("Write the colours and values in LEGEND, and check a picture without a base map.")
    return (Check("colours", NOT_MADE, sentence, remedy),)


def is_explained(spikes: Spikes) -> bool:
    """Whether the points explain the surface that they were read back from."""
    return spikes.residual <= LARGEST_RESIDUAL and spikes.missed <= LARGEST_MISSED


def _explained(attack: Attack) -> Check:
    """A surface that was not explained says nothing about the points behind it."""
    said = {"residual": 100 * attack.spikes.residual, "points": attack.points,
            "records": len(attack.known.true_m)}  # fmt: skip
    if not is_explained(attack.spikes) or attack.points < len(attack.known.true_m):
        return Check(
            "explained",
            NOT_MADE,
            Phrase(
                "{points} points were read back for {records} records, and {residual:.2g} % of a point's "
                "height is not explained: whom the others give away is not known.",
                **said,
            ),
            Phrase("Give kernel and bandwidth, and the raster as it was computed."),
        )
    sentence = Phrase(
        "{points} points explain the surface up to {residual:.2g} % of a point's height.", **said
    )
    return Check("explained", MADE, sentence)


LARGEST_MISFIT = 0.06
"""Share of its height that a kernel leaves of islands at most; areas of one colour each leave up to 0.3."""
MOST_STEPS = 0.05
"""Share of changes that are steps, up to which a surface is smooth; areas of one colour have 0.07 on."""
EVEN, LEAST_EVEN = 0.15, 0.6
"""How near to a whole number of persons a weight lies, and the share of points that do; by chance 0.3."""
MOST_COVERED = 400_000
"""Pixels under all kernels together: some twenty seconds. Larger heat maps are left to their own check."""
BLENDS = 6
"""Colours between two classes that belong to neither: their edges are blended."""
SHADES = 32
"""Colours from which on a legend is a ramp, whose own colours are as near one another."""
_NO_PERSONS = Phrase(
    "The points that would produce it are not people of equal weight, or explain too little of it."
)


@dataclass(frozen=True)
class HeatMap:
    """A heat map in a picture."""

    colours: ColourMap | None
    """What its colours tell; None of a raster of numbers."""
    surface: Surface
    """The same with as many pixels as its points need; its matrix leads to columns and rows of the
    picture."""
    spikes: Spikes | None
    """The points that it was made from; None where it was not turned back."""
    why: Phrase | None = None
    """Why it was not, or why its points may be no persons."""

    def on(self, placed: Placed) -> Surface:
        """The surface on the ground.

        Raises
        ------
        InputError
            The picture was bent to fit, so its pixels are not of one size.
        """
        if placed.affine is None:
            raise InputError(
                "heatmap.picture.warped",
                "The picture had to be warped to fit the map, so a heat map in it was not judged.",
            )
        step = self.surface.metres
        whole = np.vstack([self.surface.matrix, [0, 0, 1]])
        return replace(
            self.surface, matrix=placed.affine @ whole, system=placed.system,
            metres=step * placed.metres_per_px, placing_px=placed.blur_px / step,
        )  # fmt: skip

    def at_px(self) -> Array:
        """Where its points lie in the picture."""
        if self.spikes is None:
            return np.empty((0, 2))
        where = np.column_stack([self.spikes.x_px, self.spikes.y_px, np.ones(len(self.spikes.x_px))])
        return where @ self.surface.matrix.T

    def persons(self) -> list[int]:
        """How many people each point stands for."""
        if self.spikes is None:
            return []
        heights = self.spikes.weight / np.median(self.spikes.weight)
        return np.maximum(np.rint(heights), 1).astype(int).tolist()


def heat_maps_of(rgb: Ints, progress: Progress = silent) -> list[HeatMap]:
    """Heat maps that a picture shows with their legends, each turned back into points.

    Pictures of areas that have one colour each are none, and neither is what no sum of kernels explains,
    unless it is as smooth as one: then nobody knows.
    """
    return list(_heat_maps(rgb, progress))


def turned_back(numbers: Surface, progress: Progress = silent) -> HeatMap:
    """A raster of numbers among the files of a document as a heat map."""
    surface = replace(numbers, matrix=np.eye(2, 3), system=None, metres=1.0)
    try:
        kernel = numbers.kernel("auto", None, share(progress, 0.0, 0.2))
        spikes = invert(numbers.values, kernel, share(progress, 0.2, 1.0), numbers.highest, MOST_COVERED)
    except InputError as reason:
        return HeatMap(None, surface, None, reason.phrase)
    good = is_explained(spikes) and _are_persons(spikes)
    return HeatMap(None, surface, spikes, None if good else _NO_PERSONS)


def _heat_maps(rgb: Ints, progress: Progress) -> Iterator[HeatMap]:
    for colours in heat_maps_in(rgb):
        smooth = colours.unknown <= MOST_UNKNOWN and steps_share(colours) <= MOST_STEPS
        surface = _in_pixels(colours)
        try:
            colours = straightened(colours)
            surface = _in_pixels(colours)
            kernel, misfit = kernel_and_misfit(colours.low, colours.high, share(progress, 0.0, 0.2))
            if misfit > LARGEST_MISFIT:
                raise InputError("heatmap.kernel.unexplained", "No kernel explains it.")
            surface, kernel = surface.thinned(kernel)
            spikes = invert(surface.values, kernel, share(progress, 0.2, 1.0), surface.highest,
                            MOST_COVERED)  # fmt: skip
        except InputError as reason:
            if smooth:
                yield HeatMap(colours, surface, None, reason.phrase)
            continue
        if is_explained(spikes) and _are_persons(spikes):
            yield HeatMap(colours, surface, spikes)
        elif smooth:
            yield HeatMap(colours, surface, spikes, _NO_PERSONS)


def _are_persons(spikes: Spikes) -> bool:
    """Whether most points are one person or several: kernels of any weight draw all sorts of things."""
    persons = spikes.weight / np.median(spikes.weight)
    even = np.abs(persons - np.maximum(np.rint(persons), 1)) <= EVEN
    return bool(even.mean() >= LEAST_EVEN)


def _in_pixels(colours: ColourMap) -> Surface:
    """Values of a picture that lies nowhere yet."""
    matrix = np.array([[1.0, 0.0, colours.left], [0.0, 1.0, colours.top]])
    return Surface(colours.low, matrix, None, 1.0, levels=len(colours.legend.colours), colours=colours)


def without_heat(rgb: Ints, heat: HeatMap) -> Ints:
    """The picture with one colour where the heat map's are: the edges of its classes are no borders."""
    if heat.colours is None:
        return rgb
    colours = heat.colours.legend.colours
    along = np.arange(0, len(colours) - 1, 1 / BLENDS if len(colours) < SHADES else 1)
    low = along.astype(int)
    blends = colours[low] + (colours[low + 1] - colours[low]) * (along - low)[:, None]
    of_heat = np.isfinite(read_values(rgb, Legend(blends, along, along, False)).high)
    plain = rgb.copy()
    plain[of_heat] = np.rint(colours[0]).astype(np.uint8)
    return plain
