"""Two things at one moment: one outcome, one booking."""

import asyncio
from random import Random
from typing import Any

import pytest

from cardroom.errors import EntryRefused, Refused, TransferRefused
from cardroom.ledger import PlayerId
from cardroom.room.bus import LocalBus
from cardroom.room.services import SteadyClock
from cardroom.room.tournaments.actor.inbox import INBOX_MAX, TournamentInbox
from cardroom.room.tournaments.house_messages import AskView, PausePlay, PlayerBack
from cardroom.room.tournaments.messages import DealHand
from cardroom.room.tournaments.requests import BuyBack, Register, Unregister
from cardroom.tournament.desk_events import ChipsBought, RebuyOffered, Registered, Unregistered
from cardroom.tournament.events import KnockedOut, TournamentStarted
from cardroom.tournament.ids import TableNumber
from tests.room.tournaments.rooms import HouseRoom, Player, TournamentRoom, format_of
from tests.room.tournaments.scenes import Scene
from tests.room.tournaments.test_house import SIT_AND_GO, cash, seated
from tests.room.tournaments.test_missed_starts import NINE_MS, until
from tests.room.virtual import VirtualClock, run
from tests.rule import rule

AT_NINE = """
name = "Nine"
format = "freezeout"
edition = "house"
[registration]
unregistration_closes_s = 0
minimum_entries = 2
[schedule]
at = "09:00"
"""


@rule("TRN-09", "TYP-02")
def test_two_requests_for_the_last_seat_have_one_outcome() -> None:
    async def story() -> None:
        room = TournamentRoom(71)
        full = {"late_levels": 0, "minimum_entries": 2, "entries_max": 3}
        actor = await room.announce(format_of("freezeout", registration=full), in_s=600)
        players = [Player(room, number) for number in range(1, 6)]
        for player in players:
            room.fund(player.viewer)
        asked = [player.register(actor.id) for player in players]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in answers if isinstance(one, EntryRefused)]
        assert [one.reason for one in refused] == ["tournament_is_full"] * 2
        stored = room.store.stored[actor.id]
        assert sum(isinstance(one, Registered) for one in stored) == 3
        paid = [one for step in room.store.steps[actor.id] for one in step.transfers]
        assert len(paid) == 3
        await room.crash()

    run(story())


@rule("TYP-02", "TRN-12")
def test_who_unregisters_as_the_last_seat_is_filled_either_leaves_or_plays() -> None:
    async def story() -> None:
        left = played = 0
        for seed in range(72, 92):
            room = HouseRoom(seed, SIT_AND_GO)
            await room.open()
            (first,) = room.actors
            players = await seated(room, 1, 2, 3, 4, 5)
            for player in players[:4]:
                await player.register(first)
            leaving = players[0].ask(Unregister(id="u", ch=f"tournament:{first}"))
            entering = players[4].register(first)
            pair = [leaving, entering] if Random(seed).randrange(2) else [entering, leaving]
            answers = await asyncio.gather(*pair, return_exceptions=True)
            await asyncio.sleep(1)
            stored = room.store.stored[first]
            started = any(isinstance(one, TournamentStarted) for one in stored)
            given_back = sum(isinstance(one, Unregistered) for one in stored)
            assert given_back == (0 if started else 1)
            price = room.actors[first].charter.price
            assert cash(room, 1) == (100_000 - price if started else 100_000)
            assert any(isinstance(one, Refused) for one in answers) == started
            left, played = left + (not started), played + started
            await room.crash()
        assert left
        assert played

    run(story())


@rule("TRN-11", "TRN-12")
def test_who_unregisters_as_a_tournament_starts_at_its_time_either_leaves_or_plays() -> None:
    async def story(late_ms: int) -> bool:
        room = HouseRoom(91, AT_NINE)
        await room.open()
        (actor,) = [one for one in room.actors.values() if one.starts_ms == NINE_MS]
        players = await seated(room, 1, 2, 3)
        for player in players:
            await player.register(actor.id)
        await until(room, NINE_MS + late_ms)
        asked = players[0].ask(Unregister(id="u", ch=f"tournament:{actor.id}"))
        (answer,) = await asyncio.gather(asked, return_exceptions=True)
        await asyncio.sleep(2)
        stored = room.store.stored[actor.id]
        assert any(isinstance(one, TournamentStarted) for one in stored)
        has_left = any(isinstance(one, Unregistered) for one in stored)
        assert isinstance(answer, Refused) != has_left
        assert (actor.tournament.field.find(PlayerId(1)) is None) == has_left
        assert cash(room, 1) == 100_000 - (0 if has_left else actor.charter.price)
        await room.crash()
        return has_left

    assert {run(story(late_ms)) for late_ms in (-5, -2, -1, 0, 1, 2, 5)} == {False, True}


