# SPDX-License-Identifier: GPL-2.0-or-later
"""Files are read in a process of their own, with limits; where there is none, with the same result."""

import sys
import time
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("qgis.core")
from osgeo import gdal
from qgis.core import QgsProcessingContext

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.base.progress import silent
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE
from geodeid_plugin.host.apart import pictures, process, rasters, serving
from geodeid_plugin.host.workers import interpreter
from geodeid_plugin.processing_provider.disclosure import checkheatmap
from geodeid_plugin.processing_provider.disclosure.documents import reading as documents
from geodeid_plugin.processing_provider.disclosure.mapimage import pictures as reading
from tests.refusals import refuses

pytestmark = pytest.mark.apart

RGB = np.random.default_rng(0).integers(0, 256, (3, 60, 90)).astype(np.uint8)
SVG = b"<svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'>%s</svg>"


def written(folder, name, driver, bands=3, kind=gdal.GDT_Byte, options=()):
    made = gdal.GetDriverByName("MEM").Create("", 90, 60, bands, kind)
    for band in range(bands):
        made.GetRasterBand(band + 1).WriteArray(
            RGB[band % 3].astype(float if kind != gdal.GDT_Byte else "u1")
        )
    path = folder / name
    gdal.GetDriverByName(driver).CreateCopy(str(path), made, options=list(options))
    return path


def drawing(folder, content=b"<text x='9' y='30'>Words</text><circle cx='50' cy='30' r='9'/>"):
    (folder / "drawing.svg").write_bytes(SVG % content)
    return folder / "drawing.svg"


def here(monkeypatch, path):
    """A picture as this process reads it."""
    with monkeypatch.context() as only:
        only.setenv(process.ONE_PROCESS, "1")
        return reading.read_picture(path)


@pytest.fixture
def alone(monkeypatch):
    """A run in which this process may read nothing."""

    def picture_of(*_asked):
        raise AssertionError("read in this process")

    picture_of.__module__ = pictures.picture_of.__module__
    monkeypatch.setattr(reading, "picture_of", picture_of)


@pytest.mark.slow
def test_a_document_is_read_in_a_process_of_its_own(qgis_app, tmp_path, monkeypatch):
    (tmp_path / "a.csv").write_text("lat,lon\n42.36012,-71.05891\n42.37012,-71.06891\n")
    frames = (Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), METRES_PER_DEGREE),)

    def found():
        only = next(documents.documents_of(tmp_path / "a.csv", frames, {}, silent))
        return repr((only.name, only.files, only.troubles, only.positions))

    with monkeypatch.context() as here:
        here.setenv(process.ONE_PROCESS, "1")
        known = found()

    def document_of(*_asked):
        raise AssertionError("read in this process")

    document_of.__module__ = documents.document_of.__module__
    monkeypatch.setattr(documents, "document_of", document_of)
    assert found() == known and "42.36012" in known


@pytest.mark.slow
def test_a_raster_of_numbers_is_read_in_a_process_of_its_own(qgis_app, tmp_path, monkeypatch):
    data = written(tmp_path, "deep.tif", "GTiff", 1, gdal.GDT_Float32).read_bytes()
    context = QgsProcessingContext()

    def numbers_of(*_asked):
        raise AssertionError("read in this process")

    with monkeypatch.context() as only:
        only.setenv(process.ONE_PROCESS, "1")
        known = checkheatmap.numbers_in(data, context, silent)
    numbers_of.__module__ = checkheatmap.numbers_of.__module__
    monkeypatch.setattr(checkheatmap, "numbers_of", numbers_of)
    assert np.array_equal(checkheatmap.numbers_in(data, context, silent).values, known.values)
    assert np.array_equal(known.values, RGB[0]) and known.system is None
    assert checkheatmap.numbers_in(b"II*\0 and no more", context, silent) is None
    colours = written(tmp_path, "colour.tif", "GTiff").read_bytes()
    assert checkheatmap.numbers_in(colours, context, silent) is None
    with refuses("raster.numbers.damaged"):
        checkheatmap.numbers_in(data[:-3000], context, silent)
    monkeypatch.setattr(checkheatmap, "LIMITS", replace(rasters.LIMITS, output=1000))
    with refuses("heatmap.reading.too_much"):
        checkheatmap.numbers_in(data, context, silent)


FORMS = {
    "colour.png": ("PNG", 3), "alpha.png": ("PNG", 4), "grey.jpg": ("JPEG", 1), "colour.jpg": ("JPEG", 3),
    "deep.tif": ("GTiff", 1, gdal.GDT_Float32),
    "cmyk.tif": ("GTiff", 4, gdal.GDT_Byte, ("PHOTOMETRIC=CMYK",)), "page.pdf": ("PDF", 3), "drawing.svg": (),
}  # fmt: skip


