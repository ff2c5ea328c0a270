"""Settled hands out of the store, as their players, those they show them to, and auditors may see
them."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import cast
from zoneinfo import ZoneInfo

import msgspec

from cardroom.engine.views import Viewer
from cardroom.errors import AccessRefused, ActionRefused
from cardroom.fairness.hand_list import read_list
from cardroom.history import (
    narrate,
    ohh_of,
    ohhs_of,
    phh_of,
    record_of,
    text_of,
    texts_of,
    write_hands,
)
from cardroom.history.narrated import NarratedHand
from cardroom.history.proofs import SIDE_FILE, side_lines, told_proof
from cardroom.ledger import PlayerId, SettledHand, TableId, TournamentId
from cardroom.office.hand_proofs import HandProof
from cardroom.office.ports import AccountStore
from cardroom.room.hand_pages import (
    HandExport,
    HandFilter,
    HandPage,
    HandSummary,
    Replay,
    StoredHand,
    TournamentHand,
)
from cardroom.room.net import Net
from cardroom.room.records import Document, HandForm
from cardroom.rulebook import Edition
from cardroom.store import reading
from cardroom.store.databases.database import One, Script
from cardroom.store.hands.narrated_hands import played_hand, replay_of, seat_of, summary
from cardroom.store.store import Store
from cardroom.units import Seat

EASTERN = ZoneInfo("America/New_York")
LOOKED_AT_LEAST = 100
"""At least this many hands are read for one page, or as many as it may show; a filter may leave
fewer, and the next page goes on after the last hand that was read."""

ENDINGS: Mapping[HandForm, tuple[str, str]] = {
    "events": ("json", "application/json"),
    "text": ("txt", "text/plain"),
    "ohh": ("ohh", "application/json"),
    "phh": ("phh", "text/plain"),
}


BULK_ENDINGS: Mapping[HandForm, tuple[str, str]] = {
    "events": ("jsonl", "application/x-ndjson"),
    "text": ("txt", "text/plain"),
    "ohh": ("ohh", "application/x-ndjson"),
    "phh": ("phhs", "text/plain"),
}
READ_AT_ONCE = 500
EXPORTED_MAX = 20_000
"""Hands in one file; a longer period is fetched in parts."""


class StoredLibrary:
    """HandLibrary of the room, on the store."""

    def __init__(self, store: Store, accounts: AccountStore, edition: Edition) -> None:
        self._store = store
        self._accounts = accounts
        self._edition = edition

    def play_by(self, edition: Edition) -> None:
        """Read hands by these rules from now on: they have one stake more, or one less."""
        self._edition = edition

    async def hands(self, player: PlayerId, wanted: HandFilter) -> HandPage:
        """The player's hands that a filter takes, newest first, the void ones among them.

        One page looks at a bounded number of hands, whatever the filter leaves of them, and makes
        its summaries in a thread: nobody at a table waits for who reads old hands.
        """
        count = max(wanted.limit, LOOKED_AT_LEAST)
        read = await self._store.hands_listed(player, wanted.before, count)
        return await asyncio.to_thread(self._page, player, wanted, read, is_all=len(read) < count)

    def _page(
        self,
        player: PlayerId,
        wanted: HandFilter,
        read: Sequence[tuple[int, StoredHand]],
        *,
        is_all: bool,
    ) -> HandPage:
        found: list[HandSummary] = []
        last = 0
        for last, stored in read:
            if stored.hand.at_ms < wanted.since_ms:
                return HandPage(hands=found)
            one = summary(last, stored, player, self._edition)
            if wanted.takes(one):
                found.append(one)
                if len(found) == wanted.limit:
                    return HandPage(hands=found, next=last)
        return HandPage(hands=found, next=0 if is_all else last)

    async def hand(self, player: PlayerId, key: str, form: HandForm) -> Document | None:
        """One hand with own and shown cards only; None when the player was not dealt in.

        A file is for those who count what was won: one that was taken back is in none (AMB-24).
        """
        stored = await self._own(player, key)
        if stored is None:
            return None
        if stored.is_void:
            raise ActionRefused("AMB-69", "hand_is_void")
        if stored.taken_back is not None:
            raise ActionRefused("AMB-24", "hand_is_void", {"reason": stored.taken_back.note})
        narrated = await self._narrated(stored, player)
        ending, media_type = ENDINGS[form]
        name = f"{_file_name(key)}.{ending}"
        return Document(body=_written(narrated, form).encode(), media_type=media_type, name=name)

    async def proof(self, player: PlayerId, key: str) -> HandProof | None:
        """The proof of an own hand, open for what the player saw."""
        stored = await self._own(player, key)
        if stored is None:
            return None
        proof = None if stored.is_void else told_proof(await self._narrated(stored, player))
        listed = None if proof is None else read_list(proof.list)
        number = 0 if listed is None else listed.number
        return HandProof(hand=stored.hand.number, number=number, proof=proof)

    async def proof_file(self, player: PlayerId, key: str) -> Document | None:
        """The side file of a hand's text; empty where there is no proof."""
        stored = await self._own(player, key)
        if stored is None:
            return None
        narrated = [] if stored.is_void else [await self._narrated(stored, player)]
        return _side_file(_file_name(key), narrated)

    async def proof_files(self, player: PlayerId, wanted: HandExport) -> Document:
        """The side file of an export as text."""
        found = await self._exported(player, wanted)
        names = await self._all_names([stored.hand for stored in found])
        narrated = await asyncio.to_thread(self._all_narrated, player, found, names)
        return await asyncio.to_thread(_side_file, _export_name(wanted), narrated)

    async def _narrated(self, stored: StoredHand, player: PlayerId) -> NarratedHand:
        names = await self._names(stored.hand)
        return narrate(played_hand(stored, self._edition, names), seat_of(stored.hand, player))

    async def export(self, player: PlayerId, wanted: HandExport, form: HandForm) -> Document:
        """All own hands of a period, a table or a tournament as one file, oldest first.

        Hands that are void or were taken back are in no file (AMB-24, AMB-69).
        """
        found = await self._exported(player, wanted)
        names = await self._all_names([stored.hand for stored in found])
        body = await asyncio.to_thread(self._file, player, found, names, form)
        ending, media_type = BULK_ENDINGS[form]
        return Document(body=body, media_type=media_type, name=f"{_export_name(wanted)}.{ending}")

    async def _exported(self, player: PlayerId, wanted: HandExport) -> list[StoredHand]:
        """The hands of an export, oldest first; refused when there are too many."""
        found: list[StoredHand] = []
        before = 2**53
        while True:
            read = await self._store.ask(
                partial(
                    reading.own_hands,
                    player,
                    before,
                    READ_AT_ONCE,
                    tournament=wanted.tournament,
                )
            )
            found += [one for _, one in read if _is_exported(one, wanted)]
            if len(found) > EXPORTED_MAX:
                raise AccessRefused(Net.FORM, "too_many_hands", {"at_most": EXPORTED_MAX})
            if len(read) < READ_AT_ONCE or read[-1][1].hand.at_ms < wanted.since_ms:
                return found[::-1]
            before = read[-1][0]

    async def _all_names(self, hands: Sequence[SettledHand]) -> dict[PlayerId, str]:
        players = {player for hand in hands for player in hand.seats.values()}
        return {player: await self._name(player) for player in sorted(players)}

    def _file(
        self,
        player: PlayerId,
        found: Sequence[StoredHand],
        names: Mapping[PlayerId, str],
        form: HandForm,
    ) -> bytes:
        narrated = self._all_narrated(player, found, names)
        return "".join(_written_all(narrated, form)).encode()

    def _all_narrated(
        self, player: PlayerId, found: Sequence[StoredHand], names: Mapping[PlayerId, str]
    ) -> list[NarratedHand]:
        return [
            narrate(
                played_hand(
                    stored,
                    self._edition,
                    {seat: names[who] for seat, who in stored.hand.seats.items()},
                ),
                seat_of(stored.hand, player),
            )
            for stored in found
        ]

    async def replay(self, player: PlayerId, key: str) -> Replay | None:
        """One own hand to be watched again."""
        stored = await self._own(player, key)
        return None if stored is None else await self._replay(stored, seat_of(stored.hand, player))

    async def share(self, player: PlayerId, key: str, word: str, at_ms: int) -> str | None:
        """The word by which others see what the rail saw of an own hand: the same every time."""
        stored = await self._own(player, key)
        if stored is None or stored.is_void:
            return None
        kept = await self._store.run_script(lambda: _share(player, key, word, at_ms))
        return cast("str", kept)

    async def shared(self, word: str) -> Replay | None:
        """The hand that a word shows, as the rail saw it."""
        key = await self._store.ask(lambda: _shared(word))
        stored = None if key is None else await self._stored(key)
        return None if stored is None else await self._replay(stored, "rail")

    async def hands_of_tournament(
        self, tournament: TournamentId, table: int, before: int, limit: int
    ) -> list[TournamentHand]:
        """Settled hands of a tournament, newest first; of one of its tables, or of all (0)."""
        return await self._store.ask(lambda: _hands_of_tournament(tournament, table, before, limit))

    async def watched(self, tournament: TournamentId, key: str) -> Replay | None:
        """A settled hand of a tournament as the rail saw it."""
        stored = await self._stored(key)
        if stored is None or stored.is_void:
            return None
        chips = stored.hand.chips
        if not chips or chips.tournament != tournament:
            return None
        return await self._replay(stored, "rail")

    async def audited(self, key: str) -> tuple[Replay, list[PlayerId]] | None:
        """A hand with all its cards, settled or void, and who played it (FAIR-03)."""
        stored = await self._stored(key)
        if stored is None:
            return None
        return await self._replay(stored, "auditor"), list(stored.hand.seats.values())

    async def hands_of_table(self, table: TableId, limit: int) -> list[Replay]:
        """The last hands of a table as the rail saw them, newest first, with the voided ones."""
        found = await self._store.hands_of_table(table, limit)
        return [await self._replay(stored, "rail") for stored in found]

    async def _own(self, player: PlayerId, key: str) -> StoredHand | None:
        """A hand that the player was dealt into, settled or void."""
        stored = await self._stored(key)
        if stored is None or player not in stored.hand.seats.values():
            return None
        return stored

    async def _stored(self, key: str) -> StoredHand | None:
        return await self._store.ask(lambda: reading.hand(key))

    async def _replay(self, stored: StoredHand, viewer: Viewer) -> Replay:
        return replay_of(stored, self._edition, await self._names(stored.hand), viewer)

    async def _names(self, hand: SettledHand) -> dict[Seat, str]:
        names: dict[Seat, str] = {}
        for seat, player in hand.seats.items():
            names[seat] = await self._name(player)
        return names

    async def _name(self, player: PlayerId) -> str:
        account = await self._accounts.find(player)
        return f"player{player}" if account is None else account.name


