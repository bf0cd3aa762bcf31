# SPDX-License-Identifier: GPL-2.0-or-later
"""Attack a map picture as a stranger would, and score the attack: whom does it give away?

The picture is placed by what it shows, its dots are laid on the ground, and each is held against the true
places. Nothing here knows of a map program: arrays go in, a frozen record comes out::

    dots = find_picture_dots(picture)
    scored = attack(picture, dots, reference, secret)
    scored.verdict.level, scored.truth.recall
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ..base.arrays import Array
from ..base.errors import Phrase
from ..base.progress import Progress, part, silent
from ..base.thresholds import class_size_for
from ..base.verdict import CARE, MADE, Check, Level, Verdict
from .beside import AWAY_PX, RIM, home_marks, home_marks_check, panels_check
from .georeference.placing import Placed, Reference, outline_box, panels_of, place_picture
from .markers.bars import BARS
from .markers.locating.regime import ERROR_FLOOR_PX
from .picture import Box
from .picturedots import Picture, PictureDots, Settings
from .reidentify.judge import more_than_chance
from .reidentify.known import Addresses, People, Places, Protection, Secret
from .reidentify.located import Comparison, Located, open_ways, worst_way
from .reidentify.meaning import density_check, part_check, sizes_check
from .reidentify.remedy import Draw, InView, Page, Remedy, find_remedy
from .vector.readings import readings_check

FARTHEST_ADDRESS_M = 200
"""A true place farther from every address hints at addresses that are missing; chosen, wider than plots
in towns."""


@dataclass(frozen=True)
class Scored:
    """An attack, and what came of it."""

    placed: Placed
    """Where the picture lies; of several maps of one outline, the one that gives away most."""
    view: Box
    """Its part of the picture."""
    dots: PictureDots
    located: Located
    """The dots on the ground, by the reading of the symbols that exposes most."""
    truth: Comparison
    """The dots held against the true places; with the verdict."""
    masked: Comparison | None
    """The same against the layer that was drawn, where one was given."""
    protection: Protection | None
    """Who else could live there, on the plane of the attack."""
    secret: Secret
    warnings: tuple[Phrase, ...]

    @property
    def verdict(self) -> Verdict:
        """What the picture gives away, without what only its layers tell (population, inputs)."""
        return self.truth.verdict


def attack(
    picture: Picture,
    dots: PictureDots,
    reference: Reference,
    secret: Secret,
    settings: Settings | None = None,
    progress: Progress = silent,
) -> Scored:
    """Place a picture whose dots were found, and hold these against the true places.

    Parameters
    ----------
    dots : PictureDots
        From :func:`.picturedots.find_picture_dots`.
    reference : Reference
        What the picture may be placed by.
    secret : Secret
        The true places, who else could live there, and the limit.
    settings : Settings, optional
        As the dots were looked for, and the farthest match.

    Raises
    ------
    InputError
        Nothing to place the picture by, or no placement that can be trusted.
    """
    settings = settings or Settings()
    placed = place_picture(picture.rgb, reference, dots.dots.dot_mask, dots.vector, part(progress, 0, 0.9))
    panels, bare = _panels(picture, dots, reference, placed)
    progress(0.95, Phrase("Comparing with the true points"))
    expected = _expected(panels, secret.drawn)
    scored = _worst([_judged(panel, picture, secret, told) for panel, told in zip(panels, expected)])
    scored = _at_homes(scored, panels + bare, picture, dots)
    return _beside_panels(scored, panels, picture, dots, reference, settings, part(progress, 0.95, 1.0))


@dataclass(frozen=True)
class _Panel:
    """A map of a picture: where it lies, its part of the picture, and the dots there."""

    placed: Placed
    view: Box
    dots: PictureDots


def _panels(
    picture: Picture, dots: PictureDots, reference: Reference, placed: Placed
) -> tuple[list[_Panel], list[_Panel]]:
    """The panels of a picture that show dots, all of it where it shows the outline once; those without."""
    shape, found = picture.rgb.shape, dots.dots
    every = panels_of(picture.rgb, reference, placed, found.dot_mask, dots.vector)
    panels, bare = [], []
    for one in every if len(every) > 1 else []:
        box = outline_box(reference, one, shape)
        view = Box.whole(shape) if box is None else box.widened(RIM, shape)
        inside = view.holds(found.x_px, found.y_px)
        own = replace(one, box=None, warnings=())
        if inside.any():
            groups = found.groups.some(view.holds(found.groups.x_px, found.groups.y_px))
            panels.append(_Panel(own, view, replace(dots, dots=replace(found.some(inside), groups=groups))))
        else:
            bare.append(_Panel(own, view, dots))
    return panels or [_Panel(placed, Box.whole(shape), dots)], bare


def _expected(panels: list[_Panel], drawn: Places | None) -> list[Places | None]:
    """Which points of the layer that was drawn each panel must show: those that no other one shows."""
    if drawn is None or len(panels) == 1:
        return [drawn for _ in panels]
    seen = [Located.of(panel.placed, panel.view, panel.dots.dots).sees(drawn) for panel in panels]
    return [drawn.some(here | ~np.logical_or.reduce(seen)) for here in seen]


def _judged(panel: _Panel, picture: Picture, secret: Secret, expected: Places | None) -> Scored:
    """The dots of a panel held against the true places."""
    placed, view, dots = panel.placed, panel.view, panel.dots
    centres = Located.of(placed, view, dots.dots)
    protection = secret.protection_on(centres.plane, centres.rim_lonlat)
    ways = centres.other_readings(placed, view, dots.dots, secret.truth)
    located, truth = worst_way(
        open_ways(ways, secret.drawn),
        lambda way: way.against(secret.truth, protection, secret.limit, secret.drawn, expected),
    )
    masked = None
    if secret.drawn is not None:
        masked = located.against(secret.drawn, None, secret.limit, secret.drawn)
    scored = Scored(placed, view, dots, located, truth, masked, protection, secret, ())
    return replace(scored, truth=_completed(scored, picture), warnings=tuple(_warnings(scored)))


def _worst(scored: list[Scored]) -> Scored:
    """Of the panels of a picture the one that gives away most, with word of the others."""
    worst = max(scored, key=lambda one: (one.verdict.level.severity, one.truth.exposed))
    if len(scored) == 1:
        return worst
    rows = {row for one in scored for row in one.verdict.affected_records}
    more = tuple(sorted(rows - set(worst.verdict.affected_records)))
    said = Phrase(
        "The picture shows {count} maps of the outline, and each was judged by itself. What is said here is "
        "said of the worst, at columns {left} to {right} and rows {top} to {bottom}. Records that only the "
        "others give away: {more}.",
        count=len(scored), more=len(more), left=worst.view.left, right=worst.view.right,
        top=worst.view.top, bottom=worst.view.bottom,
    )  # fmt: skip
    return replace(worst, truth=worst.truth.saying(Check("panels_judged", MADE, said, None, more)))


def remedy_for(scored: Scored, dpi: float, draw: Draw, progress: Progress = silent) -> Remedy | None:
    """What would make a picture safe that gives people away; None where that cannot be told.

    Parameters
    ----------
    dpi : float
        Resolution of the picture.
    draw : callable
        Draws the true places anew, see :data:`.reidentify.remedy.Draw`.
    """
    dots, truth, placed = scored.dots.dots, scored.truth, scored.placed
    if scored.protection is None or dots.regime == BARS:
        return None
    progress(0, Phrase("Looking for what would make the picture safe"))
    most = dots.classes[int(np.argmax(np.bincount(dots.dot_class)))]  # its symbols are those of the most dots
    error_px = max(float(np.median(dots.error_px)), ERROR_FLOOR_PX)
    size = (scored.view.right - scored.view.left, scored.view.bottom - scored.view.top)
    page = Page(dpi, placed.metres_per_px, size, 2 * most.radius_px, error_px)
    true_m = scored.located.metres(truth.places.lonlat)[truth.seen_rows]
    in_view = InView(true_m, truth.seen_rows, scored.protection, class_size_for(truth.limit))
    return find_remedy(in_view, page, not scored.located.square, draw, progress)


def _warnings(scored: Scored) -> Iterator[Phrase]:
    yield from scored.placed.warnings
    if isinstance(scored.protection, Addresses):
        in_view = scored.located.in_view(scored.secret.truth)
        far = scored.protection.far_from(in_view, FARTHEST_ADDRESS_M)
        if far:
            yield Phrase(
                "{count} records in the picture lie more than {metres} m from every address: is ADDRESSES "
                "complete?",
                count=far,
                metres=FARTHEST_ADDRESS_M,
            )
    if scored.truth.out_of_view:
        yield Phrase(
            "{count} of {total} records lie outside the picture and were not compared.",
            count=scored.truth.out_of_view,
            total=len(scored.truth.places),
        )


def _completed(scored: Scored, picture: Picture) -> Comparison:
    """The comparison with what readers, placement, symbols and the file say, and word of a density map."""
    dots, truth = scored.dots.dots, scored.truth
    before = (
        _density(scored), readings_check(scored.dots.readings, dots), part_check(dots, scored.placed.box)
    )  # fmt: skip
    sizes = sizes_check(dots, class_size_for(truth.limit), truth.people)
    return truth.saying(
        *([sizes] if sizes else []), _metadata(picture), first=[check for check in before if check]
    )


def _metadata(picture: Picture) -> Check:
    if not picture.hidden:
        return Check("metadata", MADE, Phrase("Besides its pixels, the file holds no position."))
    sentence = Phrase(
        "Besides its pixels, the file says where the map lies, or more ({count} findings): {first}",
        count=len(picture.hidden),
        first=picture.hidden[0].sentence,
    )
    remedy = Phrase("Write the picture anew without metadata, with “Draw a map” for example.")
    return Check("metadata", CARE, sentence, remedy)


def _density(scored: Scored) -> Check | None:
    """Word of a dot-density map, where the areas' counts show that it is one."""
    people, truth = scored.protection, scored.truth
    if not isinstance(people, People) or people.area is None or people.locate is None:
        return None
    held = people.locate(scored.located.lonlat), people.area[truth.seen_rows]
    dots, records = (np.bincount(area[area >= 0], minlength=people.areas) for area in held)
    beyond = more_than_chance(truth.match.count, truth.match.by_chance)
    return density_check(dots, records, truth.match.count > 0 and beyond)


