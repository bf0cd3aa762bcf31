# SPDX-License-Identifier: GPL-2.0-or-later
"""The desktop: a user installs the zip, opens the sample and masks it. Pictures are kept on request."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def desktop(driven):
    made = next((ROOT / "build").glob("geodeid_plugin-*.zip"))
    return driven("desktop", QGIS_PLUGINPATH=None, GEODEID_ZIP=str(made))


def test_the_zip_installs_through_the_plugin_manager(desktop):
    assert desktop[0]["installed"]


def test_the_toolbox_lists_every_group(desktop):
    groups = ["1. Publish", "2. Protect", "3. Check", "4. Analyse", "5. Steps and research"]
    assert desktop[0]["groups"] == groups


def test_the_sample_project_opens_with_its_layers(desktop):
    assert desktop[0]["layers"] == [
        "Census tracts",
        "Counties",
        "Patients (synthetic points) – internal, do not release",
    ]


def test_masking_from_the_dialog_adds_a_styled_release_and_a_marked_internal_layer(desktop):
    found = desktop[0]
    assert found["masked"] == 552
    assert found["fields"] == ["record"]
    assert found["symbol"] == "#0072b2"
    assert "Links – internal, do not release" in found["after"]


@pytest.mark.parametrize("name", ["sample.png", "dialog.png", "masked.png"])
def test_the_pictures_show_something(desktop, name):
    assert (desktop[1] / name).stat().st_size > 20_000
