# SPDX-License-Identifier: GPL-2.0-or-later
"""Digests for scripts/compare_outputs: what an algorithm asks, what a run gave, how two of them differ."""

from __future__ import annotations

import hashlib
import html
import json
import math
import re
from collections import Counter
from pathlib import Path

from osgeo import gdal, ogr
from qgis.core import QgsApplication, QgsGeometry, QgsVectorLayer, QgsWkbTypes
from qgis.PyQt.QtCore import QVariant

gdal.UseExceptions()
DIGITS = 6
"""Significant digits of a number in a row."""
DECIMALS = 8
"""Digits behind its point: a probability below is a solver's dust."""
TOLERANCE = 1e-6
"""Relative difference of two figures that is none."""
VOLATILE = re.compile(r"SECONDS$|^versions$|^witness$|^date$|^CHILD_INPUTS$")
"""Names of what differs between two runs of the same program."""
_UNIQUE = re.compile(r"[0-9a-f]{8}([-_]?)[0-9a-f]{4}(\1[0-9a-f]{4}){3}[0-9a-f]{8}")
"""The part of a layer's or file's name that is of this run alone."""
_HEADING = re.compile(r"<h([1-6])[^>]*>(.*?)</h\1>", re.DOTALL | re.IGNORECASE)
_OF_LONG_RUNS = ("Where the time went until this report was written",)
_HINTS = ("default", "flags", "options", "min", "max", "data_type", "parent_layer", "allow_multiple",
          "multiple", "extension", "headers", "layer_type", "data_types", "file_filter",
          "create_by_default")  # fmt: skip


def definitions_of(name: str) -> dict:
    """What an algorithm asks and offers, as dialog and model see it."""
    algorithm = QgsApplication.processingRegistry().createAlgorithmById(f"geodeid:{name}")
    parameters = {}
    for definition in algorithm.parameterDefinitions():
        said = definition.toVariantMap()
        hints = {hint: plain(said[hint]) for hint in _HINTS if said.get(hint) not in (None, "", [])}
        parameters[definition.name()] = {
            "type": definition.type(),
            "title": definition.description(),
            "help": definition.help(),
            **hints,
        }
    return {
        "title": algorithm.displayName(),
        "group": algorithm.group(),
        "flags": int(algorithm.flags()),
        "tags": algorithm.tags(),
        "help": algorithm.shortHelpString().split("\n")[0],
        "order": list(parameters),
        "parameters": parameters,
        "outputs": {
            one.name(): f"{one.type()}: {one.description()}" for one in algorithm.outputDefinitions()
        },
    }


def plain(value):
    """A value as JSON holds it, without what is no number."""
    if isinstance(value, QVariant):
        return None if value.isNull() else plain(value.value())
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    value = value if isinstance(value, (bool, int, float, str, type(None))) else str(value)
    return _UNIQUE.sub("…", value) if isinstance(value, str) else value


def digest_of(results: dict, folder: Path, asked: dict) -> dict:
    """What a run gave: its figures, and a digest of every file in its folder.

    Of the parameters in METRICS those are kept that were asked for; the others are defaults, and told once.
    """
    figures = {
        name: steady(plain(value))
        for name, value in results.items()
        if not (isinstance(value, str) and str(folder) in value) and not VOLATILE.search(name)
    }
    digest = {"figures": figures, "layers": {}, "reports": {}, "files": {}}
    for path in sorted(folder.rglob("*")):
        if path.is_dir():
            continue
        name = path.relative_to(folder).as_posix()
        if path.suffix == ".gpkg" and is_layer(path):
            digest["layers"][path.stem] = layer_digest(path)
        elif path.suffix == ".html":
            digest["reports"][path.stem] = headings(path.read_text("utf-8"))
        elif path.suffix == ".json":
            metrics = metrics_digest(json.loads(path.read_text("utf-8")))
            given = metrics.get("parameters", {})
            metrics["parameters"] = {name: given[name] for name in sorted(given.keys() & asked)}
            digest.setdefault("metrics", {})[path.stem] = metrics
        else:
            digest["files"][name] = file_digest(path)
    return digest


