# SPDX-License-Identifier: GPL-2.0-or-later
"""The examples of the core's docstrings give what they say."""

import doctest
import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

from geodeid_plugin import core

FEWEST = 20
"""Functions and classes with an example: those that a reader of the core meets first."""


ROOM = Path(core.__path__[0])
MODULES = sorted(
    ".".join(("geodeid_plugin.core", *path.relative_to(ROOM).with_suffix("").parts))
    for path in ROOM.rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)


def examples(name):
    module, finder = importlib.import_module(name), doctest.DocTestFinder(exclude_empty=True)
    return [test for test in finder.find(module, module=module) if test.examples]


def shown(value, show=sys.__displayhook__):
    """As Python shows it; a number of numpy's is refused, which numpy 1 and 2 spell differently."""
    for one in value if isinstance(value, (tuple, list, set)) else [value]:
        assert not isinstance(one, np.generic), f"{one!r} is numpy's: write bool, int or float around it"
    show(value)


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_examples_give_what_they_say(name, capsys, monkeypatch):
    monkeypatch.setattr(sys, "__displayhook__", shown)
    for example in examples(name):
        failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed
        assert not failed, capsys.readouterr().out


@pytest.mark.slow
def test_what_a_reader_meets_first_has_an_example():
    assert sum(len(examples(name)) for name in MODULES) >= FEWEST
