# SPDX-License-Identifier: GPL-2.0-or-later
"""Functions of the core that answer the same question once, for modules that ask it in many surroundings."""

import pickle

from geodeid_plugin.core.base.errors import InputError

_ANSWERS = {}
"""What was asked of a function of the core, pickled, and its answer or refusal, pickled too."""


def _pickled(value):
    try:
        return pickle.dumps(value)
    except (AttributeError, TypeError, pickle.PicklingError):
        return None  # it holds a function


def remembered(function):
    """The function, which gives a copy of its answer where it is asked the same again."""

    def answer(*asked, **named):
        told = _pickled([one for one in (*asked, *named.values()) if not callable(one)])  # no progress
        key = function.__qualname__, *named, told
        if told is None or key not in _ANSWERS:
            try:
                found = function(*asked, **named)
            except InputError as refusal:
                _ANSWERS[key] = None, refusal
                raise
            _ANSWERS[key] = _pickled(found), None
            return found
        found, refusal = _ANSWERS[key]
        if refusal is not None:
            raise refusal
        return function(*asked, **named) if found is None else pickle.loads(found)

    return answer
