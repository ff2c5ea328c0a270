"""The house: games on demand, tournaments by the timetable, and everything again after a crash."""

import asyncio
from random import Random
from zoneinfo import ZoneInfo

import msgspec
import pytest

from cardroom.errors import EntryRefused, OperatorRefused, TransferRefused, Unavailable
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import player_cash
from cardroom.room.tournaments.actor.actor import REBUILDS_MAX
from cardroom.room.tournaments.house.staff import StaffDesk
from cardroom.room.tournaments.house_messages import PlayerLost
from cardroom.room.tournaments.requests import Register, Unregister
from tests.room.rooms import Shell
from tests.room.tournaments.rooms import EUR, HousePlayer, HouseRoom
from tests.room.virtual import run
from tests.rule import rule

HEXAPRO = 'name = "HexaPro"\nformat = "hexapro"\nedition = "house"\n[on_demand]\n'
SIT_AND_GO = 'name = "Five"\nformat = "sit-and-go-5"\nedition = "house"\n[on_demand]\n'
EVENING = """
name = "Evening"
format = "freezeout"
edition = "house"
[schedule]
every_minutes = 30
"""


def cash(room: HouseRoom, player: int) -> int:
    return room.store.ledger.balance(player_cash(PlayerId(player), EUR))


async def seated(room: HouseRoom, *players: int, money: int = 100_000) -> list[HousePlayer]:
    found = []
    for number in players:
        room.fund(number, money)
        player = HousePlayer(room, number)
        player.listen("me")
        found.append(player)
    return found


@rule("TAMB-79", "HEX-03")
def test_the_seat_that_a_waiting_player_gives_up_pays_for_the_one_they_are_moved_to() -> None:
    async def story() -> None:
        room = HouseRoom(1, HEXAPRO)
        await room.open()
        (first,) = room.actors
        price = room.house.actor(first).charter.price
        poor, fickle, last, rich = await seated(room, 1, 2, 3, 4, money=price)
        await poor.buy("HexaPro", 1)
        await fickle.buy("HexaPro", 1)
        await fickle.ask(Unregister(id="u", ch=f"tournament:{first}"))
        # Who left a game waits in another one, and the third player completes that one.
        await fickle.buy("HexaPro", 1)
        second = max(room.actors)
        assert second != first
        assert (await last.buy("HexaPro", 1))["starting"] == [second]
        await asyncio.sleep(1)
        game = room.house.actor(second)
        assert game.tournament.has_started
        assert sorted(game.tournament.desk.living) == [1, 2, 3]
        assert [cash(room, one) for one in (1, 2, 3)] == [0, 0, 0]
        assert not room.house.actor(first).tournament.desk.living
        await rich.buy("HexaPro", 1)
        await room.crash()

    run(story())


@rule("TAMB-79", "CRASH-01")
def test_a_waiting_player_who_is_not_back_since_a_crash_is_moved_all_the_same() -> None:
    async def story() -> None:
        room = HouseRoom(1, HEXAPRO)
        await room.open()
        (first,) = room.actors
        price = room.house.actor(first).charter.price
        away, fickle = await seated(room, 1, 2, money=price)
        await away.buy("HexaPro", 1)
        await fickle.buy("HexaPro", 1)
        await fickle.ask(Unregister(id="u", ch=f"tournament:{first}"))
        await fickle.buy("HexaPro", 1)
        second = max(room.actors)
        await room.crash()
        again = HouseRoom(2, HEXAPRO, store=room.store)
        await again.open()
        (last,) = await seated(again, 3, money=price)
        assert not again.wallets.knows(PlayerId(1))
        starting = (await last.buy("HexaPro", 1))["starting"]
        await asyncio.sleep(1)
        (started,) = [one for one in (first, second) if starting == [one]]
        assert sorted(again.house.actor(started).tournament.desk.living) == [1, 2, 3]
        assert [cash(again, one) for one in (1, 2, 3)] == [0, 0, 0]
        await again.crash()

    run(story())


