# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapes and attributes that are held tightly are the same to the last bit, and tight."""

import math
import tracemalloc

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")

SHAPES = [
    "Polygon ((0.1 0.2, 1.3 0.2, 1.3 1.7, 0.1 0.2))",
    "MultiPolygon (((0 0, 9 0, 9 9, 0 0),(1 0.5, 2 0.5, 2 1, 1 0.5)),((20 0, 21 0, 21 1, 20 0)))",
    "PolygonZ ((0 0 5, 1 0 6, 1 1 7, 0 0 5))",
    "CurvePolygon (CircularString (0 0, 1 1, 2 0, 1 -1, 0 0))",
    "Polygon EMPTY",
    "PointZM (1 2 3 4)",
    "",
]


@pytest.fixture
def tight(qgis_app):
    from geodeid_plugin.processing_provider.io import packed

    return packed


def circle(corners):
    angle = np.linspace(0, 2 * np.pi, corners)
    ring = ", ".join(f"{x!r} {y!r}" for x, y in zip(np.cos(angle).tolist(), np.sin(angle).tolist()))
    return qgis_core.QgsGeometry.fromWkt(f"Polygon (({ring}))")


def test_shapes_come_back_to_the_last_bit_large_ones_and_none_too(tight):
    shapes = [qgis_core.QgsGeometry.fromWkt(text) for text in SHAPES] + [circle(20), circle(5000)]
    held = tight.PackedShapes(shapes)
    assert len(held) == len(shapes)
    for given, found in zip(shapes, held):
        assert found.isNull() == given.isNull()
        assert found.asWkt(17) == given.asWkt(17)
        assert bytes(found.asWkb()) == bytes(given.asWkb())
    assert [bytes(shape.asWkb()) for shape in shapes] == list(held.binaries())
    turned = held.in_order(np.array([8, 0, 6]))
    assert [shape.asWkt(17) for shape in turned] == [shapes[row].asWkt(17) for row in (8, 0, 6)]
    assert held[-1].asWkt(17) == shapes[-1].asWkt(17)
    assert [shape.asWkt() for shape in held[1:3]] == [shape.asWkt() for shape in shapes[1:3]]
    with pytest.raises(IndexError):
        held[len(shapes)]


def test_who_changes_a_shape_changes_a_copy(tight):
    held = tight.PackedShapes([qgis_core.QgsGeometry.fromWkt(SHAPES[0])])
    held[0].translate(5, 5)
    assert held[0].boundingBox().xMinimum() == 0.1


@pytest.mark.parametrize(
    "column",
    [
        [1, 2, 3], [1, 2**70, 3], [1, True, 0], [1, None, 3], [1, 2.0, 3], [0.5, 1.5, math.inf],
        ["a", "b", "a"], [None, None, "x"], [1.5, 2, None], [b"a", [1, 2], {"k": 1}], [2**63, 0, -1],
    ],
)  # fmt: skip
def test_values_keep_their_kind(tight, column):
    held = tight.Attributes()
    held.add([[value, at] for at, value in enumerate(column[:1])])
    held.add([[value, at] for at, value in enumerate(column[1:], 1)])
    assert repr(held.column(0)) == repr(column) and held.column(1) == [0, 1, 2]
    assert list(held) == [[value, at] for at, value in enumerate(column)] and held == list(held)
    assert [held[at] for at in range(-3, 3)] == [*held, *held]
    assert len(held) == 3 and held[1:] == list(held)[1:]
    with pytest.raises(IndexError):
        held[3]


def test_rows_without_fields_are_counted(tight):
    held = tight.Attributes()
    held.add([[], []])
    assert len(held) == 2 and list(held) == [[], []]


@pytest.mark.slow
def test_a_hundred_thousand_rows_take_little(tight):
    n = 100_000
    tracemalloc.start()
    held, shapes = tight.Attributes(), tight.PackedShapes()
    square = qgis_core.QgsGeometry.fromWkt("Polygon ((0 0, 1 0, 1 1, 0 1, 0 0))")
    for start in range(0, n, 1000):
        held.add([[row + 10**6, f"county {row // 400}", 0.5 * row] for row in range(start, start + 1000)])
        for _ in range(1000):
            shapes.append(square)
    taken = tracemalloc.get_traced_memory()[0] / n
    tracemalloc.stop()
    assert taken < 150  # 93 bytes of a square with its place, three columns; as objects 500 and more