@rule("TAMB-69")
def test_a_rebuy_as_the_offer_runs_out_is_either_bought_or_the_player_is_out() -> None:
    async def story() -> None:
        bought = out = 0
        for seed in range(100, 130):
            scene = Scene(seed, 8)
            for player in scene.people:
                player.answers_offers = False
            await scene.open(format_of("rebuy"), in_s=60)
            offer = await first_offer(scene)
            actor, desk = scene.actor, scene.actor.tournament.desk
            player = scene.people[desk.player_of(offer.entry) - 1]
            late_ms = seed % 3 - 1
            wait_ms = offer.until_ms - actor.clock.now_ms() + late_ms
            await asyncio.sleep(max(0, wait_ms) / 1000)
            request = BuyBack(id="b", ch=f"tournament:{actor.id}")
            (answer,) = await asyncio.gather(player.ask(request), return_exceptions=True)
            await asyncio.sleep(1)
            stored = scene.store.stored[scene.tournament]
            mine = [one for one in stored if isinstance(one, ChipsBought | KnockedOut)]
            mine = [one for one in mine if one.entry == offer.entry]
            assert len(mine) == 1
            if isinstance(mine[0], ChipsBought):
                assert not isinstance(answer, Exception)
                bought += 1
            else:
                assert isinstance(answer, Refused)
                out += 1
            await scene.stop()
            if bought and out:
                return
        raise AssertionError((bought, out))

    run(story())


async def first_offer(scene: Scene) -> RebuyOffered:
    async with asyncio.timeout(36_000):
        while True:
            for one in scene.store.stored[scene.tournament]:
                if isinstance(one, RebuyOffered):
                    return one
            await asyncio.sleep(0.05)


@rule("TRN-11")
def test_the_same_request_twice_at_once_is_booked_once() -> None:
    async def story() -> None:
        room = HouseRoom(131, SIT_AND_GO)
        await room.open()
        (first,) = room.actors
        (player,) = await seated(room, 1)
        request = Register(id="same", ch=f"tournament:{first}")
        answers = await asyncio.gather(player.ask(request), player.ask(request))
        assert {} in answers
        assert cash(room, 1) == 100_000 - room.actors[first].charter.price
        other = Register(id="same", ch=f"tournament:{first}", price=5)
        with pytest.raises(Refused):
            await player.ask(other)
        await room.crash()

    run(story())


@rule("TRN-13", "CRASH-01")
def test_a_request_that_was_stored_before_a_crash_is_answered_as_done() -> None:
    async def story() -> None:
        room = HouseRoom(132, SIT_AND_GO)
        await room.open()
        (first,) = room.actors
        (player,) = await seated(room, 1)
        request = Register(id="before", ch=f"tournament:{first}")
        await player.ask(request)
        await room.crash()
        again = HouseRoom(133, SIT_AND_GO, store=room.store)
        await again.open()
        (player,) = await seated(again, 1, money=1)
        assert await player.ask(request) == {}
        entries = again.actors[first].tournament.desk.entries
        assert len(entries) == 1
        await again.crash()

    run(story())


@rule("TRN-13")
def test_money_that_is_spent_elsewhere_meanwhile_is_not_spent_twice() -> None:
    async def story() -> None:
        room = TournamentRoom(134)
        actor = await room.announce(format_of("freezeout"), in_s=600)
        second = await room.announce(format_of("freezeout"), in_s=600, key="second")
        player = Player(room, 1)
        room.fund(1, actor.charter.price)
        asked = [player.register(actor.id), player.register(second.id)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(one, TransferRefused) for one in answers) == 1
        entries = [one.tournament.desk.count for one in (actor, second)]
        assert sorted(entries) == [0, 1]
        assert room.wallets.balance(player.viewer) == 0
        await room.crash()

    run(story())


def test_the_inbox_of_a_tournament_is_bounded_for_players_and_not_for_its_tables() -> None:
    async def story() -> None:
        bus, clock = LocalBus(), SteadyClock(VirtualClock())
        inbox = TournamentInbox(bus, "tournament:1", clock)
        view = AskView(viewer=PlayerId(1))
        asked = [asyncio.ensure_future(inbox.ask(view)) for _ in range(INBOX_MAX)]
        waiting: list[asyncio.Future[Any]] = [*asked]
        await asyncio.sleep(0)
        with pytest.raises(EntryRefused) as refused:
            await inbox.ask(view)
        assert refused.value.reason == "tournament_is_busy"
        waiting.append(asyncio.ensure_future(inbox.order(PausePlay())))
        await asyncio.sleep(0)
        inbox.send(PlayerBack(player=PlayerId(1)))
        bus.send("tournament:1", DealHand(table=TableNumber(1), epoch=1), sender="table:1")
        assert len(inbox) == INBOX_MAX + 3
        inbox.close()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        reasons = {one.reason for one in answers if isinstance(one, EntryRefused)}
        assert (len(answers), reasons) == (INBOX_MAX + 1, {"tournament_is_over"})
        with pytest.raises(EntryRefused):
            await inbox.ask(view)

    run(story())
