"""Every ruling explains itself in every table language, with the same numbers."""

import ast
import string
from pathlib import Path

import pytest

from cardroom.floor import LANGUAGES, explain
from cardroom.floor.rulings import situations
from cardroom.floor.rulings.sentences import SENTENCES
from tests.floor.rulings.asking import pushed

FOLDER = Path(situations.__file__).parent


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def reasons_in_the_code() -> set[str]:
    """Every text in the code of the rulings that is the key of a sentence."""
    found: set[str] = set()
    for file in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    found |= {f"folded_{how}" for how in ("forward_facedown", "exposed_on_turn", "touched_muck")}
    return found


@pytest.mark.parametrize("reason", SENTENCES)
def test_a_sentence_has_the_same_placeholders_in_every_language(reason: str) -> None:
    texts = SENTENCES[reason]
    assert {frozenset(placeholders(text)) for text in texts} == {
        frozenset(placeholders(texts.en)),
    }
    assert len(set(texts)) == len(LANGUAGES)
    assert all(text.endswith(".") for text in texts)


def test_no_sentence_is_left_over() -> None:
    assert set(SENTENCES) <= reasons_in_the_code()


def test_amounts_are_written_as_the_language_writes_them() -> None:
    ruling = pushed("500x4", big_blind=400, bet=1200, raise_size=800)
    assert explain(ruling) == "The chips make a full raise to 2,000."
    assert explain(ruling, "nl") == "De chips zijn een volledige raise tot 2.000."
    assert explain(ruling, "fr") == "Les jetons font une relance complète à 2\u202f000."
    assert explain(ruling, "de") == "Die Chips sind ein voller Raise auf 2.000."
    assert explain(ruling, "it") == "Le chip fanno un rilancio pieno a 2.000."
