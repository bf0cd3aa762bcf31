# SPDX-License-Identifier: GPL-2.0-or-later
"""The sections of the publication report.

What depends on the true places (moves that were drawn, true points found, counts of what was left out)
is internal. The form that is released shows what follows from the populations, the method and the
released points alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.base import thresholds
from ...core.base.errors import InputError
from ...core.geomask.programme.programme import EVERYBODY
from ...i18n import tr
from ...report import Facts, Figure, Items, Section, Table, chartdata, explanation, picture, verdictpage
from ...report.numbers import count, listed, metres, number, one_in, percent
from ..framework.verdict import audience
from ..framework.verdict.metricsfile import read_back, reason
from ..framework.writing.destinations import forget, read_bytes
from ..geomasking import laterrelease, lp, lprates, lpverdict


def build(run, evidence) -> tuple:
    """All sections, in the order in which they are read."""
    return (
        _maps(run),
        _guarantee(evidence),
        *_releases(evidence),
        _cost(evidence),
        _measured(evidence),
        *(chartdata.sections(evidence.evaluation["charts"]) if evidence.evaluation else ()),
        _attack(evidence),
        _left_out(evidence.mask),
        _remaining(evidence),
        _words(evidence),
    )


def _maps(run) -> Section:
    figures = []
    if run.file("TRUE_IMAGE"):
        figures.append(
            Figure(
                picture(picture_bytes(run, "TRUE_IMAGE"), tr("Map of the true points")),
                tr("True points. Internal: never publish this picture."),
                internal=True,
            )
        )
        forget(run.file("TRUE_IMAGE"))  # a model draws it in memory for this report alone
    figures.append(
        Figure(
            picture(picture_bytes(run, "IMAGE"), tr("Map of the masked points")),
            tr("Masked points, to publish."),
        )
    )
    return Section(tr("The map"), *figures, beside=True)


def picture_bytes(run, name: str) -> bytes:
    """A picture's file as it is."""
    path = run.file(name)
    try:
        return read_bytes(path)
    except OSError as error:
        raise InputError(
            "publication.picture.unreadable", "The picture {name} could not be read.", name=path.name
        ) from error


def _guarantee(evidence) -> Section:
    mask = evidence.mask
    figures, model = mask["figures"], lpverdict.model_of(mask)
    preset = mask["parameters"].get("AUDIENCE")
    source = audience.section(thresholds.preset(preset) if preset else None).blocks[0]
    return Section(
        tr("What the mask guarantees"),
        tr(
            "Re-identification risk is the chance that somebody who knows the released points and the "
            "whole method, but not the random numbers, names the right person. A risk of {risk} is "
            "that of hiding among {people} people.",
            risk=number(evidence.bound, ".4g"),
            people=count(thresholds.hidden_among(evidence.bound)),
        ),
        Facts(
            *_of_person(figures),
            (tr("Model of the guarantee"), _model(model)),
            (tr("Records released"), count(evidence.records)),
            (tr("Risk that was asked for, at most"), verdictpage.risk(evidence.bound)),
            (
                tr("Risk achieved, audited after solving"),
                verdictpage.risk(figures["ACHIEVED_RISK"]),
            ),
            *_weaker(mask),
            (
                tr("Expected move of an inhabitant, from home to masked place"),
                metres(figures["PLACED_MOVE_M"]),
            ),
            (tr("Place of a dot at its destination"), _placement(mask["parameters"])),
        ),
        source,
    )


def _model(model: str) -> str:
    if model == "wieland":
        return tr("Wieland et al. 2008")
    if model == EVERYBODY:
        return tr("everybody’s, after Jung and El Emam 2014")
    return tr("revised (Jung and El Emam 2014)")


def _of_person(figures: dict) -> tuple:
    """What is proved of the dots, of anybody; nothing where it is not."""
    person = figures.get("PERSON_RISK")
    if person is None:
        return ()
    return ((tr("The most that these dots say of any one person"), verdictpage.risk(person)),)


