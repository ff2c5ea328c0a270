"""The house of tournaments of a running room, made from the operator's files and the store."""

from collections.abc import Callable, Mapping
from datetime import tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from cardroom.errors import UsageError
from cardroom.ledger import PlayerId
from cardroom.ledger.transfers import Reason
from cardroom.office.ports import AccountStore, CashierDesk
from cardroom.room.people import AccountKind
from cardroom.room.ports import Scorebook
from cardroom.room.records import FOR_EVER_MS
from cardroom.room.tournaments.actor.stored import unfinished
from cardroom.room.tournaments.ports import ScheduleStore, TournamentStore
from cardroom.rulebook import Edition
from cardroom.server.config.options import Config
from cardroom.tournament.timetable import (
    HouseDefaults,
    OccurrenceKey,
    Timetable,
    read_timetable,
    starter_files,
)

STATEMENT_PAGE = 200
STATEMENT_LINES_MAX = 10_000
"""So many transfers of a player are looked through for deposits."""
Remember = Callable[[PlayerId, str, AccountKind, PlayerId | None], None]


async def timetable_of(
    config: Config, rules: Edition, schedules: ScheduleStore, now_ms: int
) -> tuple[Timetable, tzinfo]:
    """What the operator's files offer; a given start that was announced in its time may be past."""
    files, zone = _files(config), ZoneInfo(config.tournaments.zone)
    house = HouseDefaults(rules, config.room.currency)
    names = read_timetable(files, house=house, zone=zone, now_ms=0)
    stored = set()
    for one in names.scheduled:
        known = await schedules.occurrences(one.name, 0)
        stored |= {OccurrenceKey(*found.key) for found in known}
    return read_timetable(files, house=house, zone=zone, now_ms=now_ms, stored=stored), zone


def _files(config: Config) -> Mapping[str, str]:
    """The texts of all files, by their names."""
    said = config.tournaments
    if said.starter:
        return starter_files()
    if not said.folder:
        return {}
    if not Path(said.folder).is_dir():
        raise UsageError(f"There is no folder '{said.folder}' with tournament files.")
    try:
        return {
            str(path): path.read_text(encoding="utf-8")
            for path in sorted(Path(said.folder).glob("*.toml"))
        }
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The files of {said.folder} cannot be read: {error}.") from None


class PlayerFacts:
    """What the room knows of a player who enters a freeroll: its conditions name these (TAMB-78).

    `deposits`, `hands` (settled, for money) and `tournaments` (entries) are counts over all time.
    """

    def __init__(self, bank: CashierDesk, scores: Scorebook, entries: TournamentStore) -> None:
        self._bank = bank
        self._scores = scores
        self._entries = entries

    async def __call__(self, player: PlayerId) -> Mapping[str, int]:
        statistics = await self._scores.statistics(player, 0)
        entries = await self._entries.entries_of(player, FOR_EVER_MS, STATEMENT_PAGE)
        return {
            "deposits": await self._deposits(player),
            "hands": statistics.hands,
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
        for entry in await store.results(tournament.id):
            if entry.player in known:
                continue
            known.add(entry.player)
            account = await accounts.find(entry.player)
            if account is not None:
                remember(account.player, account.name, account.kind, account.owner)
