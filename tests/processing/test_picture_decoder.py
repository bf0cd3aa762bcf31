# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures are decoded in a process of their own, with limits; where there is none, with the same result."""

import numpy as np
import pytest

pytest.importorskip("qgis.core")
from osgeo import gdal

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.host import decoding
from geodeid_plugin.host.decoding import Asked, UndecodedError, decoded
from geodeid_plugin.host.workers import decoder
from geodeid_plugin.processing_provider.disclosure.mapimage.reading import pictures

RGB = np.random.default_rng(0).integers(0, 256, (3, 60, 90)).astype(np.uint8)


def written(folder, name, driver, bands=3, kind=gdal.GDT_Byte, options=()):
    made = gdal.GetDriverByName("MEM").Create("", 90, 60, bands, kind)
    for band in range(bands):
        made.GetRasterBand(band + 1).WriteArray(
            RGB[band % 3].astype(float if kind != gdal.GDT_Byte else "u1")
        )
    path = folder / name
    gdal.GetDriverByName(driver).CreateCopy(str(path), made, options=list(options))
    return path


def asked(path, **change):
    facts = {"memory": 3 * 1024**3, "cpu_s": 60, **change}
    return Asked(str(path), tuple(pictures.RASTER_DRIVERS), 300, 150_000_000, **facts)


@pytest.fixture
def alone(monkeypatch):
    """A run in which this process may decode nothing."""

    def refused(_asked):
        raise AssertionError("decoded in this process")

    monkeypatch.setattr(decoder, "decoded", refused)


FORMS = {
    "colour.png": ("PNG", 3), "alpha.png": ("PNG", 4), "grey.jpg": ("JPEG", 1), "colour.jpg": ("JPEG", 3),
    "deep.tif": ("GTiff", 1, gdal.GDT_Float32),
    "cmyk.tif": ("GTiff", 4, gdal.GDT_Byte, ("PHOTOMETRIC=CMYK",)), "page.pdf": ("PDF", 3),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMS)
def test_a_process_of_its_own_gives_the_same_colours(qgis_app, tmp_path, alone, name):
    path = written(tmp_path, name, *FORMS[name])
    assert np.array_equal(decoder.decode(asked(path)), decoded(asked(path)))


@pytest.mark.slow
def test_what_others_print_is_no_part_of_a_picture(qgis_app, tmp_path, alone, monkeypatch):
    """A ``sitecustomize`` prints when Python starts; a library does so in the middle."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os, threading, time\n"
        "os.write(1, b'Welcome to this site\\n{}\\n')\n"
        "def babble():\n"
        "    while True:\n        print('a licence expires soon', flush=True)\n        time.sleep(0.001)\n"
        "threading.Thread(target=babble, daemon=True).start()\n"
    )
    path = written(tmp_path, "colour.png", "PNG")
    python = tmp_path / "python3"
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{tmp_path}:$PYTHONPATH" exec {decoder.interpreter()} "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(decoder, "interpreter", lambda: str(python))
    assert np.array_equal(decoder.decode(asked(path)), decoded(asked(path)))


@pytest.mark.slow
def test_what_cannot_be_read_is_said_in_the_same_words(qgis_app, tmp_path, monkeypatch):
    whole = written(tmp_path, "whole.png", "PNG").read_bytes()
    for name, data in {
        "cut.png": whole[:400],
        "text.png": b"hello there, no picture",
        "cut.jpg": b"\xff\xd8\xff",
    }.items():
        path = tmp_path / name
        path.write_bytes(data)
        said = []
        for one_process in ("", "1"):
            monkeypatch.setenv(decoder.ONE_PROCESS, one_process)
            with pytest.raises(InputError) as refused:
                pictures.read_picture(path)
            said.append(str(refused.value))
        assert said[0] == said[1] and str(tmp_path) not in said[0]


@pytest.mark.slow
def test_a_picture_that_asks_for_more_memory_or_time_is_ended_with_a_sentence(
    qgis_app, tmp_path, alone, monkeypatch
):
    made = gdal.GetDriverByName("PNG")
    large = gdal.GetDriverByName("MEM").Create("", 9_000, 9_000, 3)
    made.CreateCopy(str(tmp_path / "large.png"), large)
    monkeypatch.setattr(pictures, "MOST_MEMORY", 400 * 1024**2)
    with pytest.raises(InputError, match="took more memory or time than any picture"):
        pictures.read_picture(tmp_path / "large.png")


@pytest.mark.slow
def test_a_process_that_hangs_is_ended(qgis_app, tmp_path, alone, monkeypatch):
    monkeypatch.setattr(decoder, "SERVE", (
        "import json, time; from osgeo import gdal; "
        "print(json.dumps(dict(gdal=gdal.VersionInfo())), flush=True); time.sleep(60)  # {parent}{package}"
    ))  # fmt: skip
    monkeypatch.setattr(decoder, "LONGEST_S", 3.0)
    with pytest.raises(UndecodedError) as ended:
        decoder.decode(asked(written(tmp_path, "colour.png", "PNG")))
    assert ended.value.kind == decoding.LIMITS


@pytest.mark.parametrize(
    "broken", ["import no_such_module", 'print(\'{{"gdal": "another"}}\')', "raise SystemExit(3)"]
)
def test_where_no_such_process_runs_this_one_decodes(qgis_app, tmp_path, monkeypatch, broken):
    monkeypatch.setattr(decoder, "SERVE", broken + "  # {parent}{package}")
    path = written(tmp_path, "colour.png", "PNG")
    assert np.array_equal(decoder.decode(asked(path)), decoded(asked(path)))


def test_without_a_python_beside_qgis_or_for_files_in_memory_this_process_decodes(
    qgis_app, tmp_path, monkeypatch
):
    path = written(tmp_path, "colour.png", "PNG")
    whole = decoded(asked(path))
    gdal.FileFromMemBuffer("/vsimem/decoder.png", path.read_bytes())
    monkeypatch.setattr(decoder, "interpreter", pytest.fail)
    assert np.array_equal(decoder.decode(asked("/vsimem/decoder.png")), whole)
    monkeypatch.setattr(decoder, "interpreter", lambda: None)
    assert np.array_equal(decoder.decode(asked(path)), whole)
