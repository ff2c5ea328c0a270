"""The showdown: who shows first, who may muck, who must show, and what the cards say."""

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.cards import UNKNOWN, Card, card_names, read_cards
from cardroom.engine.betting import Betting
from cardroom.engine.games import NO_LIMIT
from cardroom.engine.refusals import muck_refusal
from cardroom.engine.showdown import showing_order
from cardroom.engine.starting import clockwise
from cardroom.floor.rulings.fields import SeatNumber
from cardroom.floor.rulings.ruling import Ruling, TableRules
from cardroom.odds.made_hands import describe
from cardroom.units import Seat

CARDS_MAX = 40


class Showdown(msgspec.Struct, frozen=True, tag="showdown", kw_only=True):
    """Betting is over and two or more players are left."""

    seats: Annotated[
        tuple[SeatNumber, ...],
        Meta(min_length=2, max_length=10, description="the seats that still have cards"),
    ]
    button: Annotated[SeatNumber, Meta(description="the seat of the button")]
    aggressors: Annotated[
        tuple[SeatNumber, ...],
        Meta(max_length=200, description="who bet or raised on earlier streets, in order"),
    ] = ()
    last_street: Annotated[
        tuple[SeatNumber, ...],
        Meta(max_length=200, description="who bet or raised on the last street, in order"),
    ] = ()
    all_in: Annotated[tuple[SeatNumber, ...], Meta(description="the seats that are all-in")] = ()
    mucked: Annotated[
        tuple[SeatNumber, ...], Meta(description="the seats that have mucked already")
    ] = ()
    seat: Annotated[
        SeatNumber | None, Meta(description="the seat that would like to muck unseen")
    ] = None


class ForcedShow(msgspec.Struct, frozen=True, tag="force-show", kw_only=True):
    """Somebody wants to see a hand that claims no pot."""

    collusion: Annotated[bool, Meta(description="the floor manager suspects collusion")] = False
    cut_done: Annotated[bool, Meta(description="the cards of the next hand were cut")] = False
    shuffle_started: Annotated[
        bool, Meta(description="the shuffle for the next hand has begun")
    ] = False


class ShownToOne(msgspec.Struct, frozen=True, tag="show-all", kw_only=True):
    """A player showed their cards to a neighbour."""

    demanded: Annotated[bool, Meta(description="the players demand to see them")] = False
    hand_over: Annotated[bool, Meta(description="the hand has ended")] = False


class HandAnnounced(msgspec.Struct, frozen=True, tag="cards-speak", kw_only=True):
    """A player tabled a hand and called it something else."""

    hole: Annotated[str, Meta(max_length=CARDS_MAX, description="the hole cards, such as AhKd")]
    board: Annotated[str, Meta(max_length=CARDS_MAX, description="the board, all five cards")]
    false: Annotated[bool, Meta(description="the player misstated it on purpose")] = False


def showdown(rules: TableRules, facts: Showdown) -> Ruling:
    """Who shows first (LIVE-39.p2), or whether a seat may muck (LIVE-39.p4, LIVE-39.c)."""
    order = clockwise(facts.seats, facts.button)
    betting = _betting(rules, facts, order)
    claiming = [place for place, seat in enumerate(order) if seat not in facts.mucked]
    if facts.seat is not None:
        return _muck(betting, claiming, order.index(facts.seat))
    shown = tuple(order[place] for place in showing_order(betting) if place in claiming)
    acted = any(seat in shown for seat in (*facts.aggressors, *facts.last_street))
    return Ruling(
        decision="shows_first",
        rule_ids=("LIVE-39.p2", "LAMB-25"),
        reason="shows_first" if acted else "shows_first_unbet",
        values={"seat": shown[0]},
        seats=shown,
    )


