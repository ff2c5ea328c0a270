from decimal import Decimal

import pytest

from cardroom.cards import UNKNOWN, parse_cards
from cardroom.history.actions import (
    Action,
    BoardDealt,
    CheckedOrCalled,
    Folded,
    HoleDealt,
    RaisedTo,
    Remark,
    ShowedOrMucked,
    Unplayed,
    parse_action,
    write_action,
)

NOTATIONS = {
    "d dh p1 AhKh": HoleDealt(player=1, cards=parse_cards("AhKh")),
    "d dh p2 ????": HoleDealt(player=2, cards=(UNKNOWN, UNKNOWN)),
    "d db Th9h2c": BoardDealt(cards=parse_cards("Th9h2c")),
    "p3 f": Folded(player=3),
    "p3 cc": CheckedOrCalled(player=3),
    "p3 cbr 3.5": RaisedTo(player=3, to=350),
    "p3 sm": ShowedOrMucked(player=3, cards=None),
    "p3 sm -": ShowedOrMucked(player=3, cards=()),
    "p3 sm ??Ad": ShowedOrMucked(player=3, cards=(UNKNOWN, *parse_cards("Ad"))),
    "p3 pb": Unplayed(player=3, words="pb"),
    "p3 sd AhKh": Unplayed(player=3, words="sd AhKh"),
    "": Remark(),
    "# a card is exposed": Remark(remark="# a card is exposed"),
    "p3 f # angry": Folded(player=3, remark="# angry"),
}


def parse(text: str) -> Action:
    return parse_action(text, players=3, amount=lambda number: int(number * 100))


@pytest.mark.parametrize("text", NOTATIONS)
def test_every_notation_is_read_and_written(text: str) -> None:
    assert parse(text) == NOTATIONS[text]
    assert write_action(NOTATIONS[text], places=2) == text


def test_spaces_around_and_between_words_do_not_matter() -> None:
    assert parse("  p3   cbr  3.50 ") == RaisedTo(player=3, to=350)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p4 f", "'p4' is none of the 3 players"),
        ("p0 f", "'p0' is none of the 3 players"),
        ("x f", "'x' is none of the 3 players"),
        ("p1", "'p1' does nothing"),
        ("p1 jumps", "'jumps' is nothing that a player does"),
        ("p1 f now", "'f now' is nothing that a player does"),
        ("p1 cbr", "'cbr' is nothing that a player does"),
        ("p1 cbr all", "'all' is not an amount"),
        ("p1 cbr -5", "'-5' is not an amount"),
        ("p1 cbr 0", "'0' is not an amount"),
        ("p1 cbr inf", "'inf' is not an amount"),
        ("p1 cbr 1e99", "'1e99' is not an amount"),
        ("d dh p1 Ax", "'Ax' is no card"),
        ("d burn", "'d burn' is nothing that a dealer does"),
    ],
)
def test_what_is_no_action_is_refused_with_the_word_at_fault(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r".+") as caught:
        parse(text)
    assert str(caught.value) == said


def test_the_amount_of_a_raise_reaches_the_scale_exactly_as_written() -> None:
    seen: list[Decimal] = []

    def amount(number: Decimal) -> int:
        seen.append(number)
        return 30

    parse_action("p1 cbr 0.30", players=2, amount=amount)
    assert seen == [Decimal("0.30")]
