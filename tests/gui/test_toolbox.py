# SPDX-License-Identifier: GPL-2.0-or-later
"""History, batch and the maps of what reads a masked release, in a real QGIS."""

import pytest


@pytest.fixture(scope="module")
def toolbox(driven):
    return driven("toolbox")


def test_a_run_opens_again_from_the_history_as_it_was(toolbox):
    assert toolbox[0]["again"] == ["tract", "population", pytest.approx(0.3), "scatter", "auto"]


def test_what_the_dialog_copies_is_what_the_history_keeps(toolbox):
    found = toolbox[0]
    if not found["copied"]:
        pytest.skip("this QGIS copies no commands out of a dialog")
    python, process = found["commands"]
    assert found["copied"]["Copy as Python Command"] == python
    assert found["copied"]["Copy as qgis_process Command"] == process
    assert found["copied"]["Copy as JSON"]


def test_three_rows_of_a_batch_give_three_releases(toolbox):
    assert toolbox[0]["batch"] == [83, 83, 83]


@pytest.mark.parametrize("name", ["maskedrates", "randommask", "scanstatistic"])
def test_what_reads_a_release_draws_a_map_with_a_legend(toolbox, name):
    assert [label for label in toolbox[0][name] if label]
    assert (toolbox[1] / f"{name}.png").stat().st_size > 20_000
