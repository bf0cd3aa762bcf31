# SPDX-License-Identifier: GPL-2.0-or-later
"""Judge a map picture by what an attack on it recovered: whom it gives away, or why nobody can say.

Dots may be near homes because they lie in the same area. A mask that keeps its bound may leave many dots in
the areas of their records: of 100 patients in Ottawa's dissemination areas every second one. Such a dot lies
among fewer than k of the n people of the area with chance k / n. It tells the area and no more, which is no
finding where n is at least k. Dots that are moved aside, all together, know nothing of it: on honest maps of
100 records they explained 0.1 of the 1.2 that lay near a dot, and one such map of six was said to give
somebody away.

So each dot is held against a dot that lies anywhere in its own area, whatever brought it there. Of m dots in
the area of a record the nearest leaves at most a share a of its people nearer to the home with chance
``u = 1 - (1 - a)^m``, evenly from 0 to 1. That gives how many records should lie among too few people, and
how near the nearest one, two, three of all should lie (order statistics of uniform numbers are beta): a few
true points among masked ones, or points beside their homes, lie nearer. Where all of them together lie nearer
(the sum of -log u has a gamma distribution, Fisher 1925), these are no dots that lie anywhere in their areas,
and nothing is explained by it. Nor is a record in an area of fewer than k people, or without a dot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints, connected
from ...base.errors import Phrase
from ...base.scientific import spatial, special
from ...base.thresholds import class_size_for, one_in
from ...base.verdict import CARE, FAILED, MADE, NOT_MADE, Adversary, Check, Claim, Verdict

PEOPLE, ADDRESSES = Phrase("all people, by the population of the areas"), Phrase("all addresses")
RESIDENTS = Phrase("all residents of the addresses")
_DRAW_PLAINER = Phrase(
    "Where dots overlap, give the layer that was drawn as MASKED. Otherwise draw them larger, further apart "
    "or in a plainer style, or check a picture made of pixels."
)
_KNOWS = Phrase("the picture and the borders in it")
_OF_CHANCE, _OF_SHOWN = 0.05, 0.001
"""Probability below which a count is more than chance: of any picture, and of one whose dots are known to be
points of the layer that was drawn."""
SHOWN_SHARE = 0.5
"""Share of the points that chance leaves over which must lie under dots; chosen: most of them. Dots of a
wrong placement exceed chance by none."""


@dataclass(frozen=True)
class Evidence:
    """What the verdict is made from."""

    records: int
    """Records inside the picture."""
    dots: int
    """Dots the attack recovered, with those that may hide in merged groups."""
    found: int
    """Records matched with a dot."""
    found_by_chance: float
    """Matches chance alone would give."""
    candidates: Array | None = None
    """Addresses or people that each record hides among which a dot shows: those matched, and others at the
    same places; None where nothing was given to count."""
    exposed_by_chance: float = 0.0
    """Records that chance alone would put under a dot among too few candidates."""
    anywhere: Anywhere | None = None
    """The same of dots that lie anywhere in their areas; None where no areas tell."""
    beside: int = 0
    """Records exposed that these do not explain."""
    expected: int | None = None
    """Dots that the picture must show at least, from :func:`least_dots` of the layer that was drawn; None
    where that is not known: then as many as records."""
    unseen: int = 0
    """Points of the layer that was drawn with no dot on them, nor another dot that could hide theirs."""
    missed: int = 0
    """Records without a dot of their own that would have too few candidates, were their dot found as exactly
    as the others; those beneath a dot that was found are judged by it."""
    rows: tuple[Any, ...] = ()
    """The same records as their layer names them."""
    holds: Phrase = ADDRESSES
    """Which list of candidates was counted."""
    pictured: Anywhere | None = None
    """As ``anywhere``, of a layer that was drawn, as exactly as the picture shows it."""
    shown: bool = False
    """Whether the dots, as they were placed, are points of the layer that was drawn, from :func:`shows`. The
    records themselves are held against the dots by :func:`judge`."""
    heaped: bool = False
    """Whether fewer dots were told apart than half of the places of the layer that was drawn: a heap of dots
    may hold others than those of that layer."""


def shows(found: int, by_chance: float, points: int, dots: int) -> bool:
    """Whether dots, as they were placed, are a layer's points: then the placement is right.

    ``found``: points matched with a dot. ``by_chance``: matches that chance alone would give. ``points``:
    points of the layer inside the picture. ``dots``: dots that were placed; where points lie on one another
    there are fewer of them.

    >>> shows(60, 2.0, 70, 66), shows(4, 2.0, 70, 66), shows(70, 66.0, 70, 900)
    (True, False, False)
    """
    possible = min(points, dots)
    beyond = SHOWN_SHARE * max(possible - by_chance, 0.0)
    return found > 0 and found - by_chance >= beyond and more_than_chance(found, by_chance)


def least_dots(where_m: Floats, diameter_m: float) -> int:
    """Fewest dots that a picture of these points shows: points nearer than a diameter may merge.

    ``where_m``: (n, 2), points, metres. ``diameter_m``: size of a dot on the ground, metres.

    >>> least_dots(np.array([[0.0, 0.0], [8.0, 0.0], [16.0, 0.0], [50.0, 0.0]]), 10.0)
    2
    """
    return len(np.unique(_blobs(where_m, diameter_m))) if len(where_m) else 0


def unseen_points(where_m: Array, seen: Array, diameter_m: float) -> int:
    """Points that no dot shows, nor a blob that another point's dot belongs to.

    ``where_m``: (n, 2), points that were drawn, metres. ``seen``: (n,), which of them have a dot that can be
    theirs. ``diameter_m``: size of a dot on the ground, metres.

    >>> line = np.array([[0.0, 0.0], [8.0, 0.0], [50.0, 0.0]])
    >>> unseen_points(line, np.array([True, False, False]), 10.0)
    1
    """
    if not len(where_m):
        return 0
    blob = _blobs(where_m, diameter_m)
    return int((~np.isin(blob, blob[np.asarray(seen, bool)])).sum())


def _blobs(where_m: Array, diameter_m: float) -> Array:
    """Number of the blob of each point: points nearer than a diameter may merge."""
    pairs = spatial.cKDTree(where_m).query_pairs(diameter_m, output_type="ndarray")
    return connected(pairs[:, 0], pairs[:, 1], len(where_m))


def judge(limit: float, evidence: Evidence) -> Verdict:
    """Judge a picture by the records that fewer candidates protect than a limit asks for.

    ``limit``: highest acceptable chance that a dot leads to its record. ``evidence``: counts of the attack.
    Gives ``not_judged`` wherever the check could not be made: no records, no dots or fewer than the picture
    must show, nothing to count.

    >>> import numpy as np
    >>> alone = Evidence(records=50, dots=50, found=50, found_by_chance=1.0, candidates=np.ones(50))
    >>> judge(0.2, alone).level.value
    'gives_away'
    """
    need = class_size_for(limit)
    return Verdict(_claim(limit), None, (_stranger(need, evidence),), tuple(_checks(need, limit, evidence)))


def unjudged(limit: float, why: Phrase) -> Verdict:
    """What is said of a picture that showed the attack no dots, or that nothing could place."""
    return Verdict(_claim(limit), None, (Adversary("picture", _KNOWS, why=why),))


def _claim(limit: float) -> Claim:
    return Claim(
        Phrase(
            "No dot in the picture leads to a person with a chance of more than {limit}.",
            limit=one_in(limit),
        ),
        limit,
        Phrase("1 / candidates of each record that a dot was found for"),
        "Brownstein, Cassa, Kohane, Mandl. Int J Health Geogr 2006, 5:56",
    )


def _exposed(need: int, evidence: Evidence) -> Array:
    """Positions of the records shown that too few candidates protect."""
    return np.flatnonzero(np.asarray(evidence.candidates) < need)


def _stranger(need: int, evidence: Evidence) -> Adversary:
    if evidence.candidates is None or not evidence.records or not evidence.dots:
        why = Phrase(
            "how many people live about each dot is not known. Give all addresses of the region, "
            "or areas with their population."
        )
        return Adversary("picture", _KNOWS, evidence.holds, None, why=why)
    exposed = _exposed(need, evidence)
    # People are counted in parts: eleven and a half of them hide nobody better than eleven.
    fewest = float(np.floor(np.min(evidence.candidates))) if len(evidence.candidates) else np.inf
    rows = tuple(evidence.rows[at] for at in exposed.tolist()) if evidence.rows else ()
    explained = None
    if len(exposed) and not _beyond_chance(len(exposed), evidence):
        explained = Phrase(
            "{exposed} of {records} records lie so near a dot that fewer than {need} people could be meant. "
            "Chance alone would put {chance:.1f} there. Publish it if “Evaluate a mask” passes the mask of "
            "these dots, and never if they are homes.",
            exposed=len(exposed),
            records=evidence.records,
            need=need,
            chance=_chance(evidence),
        )
    return Adversary(
        "picture", _KNOWS, evidence.holds, 1 / max(fewest, 1.0), rows, explained=explained
    )  # fmt: skip


def _checks(need: int, limit: float, evidence: Evidence) -> Iterator[Check]:
    if evidence.records == 0:
        yield _not_made(
            "records_in_view",
            Phrase(
                "None of the true records lies inside the picture, so nothing could be compared. This says "
                "nothing about the safety of the picture."
            ),
        )
        return
    if evidence.dots == 0:
        yield _not_made(
            "dots_seen",
            Phrase(
                "No dots were found in the picture. That may be a weakness of this check: it does not say "
                "that the picture is safe."
            ),
        )
        return
    yield _dots_seen(evidence)
    yield _placement(evidence)
    if evidence.candidates is None:
        yield _places(limit, evidence)
        return
    yield _candidates(need, evidence)
    seen = evidence.pictured
    if seen is not None and seen.nearest < _OF_SHOWN and not len(_exposed(need, evidence)):
        yield _moved_little(need)


def _not_made(key: str, sentence: Phrase, remedy: Phrase | None = None) -> Check:
    return Check(key, NOT_MADE, sentence, remedy)


def _dots_seen(evidence: Evidence) -> Check:
    """A reader that lost dots says nothing about the people under them."""
    expected = evidence.records if evidence.expected is None else evidence.expected
    said = {"dots": evidence.dots, "records": evidence.records, "expected": expected}
    if evidence.dots < expected:
        return _not_made(
            "dots_seen",
            Phrase(
                "Only {dots} dots were found in the picture, which must show {expected} at least ({records} "
                "records lie inside it). Whom the dots that were missed give away is not known.",
                **said,
            ),
            _DRAW_PLAINER,
        )
    if evidence.unseen:
        return _not_made(
            "dots_seen",
            Phrase(
                "{unseen} points of the layer that was drawn lie in the picture where no dot was found, and "
                "no other dot hides them. Whom they give away is not known.",
                unseen=evidence.unseen,
            ),
            _DRAW_PLAINER,
        )
    if evidence.heaped:
        return _not_made(
            "dots_seen",
            Phrase(
                "Most dots lie in heaps: {dots} were told apart, fewer than half of the places of the layer "
                "that was drawn. Whom those beneath give away is not known.",
                dots=evidence.dots,
            ),
            _DRAW_PLAINER,
        )
    if evidence.missed:
        return _not_made(
            "dots_seen",
            Phrase(
                "Records without a dot of their own among the {dots} that were found in the picture: "
                "{missed}. Anyone who found such a dot as exactly as the others would find the person.",
                missed=evidence.missed,
                dots=evidence.dots,
            ),
            _DRAW_PLAINER,
        )
    sentence = Phrase("{dots} dots were found for {records} records in the picture.", **said)
    return Check("dots_seen", MADE, sentence)


def _placement(evidence: Evidence) -> Check:
    """Dots that are nobody's may as well be true points under a wrong placement."""
    true = shows(evidence.found, evidence.found_by_chance, evidence.records, evidence.dots)
    if true or evidence.shown:
        sentence = Phrase("Most dots lie, as they were placed, on points that are known.")
        return Check("placement", MADE, sentence)
    return _not_made(
        "placement",
        Phrase(
            "The {dots} dots, as they were placed, are neither the true points nor those of a layer that was "
            "given as drawn. So the placement may be wrong, and whom the picture gives away is not known.",
            dots=evidence.dots,
        ),
        Phrase("Give the layer that was drawn as MASKED; where the placement is wrong, give control points."),
    )