def _betting(rules: TableRules, facts: Showdown, order: list[Seat]) -> Betting:
    """The engine's state at this showdown, as far as it matters here."""
    named = {*facts.aggressors, *facts.last_street, *facts.all_in, *facts.mucked}
    if len(set(facts.seats)) < len(facts.seats):
        raise ValueError("a seat is named twice")
    asked = () if facts.seat is None else (facts.seat,)
    others = {*facts.all_in, *facts.mucked, *asked} - set(order)
    if others:
        raise ValueError(f"seat {min(others)} has no cards left")
    if set(facts.mucked) >= set(order) or facts.seat in facts.mucked:
        raise ValueError("these seats have mucked already")
    stacks = [0 if seat in facts.all_in else 1 for seat in order]
    betting = Betting(rules.hand, NO_LIMIT, stacks, 1, 1)
    streets = (
        (*facts.aggressors, *facts.last_street)
        if rules.hand.showdown_first == "last_aggressor_of_hand"
        else facts.last_street
    )
    betting.aggressors = [order.index(seat) for seat in streets if seat in named & set(order)]
    betting.bets = [1] * len(order)
    return betting


def _muck(betting: Betting, claiming: list[int], place: int) -> Ruling:
    refused = muck_refusal(betting, claiming, place)
    if refused is None:
        return Ruling(
            decision="allowed",
            rule_ids=("LIVE-39.p4", "LIVE-39.e"),
            reason="may_muck",
            hand_status="folded",
        )
    alone = refused.reason == "nobody_else_claims_this_pot"
    reasons = {"a_player_is_all_in": "muck_refused", "all_hands_are_shown": "all_hands_shown"}
    return Ruling(
        decision="allowed" if alone else "refused",
        rule_ids=(refused.rule,),
        reason="wins_unseen" if alone else reasons[refused.reason],
        hand_status="live",
    )


def forced_show(rules: TableRules, facts: ForcedShow) -> Ruling:
    """Nobody without a claim must show, except on suspicion of collusion (LIVE-39.p4, LAMB-12)."""
    until = rules.live.rulings.contest_until
    late = facts.cut_done if until == "cut_done" else facts.shuffle_started
    if late:
        return Ruling(
            decision="need_not_show", rule_ids=("LIVE-39.p4", "LAMB-12"), reason="too_late_to_show"
        )
    if not facts.collusion:
        return Ruling(decision="need_not_show", rule_ids=("LIVE-39.p4",), reason="need_not_show")
    return Ruling(
        decision="must_show",
        rule_ids=("LIVE-39.p4",),
        reason="must_show",
        penalty_hint="COLLUSION",
        needs_floor=True,
    )


def shown_to_one(rules: TableRules, facts: ShownToOne) -> Ruling:
    """Show one, show all, on demand (LIVE-40.p4)."""
    owed = rules.live.rulings.show_one_show_all and facts.demanded
    reason = "show_all" if owed else "need_not_show_all"
    if owed and not facts.hand_over:
        reason = "show_all_later"
    return Ruling(
        decision="must_show" if owed else "need_not_show", rule_ids=("LIVE-40.p4",), reason=reason
    )


def hand_announced(_: TableRules, facts: HandAnnounced) -> Ruling:
    """Cards speak; what a player calls them binds nobody (LIVE-39.a)."""
    hole, board = read_hand(facts.hole, (2, 4)), read_hand(facts.board, (5,))
    if len({*hole, *board}) < len(hole) + len(board):
        raise ValueError("a card is there twice")
    made = describe(hole, board, omaha=len(hole) == 4)
    return Ruling(
        decision="pay",
        rule_ids=("LIVE-39.a",),
        reason="cards_speak",
        values={"cards": card_names(hole), "hand": made},
        hand_status="live",
        penalty_hint="FALSE_STATEMENT" if facts.false else None,
        needs_floor=facts.false,
    )


def read_hand(text: str, lengths: tuple[int, ...]) -> tuple[Card, ...]:
    """Read known cards, as many as one of `lengths`; anything else is a ValueError."""
    cards = read_cards(text)
    if len(cards) not in lengths or UNKNOWN in cards:
        number = " or ".join(map(str, lengths))
        raise ValueError(f"'{text}' must be {number} known cards")
    return cards
