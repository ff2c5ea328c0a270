"""What everybody sees of tournaments: the list, the page of each, and where a player belongs."""

import asyncio
from typing import Any

import msgspec
import pytest

from cardroom.errors import AccessRefused, EntryRefused
from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.tournaments.pages.channel import LINES_KEPT, TournamentChannel
from cardroom.room.tournaments.pages.details import PLAYERS_SHOWN_MAX
from cardroom.room.tournaments.pages.listing import ListFilter, wanted_rows
from cardroom.room.tournaments.requests import TournamentChat, Unregister
from tests.room.tournaments.rooms import HousePlayer, HouseRoom, format_of
from tests.room.tournaments.scenes import Scene
from tests.room.tournaments.test_house import EVENING, HEXAPRO, SIT_AND_GO, seated
from tests.room.virtual import run
from tests.rule import rule

PARTS = ("row", "level", "pauses", "hand_for_hand", "prizes", "prizes_final", "tables", "deal")


def folded(page: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A client's page after one change."""
    page = {**page, **{part: change[part] for part in PARTS if part in change}}
    page["players_count"] = change.get("players_count", page["players_count"])
    rows = {row["entry"]: row for row in page["players"]}
    rows |= {row["entry"]: row for row in change.get("players", ())}
    for entry in change.get("players_gone", ()):
        del rows[entry]
    return {**page, "players": rows.values()}


def sorted_rows(page: dict[str, Any]) -> list[dict[str, Any]]:
    return sorted(page["players"], key=lambda row: row["entry"])


@rule("TRN-03", "TRN-08")
def test_the_page_of_a_tournament_is_its_snapshot_and_all_changes_since() -> None:
    async def story() -> None:
        scene = Scene(141, 14)
        room = scene.room
        actor = await room.announce(format_of("bounty"), in_s=60)
        channel = TournamentChannel(actor, room.switchboard, room.names, actor.epoch)
        scene.tournament = actor.id
        watcher = HousePlayer.__mro__[1](room, 99)
        watcher.listen(f"tournament:{actor.id}")
        scene.sit_down()
        for player in scene.people:
            room.fund(player.viewer)
            await player.register(actor.id)
            channel.tell()
        while not actor.is_done:
            await asyncio.sleep(1)
            channel.tell()
        page = next(one["d"] for one in watcher.frames if one["t"] == "snapshot")
        changes = watcher.heard("tournament_changed")
        assert len(changes) > 10
        for change in changes:
            page = folded(page, change)
        now = msgspec.to_builtins(channel.snapshot(PlayerId(99)))
        now = msgspec.json.decode(msgspec.json.encode(now))
        assert sorted_rows(page) == sorted_rows(now)
        assert all(page[part] == now[part] for part in PARTS)
        assert page["row"]["phase"] == "finished"
        assert sorted(row["place"] for row in page["players"]) == list(range(1, 15))
        numbers = [one["v"] for one in watcher.frames if one["t"] == "event"]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert now["prizes_final"]
        assert len(page["players"]) <= PLAYERS_SHOWN_MAX
        await scene.stop()

    run(story())


@rule("TRN-15", "TYP-01")
def test_the_list_says_how_many_players_are_missing_and_can_be_narrowed_down() -> None:
    async def story() -> None:
        room = HouseRoom(142, SIT_AND_GO, HEXAPRO, EVENING)
        await room.open()
        player, watcher = await seated(room, 1, 2)
        watcher.listen("tournaments")
        rows = room.house.list.rows
        assert {row.name for row in rows} == {"Five", "HexaPro", "Evening"}
        five = next(row for row in rows if row.name == "Five")
        await player.register(five.tournament)
        await asyncio.sleep(2)
        changed = watcher.heard("tournaments_changed")[-1]["tournaments"]
        assert [(row["name"], row["entries"], row["missing"]) for row in changed] == [
            ("Five", 1, 4)
        ]
        mine = room.house.services.board.entries_of(PlayerId(1))
        rows = room.house.list.rows

        def names(**wanted: Any) -> set[str]:
            return {row.name for row in wanted_rows(rows, ListFilter(**wanted), mine)}

        assert names(mine=True) == {"Five"}
        assert names(kinds=("hexapro",)) == {"HexaPro"}
        assert names(price_to=1) == set()
        assert names(freeroll=True) == set()
        assert names(phases=("registering",)) == {"Five", "HexaPro", "Evening"}
        await room.crash()

    run(story())


@rule("FAIR-01")
def test_whoever_has_entered_talks_and_everybody_who_listens_hears_it() -> None:
    async def story() -> None:
        room = HouseRoom(144, EVENING)
        await room.open()
        player, watcher, later = await seated(room, 1, 2, 3)
        row = room.house.list.rows[0]
        channel = f"tournament:{row.tournament}"
        watcher.listen(channel)

        async def say(who: HousePlayer, text: str) -> None:
            await who.ask(TournamentChat(id=text, ch=channel, text=text))

        with pytest.raises(AccessRefused, match="only entrants talk"):
            await say(player, "too-early")
        await player.register(row.tournament)
        for number in range(LINES_KEPT + 2):
            await say(player, f"line-{number}")
        with pytest.raises(AccessRefused, match="only entrants talk"):
            await say(watcher, "from-the-rail")
        heard = watcher.heard("chat_said")
        assert heard[0] == {
            "type": "chat_said", "player": 1, "name": player.caller.name, "text": "line-0",
        }  # fmt: skip
        assert len(heard) == LINES_KEPT + 2
        later.listen(channel)
        shown = [one for one in later.frames if one["t"] == "snapshot" and one["ch"] == channel]
        page = shown[-1]["d"]
        assert page["chat"] == heard[2:]
        # Who is no longer in it has nothing to say there.
        await player.ask(Unregister(id="out", ch=channel))
        with pytest.raises(AccessRefused, match="only entrants talk"):
            await say(player, "gone")
        with pytest.raises(EntryRefused, match="no such tournament"):
            await player.ask(TournamentChat(id="no", ch="tournament:99", text="anybody?"))
        await room.crash()

    run(story())


@rule("BAL-05", "TTB-03")
def test_a_player_who_reconnects_finds_the_seat_where_they_belong_now() -> None:
    async def story() -> None:
        scene = Scene(143, 13)
        room = scene.room
        await scene.open(format_of("freezeout"), in_s=60)
        actor = scene.actor
        channel = TournamentChannel(actor, room.switchboard, room.names, actor.epoch)
        first = {player.viewer: seat_of(channel, player.viewer) for player in scene.people}
        moved: set[PlayerId] = set()
        while not actor.is_done and not moved:
            await asyncio.sleep(1)
            for player in scene.people:
                seat = seat_of(channel, player.viewer)
                before = first.setdefault(player.viewer, seat)
                if seat is not None and before is not None and seat != before:
                    moved.add(player.viewer)
                    seated = player.heard("tournament_seated")[-1]
                    assert (seated["table"], seated["seat"]) == seat
                first[player.viewer] = seat or before
        assert moved
        await scene.stop()

    run(story())


def seat_of(channel: TournamentChannel, player: PlayerId) -> tuple[int, int] | None:
    me = channel.snapshot(player).me
    if me is None or me.table is None or me.seat is None:
        return None
    return me.table, me.seat


def test_an_unknown_tournament_is_refused() -> None:
    async def story() -> None:
        room = HouseRoom(144, SIT_AND_GO)
        await room.open()
        (player,) = await seated(room, 1)
        answers = await asyncio.gather(player.register(77), return_exceptions=True)
        assert getattr(answers[0], "reason", "") == "no_such_tournament"
        assert TournamentId(77) not in room.actors
        await room.crash()

    run(story())
