"""What accounts have in common outside the hands: addresses, devices, payments (FAIR-03).

Only a keyed hash of each is kept, for a limited time: nobody reads an address there. Two accounts
that share one become an alert when they have also met, at a table or in a tournament, where one
person has one entry; `entry_watch.py` looks as soon as they enter. A household or a club shares an
address: an alert is a reason to look.
"""

import hmac
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256
from typing import Literal, NamedTuple, Protocol

import msgspec

from cardroom.errors import CardroomError
from cardroom.ledger import PlayerId
from cardroom.office.review.alerts import NewAlert, SharedSignal, SignalFound
from cardroom.room.incidents import report
from cardroom.room.ports import Clock

SignalKind = Literal["address", "device", "payment"]

DAY_MS = 86_400_000
KEPT_DAYS = 90
ACCOUNTS_MAX = 6
"""What more accounts share says nothing: a club, a school, a mobile network."""
PAIRS_MAX = 500
NOTED_MAX = 50_000
HANDS_MIN = 20
"""Who met in fewer hands, and in no tournament, has hardly met."""
STRENGTHS: dict[SignalKind, int] = {"payment": 50, "device": 40, "address": 20}
"""Not chances: which signal says how much. Chat has 20, a pair found in hands at least 40."""
IN_TOURNAMENT = 20


class Shared(NamedTuple):
    """Two accounts with the same word, and how many accounts have it."""

    first: PlayerId
    second: PlayerId
    kind: SignalKind
    accounts: int


class Meetings(msgspec.Struct, frozen=True, kw_only=True):
    """Where two accounts have met."""

    hands: int
    """Into which both were dealt."""
    tournaments: tuple[int, ...]
    """In which both have entries."""


class SignalStore(Protocol):
    """Signals; a method that writes may be repeated."""

    async def note(self, player: PlayerId, kind: SignalKind, word: bytes, at_ms: int) -> None:
        """Note that an account has a word, and when it was last seen."""

    async def shared(self, accounts_max: int, limit: int) -> list[Shared]:
        """Pairs of accounts with a word that few others have, in their order."""

    async def meetings(self, one: PlayerId, other: PlayerId, since_ms: int) -> Meetings:
        """Where two accounts have met since a moment."""

    async def last_entries(self) -> dict[int, int]:
        """The number of the last entry of every tournament that is not over."""

    async def shared_entries(self, tournament: int, accounts_max: int) -> list[Shared]:
        """Pairs of accounts in one tournament with a word that few others have."""

    async def forget(self, before_ms: int) -> None:
        """Forget what was not seen since a moment."""


class SignalWatch:
    """Notes signals as accounts come in, and finds those who share some and have met."""

    def __init__(self, store: SignalStore, clock: Clock, key: bytes) -> None:
        self._store = store
        self._clock = clock
        self._key = key
        self._noted: OrderedDict[tuple[PlayerId, bytes], int] = OrderedDict()
        """On which day a word was last noted: once a day is enough."""

    async def seen(self, player: PlayerId, kind: SignalKind, text: str) -> None:
        """An account came from an address or a device, or paid; what cannot be noted is reported,
        and nobody is kept out by it."""
        now_ms = self._clock.now_ms()
        word = self.word(kind, text)
        if not text or self._noted.get((player, word)) == now_ms // DAY_MS:
            return
        try:
            await self._store.note(player, kind, word, now_ms)
        except CardroomError as error:
            report(f"a signal of player {player} was not noted", error)
            return
        self._noted[player, word] = now_ms // DAY_MS
        while len(self._noted) > NOTED_MAX:
            self._noted.popitem(last=False)

    def word(self, kind: SignalKind, text: str) -> bytes:
        """What is kept of it: without the room's key nobody can try all addresses."""
        return hmac.new(self._key, f"{kind}:{text}".encode(), sha256).digest()

    async def last_entries(self) -> dict[int, int]:
        """The number of the last entry of every tournament that is not over."""
        return await self._store.last_entries()

    async def entry_alerts(self, tournament: int) -> list[NewAlert]:
        """Accounts in one tournament that share something: one person has one entry (TRN-11)."""
        met = Meetings(hands=0, tournaments=(tournament,))
        shared = by_pair(await self._store.shared_entries(tournament, ACCOUNTS_MAX))
        return [signal_alert(*pair, held, met) for pair, held in shared.items()]

    async def alerts(self, since_ms: int) -> list[NewAlert]:
        """Accounts that share something and have met; what is too old is forgotten first."""
        await self._store.forget(self._clock.now_ms() - KEPT_DAYS * DAY_MS)
        pairs = by_pair(await self._store.shared(ACCOUNTS_MAX, PAIRS_MAX))
        found = []
        for (first, second), shared in pairs.items():
            met = await self._store.meetings(first, second, since_ms)
            if met.hands >= HANDS_MIN or met.tournaments:
                found.append(signal_alert(first, second, shared, met))
        return found


def by_pair(shared: Sequence[Shared]) -> dict[tuple[PlayerId, PlayerId], list[Shared]]:
    """All that each pair of accounts shares."""
    pairs: dict[tuple[PlayerId, PlayerId], list[Shared]] = {}
    for one in shared:
        pairs.setdefault((one.first, one.second), []).append(one)
    return pairs


def signal_alert(
    first: PlayerId, second: PlayerId, shared: Sequence[Shared], met: Meetings
) -> NewAlert:
    """Two accounts that may be one person's; the same signals make one alert."""
    fewest: dict[SignalKind, int] = {}
    for one in shared:
        fewest[one.kind] = min(one.accounts, fewest.get(one.kind, one.accounts))
    kinds = sorted(fewest)
    strength = max(STRENGTHS[kind] for kind in kinds) + 5 * (len(kinds) - 1)
    where = "tournament" if met.tournaments else "table"
    return NewAlert(
        kind="signal",
        first=first,
        second=second,
        evidence=f"signal:{first}:{second}:{'+'.join(kinds)}:{where}",
        strength=strength + (IN_TOURNAMENT if met.tournaments else 0),
        found=SignalFound(
            shared=tuple(SharedSignal(kind=kind, accounts=fewest[kind]) for kind in kinds),
            hands=met.hands,
            tournaments=met.tournaments,
        ),
    )
