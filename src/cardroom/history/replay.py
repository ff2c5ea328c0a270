"""Replays a recorded hand through the engine, action by action, and judges what comes out."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from cardroom.cards import UNKNOWN
from cardroom.engine import Rake
from cardroom.engine.games import HOLE_CARDS
from cardroom.engine.hand import Hand
from cardroom.errors import ActionRefused
from cardroom.history.actions import (
    KILLED,
    Action,
    BoardDealt,
    CheckedOrCalled,
    Folded,
    RaisedTo,
    write_action,
)
from cardroom.history.booking import Book, book
from cardroom.history.dealt import card_fault, mucked
from cardroom.history.payout import judge_payout
from cardroom.history.record import PLAYED, HandRecord
from cardroom.history.setup import GAMES, recorded_deck, recorded_start
from cardroom.history.verdict import AGREES, Verdict, disagrees, unjudged
from cardroom.rulebook import HandRules

OTHER_ROOMS: dict[str, object] = {
    "minimum_over_short_all_in": "last_full_plus_step",
    "short_all_in_reopen": "facing_full_raise",
    "closed_may_go_all_in": True,
    "raise_against_all_in": True,
}
"""How rooms differ about all-ins below a full raise (AMB-42, AMB-44, AMB-45, AMB-47)."""


class Replayed(NamedTuple):
    """What a replay finds, and the hand as far as it was played; None when it did not start."""

    verdict: Verdict
    hand: Hand | None = None


def judge(record: HandRecord, rules: HandRules) -> Verdict:
    """Say whether the engine comes to what the file records."""
    return replayed(record, rules).verdict


def replayed(record: HandRecord, rules: HandRules, *, rake: Rake | None = None) -> Replayed:
    """Play a recorded hand again and judge it.

    The format does not say whether a post smaller than the big blind is dead. Where there is one,
    the hand is replayed both ways and the reading that agrees is taken. A hand that only fits when
    the unclear points of the betting rules are read in the other way was played by those.
    """
    if record.variant not in PLAYED:
        return Replayed(unjudged("variant_not_played", record.variant))
    fault = card_fault(record, HOLE_CARDS[GAMES[record.variant]])
    if fault:
        return Replayed(unjudged(fault))
    if record.big_blind == 0 or 0 in record.starting_stacks:
        return Replayed(unjudged("nothing_to_play_for"))
    found = _replay_posts(record, rules, rake)
    if found.verdict.outcome == "disagree":
        other = _replay_posts(record, replace(rules, **OTHER_ROOMS), rake)
        if other.verdict.outcome != "disagree":
            return Replayed(unjudged("other_room_rule", found.verdict.detail), other.hand)
    return found


def _replay_posts(record: HandRecord, rules: HandRules, rake: Rake | None) -> Replayed:
    found = _replay_reading(record, rules, rake, short_posts_live=False)
    short = any(-record.big_blind < blind < 0 for blind in record.blinds_or_straddles)
    if found.verdict != AGREES and short:
        other = _replay_reading(record, rules, rake, short_posts_live=True)
        return other if other.verdict == AGREES else found
    return found


def _replay_reading(
    record: HandRecord, rules: HandRules, rake: Rake | None, *, short_posts_live: bool
) -> Replayed:
    gave_up = mucked(record)
    if gave_up:
        rules = replace(rules, may_muck_at_showdown=True, may_muck_beside_all_in=True)
    started = recorded_start(record, rules, short_posts_live=short_posts_live, rake=rake)
    try:
        hand = Hand(rules, started, recorded_deck(record, started))
    except ActionRefused as refused:
        return Replayed(disagrees(refused.reason, str(refused)))
    fault = _play(hand, record)
    if fault is not None:
        unknown = None in record.starting_stacks and fault.outcome == "disagree"
        return Replayed(unjudged("unknown_stacks", fault.detail) if unknown else fault, hand)
    _show_down(hand, gave_up)
    ante_first = rules.short_post_order == "ante_first"
    booked = book(record, short_posts_live=short_posts_live, ante_first=ante_first)
    return Replayed(_compare_bets(hand, booked) or judge_payout(hand, record, booked), hand)


def _play(hand: Hand, record: HandRecord) -> Verdict | None:
    """Take the recorded actions in turn; the verdict is on the first that does not fit."""
    board = 0
    for place, action in enumerate(record.actions):
        try:
            if isinstance(action, BoardDealt):
                board += len(action.cards)
                if len(hand.board) < board:
                    return disagrees("betting_goes_on", _where(action, hand, record))
            else:
                _act(hand, action)
        except ActionRefused as refused:
            where = f"{_where(action, hand, record)}: {refused}"
            if refused.reason == "not_your_turn" and _left_out(hand, record.actions[place:]):
                return unjudged("turn_left_out", where)
            return disagrees(refused.reason, where)
    return _verify_end(hand, record)


def _left_out(hand: Hand, rest: Sequence[Action]) -> bool:
    """Whether one who has chips and a bet to call does nothing more in the file: a fold is missing.

    They must decide by any rule, so this hides no turn that the engine might give by mistake.
    """
    seat = hand.actor
    if seat is None or hand.to_call == 0 or hand.stacks[seat] == 0:
        return False
    decisions = (Folded, CheckedOrCalled, RaisedTo)
    return all(not isinstance(action, decisions) or action.player != seat for action in rest)


def _act(hand: Hand, action: Action) -> None:
    match action:
        case Folded(player=player, remark=remark) if remark.startswith(KILLED):
            hand.kill(player, remark.removeprefix(KILLED).strip())
        case Folded(player=player):
            hand.fold(player)
        case CheckedOrCalled(player=player):
            if hand.to_call:
                hand.call(player)
            else:
                hand.check(player)
        case RaisedTo(player=player, to=to):
            hand.raise_to(player, to)


def _show_down(hand: Hand, gave_up: set[int]) -> None:
    """Show or muck as the file says, as far as the cards are known (LIVE-39.p4).

    Nobody can give up a pot that no one else claims: the last of several who muck shows.
    """
    while hand.waits_for == "showdown":
        seat = hand.actor
        assert seat is not None, "somebody has to show"
        if seat in gave_up:
            try:
                hand.muck(seat)
            except ActionRefused:
                gave_up = gave_up - {seat}
        elif UNKNOWN in hand.hole(seat):
            return
        else:
            hand.show(seat)


def _verify_end(hand: Hand, record: HandRecord) -> Verdict | None:
    """The engine must be at the end too, unless the file stops in the middle of a hand."""
    waits_for = hand.waits_for
    if waits_for not in ("action", "board"):
        return None
    has_result = record.finishing_stacks is not None or any(record.winnings or ())
    if has_result and waits_for == "action":
        return disagrees("hand_goes_on", f"it is the turn of p{hand.actor}")
    return unjudged("hand_not_finished")


def _where(action: Action, hand: Hand, record: HandRecord) -> str:
    return f"'{write_action(action, places=record.places)}' on the {hand.street}"


def _compare_bets(hand: Hand, booked: Book) -> Verdict | None:
    """What the engine took from everyone must be what the file's figures add up to."""
    payouts, stacks = hand.payouts, hand.stacks
    for seat, stack in zip(hand.started.seats, hand.started.stacks, strict=True):
        put = stack - stacks[seat] + payouts.get(seat, 0)
        if put != booked.put[seat - 1]:
            return disagrees(
                "bets_differ", f"p{seat} put in {put}, the file adds up to {booked.put[seat - 1]}"
            )
    return None