def _file_name(key: str) -> str:
    return f"hand-{key.removeprefix('hand:').replace(':', '-')}"


def _export_name(wanted: HandExport) -> str:
    of = f"tournament-{wanted.tournament}" if wanted.tournament else "hands"
    return of + (f"-table-{wanted.table}" if wanted.table else "")


def _side_file(name: str, hands: Sequence[NarratedHand]) -> Document:
    """The proofs beside the text of these hands: `hands.txt` has them in `hands.txt.fairness`."""
    body = "".join(side_lines(hands)).encode()
    return Document(body=body, media_type="application/x-ndjson", name=f"{name}.txt{SIDE_FILE}")


def _share(player: PlayerId, key: str, word: str, at_ms: int) -> Script[object]:
    found = yield One(
        "select word from shared_hands where player = $1 and hand = $2", (player, key)
    )
    if found:
        return found[0][0]
    yield One(
        "insert into shared_hands (word, player, hand, at_ms) values ($1, $2, $3, $4)",
        (word, player, key, at_ms),
    )
    return word


def _shared(word: str) -> Script[str | None]:
    found = yield One("select hand from shared_hands where word = $1", (word,))
    return found[0][0] if found else None


def _is_exported(stored: StoredHand, wanted: HandExport) -> bool:
    is_good = not stored.is_void and stored.taken_back is None
    if wanted.table and stored.hand.table != wanted.table:
        return False
    return is_good and wanted.since_ms <= stored.hand.at_ms < wanted.until_ms