def _weaker(mask: dict) -> tuple:
    """Who has the weaker promise of the revised model, as the mask's own report says it."""
    found = [one for one in mask["judgement"]["checks"] if one["key"] == "weaker_promise"]
    return tuple(
        (tr("Whom the promise covers"), read_back(mask, one["sentence"]).translated(tr)) for one in found
    )


def _together(mask: dict) -> tuple:
    """What all dots of the release tell together, for a methods section."""
    person = mask["figures"].get("PERSON_RISK")
    if person is None:
        return ()
    return (
        tr(
            "All dots read together, the records being different people, make nobody surer than {risk} of "
            "anyone.",
            risk=one_in(person),
        ),
    )


def _placement(parameters: dict) -> str:
    if parameters.get("PLACEMENT") == "scatter":
        return tr("drawn uniformly inside the area, whatever the true place")
    if parameters.get("PLACEMENT") == "address":
        return tr("one of the addresses inside the area, whatever the true place")
    return tr("the point that stands for the area")


def _cost(evidence) -> Section:
    """The frontier: it follows from the populations and the method, so both forms show it."""
    title = tr("What other bounds would cost")
    if evidence.curve is None:
        return Section(
            title,
            tr("Not measured: no METRICS of “Solve a masking strategy” with a curve was given for this map."),
        )
    figures = evidence.mask["figures"]
    own = figures["ACHIEVED_RISK"], figures["PLACED_MOVE_M"]
    blocks: list[Any] = [chartdata.frontier(evidence.curve["charts"], own)]
    ways = [_placement(one["parameters"]) for one in (evidence.curve, evidence.mask)]
    if ways[0] != ways[1]:
        said = tr(
            "The curve and this map place their dots in different ways (the curve: {curve}; this map: "
            "{map}), which explains part of the distance between them."
        )
        blocks.append(said.format(curve=ways[0], map=ways[1]))
    return Section(title, *blocks, *_whose_areas(evidence, evidence.curve))


def _whose_areas(evidence, other: dict) -> tuple:
    """What is to be known of figures of METRICS that do not say of which areas they are."""
    if evidence.of_these_areas(other) is not None:
        return ()
    return (tr("Whether this was measured in the areas of this map is not known: the METRICS do not say."),)


def _measured(evidence) -> Section:
    title = tr("What was measured on these records")
    if evidence.evaluation is None:
        told = tr(
            "Not measured: no METRICS of “Evaluate a mask” was given. How far and in which direction the "
            "records were moved, among how many people they hide and what the pattern lost is not known."
        )
        return Section(title, told, internal=True)
    f = evidence.evaluation["figures"]
    facts = [
        (
            tr("Move: mean; median; 95 % move less than"),
            listed(metres(f[name]) for name in ("MEAN_MOVE_M", "MEDIAN_MOVE_M", "P95_MOVE_M")),
        ),
        (tr("Records that did not move"), percent(f["STAYED_SHARE"])),
        (tr("Shift of the mean centre"), metres(f["CENTRE_SHIFT_M"])),
    ]
    if "HOT_SPOT_OVERLAP" in f:
        words = tr("Correlation of the densities of dots before and after (1: the same)")
        facts.append((words, _known(f["DENSITY_CORRELATION"], lambda value: number(value, ".3f"))))
        overlap = _known(f["HOT_SPOT_OVERLAP"], percent)
        facts.append((tr("Overlap of the hot spots (100 %: the same)"), overlap))
    if "SMALLEST_K" in f:
        facts.append(
            (
                tr("People among whom a record hides from somebody with only the map: fewest; median"),
                listed((_known(f["SMALLEST_K"], lambda k: number(k, ".1f")), _known(f["MEDIAN_K"], count))),
            )
        )
    if "CHANGED_AREA_SHARE" in f:
        facts.append((tr("Records in another area than before"), percent(f["CHANGED_AREA_SHARE"])))
    told = tr(
        "These figures and charts describe this one run of the mask. They are true of these records alone "
        "and are no part of the guarantee: never release them, because they narrow down where each record "
        "came from."
    )
    return Section(title, told, Facts(*facts), internal=True)


