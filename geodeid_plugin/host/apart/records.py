# SPDX-License-Identifier: GPL-2.0-or-later
"""Values as bytes between two processes: plain values, arrays, sentences and records, and nothing that runs.

The process that read a hostile file may be its slave: so nothing is unpickled, and of records only those
classes are made that the reader of the bytes names.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from ...core.base.errors import Phrase

_KIND, _VALUE = "kind", "value"
_LENGTH = 8
"""Bytes that tell how long the tree of a message is."""
_SERIES: dict[str, Any] = {"tuple": tuple, "set": set, "frozenset": frozenset}


def packed(value: Any) -> bytes:
    """A value as bytes: plain ones, lists, tuples, sets, arrays, sentences, and frozen records of these."""
    blobs: list[Any] = []
    tree = json.dumps(_tree(value, blobs)).encode()
    sizes = json.dumps([len(one) for one in blobs]).encode()
    heads = [len(one).to_bytes(_LENGTH, "little") for one in (tree, sizes)]
    return b"".join([*heads, tree, sizes, *blobs])


def unpacked(data: bytes, classes: Collection[type]) -> Any:
    """The value again.

    ``classes`` are those of the records that may stand in it.

    Examples
    --------
    >>> unpacked(packed({"a": (1, b"2")}), ())
    {'a': (1, b'2')}
    """
    tree, sizes = (int.from_bytes(data[at : at + _LENGTH], "little") for at in (0, _LENGTH))
    at = 2 * _LENGTH
    try:
        told, lengths = json.loads(data[at : at + tree]), json.loads(data[at + tree : at + tree + sizes])
        ends = np.cumsum([at + tree + sizes, *lengths]).tolist()
        view = memoryview(data)
        blobs = [view[begin:end] for begin, end in zip(ends, ends[1:])]
        return _value(told, blobs, {one.__name__: one for one in classes})
    except (TypeError, LookupError, AttributeError, RecursionError) as reason:
        raise ValueError(str(reason)) from reason


def _tree(value: Any, blobs: list[Any]) -> Any:
    if isinstance(value, Phrase):
        return {_KIND: "sentence", _VALUE: value.words, "values": _tree(value.values, blobs)}
    if value is None or isinstance(value, (bool, str, int, float)):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, bytes):
        blobs.append(value)
        return {_KIND: "bytes", _VALUE: len(blobs) - 1}
    if isinstance(value, np.ndarray):
        blobs.append(np.ascontiguousarray(value).tobytes())
        return {_KIND: "array", _VALUE: len(blobs) - 1, "type": value.dtype.str, "shape": value.shape}
    if isinstance(value, dict):
        pairs = [[_tree(key, blobs), _tree(one, blobs)] for key, one in value.items()]
        return {_KIND: "mapping", _VALUE: pairs}
    if is_dataclass(value):
        held = {one.name: _tree(getattr(value, one.name), blobs) for one in fields(value)}
        return {_KIND: "record", _VALUE: held, "name": type(value).__name__}
    if isinstance(value, list):
        return [_tree(one, blobs) for one in value]
    if type(value).__name__ in _SERIES:
        return {_KIND: type(value).__name__, _VALUE: [_tree(one, blobs) for one in value]}
    raise TypeError(f"{type(value).__name__} is not sent to another process")


def _value(told: Any, blobs: list[Any], classes: dict[str, type]) -> Any:
    if isinstance(told, list):
        return [_value(one, blobs, classes) for one in told]
    if not isinstance(told, dict):
        return told
    kind, value = told[_KIND], told[_VALUE]
    if kind == "bytes":
        return bytes(blobs[value])
    if kind == "array":
        return np.frombuffer(blobs[value], np.dtype(told["type"])).reshape(told["shape"]).copy()
    if kind == "mapping":
        return {_value(key, blobs, classes): _value(one, blobs, classes) for key, one in value}
    if kind == "sentence":
        return Phrase(value, **_value(told["values"], blobs, classes))
    if kind == "record":
        held = {name: _value(one, blobs, classes) for name, one in value.items()}
        return classes[told["name"]](**held)
    return _SERIES[kind](_value(one, blobs, classes) for one in value)