def _candidates(need: int, evidence: Evidence) -> Check:
    exposed = len(_exposed(need, evidence))
    counts = {"exposed": exposed, "records": evidence.records, "need": need}
    if exposed and _beyond_chance(exposed, evidence):
        sentence = Phrase(
            "{exposed} of {records} records are found among fewer than {need} candidates: the picture gives "
            "them away.",
            **counts,
        )
        remedy = Phrase("Mask the points, draw coarser, or publish counts by area.")
        return Check("candidates", FAILED, sentence, remedy)
    sentence = Phrase(
        "Of {records} records {exposed} were found among fewer than {need} candidates by this attack; "
        "{found} lie under a dot, where chance would give {chance:.0f}.",
        found=evidence.found,
        chance=evidence.found_by_chance,
        **counts,
    )
    return Check("candidates", MADE, sentence)


def _moved_little(need: int) -> Check:
    sentence = Phrase(
        "No dot lies on a record, but dots lie nearer to the records, with fewer than {need} people between, "
        "than dots anywhere in their areas do. Whoever knows how far they were moved may find people.",
        need=need,
    )
    remedy = Phrase("Judge the mask by “Evaluate a mask”, or move the points farther.")
    return Check("moved_little", CARE, sentence, remedy)


def _places(limit: float, evidence: Evidence) -> Check:
    counts = {"found": evidence.found, "records": evidence.records, "chance": evidence.found_by_chance}
    beyond = evidence.found - evidence.found_by_chance
    if beyond > limit * evidence.records and more_than_chance(evidence.found, evidence.found_by_chance):
        return Check(
            "places",
            FAILED,
            Phrase(
                "{found} of {records} true places lie under a dot, where chance would give {chance:.0f}: the "
                "picture gives positions away. How many people share each of them was not counted, because "
                "no addresses or population were given.",
                **counts,
            ),
            Phrase(
                "Mask the points; to count who shares a place, give addresses or areas with a population."
            ),
            evidence.rows,
        )
    return _not_made(
        "places",
        Phrase(
            "{found} of {records} true places lie under a dot, where chance would give {chance:.0f}. Without "
            "addresses or population nobody can say how many people each could be, so the picture was not "
            "judged.",
            **counts,
        ),
        Phrase("Give addresses, or areas with a population."),
    )


