# SPDX-License-Identifier: GPL-2.0-or-later
"""Dialogs start with the likely fields, whatever comes first, and never with row numbers or sizes."""

import pytest
from qgis.core import QgsApplication, QgsProcessingContext, QgsProject
from qgis.gui import QgsGui, QgsProcessingGui

from geodeid_plugin.gui.fieldguess import FieldBox, GuessingField, layer_of

TIGER = ["fid:integer", "GEOID:string", "ALAND:double", "AWATER:double", "POP100:integer"]
SQUARE = "POLYGON((0 0,1 0,1 1,0 1,0 0))"


@pytest.fixture
def dialog(qgis_app, layer):
    """Boxes of an algorithm's AREAS and two fields, as a dialog makes them, with layers in the project."""
    made, shown = [], []

    def opened(algorithm, *layers):
        for one in layers:
            QgsProject.instance().addMapLayer(one)
            made.append(one.id())
        context = QgsProcessingContext()
        context.setProject(QgsProject.instance())
        wrappers = {}
        found = QgsApplication.processingRegistry().algorithmById(f"geodeid:{algorithm}")
        for definition in found.parameterDefinitions():
            asked = definition.metadata().get("widget_wrapper", {}).get("guess")
            kind = QgsProcessingGui.WidgetType.Standard
            if asked:
                wrapper = GuessingField(definition, None, guess=asked)
            elif definition.name() in ("AREAS", "PATIENTS"):
                wrapper = QgsGui.processingGuiRegistry().createParameterWidgetWrapper(definition, kind)
            else:
                continue
            shown.append(wrapper.createWrappedWidget(context))  # as the layout of a dialog does
            wrappers[definition.name()] = wrapper
        if layers:
            wrappers["AREAS"].setParameterValue(layers[-1].id(), context)
            if "PATIENTS" in wrappers:
                wrappers["PATIENTS"].setParameterValue(layers[-1].id(), context)
        for wrapper in wrappers.values():
            wrapper.postInitialize(list(wrappers.values()))
        return wrappers, context

    yield opened
    QgsProject.instance().removeMapLayers(made)


def fields_of(wrappers):
    return wrappers["AREA_ID"].parameterValue(), wrappers["POPULATION"].parameterValue()


@pytest.mark.parametrize(
    "algorithm", ["lpmask", "lpstrategy", "clusterareas", "publishmaskeddotmap", "comparemasks"]
)
def test_the_likely_fields_are_preset_and_never_the_first(dialog, layer, algorithm):
    areas = layer("Polygon", [(SQUARE, [1, "36061", 9e6, 1e3, 4000])], TIGER, name="tl_tracts")
    wrappers, _context = dialog(algorithm, areas)
    assert isinstance(wrappers["POPULATION"], FieldBox)
    assert fields_of(wrappers) == ("GEOID", "POP100")


def test_without_a_likely_field_none_is_chosen_for_the_user(dialog, layer):
    areas = layer("Polygon", [(SQUARE, [1, 9e6, 3.0])], ["fid:integer", "ALAND:double", "Shape_Area:double"])
    wrappers, _context = dialog("lpmask", areas)
    assert fields_of(wrappers) == (None, None)


def test_a_field_that_was_asked_for_is_kept_and_a_new_layer_is_guessed_anew(dialog, layer):
    first = layer("Polygon", [(SQUARE, [1, "36061", 9e6, 1e3, 4000])], TIGER)
    second = layer("Polygon", [(SQUARE, ["A", 5])], ["DAUID:string", "DAPOP2021:integer"])
    wrappers, context = dialog("lpmask", second, first)
    wrappers["POPULATION"].setParameterValue("AWATER", context)
    assert fields_of(wrappers) == ("GEOID", "AWATER")
    wrappers["AREAS"].setParameterValue(second.id(), context)
    assert fields_of(wrappers) == ("DAUID", "DAPOP2021")
    assert layer_of(wrappers["AREAS"].parameterValue(), context) is second


def test_areas_are_not_preset_to_the_patients(dialog, layer):
    areas = layer("Polygon", [(SQUARE, ["A", 5])], ["DAUID:string", "DAPOP2021:integer"])
    people = layer("Point", [("POINT(0.5 0.5)", [7])], ["age:integer"])
    wrappers, context = dialog("lpmask", areas, people)
    assert layer_of(wrappers["AREAS"].parameterValue(), context) is areas
    assert layer_of(wrappers["PATIENTS"].parameterValue(), context) is people
    assert fields_of(wrappers) == ("DAUID", "DAPOP2021")


def test_a_model_s_areas_are_preset_while_points_are_active(dialog, layer):
    areas = layer("Polygon", [(SQUARE, ["A", 5])], ["DAUID:string", "DAPOP2021:integer"])
    people = layer("Point", [("POINT(0.5 0.5)", [7])], ["age:integer"])
    wrappers, context = dialog("publishmaskeddotmap", areas, people)
    assert layer_of(wrappers["AREAS"].parameterValue(), context) is areas
    assert fields_of(wrappers) == ("DAUID", "DAPOP2021")


def test_no_field_that_must_be_given_is_preset_to_a_row_number(qgis_app):
    first = [
        (algorithm.name(), one.name())
        for algorithm in QgsApplication.processingRegistry().providerById("geodeid").algorithms()
        for one in algorithm.parameterDefinitions()
        if one.type() == "field" and not one.flags() & one.Flag.FlagOptional and not one.allowMultiple()
        and "guess" not in one.metadata().get("widget_wrapper", {})
    ]  # fmt: skip
    assert not first