def is_layer(path: Path) -> bool:
    """Whether a file is a layer, not a ledger."""
    try:
        return ogr.Open(str(path)).GetLayerCount() == 1
    except RuntimeError:
        return False


def layer_digest(path: Path) -> dict:
    """Fields, kind and rows of a layer."""
    layer = QgsVectorLayer(str(path), path.stem, "ogr")
    keys = set(layer.primaryKeyAttributes())
    shown = [(at, one) for at, one in enumerate(layer.fields()) if at not in keys]
    digits = 6 if layer.crs().isGeographic() else 1
    rows = []
    for feature in layer.getFeatures():
        values = feature.attributes()
        cells = [cell(values[at]) for at, _field in shown]
        rows.append(" | ".join([*cells, shape(feature.geometry(), digits)]))
    rows.sort()
    return {
        "fields": [f"{one.name()} {one.typeName()}" for _at, one in shown],
        "geometry": QgsWkbTypes.displayString(layer.wkbType()),
        "crs": layer.crs().authid(),
        "count": len(rows),
        "checksum": checksum("\n".join(rows).encode()),
        "rows": rows,
    }


def cell(value) -> str:
    """A value of a row as text, rounded."""
    value = plain(value)
    if isinstance(value, float):
        rounded = float(f"{round(value, DECIMALS):.{DIGITS}g}") + 0.0
        return f"{rounded:g}" if abs(rounded) < 1e5 else repr(rounded)
    return "NULL" if value is None else " ".join(str(value).splitlines())


def shape(geometry: QgsGeometry, digits: int) -> str:
    """A geometry as text: whichever vertex its rings begin with, rounded."""
    if geometry.isNull():
        return "no geometry"
    geometry = QgsGeometry(geometry)
    geometry.normalize()
    text = geometry.asWkt(digits)
    return text if len(text) <= 200 else f"{text[:80]}… {checksum(text.encode())}"


def headings(page: str) -> list[str]:
    """The headings of a report, in their order."""
    found = [html.unescape(re.sub(r"<[^>]*>", "", text)) for _level, text in _HEADING.findall(page)]
    return [one for one in (" ".join(text.split()) for text in found) if one not in _OF_LONG_RUNS]


def metrics_digest(metrics: dict) -> dict:
    """What METRICS say, without sentences of the verdict, times and versions."""
    judgement = metrics.get("judgement")
    elsewhere = ("judgement", "versions", "figures")  # the figures are those of the run
    kept = {name: steady(value) for name, value in metrics.items() if name not in elsewhere}
    if "files" in kept:
        kept["files"] = sorted(name for name, _checksum in kept["files"])  # a GeoPackage holds its hour
    if judgement:
        kept["limit"] = judgement["limit"]
        kept["worst_risk"] = judgement["worst_risk"]
        kept["records_concerned"] = judgement["records_concerned"]
        kept["checks"] = {one["key"]: one["outcome"] for one in judgement["checks"]}
        kept["adversaries"] = {
            one["key"]: {name: one[name] for name in ("risk", "covered", "records", "level", "internal")}
            for one in judgement["adversaries"]
        }
    return kept


def steady(value):
    """The same value without entries that differ between runs of the same program."""
    if isinstance(value, dict):
        return {name: steady(one) for name, one in value.items() if not VOLATILE.search(str(name))}
    return [steady(one) for one in value] if isinstance(value, list) else value


def file_digest(path: Path) -> str:
    """A picture by its pixels, a text by its letters; of others only that they are there."""
    if path.suffix in (".png", ".tif", ".jpg"):
        picture = gdal.Open(str(path))
        sums = [picture.GetRasterBand(band + 1).Checksum() for band in range(picture.RasterCount)]
        return f"{picture.RasterXSize} × {picture.RasterYSize} pixels, checksums {sums}"
    if path.suffix in (".points", ".csv", ".txt", ".prm", ".cas", ".ctl", ".pop", ".geo"):
        return f"text, checksum {checksum(path.read_bytes())}"
    return "is there"


def checksum(data: bytes) -> str:
    """Sixteen characters of a SHA-256."""
    return hashlib.sha256(data).hexdigest()[:16]


