"""The house of tournaments of a running room, made from the operator's files and the store."""

from collections.abc import Callable, Mapping
from datetime import tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from cardroom.errors import UsageError
from cardroom.ledger import PlayerId, TournamentId
from cardroom.ledger.transfers import Reason
from cardroom.office.ports import AccountStore, CashierDesk
from cardroom.room.people import AccountKind
from cardroom.room.ports import Clock, Scorebook
from cardroom.room.records import FOR_EVER_MS
from cardroom.room.tournaments.actor.stored import unfinished
from cardroom.room.tournaments.house.offers import Offered
from cardroom.room.tournaments.house.scheduling import last_look_ms
from cardroom.room.tournaments.ports import ScheduleStore, TournamentStore
from cardroom.rulebook import Edition
from cardroom.server.config.options import Config
from cardroom.server.config.text_files import text_of
from cardroom.tournament.timetable import (
    HouseDefaults,
    OccurrenceKey,
    read_timetable,
    starter_files,
)

STATEMENT_PAGE = 200
STATEMENT_LINES_MAX = 10_000
"""How many transfers of a player are looked through for deposits."""
WEEK_MS = 7 * 24 * 3_600_000
Remember = Callable[[PlayerId, str, AccountKind, PlayerId | None], None]


async def offered_by(
    config: Config, rules: Edition, schedules: ScheduleStore, now_ms: int
) -> tuple[Offered, tzinfo]:
    """What the operator's files offer; a given start that was announced in its time may be past."""
    files, zone = _files(config), ZoneInfo(config.tournaments.zone)
    house = HouseDefaults(rules, config.room.currency)
    names = read_timetable(files, house=house, zone=zone, now_ms=0)
    stored = set()
    for one in names.scheduled:
        known = await schedules.occurrences(one.name, 0)
        stored |= {OccurrenceKey(*found.key) for found in known}
    timetable = read_timetable(
        files,
        house=house,
        zone=zone,
        now_ms=now_ms,
        stored=stored,
        seen_ms=await last_look_ms(schedules),
    )
    return Offered(timetable), zone


def _files(config: Config) -> Mapping[str, str]:
    """The texts of all files, by their names."""
    said = config.tournaments
    if said.starter:
        return starter_files()
    if not said.folder:
        return {}
    if not Path(said.folder).is_dir():
        raise UsageError(f"There is no folder '{said.folder}' with tournament files.")
    paths = sorted(map(str, Path(said.folder).glob("*.toml")))
    return {path: text_of(path) for path in paths}


class PlayerFacts:
    """What the room knows of a player who enters a freeroll: its conditions name these (TAMB-78).

    `deposits`, `hands` (settled, for money) and `tournaments` (entries) are counts over all time,
    `hands_this_week` those of the last seven days.
    """

    def __init__(
        self, bank: CashierDesk, scores: Scorebook, entries: TournamentStore, clock: Clock
    ) -> None:
        self._bank = bank
        self._scores = scores
        self._entries = entries
        self._clock = clock

    async def __call__(self, player: PlayerId) -> Mapping[str, int]:
        statistics = await self._scores.statistics(player, 0)
        lately = await self._scores.statistics(player, self._clock.now_ms() - WEEK_MS)
        entries = await self._entries.entries_of(player, FOR_EVER_MS, STATEMENT_PAGE)
        return {
            "deposits": await self._deposits(player),
            "hands": statistics.hands,
            "hands_this_week": lately.hands,
            "tournaments": len([one for one in entries if not one.is_given_back]),
        }

    async def _deposits(self, player: PlayerId) -> int:
        count, before = 0, FOR_EVER_MS
        for _ in range(STATEMENT_LINES_MAX // STATEMENT_PAGE):
            lines = await self._bank.statement(player, before, STATEMENT_PAGE)
            count += sum(line.reason == Reason.DEPOSITED for line in lines)
            if len(lines) < STATEMENT_PAGE:
                break
            before = lines[-1].seq
        return count


async def learn_names(store: TournamentStore, accounts: AccountStore, remember: Remember) -> None:
    """Know everybody who has entered a tournament before it is restored."""
    known: set[PlayerId] = set()
    for tournament in await unfinished(store):
        await learn_names_of(tournament.id, store, accounts, remember, known)


async def learn_names_of(
    tournament: TournamentId,
    store: TournamentStore,
    accounts: AccountStore,
    remember: Remember,
    known: set[PlayerId],
) -> None:
    """Know everybody who has entered one tournament, and is not among the known."""
    for entry in await store.results(tournament):
        if entry.player not in known:
            known.add(entry.player)
            account = await accounts.find(entry.player)
            if account is not None:
                remember(account.player, account.name, account.kind, account.owner)
