"""What a settled hand adds to the counts of its players' own play."""

from cardroom.engine.events import BoardDealt, Called, Folded, Raised, Shown
from cardroom.engine.hand import Hand
from cardroom.ledger import PlayerId, Statistic
from cardroom.units import Cents, Seat

THIRD_BET = 2


def count(
    hand: Hand, players: dict[Seat, PlayerId], deltas: dict[PlayerId, Cents]
) -> list[Statistic]:
    """Hands, money, and the usual shares: VPIP, PFR, 3-bet, flops seen, showdowns."""
    found: dict[Seat, set[str]] = {seat: {"hands"} for seat in players}
    raises = 0
    preflop = True
    for event in hand.events:
        if isinstance(event, BoardDealt):
            preflop = False
        elif preflop and isinstance(event, Called | Raised):
            found[event.seat].add("vpip")
            if isinstance(event, Raised):
                raises += 1
                found[event.seat].add("pfr")
                if raises == THIRD_BET:
                    found[event.seat].add("three_bet")
        elif isinstance(event, Shown):
            found[event.seat].add("showdowns")
    for seat in _saw_flop(hand):
        found[seat].add("flops_seen")
    for seat in hand.payouts:
        found[seat].add("won")
        if "showdowns" in found[seat]:
            found[seat].add("showdowns_won")
    counted = [
        Statistic(players[seat], name, 1) for seat, names in found.items() for name in sorted(names)
    ]
    return [
        *counted,
        *(Statistic(player, "cents", delta) for player, delta in deltas.items() if delta),
    ]


def _saw_flop(hand: Hand) -> set[Seat]:
    """Everybody who had not folded when the flop came."""
    live = set(hand.seats)
    for event in hand.events:
        if isinstance(event, BoardDealt):
            return live
        if isinstance(event, Folded):
            live.discard(event.seat)
    return set()
