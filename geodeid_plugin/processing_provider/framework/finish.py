# SPDX-License-Identifier: GPL-2.0-or-later
"""What becomes of a result: layers and files are written, the report is rendered, METRICS are filled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ...report import Report
from .give import InMemory, Output, Result


def finish(run, declared: Iterable[Output], result: Result) -> dict:
    """Hand everything that was found to the run, which lets all of it out together or nothing.

    Parameters
    ----------
    run : Run
    declared : iterable of Output
        The outputs of the algorithm.
    result : Result

    Returns
    -------
    dict
        The figures.
    """
    outputs = {one.name: one for one in declared}
    for name, features in result.layers.items():
        if run.is_asked_for(name):
            made = features() if callable(features) else features
            run.write_layer(name, outputs[name].columns(made), made.geometries, made.wkb_type, made.crs)
    for name, content in result.files.items():
        if run.is_asked_for(name):
            _write_file(run, name, content() if callable(content) else content)
    run.beside = result.metrics
    if result.report is not None:
        run.write_reports(_completed(run, result.report))
    for confirm in result.on_release:
        run.on_release(confirm)
    return dict(result.figures)


def _completed(run, report: Report) -> Report:
    """The report with what only the frame knows: warnings, and whether the run was seeded."""
    return replace(
        report,
        warnings=(*report.warnings, *run.warnings),
        for_testing=report.for_testing or run.seeded,
    )


def _write_file(run, name: str, content) -> None:
    """Write a file, or a folder of them given as a mapping of names to contents."""
    place = run.file(name)
    if not isinstance(content, Mapping):
        _write(run, name, place, content)
        return
    for file, data in content.items():
        _write(run, name, place / file, data)
    run.outputs[name] = str(place)


def _write(run, name: str, path, data: str | bytes | InMemory) -> None:
    if isinstance(data, str):
        run.write_text(name, path, data)
    elif isinstance(data, InMemory):
        run.write_memory_file(name, path, data.source)
    else:
        run.write_bytes(name, path, data)
