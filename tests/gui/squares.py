# SPDX-License-Identifier: GPL-2.0-or-later
"""Small layers of squares with people, and of patients in them, for drivers of the panel."""

import math

from qgis.core import QgsFeature, QgsGeometry, QgsPointXY, QgsVectorLayer

SQUARES = [(-74 + 0.1 * (at % 10), 42 + 0.1 * (at // 10)) for at in range(60)]


def corner(column, row):
    """Where squares meet, a little out of place: a grid fits a picture in many places, which takes long."""
    return f"{-74 + 0.1 * column + 0.02 * math.sin(1 + 2 * column * column + 5 * row)} " + str(
        42 + 0.1 * row + 0.02 * math.sin(2 + 3 * row * row + 7 * column)
    )


def areas(field="population:integer", value=lambda at: 700 + at * 7919 % 1900, code=int):
    """Sixty squares of people, in two counties."""
    fields = f"field=code:string&field={field}&field=county:string"
    layer = QgsVectorLayer(f"Polygon?crs=EPSG:4326&{fields}", "Areas", "memory")
    made = []
    for at in range(len(SQUARES)):
        row, column = divmod(at, 10)
        feature = QgsFeature(layer.fields())
        around = [corner(column + right, row + up) for right, up in ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))]
        feature.setGeometry(QgsGeometry.fromWkt(f"POLYGON(({','.join(around)}))"))
        feature.setAttributes([f"{code(at):05d}", value(at), "west" if at % 10 < 5 else "east"])
        made.append(feature)
    layer.dataProvider().addFeatures(made)
    return layer


def patients(number=120, swapped=False, crs="EPSG:4326", shift=0):
    """Points in the squares, one after another in two months."""
    fields = "field=case:integer&field=onset:string(10)&field=birth_date:string(10)"
    layer = QgsVectorLayer(f"Point?crs={crs}&{fields}", "Patients", "memory")
    made = []
    for at in range(number):
        lon, lat = SQUARES[at % 60]
        place = lon + 0.03 + 0.00003 * at, lat + 0.05 + shift
        feature = QgsFeature(layer.fields())
        feature.setAttributes([at, f"2024-0{1 + at % 2}-11", f"19{40 + at % 50}-05-02"])
        feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(*(place[::-1] if swapped else place))))
        made.append(feature)
    layer.dataProvider().addFeatures(made)
    return layer
