"""What accounts have in common outside the hands, in the database: by hashes only."""

from functools import partial
from itertools import combinations

from cardroom.ledger import PlayerId
from cardroom.office.review.signals import Meetings, Shared, SignalKind
from cardroom.store.databases.database import One, Script
from cardroom.store.daybook import BLOCK
from cardroom.store.hands.report_reading import hands_in
from cardroom.store.store import Store

FAR_MS = 2**52
TOURNAMENTS_MAX = 20
_NOTE = (
    "insert into signals (key, player, kind, word, at_ms) values ($1, $2, $3, $4, $5)"
    " on conflict (key) do update set at_ms = excluded.at_ms"
)
_SHARED = (
    "select kind, word, player from signals where (kind, word) in"
    " (select kind, word from signals group by kind, word"
    " having count(*) between 2 and $1 order by kind, word limit $2)"
    " order by kind, word, player"
)
_HANDS = (
    "select count(*) from dealt_in mine join dealt_in theirs"
    " on theirs.block = mine.block and theirs.player = $2 and theirs.hand = mine.hand"
    " where mine.block >= $3 and mine.block <= $4 and mine.player = $1 and mine.hand >= $5"
)
_TOURNAMENTS = (
    "select distinct mine.tournament from tournament_entries mine join tournament_entries theirs"
    " on theirs.tournament = mine.tournament and theirs.player = $2 and theirs.given_back = 0"
    " where mine.player = $1 and mine.given_back = 0 and mine.registered_ms >= $3"
    " order by mine.tournament desc limit $4"
)
_GROWN = (
    "select tournament,"
    " (select coalesce(max(entry), 0) from tournament_entries"
    " where tournament_entries.tournament = tournament_progress.tournament)"
    " from tournament_progress where done = 0 order by tournament"
)
_SHARED_ENTRIES = (
    "select mine.kind, mine.word, mine.player, every_one.accounts from signals mine join"
    " (select kind, word, count(*) as accounts from signals group by kind, word"
    " having count(*) between 2 and $2) every_one"
    " on every_one.kind = mine.kind and every_one.word = mine.word"
    " where mine.player in"
    " (select player from tournament_entries where tournament = $1 and given_back = 0)"
    " order by mine.kind, mine.word, mine.player"
)


class StoredSignals:
    """SignalStore of the office, on the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def note(self, player: PlayerId, kind: SignalKind, word: bytes, at_ms: int) -> None:
        """Note that an account has a word, and when it was last seen."""
        key = f"{player}:{kind}:{word.hex()}"
        await self._store.run_script(partial(_run, _NOTE, (key, player, kind, word, at_ms)))

    async def shared(self, accounts_max: int, limit: int) -> list[Shared]:
        """Pairs of accounts with a word that few others have, in their order."""
        return await self._store.ask(partial(_shared, accounts_max, limit))

    async def meetings(self, one: PlayerId, other: PlayerId, since_ms: int) -> Meetings:
        """Where two accounts have met since a moment."""
        return await self._store.ask(partial(_meetings, one, other, since_ms))

    async def last_entries(self) -> dict[int, int]:
        """The number of the last entry of every tournament that is not over."""
        return await self._store.ask(_last_entries)

    async def shared_entries(self, tournament: int, accounts_max: int) -> list[Shared]:
        """Pairs of accounts in one tournament with a word that few others have."""
        return await self._store.ask(partial(_shared_entries, tournament, accounts_max))

    async def forget(self, before_ms: int) -> None:
        """Forget what was not seen since a moment."""
        sql = "delete from signals where at_ms < $1"
        await self._store.run_script(partial(_run, sql, (before_ms,)))


def _run(sql: str, values: tuple[object, ...]) -> Script[object]:
    yield One(sql, values)
    return None


def _shared(accounts_max: int, limit: int) -> Script[list[Shared]]:
    rows = yield One(_SHARED, (accounts_max, limit))
    words: dict[tuple[SignalKind, bytes], list[PlayerId]] = {}
    for kind, word, player in rows:
        words.setdefault((kind, bytes(word)), []).append(PlayerId(player))
    return [
        Shared(one, other, kind, len(players))
        for (kind, _), players in words.items()
        for one, other in combinations(players, 2)
    ]


def _last_entries() -> Script[dict[int, int]]:
    rows = yield One(_GROWN)
    return {int(tournament): int(last) for tournament, last in rows}


def _shared_entries(tournament: int, accounts_max: int) -> Script[list[Shared]]:
    rows = yield One(_SHARED_ENTRIES, (tournament, accounts_max))
    words: dict[tuple[SignalKind, bytes, int], list[PlayerId]] = {}
    for kind, word, player, accounts in rows:
        words.setdefault((kind, bytes(word), int(accounts)), []).append(PlayerId(player))
    return [
        Shared(one, other, kind, accounts)
        for (kind, _, accounts), players in words.items()
        for one, other in combinations(players, 2)
    ]


def _meetings(one: PlayerId, other: PlayerId, since_ms: int) -> Script[Meetings]:
    first, last = yield from hands_in(since_ms, FAR_MS)
    ((hands,),) = yield One(_HANDS, (one, other, first // BLOCK, last // BLOCK, first))
    rows = yield One(_TOURNAMENTS, (one, other, since_ms, TOURNAMENTS_MAX))
    return Meetings(hands=hands, tournaments=tuple(number for (number,) in rows))