def write_digest(folder: Path, digest: dict) -> None:
    """Keep a digest: digest.json, and the rows of each layer beside it, to be read by a person."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*"):
        path.unlink()
    layers = digest.get("layers", {})
    for name, layer in layers.items():
        (folder / f"{name}.rows").write_text("".join(f"{row}\n" for row in layer["rows"]), "utf-8")
    bare = {name: {key: one for key, one in layer.items() if key != "rows"} for name, layer in layers.items()}
    shown = {**digest, "layers": bare} if layers else digest
    (folder / "digest.json").write_text(json.dumps(shown, indent=1, ensure_ascii=False) + "\n", "utf-8")


def read_digest(folder: Path) -> dict:
    """A digest that was kept."""
    digest = json.loads((folder / "digest.json").read_text("utf-8"))
    for name, layer in digest.get("layers", {}).items():
        layer["rows"] = (folder / f"{name}.rows").read_text("utf-8").split("\n")[:-1]
    return digest


def differences(before: dict, now: dict) -> list[str]:
    """What differs between two digests, a line each."""
    now = json.loads(json.dumps(now))
    return list(_differing("", before, now))


def _differing(path: str, before, now):
    if isinstance(before, dict) and isinstance(now, dict):
        if before.get("type") != now.get("type"):  # a parameter that became another, or went
            yield f"{path}: {before.get('type')} → {now.get('type')}: {_short(now.get('help', ''))}"
            return
        if "rows" in before and "rows" in now:
            yield from _differing_rows(path, before, now)
            names = [name for name in ("fields", "geometry", "crs", "count") if name in before]
        else:
            yield from (f"{_at(path, name)}: is gone" for name in before if name not in now)
            yield from (f"{_at(path, name)}: is new" for name in now if name not in before)
            names = [name for name in before if name in now]
        for name in names:
            yield from _differing(_at(path, name), before[name], now[name])
    elif isinstance(before, list) and isinstance(now, list):
        yield from _differing_lists(path, before, now)
    elif not _same(before, now):
        yield f"{path}: {_short(before)} → {_short(now)}"


def _differing_lists(path: str, before: list, now: list):
    """Of numbers as many as before the first that differs, of other lists what is gone and new."""
    texts = all(isinstance(one, str) for one in [*before, *now])
    if texts and before != now and sorted(before) == sorted(now):
        yield f"{path}: the same entries in another order"
        return
    if before == now or (len(before) == len(now) and not texts):
        apart = [(at, *pair) for at, pair in enumerate(zip(before, now)) if not _same(*pair)]
        more = f" (and {len(apart) - 1} more entries)" if len(apart) > 1 else ""
        yield from (f"{path}[{at}]: {_short(old)} → {_short(new)}{more}" for at, old, new in apart[:1])
        return
    gone, new = (_surplus(*map(_texts, pair)) for pair in ((before, now), (now, before)))
    yield f"{path}: {len(before)} → {len(now)} entries; gone: {_short(gone)}; new: {_short(new)}"


def _at(path: str, name: str) -> str:
    return f"{path}.{name}" if path else str(name)


def _same(before, now) -> bool:
    if isinstance(before, list) and isinstance(now, list):
        return len(before) == len(now) and all(map(_same, before, now))
    if isinstance(before, dict) and isinstance(now, dict):
        return before.keys() == now.keys() and all(_same(before[name], now[name]) for name in before)
    numbers = all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in (before, now))
    return math.isclose(before, now, rel_tol=TOLERANCE, abs_tol=1e-12) if numbers else before == now


def _differing_rows(path: str, before: dict, now: dict):
    if before["fields"] != now["fields"] or before["checksum"] == now["checksum"]:
        return
    gone = _surplus(before["rows"], now["rows"])
    new = _surplus(now["rows"], before["rows"])
    example = f"{_short(gone[0] if gone else '')} → {_short(new[0] if new else '')}"
    yield f"{path}.rows: {len(gone)} of {len(before['rows'])} rows are gone, {len(new)} new: {example}"


def _texts(values: list) -> list:
    return [value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in values]


def _surplus(rows: list, others: list) -> list:
    return sorted((Counter(rows) - Counter(others)).elements())


def _short(value) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else f"{text[:157]}…"
