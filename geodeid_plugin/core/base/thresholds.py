# SPDX-License-Identifier: GPL-2.0-or-later
"""Thresholds in use, each with its source and date. A preset is a starting point, never advice.

A reader must be able to see where a number comes from, so every preset carries the rule in words,
the source, the date of the source, and whether the project read the source itself or a summary.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from .errors import InputError, Phrase, named

RECORD_RISK = "record risk"
"""Probability that a record is re-identified, at most; 1 / class size for a class."""
UNIQUE_SHARE = "unique share"
"""Share of the people of an area or file who are unique, at most."""
POPULATION = "population"
"""People who must live in the smallest published area, at least."""
CELL_COUNT = "cell count"
"""Cases in a published cell, at least (or zero where the rule says so)."""
DISPLACEMENT_M = "displacement"
"""Longest random displacement of a point, metres."""

MEASURES = (RECORD_RISK, UNIQUE_SHARE, POPULATION, CELL_COUNT, DISPLACEMENT_M)


@dataclass(frozen=True)
class Preset:
    """One threshold that somebody publishes or requires."""

    key: str
    """Stable name for parameters and the command line."""
    title: str
    """What a user sees."""
    measure: str
    """One of :data:`MEASURES`: what the value limits."""
    value: float | None
    """The limit; None where the rule leaves it to the user."""
    rule: str
    """The rule in one sentence."""
    source: str
    source_date: str
    """Where the rule stands, and of when that text is."""
    class_size: int | None = None
    """Smallest equivalence class that goes with the value."""
    strict: bool = False
    """True where the value itself does not satisfy the rule ("more than 20 000")."""
    first_hand: bool = True
    """False where the project knows the rule from a summary: check the original before citing it."""
    read: str = "2026-11"
    """When the project read the source, or the summary."""
    criteria: tuple[str, ...] = ()
    """What somebody has to judge where the rule names no number: a checklist."""

    @property
    def number(self) -> float:
        """The value, where the rule names one.

        Raises
        ------
        InputError
            If the preset leaves the limit to the user.
        """
        if self.value is None:
            raise InputError(
                "threshold.preset.no_number",
                "“{preset}” names no number. Enter the threshold that your expert set.",
                preset=self.title,
            )
        return self.value


PRESETS = (
    Preset(
        "revised_lp",
        "Very small risk, as Jung and El Emam call it (1 in 5)",
        RECORD_RISK,
        0.2,
        "Risks of 0.05 to 0.3 are in use as 'very small'.",
        "Jung & El Emam, Int J Health Geogr 2014",
        "2014",
        class_size=5,
    ),
    Preset(
        "strict",
        "Very small risk, strict end of the range (1 in 20)",
        RECORD_RISK,
        0.05,
        "0.05, the lowest risk of the range in use.",
        "Jung & El Emam, Int J Health Geogr 2014",
        "2014",
        class_size=20,
    ),
    Preset(
        "ema_0070",
        "EMA Policy 0070 (1 in 11)",
        RECORD_RISK,
        1 / 11,
        "Risk at most 0.09, read as equivalence classes of at least 11 (1/11 = 0.0909 is accepted as 0.09).",
        "European Medicines Agency, external guidance on Policy 0070, EMA/90915/2016, version 1.5",
        "2025-05-14",
        class_size=11,
        first_hand=False,
        read="2026-11-24",
    ),
    Preset(
        "health_canada",
        "Health Canada PRCI (1 in 11)",
        RECORD_RISK,
        1 / 11,
        "Risk at most 0.09, read as equivalence classes of at least 11 (1/11 = 0.0909 is accepted as 0.09).",
        "Health Canada, Public Release of Clinical Information, guidance document",
        "2019",
        class_size=11,
        first_hand=False,
    ),
    Preset(
        "trusted_5",
        "Sharing with trusted parties (1 in 5)",
        RECORD_RISK,
        0.2,
        "Equivalence classes of at least 5 for recipients bound by agreement.",
        "El Emam & Arbuckle, Anonymizing Health Data",
        "2013",
        class_size=5,
        first_hand=False,
    ),
    Preset(
        "trusted_3",
        "Sharing with the most trusted parties (1 in 3)",
        RECORD_RISK,
        1 / 3,
        "Equivalence classes of at least 3 for the most trusted recipients.",
        "El Emam & Arbuckle, Anonymizing Health Data",
        "2013",
        class_size=3,
        first_hand=False,
    ),
    Preset(
        "ontario_low",
        "Ontario IPC, low invasiveness (1 in 11)",
        RECORD_RISK,
        0.09,
        "Risk at most 0.09; the edition names groups of 11.",
        "Information and Privacy Commissioner of Ontario, De-identification Guidelines",
        "2025-10",
        class_size=11,
        first_hand=False,
    ),
    Preset(
        "ontario_medium",
        "Ontario IPC, medium invasiveness (1 in 13)",
        RECORD_RISK,
        0.075,
        "Risk at most 0.075; the edition names groups of 15.",
        "Information and Privacy Commissioner of Ontario, De-identification Guidelines",
        "2025-10",
        class_size=15,
        first_hand=False,
    ),
    Preset(
        "ontario_high",
        "Ontario IPC, high invasiveness (1 in 20)",
        RECORD_RISK,
        0.05,
        "Risk at most 0.05; the edition names groups of 20.",
        "Information and Privacy Commissioner of Ontario, De-identification Guidelines",
        "2025-10",
        class_size=20,
        first_hand=False,
    ),
    Preset(
        "hipaa_expert",
        "HIPAA expert determination (set by the expert)",
        RECORD_RISK,
        None,
        "A qualified expert finds the risk 'very small' and documents why; the rule names no number.",
        "45 CFR 164.514(b)(1)",
        "2002",
    ),
    Preset(
        "quebec_2024",
        "Québec, anonymization of personal information (set by the qualified person)",
        RECORD_RISK,
        None,
        "A qualified person finds, by three criteria and what else is available, that the risk is very low; "
        "the rule names no number.",
        "Regulation respecting the anonymization of personal information, CQLR A-2.1, r. 0.1, s. 2",
        "2024-05-30",
        read="2026-11-24",
        criteria=(
            "Individualization: nobody can be isolated or distinguished within the data set.",
            "Correlation: data sets that concern the same person cannot be connected.",
            "Inference: nothing personal can be inferred from other available information.",
        ),
    ),
    Preset(
        "ehds_2025",
        "European Health Data Space, secondary use (set by the access body)",
        RECORD_RISK,
        None,
        "Only data that hold no personal electronic health data leave the secure processing environment; the "
        "rule names no number.",
        "Regulation (EU) 2025/327, recital 77",
        "2025-03-05",
        read="2026-11-24",
        criteria=("What leaves the secure processing environment holds no personal electronic health data.",),
    ),
    Preset(
        "unique_5",
        "Small areas, at most 5 % unique",
        UNIQUE_SHARE,
        0.05,
        "An area is large enough when at most 5 % of its people are unique.",
        "El Emam et al., BMC Med Inform Decis Mak 10:18",
        "2010",
    ),
    Preset(
        "unique_20",
        "Small areas, at most 20 % unique",
        UNIQUE_SHARE,
        0.2,
        "An area is large enough when at most 20 % of its people are unique.",
        "El Emam et al., BMC Med Inform Decis Mak 10:18",
        "2010",
    ),
    Preset(
        "hipaa_zip3",
        "HIPAA safe harbour, 3-digit ZIP (more than 20 000 people)",
        POPULATION,
        20_000,
        "The first three digits of a ZIP may stay where more than 20 000 people live in the unit by current "
        "Census counts; otherwise the code becomes 000.",
        "45 CFR 164.514(b)(2)(i)(B); HHS Office for Civil Rights guidance",
        "2012-11",
        strict=True,
    ),
    Preset(
        "cdc_common",
        "CDC Tracking, common outcomes (5 000 people)",
        POPULATION,
        5_000,
        "Sub-county areas of at least 5 000 people, nested in the county.",
        "CDC and NCI comparison of sub-county geographies",
        "undated, read 2026-11",
        first_hand=False,
    ),
    Preset(
        "cdc_rare",
        "CDC Tracking, rare outcomes (20 000 people)",
        POPULATION,
        20_000,
        "Sub-county areas of at least 20 000 people, nested in the county.",
        "CDC and NCI comparison of sub-county geographies",
        "undated, read 2026-11",
        first_hand=False,
    ),
    Preset(
        "naaccr_zone",
        "NCI/NAACCR cancer reporting zones (50 000 people)",
        POPULATION,
        50_000,
        "Zones of about 50 000 people; counts under 16 are suppressed.",
        "Delaware Journal of Public Health, cancer reporting zones",
        "2024",
        first_hand=False,
    ),
    Preset(
        "statcan_standard",
        "Statistics Canada, standard areas (40 people)",
        POPULATION,
        40,
        "No tables for standard areas of fewer than 40 people.",
        "Statistics Canada, 2011 Census, Data Quality and Confidentiality Standards and Guidelines",
        "2011",
        read="2026-11-24",
    ),
    Preset(
        "statcan_custom",
        "Statistics Canada, custom areas and postal codes (100 people)",
        POPULATION,
        100,
        "No tables for custom areas or postal codes of fewer than 100 people.",
        "Statistics Canada, 2011 Census, Data Quality and Confidentiality Standards and Guidelines",
        "2011",
        read="2026-11-24",
    ),
    Preset(
        "statcan_income",
        "Statistics Canada, tables with income (250 people)",
        POPULATION,
        250,
        "No tables with income for areas of fewer than 250 people.",
        "Statistics Canada, 2006 Community Profiles, area and data suppression",
        "2006",
        read="2026-11-24",
    ),
    Preset(
        "canada_microdata",
        "Canada, smallest published geography (70 000 people)",
        POPULATION,
        70_000,
        "Public microdata name no geography of fewer than 70 000 people.",
        "Statistics Canada, practice for public microdata",
        "undated, not re-checked",
        first_hand=False,
    ),
    Preset(
        "us_microdata",
        "US Census, smallest published geography (100 000 people)",
        POPULATION,
        100_000,
        "Public microdata name no geography of fewer than 100 000 people.",
        "US Census Bureau, practice for public microdata",
        "undated, not re-checked",
        first_hand=False,
    ),
    Preset(
        "macrae_nz",
        "New Zealand, no small geography below 150 000 people (MacRae)",
        POPULATION,
        150_000,
        "Above 150 000 people nobody was unique by age group, sex, ethnicity in three or five groups and "
        "deprivation, without meshblocks.",
        "MacRae, Dobbie, Ranchhod, Assessing re-identification risk of de-identified health data in New "
        "Zealand",
        "2012",
    ),
    Preset(
        "cms_cell",
        "CMS cell size (11)",
        CELL_COUNT,
        11,
        "No cell of 1 to 10, nor anything from which one follows; zero may be shown.",
        "CMS cell size suppression policy, as ResDAC publishes it",
        "2024-01-26",
        class_size=11,
        read="2026-11-24",
    ),
    Preset(
        "nhs_cell",
        "NHS England, hospital statistics (8)",
        CELL_COUNT,
        8,
        "Below the national level counts of 1 to 7 are not shown, and others are rounded to the nearest 5.",
        "NHS Digital, Disclosure control methodology for Hospital Episode Statistics",
        "2018-09",
        first_hand=False,
        read="2026-11-24",
    ),
    Preset(
        "ons_deaths",
        "ONS, deaths behind an age-standardised rate (10)",
        CELL_COUNT,
        10,
        "No age-standardised rate of fewer than 10 deaths, no crude rate of fewer than 3.",
        "Office for National Statistics, answer FOI/2021/3301",
        "2021",
        read="2026-11-24",
    ),
    Preset(
        "stats_nz_cell",
        "Stats NZ, census tables (6)",
        CELL_COUNT,
        6,
        "Counts of 6 or more are shown in any normal table, smaller ones only where the cells are large on "
        "average; all are randomly rounded to base 3.",
        "Statistics New Zealand, 2013 Census confidentiality rules, summary of changes from 2006",
        "2013",
        first_hand=False,
        read="2026-11-24",
    ),
    Preset(
        "naaccr_cell",
        "NCI/NAACCR cancer maps (16)",
        CELL_COUNT,
        16,
        "Counts under 16 are suppressed.",
        "Delaware Journal of Public Health, cancer reporting zones",
        "2024",
        first_hand=False,
    ),
    Preset(
        "massachusetts_cell",
        "Massachusetts DPH (5)",
        CELL_COUNT,
        5,
        "Counts under 5 are suppressed where fewer than 50 000 people live.",
        "Massachusetts Department of Public Health, as described by Esri",
        "undated, read 2026-11",
        first_hand=False,
    ),
    Preset(
        "dhs_urban",
        "DHS and MICS, urban clusters (2 km)",
        DISPLACEMENT_M,
        2_000,
        "Urban survey clusters are moved by at most 2 km within their district.",
        "DHS Spatial Analysis Reports 7",
        "2013",
        first_hand=False,
    ),
    Preset(
        "dhs_rural",
        "DHS and MICS, rural clusters (5 km)",
        DISPLACEMENT_M,
        5_000,
        "Rural survey clusters are moved by at most 5 km within their district.",
        "DHS Spatial Analysis Reports 7",
        "2013",
        first_hand=False,
    ),
    Preset(
        "dhs_rural_far",
        "DHS and MICS, 1 % of rural clusters (10 km)",
        DISPLACEMENT_M,
        10_000,
        "One in a hundred rural survey clusters is moved by at most 10 km within its district.",
        "DHS Spatial Analysis Reports 7",
        "2013",
        first_hand=False,
    ),
)

WEAKEST_RISK = max(entry.number for entry in PRESETS if entry.measure == RECORD_RISK and entry.value)
"""The weakest limit that anybody publishes of how surely a person may be named: classes of 3."""


def presets_of(*measures: str) -> tuple[Preset, ...]:
    """Presets that limit one of the measures, in the order of :data:`PRESETS`."""
    return tuple(entry for entry in PRESETS if entry.measure in measures)


def preset(key: str) -> Preset:
    """Find a preset by its key.

    Examples
    --------
    >>> preset("ema_0070").class_size
    11
    """
    for entry in PRESETS:
        if entry.key == key:
            return entry
    keys = [entry.key for entry in PRESETS]
    raise InputError(
        "threshold.preset.unknown",
        "There is no preset “{key}”. Choose one of {known}.",
        key=key,
        known=named(keys, len(keys)),
    )


def as_typed(value: float) -> Fraction:
    """The number that was typed, exactly: 0.2 is 1/5 and not the nearest binary fraction.

    A program can also hand on a risk as one over a class size: the float of 1/11 is 1/11.

    Examples
    --------
    >>> as_typed(0.3)
    Fraction(3, 10)
    >>> as_typed(1 / 3)
    Fraction(1, 3)
    """
    if 0 < value < 1:
        reciprocal = Fraction(1, round(1 / value))
        if float(reciprocal) == float(value):
            return reciprocal
    return Fraction(repr(float(value)))


def forbidding(limit: float) -> float:
    """A limit of a chance that forbids something.

    Examples
    --------
    >>> forbidding(0.2)
    0.2
    """
    if limit >= 1:
        raise InputError(
            "threshold.limit.forbids_nothing",
            "A limit of {limit:.4g} forbids nothing: everybody could be named. Choose one below 1; the "
            "weakest that is published is {weakest:.2f}.",
            limit=limit,
            weakest=WEAKEST_RISK,
        )
    return limit


_WRITTEN, _WRITTEN_UP_TO = 0.0025, 100
"""Share by which 1 / 11, 1 / 7 or 1 / 6 may be exceeded by the decimal that writes it: 0.091 by 0.001. Among
more people the share would round a risk to a smaller one."""
_ROUNDING = 1e-9
"""What floats may lack of a whole number of people: 1 / (1 / 249) is less than 249."""


def people_behind(risk: float) -> Fraction:
    """How many people each record must stand for at a risk, exactly: 10/3 at 0.3.

    >>> people_behind(0.3)
    Fraction(10, 3)
    """
    if not 0 < risk <= 1:
        raise InputError(
            "threshold.risk.no_probability",
            "A risk of {risk} is no probability above 0 and up to 1.",
            risk=risk,
        )
    return 1 / as_typed(risk)


def hidden_among(risk: float) -> int:
    """Among how many people a risk or a limit leaves somebody, as it is said everywhere.

    A decimal that writes 1 / 11, as 0.091 does, is 11. All else is said in fewer people, never in more
    than it allows.

    Examples
    --------
    >>> [hidden_among(risk) for risk in (0.2, 0.091, 0.09, 0.0952, 1 / 49, 0.97, 1 / 249, 1 / 200.6)]
    [5, 11, 11, 10, 49, 1, 249, 200]
    """
    nearest = round(1 / risk)
    beyond = _WRITTEN if nearest <= _WRITTEN_UP_TO else _ROUNDING
    return nearest if nearest * risk <= 1 + beyond else nearest - 1


def one_in(risk: float) -> Phrase:
    """A risk or a limit as people say it.

    Examples
    --------
    >>> [str(one_in(risk)) for risk in (0.091, 0.7, 0)]
    ['1 in 11', 'more than 1 in 2', 'none']
    """
    if risk == 0:
        return Phrase("none")
    if risk > _EVEN:
        return Phrase("more than 1 in 2")
    return Phrase("1 in {people}", people=hidden_among(risk))


def one_in_beyond(risk: float, limit: float) -> Phrase:
    """A risk, told apart from a limit that it exceeds where both are one in as many people.

    Examples
    --------
    >>> str(one_in_beyond(0.26, 0.2)), str(one_in_beyond(0.2001, 0.2))
    ('1 in 3', 'slightly more than 1 in 5')
    """
    said = one_in(risk)
    slightly = limit < risk <= _EVEN and said == one_in(limit)
    return Phrase("slightly more than {limit}", limit=said) if slightly else said


_EVEN = 0.5
"""Risk above which somebody is rather named than not; “1 in 1” would say that it is certain."""


def class_size_for(risk: float) -> int:
    """Fewest people of a class whose risk, 1 / people, is at most ``risk``.

    The only place where a class size is made from a risk. It rounds towards more people, so 0.09 asks
    for 12; that some authorities read 0.09 as classes of 11 stands in their presets alone.

    Examples
    --------
    >>> [class_size_for(risk) for risk in (0.2, 0.3, 0.6, 0.09, 1 / 11)]
    [5, 4, 2, 12, 11]
    """
    return ceil(people_behind(risk))