def _known(value, written: Callable) -> str:
    """A figure as a page shows it; METRICS have none where the run found none."""
    return "–" if value is None else written(value)


def _attack(evidence) -> Section:
    blocks: list = [
        tr(
            "The picture was attacked as a stranger would: placed on the map by the outline alone, its dots "
            "found, and each dot compared with the points."
        )
    ]
    if evidence.attack_on_masked is None and evidence.attack_on_true is None:
        blocks = [tr("Not measured: the picture was not attacked.")]
    if evidence.attack_on_masked:
        found = evidence.attack_on_masked["figures"]
        blocks.append(
            Facts(
                (tr("Masked points recovered from the picture"), _of_all(found)),
                (tr("Mean error of a recovered point"), _distance(found["MEAN_DISTANCE_M"])),
            )
        )
        blocks.append(
            tr(
                "That masked points can be read off the picture is expected; the guarantee does not rest on "
                "hiding them."
            )
        )
    if evidence.attack_on_true:
        found = evidence.attack_on_true["figures"]
        exposed = tr("not known") if found["EXPOSED"] is None else count(found["EXPOSED"])
        blocks.append(
            Facts(
                (tr("True points that a dot happens to lie on"), _of_all(found)),
                (tr("Patients exposed"), exposed),
                (tr("Judgement of the attack"), reason(evidence.attack_on_true).translated(tr)),
                internal=True,
            )
        )
        blocks.append(Items(explanation("exposed").sentences, internal=True))
    return Section(tr("What the picture gives away"), *blocks)


def _of_all(figures: dict) -> str:
    recall = figures["RECALL"]
    if recall is None or figures["RECOVERED"] is None:
        return _known(figures["RECOVERED"], count)
    return tr("{count} ({share} of those in view)", count=count(figures["RECOVERED"]), share=percent(recall))


def _distance(value) -> str:
    return tr("none recovered") if value is None else metres(value)


def _left_out(mask: dict) -> Section:
    """Every record that was given is released or stands here."""
    counts = mask["counts"]
    controls = "CONTROLS" in counts
    rows = [(tr("Patients given"), _given(counts, "PATIENTS"))]
    if controls:
        rows.append((tr("Controls given"), _given(counts, "CONTROLS")))
    rows += [
        (
            tr("Left out: without a place"),
            sum(counts.get(f"{name}_without_geometry", 0) for name in ("PATIENTS", "CONTROLS")),
        ),
        (tr("Left out: outside every area"), counts.get("held_back_outside", 0)),
        (tr("Patients released"), counts["OUTPUT"]),
    ]
    if controls:
        rows.append((tr("Controls released"), counts["CONTROLS_OUTPUT"]))
    told = tr(
        "Records without a place, or outside every area, cannot be masked: they are not on the map and not "
        "in the released layer. No record was left out for any other reason."
    )
    table = Table(
        (tr("Records"), tr("Number")), tuple((name, count(number)) for name, number in rows), internal=True
    )
    return Section(tr("What was left out"), told, table)


def _given(counts: dict, name: str) -> int:
    return counts[name] + counts.get(f"{name}_without_geometry", 0)


def _remaining(evidence) -> Section:
    """What the guarantee does not cover, for whoever signs."""
    released = evidence.mask["parameters"].get("KEEP_FIELDS") or []
    return Section(
        tr("What remains"),
        Facts(
            (tr("Fields released beside the position"), ", ".join(released) or tr("None")),
        ),
        *_repeated(evidence),
        verdictpage.fields_beside(),
        tr(
            "Knowledge of others: the guarantee does not cover people whom an observer knows to be in "
            "the data. The fewer patients a map shows, the more such knowledge says of the others: of "
            "a handful, publish a count for a larger region instead."
        ),
        *lp.assumptions(*lprates.allowed_by(evidence.mask["parameters"])),
        *lprates.price(evidence.mask["figures"]),
    )


