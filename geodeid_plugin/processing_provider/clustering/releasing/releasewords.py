# SPDX-License-Identifier: GPL-2.0-or-later
"""What remains after a release by clusters, and the words to print with it."""

from __future__ import annotations

from ....i18n import tr
from ....report import Section, verdictpage
from ....report.numbers import count


def sections(form: str, people: float, demand, version: str, table: tuple) -> tuple:
    """Residual risks, caption and methods paragraph.

    Parameters
    ----------
    form : str
        Form of the release.
    people : float
        People of the smallest cluster.
    demand : Demand
        How counts are protected.
    version : str
        Version of the program.
    table : tuple of (bool, float or None, bool)
        Whether the layer shows that a count is withheld, the fewest records asked for of a cluster, and
        whether clusters lie in boundary units.
    """
    return _remaining(), _words(form, people, demand, version, table)


def _remaining() -> Section:
    return Section(
        tr("What remains"),
        (
            tr(
                "Repeated releases: use one clustering for all of them. Two clusterings of the same areas "
                "intersect in smaller groups, and further draws for the same records reveal the members of "
                "their cluster."
            ),
            verdictpage.fields_beside(),
            tr(
                "Other tables: a count that is suppressed here can be found where another table gives the "
                "total of the same people. Compare what was published before."
            ),
        ),
    )


def _words(form: str, people: float, demand, version: str, table: tuple) -> Section:
    hidden, least, units = table
    # Whether rows were held back is told by no layer, so the words say how it would be done.
    told = bool(demand.smallest - 1) and (hidden or form != "dissolved" or demand.rule != "suppress")
    said = {"people": count(people), "less": demand.smallest - 1, "version": version,
            "values": demand.values, "base": demand.base, "spread": demand.values - 1}  # fmt: skip
    caption = {
        "member": tr(
            "Caption: “Each record stands at an area drawn at random from a group of areas with at least "
            "{people} people; no dot marks the place of a person.”"
        ),
        "cluster": tr("Caption: “Places are groups of areas with at least {people} people each.”"),
        "dissolved": tr("Caption: “Counts by groups of areas with at least {people} people each.”"),
    }[form]
    methods = tr(
        "Methods: “Areas were grouped with GeoDeID {version} into connected clusters, each inside its "
        "boundary unit and with at least {people} people, as many and as compact as the bounds allow "
        "(after El Emam and Arbuckle 2013); the finished clusters were checked by separate code.”"
    )
    if not units:
        methods = tr(
            "Methods: “Areas were grouped with GeoDeID {version} into connected clusters, each with at least "
            "{people} people, as many and as compact as the bounds allow (after El Emam and Arbuckle 2013); "
            "the finished clusters were checked by separate code.”"
        )
    added = {
        "member": tr("“Each record was given an area drawn at random from its cluster.”"),
        "cluster": tr("“Each record was given the code of its cluster.”"),
        "dissolved": _RULES[demand.rule](),
    }[form]
    if form != "dissolved" and said["less"]:
        added += " " + tr(
            "“Records were held back where their cluster, with the released fields, holds from 1 to "
            "{less} of them, and further ones drawn by a secret key, so that at least {values} values remain "
            "possible for each count that is not shown.”"
        )
    works = "El Emam K, Arbuckle L. Anonymizing Health Data. O'Reilly 2013, chapter 9."
    blocks = [text.format(**said) for text in (caption, methods)]
    if least:
        records = tr(
            "“Every cluster was made to hold at least {least} records. Where records are rare clusters are "
            "large, so that counts are alike and rates say where records are dense.”"
        )
        blocks.append(records.format(least=count(least)))
    if form != "dissolved" or told:
        blocks.append(added.format(**said))
    if form == "dissolved" and told and demand.rule == "suppress":
        key = tr(
            "Key of the map: “Hatched: withheld, because the count lies from 1 to {less} or is held back to "
            "protect another.”"
        )
        blocks.insert(1, key.format(**said))
    return Section(
        tr("Words to print with the map"), (*blocks, tr("References: {works}").format(works=works))
    )


_RULES = {
    "suppress": lambda: tr(
        "“Counts from 1 to {less} were withheld, and further ones drawn by a secret key, so that at least "
        "{values} values remain possible for each of them.”"
    ),
    "merge": lambda: tr("“Clusters with counts from 1 to {less} were merged with a neighbour.”"),
    "round": lambda: tr(
        "“Counts were rounded at random to multiples of {base}, without bias; at least {values} "
        "values remain possible for each small one.”"
    ),
    "controlled": lambda: tr(
        "“Counts were rounded at random to multiples of {base} that add up to rounded totals, without bias "
        "(controlled rounding, Cox 1987); at least {values} values remain possible for each small one.”"
    ),
    "cellkey": lambda: tr(
        "“Counts were changed at random by at most {spread}, without bias, by keys of the records "
        "(the cell key method).”"
    ),
}