def _beyond_chance(exposed: int, evidence: Evidence) -> bool:
    """Whether more are exposed, or more closely, than by chance: 1 in 20, of known dots 1 in 1000."""
    level, spread = _OF_SHOWN if evidence.shown else _OF_CHANCE, evidence.anywhere
    nearer = spread is not None and spread.nearest < level
    beside = evidence.beside > 0 and more_than_chance(evidence.beside, evidence.exposed_by_chance, level)
    return nearer or beside or more_than_chance(exposed, _chance(evidence), level)


def _chance(evidence: Evidence) -> float:
    """Records that chance exposes: dots moved aside or, unless all lie nearer, anywhere in their areas."""
    spread = evidence.anywhere
    if spread is None or spread.together < _OF_SHOWN:
        return evidence.exposed_by_chance
    return max(evidence.exposed_by_chance, spread.exposed)


def more_than_chance(count: int, expected: float, level: float = _OF_CHANCE) -> bool:
    """Whether a Poisson count this large has a probability below ``level`` at the expected value."""
    return expected <= 0 or float(special.gammainc(count, expected)) < level


@dataclass(frozen=True)
class Anywhere:
    """Records near dots, held against dots that lie anywhere in their areas."""

    exposed: float
    """Records that too few people would protect, on average."""
    nearest: float
    """Chance that the nearest dots lie as near as those of records exposed: one, two or more of them."""
    together: float
    """Chance that all dots together lie as near."""
    explained: Bools
    """Shape (r,). Records that share an area of enough people with a dot."""


