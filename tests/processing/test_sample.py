# SPDX-License-Identifier: GPL-2.0-or-later
"""The sample is opened as a copy, and a copy that was changed is the user's."""

from geodeid_plugin.gui.menu import SAMPLE, sample_copy


def test_a_changed_copy_is_left_alone(qgis_app, tmp_path):
    first = sample_copy(tmp_path)
    assert (first / SAMPLE).exists() and sample_copy(tmp_path) == first
    (first / SAMPLE).write_text("my own work")
    second = sample_copy(tmp_path)
    assert second != first and (second / SAMPLE).read_bytes() != b"my own work"
    assert (first / SAMPLE).read_text() == "my own work"
    next(second.glob("*.gpkg")).unlink()
    assert sample_copy(tmp_path) not in (first, second), "a copy without its data is no sample"