def same(one, other):
    views = zip((one.rgb, *one.others), (other.rgb, *other.others))
    paths = [[each.corners for each in held.page.paths] if hasattr(held.page, "paths") else held.page
             for held in (one, other)]  # fmt: skip
    return (
        all(np.array_equal(*each) for each in views) and len(one.others) == len(other.others)
        and repr(paths[0]) == repr(paths[1]) and (one.data, one.dpi) == (other.data, other.dpi)
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMS)
def test_a_process_of_its_own_gives_the_same_picture(qgis_app, tmp_path, monkeypatch, request, name):
    path = written(tmp_path, name, *FORMS[name]) if FORMS[name] else drawing(tmp_path)
    known = here(monkeypatch, path)
    request.getfixturevalue("alone")
    assert same(reading.read_picture(path), known)
    assert len(known.others) == (2 if name == "alpha.png" else 0)


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
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{tmp_path}:$PYTHONPATH" exec {process.interpreter()} "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(process, "interpreter", lambda: str(python))
    assert np.array_equal(reading.read_picture(path).rgb, np.moveaxis(RGB, 0, 2))


@pytest.mark.slow
def test_nothing_that_lies_in_the_folder_of_a_document_is_run(qgis_app, tmp_path, alone, monkeypatch):
    """QGIS may have been started there, and a module beside the picture be called as one that is imported."""
    for name in ("numpy", "osgeo", "json", "scipy"):
        (tmp_path / f"{name}.py").write_text("open('it_ran', 'w').close()\nraise ImportError")
    python = process.interpreter()
    monkeypatch.chdir(tmp_path)
    assert interpreter.answers(python)
    path = written(tmp_path, "colour.png", "PNG")
    assert np.array_equal(reading.read_picture(path).rgb, np.moveaxis(RGB, 0, 2))
    assert not (tmp_path / "it_ran").exists()
    (tmp_path / "python3").touch()
    monkeypatch.setattr(sys, "executable", "")  # as within QGIS on some systems
    assert "python3" not in interpreter.candidates()


