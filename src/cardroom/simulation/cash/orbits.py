"""Button, blinds and who is dealt in, judged again from one hand to the next (CASH-07 to CASH-14).

The rules are written a second time here, plainly and without the code that deals: walking seat by
seat around the table, and looking back on the hands that were played.
"""

from itertools import pairwise
from typing import NamedTuple

from cardroom.cash.occupant import Occupant
from cardroom.cash.positions import HandPositions
from cardroom.cash.table import CashTable
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash import CashRules, Stake
from cardroom.units import Seat

HANDS_REMEMBERED = 64
"""How many hands we look back to find a player's last one, or last big blind."""


class Played(NamedTuple):
    """A hand that was paid, and who exactly was in it: a player who left and came is another."""

    deal: HandPositions
    occupants: dict[Seat, Occupant]
    afresh: bool
    """Nobody of the hand before was left: the button fell by chance (AMB-37)."""


class Orbits:
    """What must hold from one hand of a table to the next."""

    def __init__(self, stake: Stake, rules: CashRules) -> None:
        self._stake = stake
        self._rules = rules
        self._played: dict[TableId, list[Played]] = {}
        self._afresh = False

    def no_deal(self, table: CashTable) -> None:
        """A table that deals nothing has too few players for a hand (CASH-07, AMB-71)."""
        ready = [one.seat for one in table.occupants.values() if one.is_ready]
        assert not self._is_enough(table, len(ready)), f"no hand for seats {ready} (CASH-07)"

    def before_deal(self, table: CashTable, deal: HandPositions) -> None:
        """Everybody is dealt in who should be, nobody else, and the positions are right."""
        ready = {seat: one for seat, one in table.occupants.items() if one.is_ready}
        for seat, player in deal.dealt_in.items():
            assert seat in ready, f"seat {seat} is dealt in without being ready (SIT-01, AMB-68)"
            assert ready[seat].player == player, f"seat {seat} is not player {player}'s"
        assert self._is_enough(table, len(ready)), "dealt to too few (CASH-07)"
        assert len(deal.dealt_in) >= self._rules.seating.fewest_dealt_in
        _positions_differ(deal)
        played = self._played.setdefault(table.table, [])
        self._afresh = not played or not _somebody_remains(played[-1], ready)
        if self._afresh:
            assert deal.dealt_in.keys() == ready.keys(), "the first hand leaves one out (AMB-37)"
        elif deal != table.redeal:  # A hand that never was is dealt again as it was (AMB-69).
            last = played[-1]
            if self._is_fresh_start(played, ready):
                self._newcomers_are_in(played, deal, ready)
                return
            self._nobody_is_left_out(last, deal, ready)
            self._big_blind_moves_on(last.deal, deal, ready)
            stayed = [seat for seat, one in last.occupants.items() if ready.get(seat) is one]
            self._small_blind_follows(last.deal, deal, stayed)
            self._button_follows(last.deal, deal, stayed)
            for seat in deal.dealt_in:
                self._has_paid_to_enter(played, deal, seat, ready[seat])

    def after_hand(
        self, table: CashTable, deal: HandPositions, occupants: dict[Seat, Occupant]
    ) -> None:
        """Note a paid hand; the big blind comes to everybody once an orbit (CASH-09)."""
        played = self._played.setdefault(table.table, [])
        played.append(Played(deal, occupants, self._afresh))
        del played[:-HANDS_REMEMBERED]
        blind = _big_blind_of(deal)
        for place in range(len(played) - 2, -1, -1):
            if played[place + 1].afresh:
                return
            if _big_blind_of(played[place].deal) == blind:
                _everyone_paid_once([one.deal for one in played[place:]])
                return
            if blind not in played[place].deal.dealt_in.items():
                return

    def _is_enough(self, table: CashTable, ready: int) -> bool:
        """Three, or two right after a hand of three or more (CASH-07, AMB-30, AMB-31)."""
        seating = self._rules.seating
        before = 0 if table.last is None else len(table.last.dealt_in)
        goes_on = before >= seating.players_to_start or (
            before > 0 and seating.heads_up_continuation == "unlimited"
        )
        return ready >= (seating.fewest_dealt_in if goes_on else seating.players_to_start)

    def _is_fresh_start(self, played: list[Played], ready: dict[Seat, Occupant]) -> bool:
        """Whether nobody but the next big blind is in the game (AMB-71)."""
        due = self._due(played[-1].deal, ready)
        return all(
            seat == due or self._missed(played, seat, one) is not False
            for seat, one in ready.items()
        )

    def _newcomers_are_in(
        self, played: list[Played], deal: HandPositions, ready: dict[Seat, Occupant]
    ) -> None:
        """Everybody plays at once but who missed a blind: they post, wait, or have the big blind.

        The blinds lie as at a new table, and the big blind where it is due (AMB-71).
        """
        due = self._due(played[-1].deal, ready)
        owing = {seat for seat, one in ready.items() if self._missed(played, seat, one)} - {due}
        free = ready.keys() - owing
        assert free <= deal.dealt_in.keys(), "a newcomer is left out (AMB-71)"
        entered = deal.dealt_in.keys() & owing
        if deal.big_blind != due:
            first = next(seat for seat in self._clockwise(due) if seat in owing)
            assert deal.dealt_in.keys() == {due, first}, "the big blind passed one by (CASH-09)"
            assert deal.big_blind == first, "the big blind is not with who missed one (AMB-71)"
        elif len(deal.dealt_in) > 2:
            assert set(deal.posts) == entered - {deal.small_blind}, "comes in free (AMB-71)"
            backwards = [seat for seat in self._backwards(due) if seat in deal.dealt_in]
            assert [deal.small_blind, deal.button] == backwards[:2], "blinds (AMB-71)"

    def _due(self, last: HandPositions, ready: dict[Seat, Occupant]) -> Seat:
        return next(seat for seat in self._clockwise(last.big_blind) if seat in ready)

    def _missed(self, played: list[Played], seat: Seat, occupant: Occupant) -> bool | None:
        """Whether a blind passed a player since their last hand; None for a newcomer (AMB-36)."""
        own = [place for place, one in enumerate(played) if one.occupants.get(seat) is occupant]
        if not own:
            return None
        blinds = [one.deal.big_blind for one in played[own[-1] :]]
        return len(blinds) > 1 and (
            blinds[0] == seat or any(seat in self._between(*two) for two in pairwise(blinds))
        )

    def _nobody_is_left_out(
        self, last: Played, deal: HandPositions, ready: dict[Seat, Occupant]
    ) -> None:
        for seat, occupant in last.occupants.items():
            if ready.get(seat) is occupant:
                assert seat in deal.dealt_in, f"seat {seat} played and is left out (CASH-09)"

    def _big_blind_moves_on(
        self, last: HandPositions, deal: HandPositions, ready: dict[Seat, Occupant]
    ) -> None:
        due = self._due(last, ready)
        assert deal.big_blind == due, f"the big blind is due in seat {due} (CASH-09)"

    def _small_blind_follows(
        self, last: HandPositions, deal: HandPositions, stayed: list[Seat]
    ) -> None:
        """The one who had the big blind has the small one, or it is dead (CASH-10, AMB-32)."""
        if len(deal.dealt_in) > 2:
            seat = last.big_blind
            there = seat in stayed and seat in deal.dealt_in and seat != deal.big_blind
            assert deal.small_blind == (seat if there else None), "small blind (CASH-10)"

    def _button_follows(self, last: HandPositions, deal: HandPositions, stayed: list[Seat]) -> None:
        """Before the blinds, on a player of both hands if there is one (CASH-11, AMB-33)."""
        if len(deal.dealt_in) == 2:
            return
        blinds = (deal.small_blind, deal.big_blind)
        backwards = [
            seat
            for seat in self._backwards(last.big_blind)
            if seat in deal.dealt_in and seat not in blinds
        ]
        both = [seat for seat in backwards if seat in stayed]
        assert deal.button == (both or backwards)[0], "the button is elsewhere (CASH-11)"

    def _has_paid_to_enter(
        self, played: list[Played], deal: HandPositions, seat: Seat, occupant: Occupant
    ) -> None:
        """A player who was not in the last hand has the big blind, posts, or missed no blind.

        With two dealt in the other one has the small blind (CASH-14, AMB-34, AMB-35, AMB-36).
        """
        if played[-1].occupants.get(seat) is occupant or seat == deal.big_blind:
            return
        gap = self._between(deal.button, deal.big_blind)
        assert seat not in gap, f"seat {seat} comes in between button and big blind (AMB-35)"
        if len(deal.dealt_in) == 2:
            return
        missed = self._missed(played, seat, occupant)
        if seat in deal.posts:
            game, entry = self._stake.game, self._rules.entry
            assert game in entry.newcomer_may_post, "no post (CASH-14)"
            must_wait = missed is not None and game in entry.missed_blind_must_wait
            assert not must_wait, "must wait (SIT-07)"
            return
        assert missed is not None, f"seat {seat} comes in for nothing (CASH-14)"
        assert not missed, f"seat {seat} missed a blind (SIT-07, AMB-36)"

    def _clockwise(self, start: Seat) -> list[Seat]:
        """All seats from the one after `start` around to `start` itself."""
        seats = self._stake.seats
        return [(start + step - 1) % seats + 1 for step in range(1, seats + 1)]

    def _backwards(self, start: Seat) -> list[Seat]:
        """All seats counter-clockwise from the one before `start` around to `start` itself."""
        around = self._clockwise(start)
        return [*reversed(around[:-1]), start]

    def _between(self, start: Seat, end: Seat) -> list[Seat]:
        """The seats that are passed on the way from one to the other; a whole orbit, to itself."""
        around = self._clockwise(start)
        return around[: around.index(end)]