def _at_homes(scored: Scored, panels: list[_Panel], picture: Picture, dots: PictureDots) -> Scored:
    """Of a picture that would pass, with word of marks at homes that are none of its dots."""
    if scored.verdict.level not in (Level.PASSED, Level.WITH_CARE):
        return scored
    counts = [_marks_of(panel, picture, dots, scored) for panel in panels]
    check = home_marks_check(max(counts))
    return scored if check is None else replace(scored, truth=scored.truth.saying(first=[check]))


def _marks_of(panel: _Panel, picture: Picture, dots: PictureDots, scored: Scored) -> int:
    """Marks in a panel at homes that they would leave among too few people."""
    placed, view = panel.placed, panel.view
    located, size_m = Located.of(placed, view, dots.dots), placed.metres_per_px

    def to_metres(pixels: Array) -> Array:
        return located.metres(placed.to_lonlat(pixels))

    reach_m, homes_m = (AWAY_PX + 2 * placed.blur_px) * size_m, located.metres(scored.secret.truth.lonlat)
    rows = np.flatnonzero(located.inside(homes_m))
    homes_m = homes_m[rows]
    if scored.protection is not None and len(rows):
        error_m = np.full(len(rows), float(np.median(located.error_m)))
        around = scored.protection.around(homes_m, homes_m, error_m, rows, located.square)
        homes_m = homes_m[around.candidates < class_size_for(scored.secret.limit)]
    return home_marks(picture.rgb, dots.dots, view, homes_m, to_metres, reach_m, size_m)


def _beside_panels(
    scored: Scored,
    panels: list[_Panel],
    picture: Picture,
    dots: PictureDots,
    reference: Reference,
    settings: Settings,
    progress: Progress,
) -> Scored:
    """Of a picture that would pass, with word of dots that the placed maps do not explain."""
    if scored.verdict.level not in (Level.PASSED, Level.WITH_CARE):
        return scored
    found, drawn = dots.dots, scored.secret.drawn
    if panels[0].dots is dots:
        known = scored.truth.matched if drawn is None else scored.truth.matched | scored.located.near(drawn)
        spanned = outline_box(reference, scored.placed, picture.rgb.shape)
    else:
        known = np.logical_or.reduce([panel.view.holds(found.x_px, found.y_px) for panel in panels])
        spanned = Box.about([panel.view for panel in panels])
    check = panels_check(picture.rgb, found, known, spanned, progress, settings.sensitivity)
    return scored if check is None else replace(scored, truth=scored.truth.saying(first=[check]))
