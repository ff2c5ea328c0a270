"""Counts hands for the reports of the house: rake by day, stake and player, results, sessions."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from cardroom.engine.events import PotAwarded, decode_events
from cardroom.history.statistics import SESSION_PAUSE_MS
from cardroom.ledger import PlayerId
from cardroom.units import Cents, Seat


class PaidHand(msgspec.Struct, frozen=True):
    """What a report reads of a stored hand; the rest of its record is skipped."""

    currency: str
    at_ms: int
    deltas: dict[PlayerId, Cents]
    rake: Cents
    seats: dict[Seat, PlayerId] = {}
    stake: str = ""


class Sum:
    """Hands with their rake, and what was won or lost in them."""

    __slots__ = ("hands", "rake", "result")

    def __init__(self) -> None:
        self.hands = 0
        self.rake: Cents = 0
        self.result: Cents = 0

    def add(self, hands: int, rake: Cents, result: Cents = 0) -> None:
        self.hands += hands
        self.rake += rake
        self.result += result


class Session:
    """One player's hands without a long pause."""

    __slots__ = ("began_ms", "ended_ms", "player", "sum")

    def __init__(self, player: PlayerId, at_ms: int) -> None:
        self.player = player
        self.began_ms = self.ended_ms = at_ms
        self.sum = Sum()


class Counted(NamedTuple):
    """A hand with the shares of its rake."""

    hand: PaidHand
    shares: dict[PlayerId, Cents]


def counted(hand: PaidHand, history: bytes) -> Counted:
    """A hand with what each player paid of its rake."""
    if not hand.rake:
        return Counted(hand, {})
    return Counted(hand, rake_shares(hand.rake, put_in(hand, history)))


def worthless(one: Counted) -> Counted:
    """A hand that was played and taken back: it counts, and nobody has won or paid anything."""
    nothing = dict.fromkeys(one.hand.deltas, 0)
    return Counted(msgspec.structs.replace(one.hand, deltas=nothing, rake=0), {})


def put_in(hand: PaidHand, history: bytes) -> dict[PlayerId, Cents]:
    """What each player put into the pots: what they won out of them, less their result.

    Of a hand that was stored without its seats nobody knows, and all count alike.
    """
    if not hand.seats:
        return dict.fromkeys(hand.deltas, 1)
    won: dict[PlayerId, Cents] = {}
    for event in decode_events(history):
        if isinstance(event, PotAwarded):
            for seat, share in zip(event.seats, event.shares, strict=True):
                player = hand.seats[seat]
                won[player] = won.get(player, 0) + share
    everybody = {*hand.deltas, *won}
    return {player: won.get(player, 0) - hand.deltas.get(player, 0) for player in everybody}


def rake_shares(rake: Cents, paid: Mapping[PlayerId, Cents]) -> dict[PlayerId, Cents]:
    """The rake by what each put in, to the cent: odd cents go to the largest remainders, and of
    equal ones to the lower number."""
    pot = sum(paid.values())
    shares = {player: rake * amount // pot for player, amount in paid.items()}
    odd = rake - sum(shares.values())
    by_rest = sorted(paid, key=lambda player: (-(rake * paid[player] % pot), player))
    for player in by_rest[:odd]:
        shares[player] += 1
    return shares


class Tally:
    """Adds hands up as they come, oldest first."""

    def __init__(self, zone: ZoneInfo) -> None:
        self._zone = zone
        self.days: dict[str, Sum] = {}
        self.stakes: dict[str, Sum] = {}
        self.players: dict[PlayerId, Sum] = {}
        self.all = Sum()
        self.closed: list[Session] = []
        self._open: dict[PlayerId, Session] = {}

    @property
    def sessions(self) -> list[Session]:
        """All sessions, the latest first."""
        found = [*self.closed, *self._open.values()]
        return sorted(found, key=lambda one: (-one.began_ms, one.player))

    def day(self, at_ms: int) -> str:
        """The day of a moment, in the zone of the report: `2026-11-17`."""
        return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone(self._zone).date().isoformat()

    def add(self, counted: Iterable[Counted]) -> None:
        """Count hands when they were played."""
        for hand, shares in counted:
            self._count(hand, shares, hand.at_ms, sign=1)

    def take_back(self, hand: Counted, at_ms: int) -> None:
        """Count a hand that was taken back, at the moment when it was (AMB-24)."""
        self._count(*hand, at_ms, sign=-1)

    def note_sessions(self, counted: Iterable[Counted]) -> None:
        """Put hands into the sessions of their players."""
        for hand, shares in counted:
            for player, delta in hand.deltas.items():
                session = self._session(player, hand.at_ms)
                session.sum.add(1, shares.get(player, 0), delta)

    def _session(self, player: PlayerId, at_ms: int) -> Session:
        session = self._open.get(player)
        if session is None or at_ms - session.ended_ms > SESSION_PAUSE_MS:
            if session is not None:
                self.closed.append(session)
            session = self._open[player] = Session(player, at_ms)
        session.ended_ms = max(session.ended_ms, at_ms)
        return session

    def _count(
        self, hand: PaidHand, shares: Mapping[PlayerId, Cents], at_ms: int, *, sign: int
    ) -> None:
        rake = sign * hand.rake
        self.all.add(sign, rake, sign * sum(hand.deltas.values()))
        self.days.setdefault(self.day(at_ms), Sum()).add(sign, rake)
        self.stakes.setdefault(hand.stake, Sum()).add(sign, rake)
        for player, delta in hand.deltas.items():
            share = sign * shares.get(player, 0)
            self.players.setdefault(player, Sum()).add(sign, share, sign * delta)
