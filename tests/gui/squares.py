# SPDX-License-Identifier: GPL-2.0-or-later
"""Small layers of squares with people, and of patients in them, for drivers of the panel."""

from qgis.core import QgsFeature, QgsGeometry, QgsPointXY, QgsVectorLayer

SQUARES = [(-74 + 0.1 * (at % 10), 42 + 0.1 * (at // 10)) for at in range(60)]


def areas(field="population:integer", value=lambda at: 700 + at * 7919 % 1900, code=int):
    """Sixty squares of people, in two counties."""
    fields = f"field=code:string&field={field}&field=county:string"
    layer = QgsVectorLayer(f"Polygon?crs=EPSG:4326&{fields}", "Areas", "memory")
    made = []
    for at, (lon, lat) in enumerate(SQUARES):
        feature = QgsFeature(layer.fields())
        feature.setGeometry(QgsGeometry.fromWkt(
            f"POLYGON(({lon} {lat},{lon + 0.1} {lat},{lon + 0.1} {lat + 0.1},{lon} {lat + 0.1},{lon} {lat}))"
        ))  # fmt: skip
        feature.setAttributes([f"{code(at):05d}", value(at), "west" if at % 10 < 5 else "east"])
        made.append(feature)
    layer.dataProvider().addFeatures(made)
    return layer


def patients(number=120, swapped=False, crs="EPSG:4326", shift=0):
    """Points in the squares, one after another in three months."""
    fields = "field=case:integer&field=onset:string(10)&field=birth_date:string(10)"
    layer = QgsVectorLayer(f"Point?crs={crs}&{fields}", "Patients", "memory")
    made = []
    for at in range(number):
        lon, lat = SQUARES[at % 60]
        place = lon + 0.03 + 0.00003 * at, lat + 0.05 + shift
        feature = QgsFeature(layer.fields())
        feature.setAttributes([at, f"2024-0{1 + at % 3}-11", f"19{40 + at % 50}-05-02"])
        feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(*(place[::-1] if swapped else place))))
        made.append(feature)
    layer.dataProvider().addFeatures(made)
    return layer
