"""Until when a hand may be contested, pots that were paid wrongly, and which level a hand has."""

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.floor.rulings.fields import Amount, SeatNumber
from cardroom.floor.rulings.pots import PotsToShare, pots_to_share
from cardroom.floor.rulings.ruling import Amounts, ChipMove, Ruling, TableRules
from cardroom.rulebook.live.button import HandBegins
from cardroom.units import Chips, Seat


class Dispute(msgspec.Struct, frozen=True, tag="dispute", kw_only=True):
    """A player objects to how the last hand ended."""

    shuffle_started: Annotated[
        bool, Meta(description="the shuffle for the next hand has begun")
    ] = False
    cut_done: Annotated[bool, Meta(description="the cards of the next hand were cut")] = False
    collected: Annotated[
        bool, Meta(description="the dealer took a winning hand that was tabled")
    ] = False
    paid: Annotated[
        dict[SeatNumber, Amount], Meta(description="what each seat was paid, as seat:chips")
    ] = {}
    due: Annotated[
        dict[SeatNumber, Amount],
        Meta(description="what each seat should have got, as seat:chips (see: pots)"),
    ] = {}
    pots: Annotated[
        PotsToShare | None,
        Meta(description="the pots with their cards or winners, to have `due` worked out"),
    ] = None


class LevelChange(msgspec.Struct, frozen=True, tag="level", kw_only=True):
    """A new level was announced between two hands."""

    shuffle_started: Annotated[
        bool, Meta(description="the shuffle for the next hand had begun by then")
    ] = False
    cut_done: Annotated[bool, Meta(description="its cards had been cut by then")] = False


def dispute(rules: TableRules, facts: Dispute) -> Ruling:
    """Until the next hand begins the last one may be contested and corrected (LIVE-25.p1, 25.a)."""
    if facts.cut_done and not facts.shuffle_started:
        raise ValueError("cards are shuffled before they are cut")
    due = _due(rules, facts)
    if sum(facts.paid.values()) != sum(due.values()):
        raise ValueError("what was paid and what is due must be the same chips in all")
    if _begun(rules.live.rulings.contest_until, facts):
        return Ruling(
            decision="refused", rule_ids=("LIVE-25.p1", "LAMB-12"), reason="too_late_to_contest"
        )
    moves = _compensation(facts.paid, due)
    if facts.collected:
        return Ruling(
            decision="hand_live",
            rule_ids=("LIVE-39.d", "LIVE-25.a"),
            reason="collected_hand_wins",
            chip_moves=moves,
            amounts=_moved(moves),
            hand_status="live",
        )
    if moves:
        return Ruling(
            decision="pay",
            rule_ids=("LIVE-25.a", "LIVE-25.p1"),
            reason="pot_corrected",
            values={"back": sum(move.chips for move in moves)},
            chip_moves=moves,
            amounts=_moved(moves),
        )
    return Ruling(decision="allowed", rule_ids=("LIVE-25.p1", "LAMB-12"), reason="may_contest")


def _due(rules: TableRules, facts: Dispute) -> dict[Seat, Chips]:
    """Who should have got what: as named, or from the pots, counted again (LIVE-25.a)."""
    if facts.pots is None:
        return facts.due
    if facts.due:
        raise ValueError("name what is due, or the pots to work it out, not both")
    due: dict[Seat, Chips] = {}
    for move in pots_to_share(rules, facts.pots).chip_moves:
        due[move.to_seat] = due.get(move.to_seat, 0) + move.chips
    return due


def _moved(moves: tuple[ChipMove, ...]) -> Amounts:
    return Amounts(back=sum(move.chips for move in moves)) if moves else Amounts()


def _begun(moment: HandBegins, facts: Dispute | LevelChange) -> bool:
    return facts.cut_done if moment == "cut_done" else facts.shuffle_started


def _compensation(paid: dict[Seat, Chips], due: dict[Seat, Chips]) -> tuple[ChipMove, ...]:
    """From the stacks of those who got too much to those who got too little."""
    owed = {seat: due.get(seat, 0) - paid.get(seat, 0) for seat in sorted({*paid, *due})}
    givers = [seat for seat, chips in owed.items() if chips < 0]
    moves: list[ChipMove] = []
    for seat in [seat for seat, chips in owed.items() if chips > 0]:
        while owed[seat] > 0:
            giver = givers[0]
            chips = min(owed[seat], -owed[giver])
            moves.append(
                ChipMove(chips=chips, source="stack", target="stack", seat=giver, to_seat=seat)
            )
            owed[seat] -= chips
            owed[giver] += chips
            if owed[giver] == 0:
                givers.pop(0)
    return tuple(moves)


def level_change(rules: TableRules, facts: LevelChange) -> Ruling:
    """A level counts from the next hand, and a hand begins with its shuffle (LIVE-31, LAMB-12)."""
    begun = _begun(rules.live.button.level_frozen_at, facts)
    return Ruling(
        decision="old_level" if begun else "new_level",
        rule_ids=("LIVE-31", "LAMB-12"),
        reason="level_old" if begun else "level_new",
    )