@rule("TAMB-79", "CRASH-02")
def test_a_purchase_that_one_game_refuses_never_stops_another() -> None:
    async def story() -> None:
        room = HouseRoom(1, HEXAPRO)
        await room.open()
        (first,) = room.actors
        waiting, fickle, late = await seated(room, 1, 2, 3)
        await waiting.buy("HexaPro", 1)
        await fickle.buy("HexaPro", 1)
        await fickle.ask(Unregister(id="u", ch=f"tournament:{first}"))
        await fickle.buy("HexaPro", 1)
        wrong = Register(id="t", ch=f"tournament:{first}", ticket="EUR-100-any")
        for number in range(2 * REBUILDS_MAX):
            with pytest.raises(EntryRefused):
                await late.ask(msgspec.structs.replace(wrong, id=f"t{number}"))
        assert not any(actor.stopped for actor in room.actors.values())
        assert (await late.buy("HexaPro", 1))["starting"]
        await room.crash()

    run(story())


@rule("TYP-02")
def test_as_soon_as_a_sit_and_go_starts_the_next_one_is_open() -> None:
    async def story() -> None:
        room = HouseRoom(1, SIT_AND_GO)
        await room.open()
        (first,) = room.actors
        players = await seated(room, 1, 2, 3, 4, 5)
        for player in players:
            await player.register(first)
        await asyncio.sleep(1)
        assert room.actors[first].tournament.has_started
        waiting = [one.game for one in room.house.games.waiting]
        assert len(waiting) == 1
        assert waiting[0] != first
        await room.crash()

    run(story())


@rule("HEX-03", "TAMB-79")
def test_several_hexapro_games_are_bought_at_once_or_none() -> None:
    async def story() -> None:
        room = HouseRoom(2, HEXAPRO)
        await room.open()
        rich, poor = await seated(room, 1, 2, money=5_000)
        bought = await rich.buy("HexaPro", 3)
        assert len(bought["tournaments"]) == 3  # type: ignore[arg-type]
        assert cash(room, 1) == 5_000 - 3 * 1_000
        with pytest.raises(TransferRefused):
            await poor.buy("HexaPro", 6)
        with pytest.raises(EntryRefused):
            await poor.buy("HexaPro", 21)
        assert cash(room, 2) == 5_000
        assert all(PlayerId(2) not in one.tournament.desk.living for one in room.actors.values())
        await room.crash()

    run(story())


@rule("HEX-03")
def test_a_repeated_request_buys_no_second_game() -> None:
    async def story() -> None:
        room = HouseRoom(3, HEXAPRO)
        await room.open()
        (player,) = await seated(room, 1)
        await player.buy("HexaPro", 2, request="same")
        assert await player.buy("HexaPro", 2, request="same") == {}
        assert cash(room, 1) == 100_000 - 2_000
        await room.crash()

    run(story())


@rule("CRASH-02", "TAMB-79")
def test_a_purchase_that_is_stored_although_we_fail_can_be_given_back() -> None:
    async def story() -> None:
        room = HouseRoom(9, HEXAPRO)
        await room.open()
        (player,) = await seated(room, 1)
        room.store.fails_after_write = RuntimeError("a mistake of ours after it was stored")
        with pytest.raises(Unavailable):
            await player.buy("HexaPro", request="lost")
        assert await player.buy("HexaPro", request="lost") == {}
        await asyncio.sleep(2)
        (game,) = [one.game for one in room.house.games.waiting if one.waiting]
        assert cash(room, 1) == 99_000
        await player.ask(Unregister(id="back", ch=f"tournament:{game}"))
        assert cash(room, 1) == 100_000
        assert not [one for one in room.house.games.waiting if one.waiting]
        await room.crash()

    run(story())


@rule("HEX-03", "TYP-02")
def test_purchases_that_are_refused_open_no_game_after_the_other() -> None:
    async def story() -> None:
        room = HouseRoom(10, HEXAPRO)
        await room.open()
        (player,) = await seated(room, 1)
        (first,) = room.actors
        await player.register(first)
        for _ in range(4):
            with pytest.raises(EntryRefused):
                await player.register(first, ticket="EUR-1000-any")
        assert len(room.actors) == 2
        await room.crash()

    run(story())


@rule("TAMB-79", "HEX-01")
def test_the_first_deal_of_a_hexapro_game_waits_for_the_reel() -> None:
    async def story() -> None:
        room = HouseRoom(4, HEXAPRO)
        await room.open()
        players = await seated(room, 1, 2, 3)
        for player in players:
            await player.buy("HexaPro")
        await asyncio.sleep(2)
        (game,) = [one for one in room.actors.values() if one.tournament.has_started]
        drawn = game.tournament.multiplier
        assert drawn is not None
        assert not players[0].heard("hand_started")
        assert game.tournament.level_clock.next_ms is None or not game.tournament.field.playing
        await asyncio.sleep(5)
        assert players[0].heard("hand_started")
        (table,) = game.tournament.tables.values()
        assert all(one.bank.left_ms == table.seats[1].bank.left_ms for one in table.seats.values())
        await room.crash()

    run(story())


