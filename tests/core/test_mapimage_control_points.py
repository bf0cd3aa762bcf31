# SPDX-License-Identifier: GPL-2.0-or-later
"""Control points: every model on data it must fit exactly, and the choice by points left out."""

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.mapimage.georeference.control_points import (
    MODELS,
    ControlPoints,
    fit_points,
    read_points,
)
from tests.refusals import refuses


def points(count=20, seed=1):
    return np.random.default_rng(seed).random((count, 2)) * [1000, 800]


ORIGIN = np.array([2e5, 9e5])


def turned(pixel, degrees=0.7, units=50.0):
    c, s = units * np.cos(np.radians(degrees)), units * np.sin(np.radians(degrees))
    return ORIGIN + pixel @ np.array([[c, s], [s, -c]])


def squeezed(pixel):
    return ORIGIN + pixel @ np.array([[50.0, -2.0], [3.0, -47.0]])


def in_perspective(pixel):
    return squeezed(pixel) / (1 + pixel @ [2e-5, 1e-5])[:, None]


def bent(pixel, order):
    u = pixel / 1000
    return squeezed(pixel) + 300 * np.column_stack([u[:, 0] ** order, u[:, 0] * u[:, 1] ** (order - 1)])


@pytest.mark.parametrize(
    ("model", "world"),
    [
        ("linear", lambda p: np.column_stack([50 * p[:, 0] + 1, -49 * p[:, 1] + 7])),
        ("helmert", turned),
        ("affine", squeezed),
        ("projective", in_perspective),
        ("polynomial2", lambda p: bent(p, 2)),
        ("polynomial3", lambda p: bent(p, 3)),
        ("thinplate", squeezed),
    ],
)
def test_each_model_repeats_exactly_what_it_can_describe(model, world):
    pixel, unseen = points(), points(7, seed=2)
    fit = fit_points(ControlPoints(pixel, world(pixel)), model)
    assert fit.rmse < 1e-4
    assert np.abs(fit.to_map(unseen) - world(unseen)).max() < 1e-3


@pytest.mark.slow
@pytest.mark.parametrize(("count", "noise"), [(6, 25.0), (20, 25.0)])
def test_auto_prefers_helmert_for_a_turned_scan_with_click_noise(count, noise):
    chosen = []
    for seed in range(12):
        pixel = points(count, seed)
        source = np.random.default_rng(100 + seed)
        fit = fit_points(ControlPoints(pixel, turned(pixel) + source.normal(0, noise, (count, 2))))
        chosen.append(fit.model)
    assert sum(model in ("helmert", "affine") for model in chosen) >= 9
    assert "polynomial3" not in chosen


def test_a_thin_plate_shows_no_residual_but_leaving_points_out_tells():
    pixel = points()
    noisy = turned(pixel) + np.random.default_rng(5).normal(0, 25, (20, 2))
    plate = fit_points(ControlPoints(pixel, noisy), "thinplate")
    simple = fit_points(ControlPoints(pixel, noisy), "helmert")
    assert plate.rmse < 1e-6 < 10 < plate.left_out_rmse
    assert simple.left_out_rmse < plate.left_out_rmse


@pytest.mark.parametrize("model", [m for m in MODELS if MODELS[m] > 2])
def test_fewer_points_than_a_model_needs_is_an_error_that_says_how_many(model):
    pixel = points(MODELS[model] - 1)
    with refuses("control_points.model.too_few", match=str(MODELS[model])):
        fit_points(ControlPoints(pixel, turned(pixel)), model)


def test_points_in_one_line_and_repeated_points_are_refused():
    line = np.column_stack([np.arange(6.0), 2 * np.arange(6.0)]) * 100
    with refuses("control_points.position.one_line"):
        fit_points(ControlPoints(line, turned(line)), "affine")
    twice = np.vstack([points(5), points(5)[:1]])
    with refuses("control_points.position.repeated", match="1, 6"):
        fit_points(ControlPoints(twice, turned(twice)))
    one = points(1)
    with refuses("control_points.file.too_few"):
        fit_points(ControlPoints(one, turned(one)))


NEW = (
    "#CRS: EPSG:26986\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n1,2,3,-4,1,0,0,0\n5,6,7,-8,0,0,0,0\n"
)
OLD = "mapX,mapY,pixelX,pixelY,enable\n1,2,3,-4,1\n9,9,10,-20,1\n"


def test_the_georeferencer_s_files_are_read_new_and_old_with_rows_turned_downwards():
    read, crs = read_points(NEW)
    assert crs == "EPSG:26986"
    assert read.pixel.tolist() == [[3, 4]] and read.map_m.tolist() == [[1, 2]]
    assert read_points(OLD)[0].pixel.tolist() == [[3, 4], [10, 20]]


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "mapX,mapY,sourceX,sourceY\n1,2,x,4\n"])
def test_a_file_that_is_no_table_of_control_points_is_refused(text):
    with pytest.raises(InputError):
        read_points(text)
