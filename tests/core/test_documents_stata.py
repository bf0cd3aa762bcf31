# SPDX-License-Identifier: GPL-2.0-or-later
"""Stata's data files inside documents: their rows, labels and long texts are read, or nothing passes."""

import io

import pytest

from geodeid_plugin.core.exposure.documents.containers.parts import TABLE, TEXT
from geodeid_plugin.core.exposure.documents.containers.walk import open_document

pandas = pytest.importorskip("pandas")


def written(version, order="<", **more):
    frame = pandas.DataFrame({
        "id": [f"p{at}" for at in range(5)], "lon": [-76.1 + at / 1e4 for at in range(5)],
        "lat": [42.5, 42.51, None, 42.53, 42.54], "note": ["lies at 42.51234, -76.11111"] * 5,
        "kind": pandas.Categorical(["home at 42.7, -76.3", "b", "b", "b", "b"]),
    })  # fmt: skip
    held = io.BytesIO()
    frame.to_stata(held, version=version, byteorder=order, write_index=False, data_label="cases", **more)
    return held.getvalue()


def opened(data):
    found = open_document("a.dta", data)
    return {one.kind: one.data.decode() for one in found.parts}, found.troubles


@pytest.mark.parametrize("version, order", [(114, "<"), (114, ">"), (117, "<"), (118, ">"), (119, "<")])
def test_rows_labels_and_long_texts_are_read(version, order):
    parts, troubles = opened(written(version, order, **({"convert_strl": ["note"]} if version > 114 else {})))
    head, *rows = parts[TABLE].splitlines()
    assert head.split("\t")[:3] == ["id", "lon", "lat"] and len(rows) == 5
    assert rows[0].split("\t")[:3] == ["p0", "-76.1", "42.5"] and rows[2].split("\t")[2] == ""
    assert "42.51234" in parts[TABLE] + parts[TEXT] and "home at 42.7" in parts[TEXT] and not troubles


@pytest.mark.parametrize("version", [114, 118])
def test_what_is_cut_short_or_followed_by_another_file_is_said(version):
    whole = written(version)
    for data in (
        whole[:-1],
        whole[: len(whole) // 2],
        whole[:200],
        whole + b"PK\x03\x04" + bytes(range(200)),
    ):
        _parts, troubles = opened(data)
        assert troubles and troubles[0].blocks


def test_a_file_inside_a_long_text_is_said():
    whole = written(118, convert_strl=["note"])
    at = whole.index(b"GSO") + 15
    _parts, troubles = opened(whole[:at] + bytes([129]) + whole[at + 1 :])
    assert troubles and troubles[0].blocks


def test_more_cells_than_are_read_are_said(monkeypatch):
    from geodeid_plugin.core.exposure.documents.containers.plain import stata

    monkeypatch.setattr(stata, "MOST_CELLS", 20)
    _parts, troubles = opened(written(118))
    assert troubles and troubles[0].blocks
