# SPDX-License-Identifier: GPL-2.0-or-later
"""Areas that are addresses: who lives at none of them, and whether the list is one of all homes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ....core.base.errors import InputError, Phrase
from ....core.base.randomness import SeededSource
from ....core.base.verdict import CARE, Check
from ....core.exposure import address_list
from ....core.geomask.programme.programme import Inequality
from ....core.geometry.areas import Areas
from ....i18n import tr
from ...framework import ask
from ...io import AreaLayer, PointLayer, locate, read_table

_SEED = 17
"""Of the people whom patients are compared with, so that the same list says the same."""
_HOUSEHOLDS = 3.0
"""Ratio of rates that is asked for where one person stands for each home: homes of one to three people."""

CENSUS = ask.source(
    "CENSUS",
    "Census areas, to check addresses",
    "For AREAS that are addresses: census polygons with the field of POPULATION (people, or dwellings "
    "where each address counts 1). They tell whether the list holds all homes and only homes.",
    ask.POLYGONS,
    optional=True,
    advanced=True,
)


@dataclass(frozen=True)
class AddressList:
    """A layer of areas that are addresses.

    Attributes
    ----------
    layer : AreaLayer
    census : AreaLayer or None
        Census areas with people or dwellings.
    addresses : Addresses or None
        How the list lies in the census.
    """

    layer: AreaLayer
    census: AreaLayer | None
    addresses: address_list.Addresses | None

    def doubted(self, run, doubt: Inequality) -> Inequality:
        """What is allowed for: populations wrong by 15 % at least, unless list and census agree."""
        if self.addresses is not None and address_list.agrees(self.addresses):
            return doubt
        if doubt.margin is not None or np.ndim(doubt.population_error):
            return doubt
        if float(doubt.population_error) >= address_list.TOLERATED:
            return doubt
        run.warn(
            tr(
                "It is not known that list and census agree, so that populations are taken to be wrong by 15 "
                "%. A STRATEGY must be solved for that, too: with 0.15 as POPULATION_ERROR."
            )
        )
        return replace(doubt, population_error=address_list.TOLERATED)

    def checks(self, run, patients: PointLayer, doubt: Inequality) -> tuple[Check, ...]:
        """What is to be said of the list, in place of the spread of a population."""
        people = self.layer.areas.population
        households = _one_for_all(people, doubt)
        if self.addresses is None or self.census is None:
            return (address_list.without_census(), *households)
        area = locate(run, self.census, patients)
        who = address_list.Patients(patients.lon_deg, patients.lat_deg, area)
        return (*address_list.checks(self.addresses, who, SeededSource(_SEED)), *households)


def _one_for_all(people, doubt: Inequality) -> tuple[Check, ...]:
    """Whether one person at every address stands for homes of several sizes."""
    lived = people[people > 0]
    if lived.max() > 1 or doubt.rate_ratio >= _HOUSEHOLDS:
        return ()
    sentence = Phrase(
        "Every address counts one person, though a home of six is six times as likely to hold a patient as a "
        "home of one."
    )
    remedy = Phrase("Give the residents of each address as POPULATION, or set RATE_RATIO to 3 or more.")
    return (Check("address_residents", CARE, sentence, remedy, internal=False),)


def read_address_list(run, inputs, layer: AreaLayer) -> AddressList | None:
    """The list of addresses that the areas are; None where they are no addresses.

    Raises
    ------
    InputError
        The revised model was asked for, which promises nothing about a single address.
    """
    people = layer.areas.population
    if not address_list.is_address_list(people, layer.polygons is None):
        return None
    if inputs.model == "revised":
        raise InputError(
            "address.model.not_revised",
            "The areas are addresses of single people or households, of which the revised model promises "
            "nothing in advance. Set MODEL to auto or wieland.",
        )
    if not inputs.census:
        return AddressList(layer, None, None)
    census = _read_census(run, inputs.population)
    doors = PointLayer(layer.areas.lon_deg, layer.areas.lat_deg, layer.table)
    lived = people > 0
    listed = address_list.Addresses(
        doors.lon_deg[lived],
        doors.lat_deg[lived],
        people[lived],
        locate(run, census, doors)[lived],
        census.areas.population,
    )
    return AddressList(layer, census, listed)


def _read_census(run, count: str) -> AreaLayer:
    table = read_table(run, "CENSUS")
    if table.fields.lookupField(count) < 0:
        raise InputError(
            "address.people.missing",
            "Layer “{layer}” has no field “{field}”, which counts the people of the addresses. Give the "
            "census areas one of that name, with their people; with their dwellings where each address "
            "counts 1.",
            layer=table.name,
            field=count,
        )
    ids = np.array(list(table.row_ids), dtype=object)
    polygons = table.polygons(ids)
    lon_deg, lat_deg = polygons.inner_points_deg(len(table))
    counted = table.numbers(count, tr("population"), ids)
    return AreaLayer(Areas(ids, lon_deg, lat_deg, counted, polygons.areas_m2(len(table))), table, polygons)