@rule("TRN-02", "TRN-15", "TAMB-99")
def test_the_timetable_announces_starts_and_cancels_a_tournament_with_too_few_players() -> None:
    async def story() -> None:
        room = HouseRoom(5, EVENING)
        await room.open()
        starts = sorted(one.charter.terms.starts_ms or 0 for one in room.actors.values())
        assert len(starts) >= 2
        assert starts[1] - starts[0] == 30 * 60_000
        first = min(room.actors.values(), key=lambda one: one.charter.terms.starts_ms or 0)
        (player,) = await seated(room, 1)
        await player.register(first.id)
        assert cash(room, 1) < 100_000
        await asyncio.sleep(31 * 60)
        assert first.tournament.is_cancelled
        assert cash(room, 1) == 100_000
        assert player.heard("tournament_left")[-1]["cause"] == "cancelled"
        await room.crash()

    run(story())


@rule("TRN-25", "TYP-02")
def test_after_a_crash_everything_is_there_again() -> None:
    async def story() -> None:
        room = HouseRoom(6, SIT_AND_GO, HEXAPRO, EVENING)
        await room.open()
        before = set(room.actors)
        players = await seated(room, 1, 2)
        for player in players:
            await player.buy("Five")
            await player.buy("HexaPro", 2)
        before = set(room.actors)
        money = [cash(room, 1), cash(room, 2)]
        await room.crash()
        again = HouseRoom(7, SIT_AND_GO, HEXAPRO, EVENING, store=room.store)
        await again.open()
        assert set(again.actors) == before
        third = (await seated(again, 3))[0]
        bought = await third.buy("HexaPro", 2)
        assert len(bought["starting"]) == 2  # type: ignore[arg-type]
        assert [cash(again, 1), cash(again, 2)] == money
        await again.crash()

    run(story())


def test_a_hexapro_game_is_played_to_the_end_by_its_players() -> None:
    async def story() -> None:
        room = HouseRoom(8, HEXAPRO)
        await room.open()
        players = await seated(room, 1, 2, 3)
        playing = [asyncio.create_task(one.play_on(Random(one.viewer))) for one in players]
        for player in players:
            await player.buy("HexaPro")
        await asyncio.sleep(1)
        (game,) = [one for one in room.actors.values() if one.tournament.has_started]
        async with asyncio.timeout(36_000):
            await game.done()
        drawn = game.tournament.multiplier
        assert drawn is not None
        won = sum(cash(room, one) for one in (1, 2, 3)) - 297_000
        assert won == drawn.multiplier_tenths * 1_000 // 10
        await asyncio.sleep(2)
        assert game.id not in room.actors
        for task in playing:
            task.cancel()
        await room.crash()

    run(story())


@rule("TAMB-93", "TAMB-64", "TRN-01")
def test_a_file_may_name_other_rules_than_the_room_and_breaks_follow_the_operators_clock() -> None:
    async def story() -> None:
        evening = EVENING.replace('"house"', '"nl-3.0"')
        heads_up = 'name = "Two"\nformat = "sit-and-go-2"\nedition = "nl-3.0"\n'
        room = HouseRoom(4, evening, heads_up, zone=ZoneInfo("Asia/Kolkata"))
        await room.open()
        charters = {actor.charter.name: actor.charter for actor in room.actors.values()}
        assert {charter.terms.edition for charter in charters.values()} == {"nl-3.0"}
        assert charters["Two"].definition.fee_cents == 40
        assert charters["Evening"].terms.utc_offset_ms == 330 * 60_000
        await room.crash()

    run(story())


