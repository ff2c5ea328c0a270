from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.errors import InvalidFile
from cardroom.history.actions import RaisedTo
from cardroom.history.phh import read_hand, read_hands
from cardroom.history.record import Place
from tests.history.samples import HOLDEM


def hand(**changes: str) -> str:
    """The sample with some fields set again; None as text leaves the field out."""
    lines = HOLDEM.strip().splitlines()
    for key, value in changes.items():
        lines = [line for line in lines if line.partition(" =")[0] != key]
        lines += [f"{key} = {value}"] if value else []
    return "\n".join(lines)


def refusal(text: str) -> str:
    with pytest.raises(InvalidFile) as caught:
        list(read_hands(text.splitlines(), "x.phhs"))
    return str(caught.value)


def test_dollars_and_cents_become_whole_units() -> None:
    record = read_hand(HOLDEM)
    assert record.places == 2
    assert record.blinds_or_straddles == (50, 100, 0)
    assert record.starting_stacks == (10000, 10025, 8000)
    assert RaisedTo(player=3, to=350) in record.actions
    assert record.min_bet == 100


def test_whole_chips_stay_whole() -> None:
    text = hand(blinds_or_straddles="[1, 2, 0]", starting_stacks="[9, 9, 9]", min_bet="2")
    record = read_hand(text.replace("3.50", "4"))
    assert (record.places, record.starting_stacks) == (0, (9, 9, 9))


def test_a_named_currency_has_cents_even_when_no_amount_shows_them() -> None:
    assert read_hand(hand(currency_symbol="'$'")).places == 2


def test_a_stack_that_nobody_knows_is_none() -> None:
    assert read_hand(hand(starting_stacks="[inf, 5, inf]")).starting_stacks == (None, 500, None)


def test_a_post_out_of_turn_is_negative() -> None:
    assert read_hand(hand(blinds_or_straddles="[1, 2, -2]")).blinds_or_straddles == (100, 200, -200)


def test_fields_of_the_annotator_and_unknown_ones_are_kept() -> None:
    record = read_hand(hand(_sponsors='["", "GG"]', time="09:19:25", new_field="3"))
    assert set(record.other) == {"_sponsors", "time", "new_field"}
    assert record.other["_sponsors"] == ["", "GG"]


def test_games_that_are_not_played_are_read_all_the_same() -> None:
    text = """
variant = "F7S"
antes = [1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [50, 50]
actions = ["d dh p1 ????Ah", "d dh p2 ????2c", "p2 pb"]
"""
    record = read_hand(text)
    assert (record.variant, record.bring_in, record.blinds_or_straddles) == ("F7S", 2, (0, 0))


def test_many_hands_are_read_one_after_the_other_with_number_and_line() -> None:
    text = f"# mine\n\n[1]{HOLDEM}\n[7]  # seventh{HOLDEM}"
    places = [place for place, _ in read_hands(text.splitlines(), "x.phhs")]
    assert places == [Place("x.phhs", 1, 3), Place("x.phhs", 7, 15)]
    assert [str(place) for place in places] == ["x.phhs [1]", "x.phhs [7]"]


def test_a_file_of_many_hands_is_not_read_further_than_the_hand_asked_for() -> None:
    def lines() -> Iterator[str]:
        yield from f"[1]{HOLDEM}\n[2]\n".splitlines()
        raise AssertionError("read too far")

    place, _ = next(read_hands(lines(), "x.phhs"))
    assert place.number == 1


def test_hands_of_one_file_may_have_different_scales() -> None:
    whole = "[1]\n" + hand().replace("0.50", "1").replace("3.50", "4").replace(".25", "")
    records = [record for _, record in read_hands(f"{whole}\n[2]{HOLDEM}".splitlines(), "x")]
    assert [record.places for record in records] == [0, 2]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"variant": "'XX'"}, "x.phhs, line 10: variant: 'XX' is not a variant"),
        ({"variant": ""}, "x.phhs, line 1: variant: this field is missing"),
        ({"min_bet": ""}, "x.phhs, line 1: min_bet: this field is missing; NT needs it"),
        ({"antes": "[0]"}, "antes: a hand has 2 to 10 players"),
        ({"antes": "0"}, "antes: a list of amounts is needed"),
        ({"antes": "[0, true, 0]"}, "antes[1]: True is not an amount"),
        ({"antes": "[0, -1, 0]"}, "antes[1]: -1 is not an amount"),
        ({"antes": "[0, inf, 0]"}, "antes[1]: Infinity is not an amount"),
        ({"starting_stacks": "[1, 2, nan]"}, "starting_stacks[2]: NaN is not an amount"),
        ({"starting_stacks": "[1, 2]"}, "starting_stacks: 2 entries for 3 players"),
        ({"starting_stacks": "[1, 2, 1e30]"}, "starting_stacks[2]: 1E+30 is not an amount"),
        ({"min_bet": "0.1234567891"}, "amounts have at most 9 decimals"),
        ({"players": "['a', 'b', 3]"}, "players: a list of names is needed"),
        ({"seats": "[1, 2]"}, "seats: 2 entries for 3 players"),
        ({"ante_trimming_status": "1"}, "ante_trimming_status: true or false is needed"),
        ({"_x": "[1"}, "x.phhs, line 11: Unclosed array"),
    ],
)
def test_a_broken_field_is_named(changes: dict[str, str], said: str) -> None:
    assert said in refusal(hand(**changes))


def test_a_broken_action_is_named_with_hand_line_and_place() -> None:
    broken = HOLDEM.replace("p1 f", "p1 cbr much")
    assert refusal(f"[1]{HOLDEM}\n[2]{broken}") == (
        "x.phhs, line 19: [2].actions[9]: 'much' is not an amount"
    )


def test_a_hand_without_a_number_is_refused() -> None:
    assert refusal(f"[one]{HOLDEM}") == "x.phhs, line 1: [one]: hands are numbered"


def test_a_number_that_stands_twice_is_refused() -> None:
    assert refusal(f"[1]{HOLDEM}[1]{HOLDEM}").endswith("[1]: this number is used twice")


def test_an_empty_file_is_refused() -> None:
    assert refusal("# nothing") == "x.phhs, line 1: variant: this field is missing"


def test_a_file_without_end_is_refused_early() -> None:
    endless = (f"_x{count} = 1" for count in range(10**9))
    with pytest.raises(InvalidFile, match="more than 5000 lines"):
        next(read_hands(endless, "x.phh"))


@given(st.text(max_size=300))
def test_no_text_whatever_does_anything_but_read_or_be_refused(text: str) -> None:
    with suppress(InvalidFile):
        list(read_hands(text.splitlines(), "x.phh"))


@given(st.integers(0, len(HOLDEM) - 1), st.characters(codec="utf-8"))
def test_one_wrong_sign_in_a_hand_is_read_or_refused(place: int, sign: str) -> None:
    text = HOLDEM[:place] + sign + HOLDEM[place + 1 :]
    with suppress(InvalidFile):
        list(read_hands(text.splitlines(), "x.phh"))
