"""Open Hand History: the fields of the specification, and stacks that a reader makes of them."""

from decimal import Decimal
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from cardroom.history import narrate, ohh_of, ohhs_of
from cardroom.history.ohh import ACTIONS
from cardroom.history.open_hand import OpenFile, OpenHand
from tests.engine.random_play import play
from tests.engine.script import deal
from tests.history.narrated_hands import narrated_hands
from tests.history.played_hands import TOURNAMENT, played
from tests.history.random_hands import random_hand

BETTING = ("Bet", "Raise", "Call")
REQUIRED = {
    *("spec_version", "site_name", "network_name", "internal_version", "game_number"),
    *("start_date_utc", "table_name", "game_type", "bet_limit", "table_size", "currency"),
    *("dealer_seat", "small_blind_amount", "big_blind_amount", "ante_amount", "hero_player_id"),
    *("flags", "players", "rounds", "pots"),
}


def read(text: str) -> dict[str, Any]:
    """The hand of a file, its numbers exactly as they are written."""
    decoder = msgspec.json.Decoder(float_hook=Decimal)
    found: dict[str, Any] = decoder.decode(text)["ohh"]
    return found


def stacks_after(hand: dict[str, Any]) -> dict[int, Decimal]:
    """Add up a hand as a reader does who knows that unmatched bets are not in the pots."""
    stacks = {player["id"]: Decimal(player["starting_stack"]) for player in hand["players"]}
    put, last = Decimal(0), 0
    for action in (action for street in hand["rounds"] for action in street["actions"]):
        stacks[action["player_id"]] -= action["amount"]
        put += action["amount"]
        assert action["is_allin"] == (action["amount"] > 0 and stacks[action["player_id"]] == 0)
        if action["action"] in BETTING or "Post" in action["action"]:
            last = _highest(last, action, hand)
    unmatched = put - sum(pot["amount"] for pot in hand["pots"])
    if unmatched:
        stacks[last] += unmatched
    for pot in hand["pots"]:
        assert pot["amount"] == pot["rake"] + sum(win["win_amount"] for win in pot["player_wins"])
        for win in pot["player_wins"]:
            stacks[win["player_id"]] += win["win_amount"]
    return stacks


def _highest(last: int, action: dict[str, Any], hand: dict[str, Any]) -> int:
    """The player who has put in most so far, dead money not counted."""
    totals: dict[int, Decimal] = {}
    for street in hand["rounds"]:
        for one in street["actions"]:
            if one["action"] != "Post Dead":
                totals[one["player_id"]] = totals.get(one["player_id"], Decimal(0)) + one["amount"]
            if one is action:
                return max(totals, key=lambda player: totals[player])
    return last


@given(st.integers(0, 10**9), st.booleans())
def test_a_reader_adds_up_the_same_stacks(seed: int, money: bool) -> None:
    hand = random_hand(seed, raked=money)
    if any(post.kind == "table_ante" for post in hand.started.posts):
        return
    narrated = narrate(played(hand, currency="EUR" if money else None), hand.seats[0])
    scale = 100 if money else 1
    expected = {narrated.seat_number(seat): stack for seat, stack in hand.stacks.items()}
    found = stacks_after(read(ohh_of(narrated)))
    assert {player: stack * scale for player, stack in found.items()} == expected


@given(st.integers(0, 10**9))
def test_every_field_of_the_specification_is_there_and_of_its_kind(seed: int) -> None:
    hand = play(seed)
    text = ohh_of(narrate(played(hand), hand.seats[0]))
    assert set(read(text)) == REQUIRED
    strict = msgspec.json.decode(text, type=OpenFile)
    rounds = strict.ohh.rounds
    assert [one.id for one in rounds] == list(range(len(rounds)))
    for one in rounds:
        numbers = [action.action_number for action in one.actions]
        assert numbers == list(range(1, len(numbers) + 1))
        assert {action.action for action in one.actions} <= {*ACTIONS.values(), "Dealt Cards"}
    assert "Bet" not in {action.action for action in rounds[0].actions}
    assert text.count("\n") == 1


def _open(name: str) -> OpenHand:
    return msgspec.json.decode(ohh_of(narrated_hands()[name]), type=OpenFile).ohh


def test_the_hero_is_dealt_cards_and_the_others_only_show_them() -> None:
    hand = _open("told-split-pot")
    dealt = [act for act in hand.rounds[0].actions if act.action == "Dealt Cards"]
    assert [(act.player_id, act.cards) for act in dealt] == [(2, ["Ad", "Ks"])]
    assert hand.hero_player_id == 2
    last = hand.rounds[-1]
    assert (last.street, [act.action for act in last.actions]) == ("Showdown", ["Shows Cards"] * 2)


def test_a_raise_is_told_by_what_it_puts_in() -> None:
    hand = _open("told-split-pot")
    raises = [act.amount for act in hand.rounds[0].actions if act.action == "Raise"]
    assert raises == [Decimal("0.31"), Decimal("1.00")]


def test_dead_and_extra_blinds_have_words_of_their_own() -> None:
    posts = [act.action for act in _open("told-dead-small-blind").rounds[0].actions][:4]
    assert posts == ["Post BB", "Post Extra Blind", "Post Extra Blind", "Post Dead"]


