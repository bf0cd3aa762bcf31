# SPDX-License-Identifier: GPL-2.0-or-later
"""Every error that a user can meet has a code of its own, and a sentence that every language can say."""

import ast
import re
from functools import cache
from string import Formatter

import pytest
from test_translations import PACKAGE, called, calls_in, script, trees

from geodeid_plugin.core.base.errors import CancelledError, InputError

CODE = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){2}")
"""Subject, field and fault."""


@cache
def made():
    """Every call that makes an error or a refusal: its place, and the arguments that stand there."""
    names = {*script().errors_in(trees(PACKAGE).values()), "Refusal"} - {"CancelledError"}
    return [(f"{path}:{node.lineno}", node.args) for path, node in calls_in(PACKAGE) if called(node) in names]


@cache
def coded():
    """Code and sentence of every error whose code stands in the sources."""
    found = {(CancelledError().code, str(CancelledError()))}
    for _place, given in made():
        if isinstance(given[0], ast.Constant):
            sentence = given[1].args[0] if called(given[1]) in ("Phrase", "tr") else given[1]
            words = sentence.value if isinstance(sentence, ast.Constant) else ast.unparse(sentence)
            found.add((given[0].value, words))
    return found


def hands_on(argument):
    """Whether it is the code, or code and sentence, of what was refused before."""
    return isinstance(argument, ast.Starred) or getattr(argument, "attr", "") == "code"


@cache
def french():
    return script().translated()


def in_french(text):
    return "," if text == "." else french().get(text) or text


@pytest.mark.slow
def test_every_error_has_a_code_of_subject_field_and_fault():
    codes = [(place, given[0]) for place, given in made() if not hands_on(given[0])]
    assert [place for place, code in codes if not CODE.fullmatch(str(getattr(code, "value", "")))] == []
    assert len(codes) > 700


def test_a_code_is_one_sentence_and_a_sentence_one_code():
    codes, sentences = zip(*coded())
    assert [one for one in set(codes) if codes.count(one) > 1] == []
    assert [one for one in set(sentences) if sentences.count(one) > 1] == []


@pytest.mark.parametrize("translate", [str, in_french])
def test_the_sentence_of_every_code_is_said_with_all_of_its_values(translate):
    wrong = []
    for code, sentence in coded():
        blanks = {part[1]: part[2] for part in Formatter().parse(sentence) if part[1]}
        values = {name: 0.25 if spec else f"Lévis {name}" for name, spec in blanks.items()}
        said = InputError(code, sentence, **values).translated(translate)
        lost = [value for value in values.values() if isinstance(value, str) and value not in said]
        wrong += [code] * ("{" in said or bool(lost))
    assert wrong == []