@pytest.mark.slow
def test_what_cannot_be_read_is_said_in_the_same_words(qgis_app, tmp_path, monkeypatch):
    whole = written(tmp_path, "whole.png", "PNG").read_bytes()
    for name, data in {
        "cut.png": whole[:400],
        "text.png": b"hello there, no picture",
        "cut.jpg": b"\xff\xd8\xff",
        "none.svg": b"<svg",
    }.items():
        path = tmp_path / name
        path.write_bytes(data)
        said = []
        for one_process in ("", "1"):
            monkeypatch.setenv(process.ONE_PROCESS, one_process)
            with pytest.raises(InputError) as refused:
                reading.read_picture(path)
            said.append(str(refused.value))
        assert said[0] == said[1] and str(tmp_path) not in said[0] and "vsimem" not in said[0]


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A picture of 243 MB in a small file."""
    path = tmp_path_factory.mktemp("large") / "large.png"
    gdal.GetDriverByName("PNG").CreateCopy(str(path), gdal.GetDriverByName("MEM").Create("", 9_000, 9_000, 3))
    return path


@pytest.mark.slow
@pytest.mark.parametrize("limits", [
    {"memory": 400 * 1024**2}, {"cpu_s": 1}, {"clock_s": 1.0}, {"output": 100_000_000},
])  # fmt: skip
def test_a_picture_that_asks_for_more_than_it_may_is_ended_with_a_sentence(
    qgis_app, large, alone, monkeypatch, limits
):
    monkeypatch.setattr(reading, "LIMITS", replace(pictures.LIMITS, **limits))
    with refuses("picture.decoding.too_much"):
        reading.read_picture(large)


NESTED = b"<g id='a0'><circle r='9'/></g>" + b"".join(
    b"<g id='a%d'>%s</g>" % (at + 1, b"<use href='#a%d'/>" % at * 40) for at in range(9)
)


@pytest.mark.slow
def test_a_drawing_that_unfolds_without_end_is_ended(qgis_app, tmp_path, alone, monkeypatch):
    monkeypatch.setattr(reading, "LIMITS_OF_PATHS", replace(pictures.LIMITS, clock_s=4.0))
    began = time.monotonic()
    with refuses("picture.decoding.too_much", match="took more memory or time|more than 10 million steps"):
        reading.read_picture(drawing(tmp_path, NESTED + b"<use href='#a9'/>"))
    assert time.monotonic() - began < 30


@pytest.mark.slow
def test_where_the_system_limits_no_memory_a_process_looks_at_its_own(tmp_path):
    import subprocess
    import sys

    code = (
        "import sys, time; from geodeid_plugin.host.apart.serving import peak_bytes, watch; "
        "known = peak_bytes(); watch(known + 50_000_000); "  # a new process takes over the peak of its parent
        "held = bytearray(b'1') * (known + 100_000_000 if sys.argv[1] == 'much' else 1000); time.sleep(2)"
    )
    ended = [subprocess.run([sys.executable, "-c", code, size]).returncode for size in ("little", "much")]
    assert ended == [0, serving.ENDED]


@pytest.mark.slow
@pytest.mark.parametrize("broken", ["import no_such_module", "raise SystemExit(3)"])
def test_where_no_such_process_runs_this_one_reads(qgis_app, tmp_path, monkeypatch, broken):
    path = written(tmp_path, "colour.png", "PNG")
    monkeypatch.setattr(process, "SERVE", broken + "  # {parent}{package}")
    assert same(reading.read_picture(path), here(monkeypatch, path))


def of_picture(folder):
    with refuses("picture.decoding.failed") as refused:
        reading.read_picture(written(folder, "colour.png", "PNG"))
    return str(refused.value)


def of_raster(folder):
    data = written(folder, "deep.tif", "GTiff", 1, gdal.GDT_Float32).read_bytes()
    with refuses("heatmap.reading.failed") as refused:
        checkheatmap.numbers_in(data, QgsProcessingContext(), silent)
    return str(refused.value)


def of_document(folder):
    (folder / "a.csv").write_text("lat,lon\n42.36012,-71.05891\n")
    (trouble,) = next(documents.documents_of(folder / "a.csv", (), {}, silent)).troubles
    assert trouble.blocks
    return str(trouble.sentence)


@pytest.mark.slow
@pytest.mark.parametrize(("function", "read"), [
    ("pictures.picture_of", of_picture), ("rasters.numbers_of", of_raster),
    ("documents.document_of", of_document),
])  # fmt: skip
def test_an_error_that_was_not_foreseen_is_said_as_one(qgis_app, tmp_path, monkeypatch, function, read):
    module = function.split(".")[0]
    monkeypatch.setattr(process, "SERVE", process.SERVE.replace(
        "serve(*streams)",
        f"from {{package}}.host.apart import {module}; {function} = lambda *given: 1 / 0; serve(*streams)",
    ))  # fmt: skip
    said = read(tmp_path)
    assert "ZeroDivisionError" in said and "memory" not in said


@pytest.mark.slow
def test_where_another_gdal_would_read_this_process_does(qgis_app, tmp_path, monkeypatch):
    monkeypatch.setattr(process, "SERVE", process.SERVE.replace(
        "serve(*streams)", "from osgeo import gdal; gdal.VersionInfo = lambda: 'another'; serve(*streams)"
    ))  # fmt: skip
    path = written(tmp_path, "colour.png", "PNG")
    monkeypatch.setattr(process._Child, "values", pytest.fail)
    assert same(reading.read_picture(path), here(monkeypatch, path))


@pytest.mark.slow
def test_without_a_python_beside_qgis_this_process_reads_and_files_in_memory_are_sent(
    qgis_app, tmp_path, monkeypatch
):
    path = written(tmp_path, "colour.png", "PNG")
    whole = here(monkeypatch, path)
    gdal.FileFromMemBuffer("/vsimem/apart.png", path.read_bytes())
    assert same(reading.read_picture("/vsimem/apart.png"), whole)
    monkeypatch.setattr(process, "interpreter", lambda: None)
    assert same(reading.read_picture(path), whole)


def test_what_is_asked_to_stop_stops(qgis_app, tmp_path):
    def stop(*_told):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reading.read_picture(written(tmp_path, "colour.png", "PNG"), stop)


@pytest.mark.parametrize("algorithm", ["mapdots", "georeferencemap", "mapreidentification"])
def test_cancel_is_heard_while_a_picture_is_read(run, layer, feedback, monkeypatch, tmp_path, algorithm):
    def read(*asked):
        feedback.cancel()
        asked[-1](0.0)
        raise AssertionError("Cancel was not heard")

    monkeypatch.setattr(reading, "apart", read)
    path = written(tmp_path, "colour.png", "PNG")
    truth = layer("Point", [("POINT(-75 45)", [1])], ["id:integer"])
    with refuses("run.user.cancelled"):
        run(algorithm, {"IMAGE": str(path), "TRUTH": truth, "OUTPUT": "memory:"})