def _repeated(evidence) -> tuple:
    """What earlier and later releases of the same people mean for this one."""
    if evidence.ledger is not None:
        return ()
    return (
        Facts(
            (tr("Records of earlier releases that were counted"), count(evidence.earlier_records)),
            internal=True,
        ),
        tr(
            "Repeated releases: no ledger was used. If the same patients are masked anew and somebody "
            "links their dots, the two maps together reveal far more than each alone. Release this same "
            "masked layer again, or use a ledger, which keeps known patients where they were shown."
        ),
    )


def _releases(evidence) -> tuple:
    """All releases together, as the ledger has them."""
    if evidence.ledger is None:
        return ()
    return (laterrelease.section(evidence.ledger, evidence.mask["counts"]),)


def _words(evidence) -> Section:
    mask = evidence.mask
    said = {
        "version": mask["versions"]["geodeid"],
        "records": count(evidence.records),
        "model": _model(lpverdict.model_of(mask)),
        "risk": number(evidence.bound, ".4g"),
        "achieved": number(mask["figures"]["ACHIEVED_RISK"], ".4g"),
        "move": metres(mask["figures"]["PLACED_MOVE_M"]),
        "place": _placement(mask["parameters"]),
        "weaker": "".join(
            f" {sentence}" for sentence in (*_together(mask), *(one[1] for one in _weaker(mask)))
        ),
    }
    methods = tr(
        "Methods: “The places of {records} records were geomasked with GeoDeID {version}. Each record was "
        "moved from its area by one independent random draw from transition probabilities that minimise the "
        "expected distance by linear programming (after Wieland et al. 2008) under a bound of {risk} (model: "
        "{model}), audited after solving at {achieved}.{weaker} The expected displacement of an inhabitant "
        "from home to masked place is {move}; the place of a dot at its destination is {place}.”",
        **said,
    )
    blocks: list = [_caption(mask["figures"].get("PERSON_RISK"), said["risk"]), methods]
    if evidence.attack_on_true is not None:
        blocks.append(
            tr(
                "Where the picture is discussed, add: “The finished map was attacked by finding its dots and "
                "placing it on the outline (after Brownstein et al. 2006) before it was published.”"
            )
        )
    blocks.append(_references(evidence))
    return Section(tr("Words to print with the map"), *blocks)


def _caption(person: float | None, risk: str) -> str:
    """The words under the map; without a figure where nothing is proved of the dots."""
    if person is None or person >= 1:
        return tr(
            "Caption: “Positions are masked: each dot was placed at random under a bound of {risk}.”",
            risk=risk,
        )
    return tr(
        "Caption: “Positions are masked: each dot was placed at random. Anyone who says, from all of them, "
        "that a particular person is one of the patients has at most a {person} chance of being right.”",
        person=one_in(person),
    )


def _references(evidence) -> str:
    works = [
        "Wieland SC, Cassa CA, Mandl KD, Berger B. Revealing the spatial distribution of a disease while "
        "preserving privacy. PNAS 2008, 105(46).",
        "Jung HW, El Emam K. A linear programming model for preserving privacy when disclosing patient "
        "spatial information for secondary purposes. Int J Health Geogr 2014.",
    ]
    if evidence.attack_on_true is not None:
        works.append(
            "Brownstein JS, Cassa CA, Kohane IS, Mandl KD. An unsupervised classification method for "
            "inferring original case locations from low-resolution disease maps. Int J Health Geogr 2006, "
            "5:56."
        )
    return tr("References: {works}", works=" ".join(works))
