"""When the deal went wrong: misdeals and a button in the wrong place."""

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.engine.positions import following
from cardroom.floor.rulings.fields import Amount, SeatNumber
from cardroom.floor.rulings.ruling import ChipMove, Ruling, TableRules
from cardroom.units import Seat

Count = Annotated[int, Meta(ge=0, le=99)]
DealtCard = Annotated[int, Meta(ge=1, le=52)]
Bets = Annotated[
    dict[SeatNumber, Amount],
    Meta(description="what each seat has put in, blinds and ante too, as seat:chips"),
]
Actions = Annotated[
    Count, Meta(description="bets, calls, raises and all-ins so far (not blinds, checks, folds)")
]


class DealDefect(msgspec.Struct, frozen=True, tag="misdeal", kw_only=True):
    """Something about the deal is wrong; when it was noticed decides."""

    actions: Actions = 0
    flop_dealt: Annotated[bool, Meta(description="the flop is on the table")] = False
    extra_cards: Annotated[Count, Meta(description="how many cards too many were dealt")] = 0
    extra_card_seen: Annotated[
        bool, Meta(description="the extra card was looked at or mixed into a hand")
    ] = False
    without_cards: Annotated[
        tuple[SeatNumber, ...], Meta(description="the seats that got no cards at all")
    ] = ()
    exposed: Annotated[
        tuple[DealtCard, ...],
        Meta(description="which cards were exposed by the dealer, counted off the deck"),
    ] = ()
    faulty: Annotated[
        SeatNumber | None, Meta(description="the seat with too many or exposed cards")
    ] = None
    players: Annotated[
        Count, Meta(description="how many were dealt in (only if the house counts per player)")
    ] = 0
    bets: Bets = {}


class WrongButton(msgspec.Struct, frozen=True, tag="button", kw_only=True):
    """The hand was dealt with the button in the wrong place."""

    actions: Actions = 0
    used: Annotated[SeatNumber, Meta(description="where the button was")]
    right: Annotated[SeatNumber, Meta(description="where it should have been")]
    occupied: Annotated[
        tuple[SeatNumber, ...], Meta(description="the seats with players, to name the next button")
    ] = ()
    bets: Bets = {}


def deal_defect(rules: TableRules, facts: DealDefect) -> Ruling:
    """Misdeal, or the hand stands: the decision table after LIVE-33."""
    defects = _defects(rules, facts)
    if not defects:
        return _no_defect(rules, facts)
    limit = rules.live.rulings.misdeal_active_limit
    if facts.flop_dealt and not rules.live.rulings.misdeal_after_flop:
        return _stands(facts, "stands_after_flop", (*defects, "LIVE-33.p3", "LAMB-18"))
    if facts.actions >= limit:
        return _stands(facts, "stands_after_actions", (*defects, "LIVE-33.p2"))
    return Ruling(
        decision="misdeal",
        rule_ids=("LIVE-33", *defects),
        reason="misdeal",
        values={"actions": facts.actions, "limit": limit},
        chip_moves=_returned(facts.bets),
        hand_status="dead",
    )


def _defects(rules: TableRules, facts: DealDefect) -> tuple[str, ...]:
    """The rules of LIVE-33 that the deal breaks."""
    rulings = rules.live.rulings
    found: list[str] = []
    if facts.extra_cards >= rulings.misdeal_extra_cards:
        found.append("LIVE-33.a")
    elif facts.extra_cards == 1 and rulings.one_extra_card == "misdeal":
        found.append("LAMB-16")
    if facts.without_cards and rulings.misdeal_without_cards:
        found.append("LIVE-33.b")
    if any(_number(rules, facts, card) in rulings.misdeal_exposed_cards for card in facts.exposed):
        found.append("LIVE-33.c")
    return tuple(found)


def _number(rules: TableRules, facts: DealDefect, card: int) -> int:
    """The number of an exposed card: off the deck, or of its player's cards (LAMB-17)."""
    if rules.live.rulings.misdeal_exposed_counts == "off_the_deck":
        return card
    if facts.players < 2:
        raise ValueError("these house rules count the cards of each player: say how many players")
    return (card - 1) // facts.players + 1


def _no_defect(rules: TableRules, facts: DealDefect) -> Ruling:
    """One extra card goes back (LAMB-16); single exposed cards are replaced (LAMB-17)."""
    if facts.extra_cards == 1:
        seen = facts.extra_card_seen
        return Ruling(
            decision="hand_stands",
            rule_ids=("LAMB-16",),
            reason="extra_card_seen" if seen else "extra_card_back",
            hand_status="dead" if seen else "live",
            seats=_faulty(facts),
        )
    if len(facts.exposed) >= rules.live.rulings.exposed_cards_to_floor:
        return Ruling(
            decision="unclear",
            rule_ids=("LAMB-17",),
            reason="exposed_to_floor",
            values={"count": len(facts.exposed)},
            needs_floor=True,
        )
    if facts.exposed:
        return Ruling(
            decision="hand_stands",
            rule_ids=("LAMB-17",),
            reason="exposed_replaced",
            hand_status="live",
        )
    return Ruling(
        decision="hand_stands", rule_ids=("LIVE-33",), reason="no_defect", hand_status="live"
    )


def _stands(facts: DealDefect, reason: str, rule_ids: tuple[str, ...]) -> Ruling:
    """The deal counts; only the faulty hand is dead, and its bets stay."""
    return Ruling(
        decision="hand_stands",
        rule_ids=tuple(dict.fromkeys(rule_ids)),
        reason=reason,
        values={"actions": facts.actions},
        hand_status="dead",
        seats=_faulty(facts),
    )


def _faulty(facts: DealDefect) -> tuple[Seat, ...]:
    """The seats whose hands the defect is about."""
    named = () if facts.faulty is None else (facts.faulty,)
    return (*facts.without_cards, *(seat for seat in named if seat not in facts.without_cards))


def wrong_button(rules: TableRules, facts: WrongButton) -> Ruling:
    """Corrected as a misdeal, or played on from where it is (LIVE-16.4, LAMB-42)."""
    if facts.used == facts.right:
        raise ValueError("the button was in the right place")
    limit = rules.live.rulings.misdeal_active_limit
    if facts.actions < limit:
        return Ruling(
            decision="misdeal",
            rule_ids=("LIVE-16.4",),
            reason="button_corrected",
            values={"actions": facts.actions, "seat": facts.right},
            chip_moves=_returned(facts.bets),
            hand_status="dead",
            seats=(facts.right,),
        )
    used = rules.live.button.button_after_wrong == "from_position_used"
    base = facts.used if used else facts.right
    following_seat = (following(facts.occupied, base),) if facts.occupied else ()
    return Ruling(
        decision="hand_stands",
        rule_ids=("LIVE-16.4", "LAMB-42"),
        reason="button_stands",
        values={"actions": facts.actions, "seat": base},
        hand_status="live",
        seats=following_seat,
    )


def _returned(bets: dict[Seat, int]) -> tuple[ChipMove, ...]:
    """Everything goes back to where it came from."""
    return tuple(
        ChipMove(chips=chips, source="pot", target="stack", seat=seat, to_seat=seat)
        for seat, chips in sorted(bets.items())
        if chips
    )
