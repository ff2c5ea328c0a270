from cardroom.history.booking import UNKNOWN_STACK, Forced, book, forced_bets
from cardroom.history.phh import read_hand
from cardroom.history.record import HandRecord
from tests.rule import rule


def record(blinds: str, actions: str, *, stacks: str = "", more: str = "") -> HandRecord:
    """A hand at 1/2 with this many players as there are blinds; `actions` without the deal."""
    count = len(blinds.split(","))
    return read_hand(
        f"""
variant = "NT"
antes = [{", ".join(["0"] * count)}]
blinds_or_straddles = [{blinds}]
min_bet = 2
starting_stacks = [{stacks or ", ".join(["100"] * count)}]
actions = [{", ".join(f'"{action.strip()}"' for action in actions.split(","))}]
{more}
"""
    )


def test_the_part_of_a_bet_that_nobody_matched_comes_back() -> None:
    booked = book(record("1, 2, 0", "p3 cbr 6, p1 f, p2 f"))
    assert (booked.put, booked.returned, booked.pot) == ((1, 2, 2), (0, 0, 4), 5)


def test_a_walk_gives_the_big_blind_back_what_the_small_blind_did_not_match() -> None:
    booked = book(record("1, 2, 0", "p3 f, p1 f"))
    assert (booked.put, booked.returned) == ((1, 1, 0), (0, 1, 0))


def test_a_call_goes_no_further_than_the_stack() -> None:
    booked = book(record("1, 2, 0", "p3 cbr 50, p1 cc, p2 f", stacks="20, 100, 100"))
    assert (booked.put, booked.returned) == ((20, 2, 20), (0, 0, 30))


def test_every_street_starts_with_nothing_to_call() -> None:
    booked = book(record("1, 2, 0", "p3 cc, p1 cc, p2 cc, d db 2c3d4h, p1 cbr 5, p2 cc, p3 f"))
    assert booked.put == (7, 7, 2)


@rule("AMB-38")
def test_a_short_big_blind_does_not_lower_the_call() -> None:
    booked = book(record("1, 2, 0", "p3 cc, p1 f", stacks="100, 1, 100"))
    assert (booked.put, booked.returned) == ((1, 1, 1), (0, 0, 1))


@rule("CASH-12")
def test_of_two_players_the_first_is_the_big_blind() -> None:
    forced = forced_bets(record("1, 2", "p2 f"), short_posts_live=False)
    assert forced == (Forced(0, 2, 0), Forced(0, 1, 0))


@rule("AMB-35")
def test_a_newcomers_post_of_the_big_blind_is_live() -> None:
    booked = book(record("1, 2, -2, 0", "p3 cc, p4 f, p1 f, p2 cc"))
    assert booked.put == (1, 2, 2, 0)


def test_a_post_above_the_big_blind_is_dead_in_its_upper_part() -> None:
    forced = forced_bets(record("1, 2, -3", "p3 cc"), short_posts_live=False)
    assert forced[2] == Forced(0, 2, 1, out_of_turn=True)


def test_a_post_below_the_big_blind_can_be_read_as_dead_or_live() -> None:
    hand = record("1, 2, -1", "p3 cc, p1 f, p2 cc")
    assert book(hand, short_posts_live=False).put == (1, 2, 3)
    assert book(hand, short_posts_live=True).put == (1, 2, 2)


def test_a_stack_that_nobody_knows_is_deep_enough() -> None:
    booked = book(record("1, 2", "p2 cbr 5000, p1 cc", stacks="inf, inf"))
    assert booked.put == (5000, 5000)
    assert UNKNOWN_STACK > 10**9


def test_an_ante_too_short_is_matched_only_where_the_file_says_so() -> None:
    text = "ante_trimming_status = {}"
    antes = {"stacks": "100, 100, 1"}
    dead = record("1, 2, 0", "p1 f", more=text.format("false"), **antes)
    trimmed = record("1, 2, 0", "p1 f", more=text.format("true"), **antes)
    assert book(dead).put == book(trimmed).put == (1, 1, 0)