def anywhere(dots: Ints, people: Array, nearer: Array, dot: Ints, need: int) -> Anywhere | None:
    """Hold records against dots anywhere in their areas.

    ``dots``: (r,), dots in the area of each record. ``people``: (r,), people of the area. ``nearer``: (r,),
    people at least as near to the nearest dot as the record, beside it. ``dot``: (r,), that dot: neighbours
    near one dot are not near by chances of their own. ``need``: people among whom a record must hide. Gives
    none where no record shares an area with a dot.

    >>> found = anywhere([1, 2, 0], [500, 900, 80], [250, 3, 1], [0, 1, 1], 11)
    >>> round(found.exposed, 3), round(found.nearest, 4), round(found.together, 3)
    (0.046, 0.0265, 0.022)
    """
    dots, people, nearer = (np.asarray(one, dtype=float) for one in (dots, people, nearer))
    tested = (dots > 0) & (people > 0)
    explained = tested & (people >= need)
    count = int(tested.sum())
    if not count:
        return None
    chance = _of_share(nearer[tested] / people[tested], dots[tested])
    few = nearer[tested] + 1 < need
    with np.errstate(divide="ignore"):  # a dot on the very home has a chance of 0, and so have all together
        together = float(special.gammaincc(count, -np.log(chance).sum()))
    exposed = float(_of_share(need / people[explained], dots[explained]).sum())
    return Anywhere(exposed, _as_near(chance[few], np.asarray(dot)[tested][few], count), together, explained)


def _as_near(chance: Floats, dot: Ints, count: int) -> float:
    """Chance that the nearest one, two or more of so many records lie so near; 1/2, 1/6, 1/12 of it each."""
    order = np.argsort(chance, kind="stable")
    near = chance[order][np.sort(np.unique(dot[order], return_index=True)[1])]
    first = np.arange(len(near)) + 1
    chances = special.betainc(first, count - first + 1, near) * first * (first + 1)
    return float(chances.min(initial=1.0))


def _of_share(share: Floats, dots: Array | int) -> Floats:
    """Chance that of so many dots one falls into a share."""
    with np.errstate(divide="ignore"):
        return -np.expm1(dots * np.log1p(-np.minimum(share, 1.0)))