def _written_all(hands: Sequence[NarratedHand], form: HandForm) -> Iterable[str]:
    """A file of many hands, piece by piece."""
    if form == "text":
        return texts_of(hands, EASTERN)
    if form == "ohh":
        return ohhs_of(hands)
    if form == "phh":
        return write_hands(map(record_of, hands))
    return (msgspec.json.encode(one.events).decode() + "\n" for one in hands)


def _written(narrated: NarratedHand, form: HandForm) -> str:
    if form == "text":
        return text_of(narrated, EASTERN)
    if form == "ohh":
        return ohh_of(narrated)
    if form == "phh":
        return phh_of(narrated)
    return msgspec.json.encode(narrated.events).decode()


def _hands_of_tournament(
    tournament: TournamentId, table: int, before: int, limit: int
) -> Script[list[TournamentHand]]:
    rows = yield One(
        "select hands.id, hands.key, tournament_tables.number, hands.number, hands.at_ms from hands"
        " join tournament_tables on tournament_tables.table_id = hands.table_id"
        " where tournament = $1 and ($2 = 0 or tournament_tables.number = $2)"
        " and status = 'settled' and hands.id < $3 order by hands.id desc limit $4",
        (tournament, table, before, limit),
    )
    return [
        TournamentHand(id=number, key=key, table=place, number=count, at_ms=at_ms)
        for number, key, place, count, at_ms in rows
    ]