@rule("TRN-25")
def test_a_room_that_is_drained_deals_no_tournament_hand_until_it_goes_on() -> None:
    async def story() -> None:
        shell = Shell(9)
        room = HouseRoom(9, HEXAPRO)
        await room.open()
        shell.room.operator.join(room.house.tables)
        players = await seated(room, 1, 2, 3)
        playing = [asyncio.create_task(one.play_on(Random(one.viewer))) for one in players]
        for player in players:
            await player.buy("HexaPro")
        await asyncio.sleep(20)
        (game,) = [one for one in room.actors.values() if one.tournament.has_started]
        await shell.room.operator.drain(room.services.clock.now_ms())
        assert game.tournament.field.playing == 0
        hands = len(players[0].heard("hand_started"))
        await asyncio.sleep(60)
        assert len(players[0].heard("hand_started")) == hands
        shell.room.operator.resume()
        await asyncio.sleep(30)
        assert len(players[0].heard("hand_started")) > hands or game.summary.ended_ms is not None
        for task in playing:
            task.cancel()
        await room.crash()
        await shell.room.stop()

    run(story())


@rule("CRASH-02")
def test_a_tournament_that_cannot_be_restored_does_not_keep_the_others_from_it() -> None:
    async def story() -> None:
        room = HouseRoom(10, SIT_AND_GO, HEXAPRO)
        await room.open()
        broken = next(one.id for one in room.actors.values() if one.charter.name == "Five")
        await room.crash()
        papers = room.store.announced[broken]
        room.store.announced[broken] = msgspec.structs.replace(papers, definition=b"{}")
        again = HouseRoom(11, SIT_AND_GO, HEXAPRO, store=room.store)
        await again.open()
        assert broken not in again.actors
        names = {one.charter.name for one in again.actors.values()}
        assert names == {"Five", "HexaPro"}
        await again.crash()

    run(story())


@rule("CRASH-02", "TRN-25")
def test_staff_let_a_tournament_go_on_that_has_stopped_by_a_mistake() -> None:
    async def story() -> None:
        room = HouseRoom(12, SIT_AND_GO)
        await room.open()
        (first,) = room.actors
        players = await seated(room, 1, 2, 3, 4, 5)
        playing = [asyncio.create_task(one.play_on(Random(one.viewer))) for one in players]
        for player in players:
            await player.register(first)
        await asyncio.sleep(5)
        actor = room.actors[first]

        def broken(at_ms: int) -> None:
            raise AssertionError("planted")

        for _ in range(6):
            actor.tournament.pause = broken  # type: ignore[method-assign]
            with pytest.raises(Unavailable):
                await room.house.staff(first).pause()
        assert actor.stopped
        assert not actor.tables.open_tables
        # What it holds may be ahead of what is stored: it takes no step, whoever comes or goes.
        steps = actor.steps
        actor.inbox.send(PlayerLost(player=players[0].viewer))
        await asyncio.sleep(1)
        staff = room.house.staff(first)
        preview = await staff.preview_cancel()
        for decision in (staff.pause(), staff.cancel(preview.step)):
            with pytest.raises(OperatorRefused) as refused:
                await decision
            assert refused.value.reason == "has_stopped"
        assert actor.steps == steps
        await staff.try_again()
        assert not actor.stopped
        async with asyncio.timeout(36_000):
            await actor.done()
        assert actor.tournament.ended == "one_player_left"
        with pytest.raises(OperatorRefused):
            await StaffDesk(actor).try_again()
        for task in playing:
            task.cancel()
        await room.crash()

    run(story())


@rule("TYP-02", "CXL-02")
def test_when_staff_cancel_a_game_that_waits_another_one_is_open() -> None:
    async def story() -> None:
        room = HouseRoom(13, HEXAPRO)
        await room.open()
        (first,) = room.actors
        (player,) = await seated(room, 1)
        await player.buy("HexaPro")
        desk = room.house.staff(first)
        preview = await desk.preview_cancel()
        assert preview.cash == {PlayerId(1): 1_000}
        await desk.cancel(preview.step)
        assert cash(room, 1) == 100_000
        await asyncio.sleep(2)
        bought = await player.buy("HexaPro")
        assert bought["tournaments"] != [first]
        await room.crash()

    run(story())


@rule("TYP-02", "TRN-09")
def test_a_game_that_has_started_takes_nobody_and_no_money_for_the_next_one() -> None:
    async def story() -> None:
        room = HouseRoom(14, HEXAPRO)
        await room.open()
        (first,) = room.actors
        *players, late = await seated(room, 1, 2, 3, 4)
        for player in players:
            await player.register(first)
        await asyncio.sleep(1)
        with pytest.raises(EntryRefused) as refused:
            await late.register(first)
        assert refused.value.reason == "registration_is_closed"
        assert cash(room, 4) == 100_000
        assert not room.house.services.board.entries_of(PlayerId(4))
        await room.crash()

    run(story())
