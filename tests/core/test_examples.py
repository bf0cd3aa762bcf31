# SPDX-License-Identifier: GPL-2.0-or-later
"""The examples of the core's docstrings give what they say."""

import doctest
import importlib
import pkgutil
import sys

import numpy as np
import pytest

from geodeid_plugin import core

FEWEST = 20
"""Functions and classes with an example: those that a reader of the core meets first."""


def modules():
    for module in pkgutil.walk_packages(core.__path__, core.__name__ + "."):
        yield importlib.import_module(module.name)


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    return [test for module in modules() for test in finder.find(module, module=module) if test.examples]


def shown(value, show=sys.__displayhook__):
    """As Python shows it; a number of numpy's is refused, which numpy 1 and 2 spell differently."""
    for one in value if isinstance(value, (tuple, list, set)) else [value]:
        assert not isinstance(one, np.generic), f"{one!r} is numpy's: write bool, int or float around it"
    show(value)


@pytest.mark.slow
@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name.split("core.")[1])
def test_an_example_gives_what_it_says(example, capsys, monkeypatch):
    monkeypatch.setattr(sys, "__displayhook__", shown)
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed
    assert not failed, capsys.readouterr().out


def test_what_a_reader_meets_first_has_an_example():
    assert len(examples()) >= FEWEST