SPECIFIED: dict[str, dict[str, Any]] = {
    "hand": {
        "spec_version": str, "site_name": str, "network_name": str, "internal_version": str,
        "tournament": bool, "tournament_info": "tournament", "game_number": str,
        "start_date_utc": str, "table_name": str, "game_type": {"Holdem", "Omaha"},
        "bet_limit": "bet_limit", "table_size": int, "currency": str, "dealer_seat": int,
        "small_blind_amount": Decimal, "big_blind_amount": Decimal, "ante_amount": Decimal,
        "hero_player_id": int, "flags": [{"Observed"}], "players": ["player"],
        "rounds": ["round"], "pots": ["pot"],
    },
    "bet_limit": {"bet_type": {"NL", "PL", "FL"}, "bet_cap": Decimal},
    "player": {
        "id": int, "seat": int, "name": str, "display": str, "starting_stack": Decimal,
        "player_bounty": Decimal,
    },
    "round": {
        "id": int, "street": {"Preflop", "Flop", "Turn", "River", "Showdown"}, "cards": [str],
        "actions": ["action"],
    },
    "action": {
        "action_number": int, "player_id": int, "amount": Decimal, "is_allin": bool,
        "cards": [str], "action": {
            "Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB",
            "Straddle", "Post Dead", "Post Extra Blind", "Fold", "Check", "Bet", "Raise", "Call",
        },
    },
    "pot": {"number": int, "amount": Decimal, "rake": Decimal, "player_wins": ["win"]},
    "win": {"player_id": int, "win_amount": Decimal},
    "tournament": {
        "tournament_number": str, "name": str, "start_date_utc": str, "currency": str,
        "buyin_amount": Decimal, "fee_amount": Decimal, "bounty_fee_amount": Decimal,
        "initial_stack": int, "type": {"STT", "MTT"}, "flags": [{"Bounty"}], "speed": "speed",
    },
    "speed": {
        "round_time": int,
        "type": {"Normal", "Semi-Turbo", "Turbo", "Super-Turbo", "Hyper-Turbo", "Ultra-Turbo"},
    },
}  # fmt: skip
"""The published specification, version 1.4.7, by hand: every field that we write, with its kind."""


def verify_specified(value: Any, kind: Any, place: str) -> None:
    """Nothing is null, of another kind, or unknown to the specification."""
    if isinstance(kind, str):
        unknown = {name for name in value if name not in SPECIFIED[kind]}
        assert {name for name in unknown if not name.startswith("_")} == set(), place
        for name in value.keys() - unknown:
            verify_specified(value[name], SPECIFIED[kind][name], f"{place}.{name}")
    elif isinstance(kind, list):
        for number, one in enumerate(value):
            verify_specified(one, kind[0], f"{place}.{number}")
    elif isinstance(kind, set):
        assert value in kind, place
    else:
        wanted = (int, Decimal) if kind is Decimal else (kind,)
        assert type(value) in wanted, (place, value)


@given(st.integers(0, 10**9), st.booleans(), st.booleans())
def test_no_field_contradicts_the_published_specification(
    seed: int, is_tournament: bool, is_own: bool
) -> None:
    hand = random_hand(seed, raked=not is_tournament)
    other: dict[str, Any] = {"key": "hand:7:1:991"}
    if is_tournament:
        other |= {"tournament": TOURNAMENT, "bounties": dict.fromkeys(hand.seats, 450)}
    told = played(hand, currency=None if is_tournament else "EUR", **other)
    found = read(ohh_of(narrate(told, hand.seats[0] if is_own else "rail")))
    verify_specified(found, "hand", "hand")
    assert found["_key"] == "hand:7:1:991"
    assert ("hero_player_id" in found) == is_own == (found["flags"] == [])


def test_a_tournament_is_told_with_its_price_in_money_and_its_stacks_in_chips() -> None:
    hand = read(ohh_of(narrated_hands()["told-tournament"]))
    assert hand["tournament"] is True
    info = hand["tournament_info"]
    assert info["tournament_number"] == str(TOURNAMENT.number)
    assert (info["buyin_amount"], info["fee_amount"]) == (Decimal("10.00"), Decimal("1.00"))
    assert (info["type"], info["speed"]) == ("MTT", {"type": "Normal", "round_time": 600})
    assert hand["players"][0]["starting_stack"] == 4200


def test_the_rail_is_an_observer_and_chips_without_a_tournament_are_play_money() -> None:
    script = deal(("Bob", "Cid", "Ann"), small=("Bob", 5), big=("Cid", 10))
    script.play("Ann folds, Bob folds")
    hand = read(ohh_of(narrate(played(script.hand, currency=None), "rail")))
    assert (hand["flags"], hand["currency"]) == (["Observed"], "XPM")
    assert "hero_player_id" not in hand


def test_hands_of_a_file_are_parted_by_one_empty_line() -> None:
    narrated = narrated_hands()["told-split-pot"]
    parts = "".join(ohhs_of([narrated, narrated])).split("\n\n")
    assert parts == [ohh_of(narrated).strip()] * 2 + [""]