def _positions_differ(deal: HandPositions) -> None:
    assert deal.button in deal.dealt_in, "the button is not on a player in the hand (AMB-33)"
    assert deal.big_blind in deal.dealt_in, "the big blind has no cards (CASH-09)"
    assert deal.big_blind != deal.button, "button and big blind in one seat (CASH-13)"
    assert deal.small_blind is None or deal.small_blind in deal.dealt_in, "small blind (CASH-10)"
    heads_up = len(deal.dealt_in) == 2
    assert heads_up == (deal.small_blind == deal.button), "heads-up the button posts (CASH-12)"
    assert deal.small_blind != deal.big_blind, "both blinds in one seat (CASH-13)"
    paying = {deal.small_blind, deal.big_blind, None}
    assert not paying & set(deal.posts), "posts beside a blind (CASH-14)"
    assert set(deal.posts) <= deal.dealt_in.keys(), "posts without cards (CASH-14)"


def _somebody_remains(last: Played, ready: dict[Seat, Occupant]) -> bool:
    return any(
        seat in ready and ready[seat].player == player
        for seat, player in last.deal.dealt_in.items()
    )


def _everyone_paid_once(orbit: list[HandPositions]) -> None:
    """A player dealt in throughout, in the same seat, had the big blind exactly once."""
    present = set(orbit[0].dealt_in.items())
    for deal in orbit:
        present &= set(deal.dealt_in.items())
    payers = [_big_blind_of(deal) for deal in orbit[1:]]
    for seat, player in present:
        assert payers.count((seat, player)) == 1, f"seat {seat} in the orbit of {orbit}"


def _big_blind_of(deal: HandPositions) -> tuple[Seat, PlayerId]:
    return deal.big_blind, deal.dealt_in[deal.big_blind]
