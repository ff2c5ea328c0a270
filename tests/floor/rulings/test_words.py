"""The closed vocabulary: what a sentence at the table announces."""

import pytest

from cardroom.floor.rulings.words import Declaration, Said, declaration
from tests.floor.rulings.asking import RULES, ask
from tests.rule import rule


@rule("LIVE-4")
@pytest.mark.parametrize(
    ("said", "word", "amount"),
    [
        ("call", "call", None),
        ("ALL IN", "all-in", None),
        ("allin", "all-in", None),
        ("raise all-in", "all-in", None),
        ("I raise to 2,000", "raise", 2000),
        ("bet 1.500", "bet", 1500),
        ("2000", None, 2000),
        ("complete", "complete", None),
        ("check", "check", None),
        ("fold", "fold", None),
        ("", None, None),
    ],
)
def test_customary_words_and_amounts_are_understood(
    said: str, word: str | None, amount: int | None
) -> None:
    found = declaration(RULES, said)
    assert (found.word, found.amount, found.ambiguous) == (word, amount, False)


@rule("LIVE-4")
@pytest.mark.parametrize(
    "said",
    [
        "boom",
        "raise maybe",
        "call and raise",
        "call all-in",
        "1000 or 2000",
        "200 500",
        "1.5k",
        "?",
        "pot",
    ],
)
def test_anything_else_announces_nothing_and_calls_the_floor(said: str) -> None:
    assert declaration(RULES, said) == Declaration(ambiguous=True)
    ruling = ask(Said(said=said))
    assert (ruling.decision, ruling.needs_floor, ruling.rule_ids) == ("unclear", True, ("LIVE-4",))


@rule("LIVE-4", "LIVE-36.b")
def test_a_clear_announcement_binds_without_any_chips() -> None:
    word = ask(Said(said="call"))
    assert (word.decision, word.values) == ("understood", {"word": "call"})
    amount = ask(Said(said="raise 2000"))
    assert (amount.amounts.bet_to, amount.rule_ids) == (2000, ("LIVE-4", "LIVE-36.b"))
