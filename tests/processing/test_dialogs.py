# SPDX-License-Identifier: GPL-2.0-or-later
"""What a dialog shows: few inputs at once, words for keys, and help that needs no network."""

from pathlib import Path

import pytest
from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingParameterDefinition
from qgis.gui import QgsGui, QgsProcessingGui
from qgis.PyQt.QtCore import QUrl

from geodeid_plugin.gui.choices import SIZES_OF, ChoiceBox, WordedChoice, said

FLAGS = QgsProcessingParameterDefinition.Flag


def provided():
    return QgsApplication.processingRegistry().providerById("geodeid").algorithms()


def first_inputs(algorithm):
    """Names of the inputs that a dialog shows before Advanced is opened."""
    hidden = FLAGS.FlagHidden | FLAGS.FlagAdvanced
    shown = [one for one in algorithm.parameterDefinitions() if not one.flags() & hidden]
    return [one.name() for one in shown if not one.isDestination()]


def test_no_dialog_shows_more_than_eight_inputs_at_once(qgis_app):
    sizes = {name for names in SIZES_OF.values() for name in names}
    many = {}
    for algorithm in provided():
        names = first_inputs(algorithm)
        if algorithm.name() == "randommask":
            most = max(len(sizes & set(names) & set(own)) for own in SIZES_OF.values())
            names = [name for name in names if name not in sizes] + ["size"] * most
        if len(names) > 8:
            many[algorithm.name()] = names
    assert not many


TO_CUT = {"checkheatmap", "mapreidentification"}
"""Tools that still ask for more than 24 things, or give more than ten numbers and words out."""


def test_a_tool_asks_for_24_things_at_most_and_gives_ten_numbers_out(qgis_app):
    many = {}
    for algorithm in provided():
        asked = [one for one in algorithm.parameterDefinitions() if not one.flags() & FLAGS.FlagHidden]
        inputs = [one for one in asked if not one.isDestination()]
        layers = {one.name() for one in algorithm.parameterDefinitions()}
        figures = {one.name() for one in algorithm.outputDefinitions()} - layers
        if len(inputs) > 24 or len(figures) > 10:
            many[algorithm.name()] = len(inputs), len(figures)
    assert {name: sizes for name, sizes in many.items() if name not in TO_CUT} == {}


def test_nothing_that_must_be_given_is_hidden_under_advanced(qgis_app):
    hidden = [
        (algorithm.name(), one.name())
        for algorithm in provided()
        for one in algorithm.parameterDefinitions()
        if one.flags() & FLAGS.FlagAdvanced
        and not one.flags() & FLAGS.FlagOptional
        and one.defaultValue() is None
        and not one.isDestination()
    ]
    assert not hidden


def test_help_leads_to_a_page_that_ships(qgis_app):
    for algorithm in provided():
        address = QUrl(algorithm.helpUrl())
        assert address.isLocalFile(), algorithm.name()
        assert Path(address.toLocalFile()).is_file(), algorithm.name()


def test_every_key_has_words(qgis_app):
    formats = {"png", "jpeg", "pdf", "svg"}
    technical = {"linear", "helmert", "affine", "projective", "polynomial2", "polynomial3", "thinplate"}
    bare = set()
    for algorithm in provided():
        for one in algorithm.parameterDefinitions():
            if one.metadata().get("widget_wrapper", {}).get("class", "").endswith("WordedChoice"):
                bare |= {key for key in one.options() if key.islower() and said(key)[0] == key}
    assert bare <= formats | technical, "say what it means in gui/choices.py"


@pytest.fixture
def mask_rows(qgis_app):
    """The rows of the random masks as a dialog makes them."""
    algorithm = QgsApplication.processingRegistry().algorithmById("geodeid:randommask")
    context, rows, kept = QgsProcessingContext(), {}, []
    for definition in algorithm.parameterDefinitions():
        if definition.isDestination():
            continue
        if definition.name() == "METHOD":
            wrapper = WordedChoice(definition, None)
        else:
            wrapper = QgsGui.processingGuiRegistry().createParameterWidgetWrapper(
                definition, QgsProcessingGui.WidgetType.Standard
            )
        kept.append(wrapper.createWrappedWidget(context))
        kept.append(wrapper.createWrappedLabel())
        rows[definition.name()] = wrapper
    for wrapper in rows.values():
        wrapper.postInitialize(list(rows.values()))
    return rows, context, kept


@pytest.mark.parametrize("method", ["gaussian", "grid", "donut", "populationdonut"])
def test_a_random_mask_shows_its_own_sizes_only(mask_rows, method):
    rows, context, _kept = mask_rows
    rows["METHOD"].setParameterValue(method, context)
    every = {name for names in SIZES_OF.values() for name in names} & set(rows)
    shown = {name for name in every if not rows[name].wrappedWidget().isHidden()}
    assert shown == set(SIZES_OF[method])
    assert rows["METHOD"].parameterValue() == method


def test_a_box_of_words_takes_and_gives_keys(qgis_app):
    definition = (
        QgsApplication.processingRegistry().algorithmById("geodeid:lpmask").parameterDefinition("AUDIENCE")
    )
    context = QgsProcessingContext()
    wrapper = WordedChoice(definition, None)
    assert isinstance(wrapper, ChoiceBox)
    box = wrapper.createWrappedWidget(context)
    assert wrapper.parameterValue() is None
    wrapper.setParameterValue("ema_0070", context)
    assert wrapper.parameterValue() == "ema_0070"
    assert box.currentText() == "Anyone (web, journal) · EMA Policy 0070 (1 in 11)"
    wrapper.setParameterValue(0, context)
    assert wrapper.parameterValue() == definition.options()[0]
