"""Who gets which chips: side pots and odd chips, counted by the hand engine."""

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.cards import Card, card_names
from cardroom.engine.betting import NOBODY
from cardroom.engine.pots import layers, shares, uncalled
from cardroom.engine.showdown import NOTHING, best_of, strengths_of
from cardroom.engine.starting import clockwise
from cardroom.floor.rulings.fields import Amount, SeatNumber, Worth
from cardroom.floor.rulings.ruling import Amounts, ChipMove, Ruling, SharedPot, TableRules
from cardroom.floor.rulings.showing import CARDS_MAX, read_hand
from cardroom.units import Chips, Seat

Seats = tuple[SeatNumber, ...]
UNRANKED = 0
"""A hand that is claimed without its place among the winners being known."""


class PotsToShare(msgspec.Struct, frozen=True, tag="pots", kw_only=True):
    """All bets are in; the chips in the middle are to be shared."""

    bets: Annotated[
        dict[SeatNumber, Amount],
        Meta(min_length=2, max_length=10, description="what each seat put in, as seat:chips"),
    ]
    button: Annotated[SeatNumber, Meta(description="the seat of the button")]
    unit: Annotated[Worth, Meta(description="the smallest chip still in play")] = 1
    ante: Annotated[Amount, Meta(description="the button's ante for the table")] = 0
    folded: Annotated[Seats, Meta(description="the seats that folded before the showdown")] = ()
    mucked: Annotated[
        Seats, Meta(description="the seats that do not show their cards at the showdown")
    ] = ()
    hole: Annotated[
        dict[SeatNumber, Annotated[str, Meta(max_length=CARDS_MAX)]],
        Meta(description="the cards that are shown, as seat:cards"),
    ] = {}
    board: Annotated[str, Meta(max_length=CARDS_MAX, description="the board, all five cards")] = ""
    winners: Annotated[
        tuple[Seats, ...],
        Meta(max_length=10, description="who has the best hand, best first, ties together"),
    ] = ()


def pots_to_share(rules: TableRules, facts: PotsToShare) -> Ruling:
    """Every pot on its own, odd chips to the worse position (LIVE-20, LIVE-26.p1, LIVE-39.e)."""
    order = clockwise(tuple(facts.bets), facts.button)
    totals = [facts.bets[seat] for seat in order]
    gone = [seat in facts.folded for seat in order]
    strengths = _strengths(facts, order)
    claiming = [place for place in range(len(order)) if strengths[place] != NOTHING]
    moves = []
    returned = None
    owner, excess = uncalled(totals)
    if owner != NOBODY and rules.hand.return_uncalled and not gone[owner]:
        totals[owner] -= excess
        returned = excess
        moves.append(_paid(order[owner], excess))
    if not sum(totals) + facts.ante:
        raise ValueError("there is nothing in the middle to share")
    amounts, able = layers(totals, gone, facts.ante)
    pots = []
    for chips, places in zip(amounts, able, strict=True):
        # Whoever alone claims the pots wins all of them, as in the engine.
        winning = claiming if len(claiming) == 1 else best_of(places, strengths)
        if strengths[winning[0]] == NOTHING:
            raise ValueError("somebody must claim every pot")
        if strengths[winning[0]] == UNRANKED and len(winning) > 1:
            raise ValueError("say who wins the side pot too: the best hand first, then the next")
        one_each = rules.hand.odd_units == "one_each_from_worst"
        parts = shares(chips, len(winning), _unit(rules, facts), one_each=one_each)
        shared = {order[place]: part for place, part in zip(winning, parts, strict=True)}
        pots.append(
            SharedPot(chips=chips, seats=tuple(order[place] for place in places), shares=shared)
        )
        moves += [_paid(seat, part) for seat, part in shared.items() if part]
    odd = any(len(set(pot.shares.values())) > 1 for pot in pots)
    silent = [seat for seat in facts.mucked if seat not in facts.folded]
    return Ruling(
        decision="pay",
        rule_ids=(
            "LIVE-26.p1",
            *(("LIVE-20", "LAMB-09") if odd else ()),
            *(("LIVE-39.e",) if silent else ()),
        ),
        reason="pots_one" if len(pots) == 1 else "pots_each",
        values={"pots": len(pots), "chips": sum(amounts), "unit": _unit(rules, facts)},
        amounts=Amounts(back=returned),
        chip_moves=tuple(moves),
        pots=tuple(pots),
    )


def _unit(rules: TableRules, facts: PotsToShare) -> Chips:
    """What a pot is divided into (LAMB-10)."""
    return facts.unit if rules.live.chips.odd_unit == "smallest_chip_in_play" else 1


def _paid(seat: Seat, chips: Chips) -> ChipMove:
    return ChipMove(chips=chips, source="pot", target="stack", seat=seat, to_seat=seat)


def _strengths(facts: PotsToShare, order: list[Seat]) -> list[int]:
    """How good each hand is; a hand that nobody sees is nothing, the board plays or not."""
    unknown = {*facts.folded, *facts.mucked, *facts.hole} - set(order)
    for tied in facts.winners:
        unknown |= set(tied) - set(order)
    if unknown:
        raise ValueError(f"seat {min(unknown)} has put in nothing")
    claiming = [seat for seat in order if seat not in {*facts.folded, *facts.mucked}]
    if not claiming:
        raise ValueError("somebody must claim the pot")
    if len(claiming) == 1:
        return [UNRANKED if seat in claiming else NOTHING for seat in order]
    if facts.hole or facts.board:
        return _by_cards(facts, order, claiming)
    ranked = [seat for tied in facts.winners for seat in tied]
    if len(set(ranked)) < len(ranked):
        raise ValueError("a seat is named twice among the winners")
    if not ranked:
        raise ValueError("say who wins, or name the board and the cards of those who show")
    levels = {seat: -place for place, tied in enumerate(facts.winners) for seat in tied}
    worst = len(facts.winners) + 1
    return [worst + levels.get(seat, -worst) if seat in claiming else NOTHING for seat in order]


def _by_cards(facts: PotsToShare, order: list[Seat], claiming: list[Seat]) -> list[int]:
    if facts.winners:
        raise ValueError("name the winners or the cards, not both")
    missing = [seat for seat in claiming if seat not in facts.hole]
    if missing:
        raise ValueError(f"the cards of seat {missing[0]} are missing; a hand unseen is mucked")
    hands: list[tuple[Card, ...]] = [
        read_hand(facts.hole[seat], (2, 4)) if seat in facts.hole else () for seat in order
    ]
    board = list(read_hand(facts.board, (5,)))
    cards = [*board, *(card for hand in hands for card in hand)]
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice is not None:
        raise ValueError(f"{card_names((twice,))} is there twice")
    sizes = {len(hand) for hand in hands if hand}
    if len(sizes) > 1:
        raise ValueError("all hands have the same number of cards")
    size = sizes.pop()
    filled = [hand or (0,) * size for hand in hands]
    return strengths_of([order.index(seat) for seat in claiming], filled, board)
