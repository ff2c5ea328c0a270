"""Players whom the house puts out: entries come back, or sit out under review (TAMB-102)."""

import asyncio

import pytest

from cardroom.errors import OperatorRefused
from cardroom.ledger import CaseId, PlayerId
from cardroom.tournament.desk_events import Unregistered
from cardroom.tournament.events import PrizeWon, ReviewLifted, UnderReview, WentAway
from tests.room.tournaments.rooms import HousePlayer, HouseRoom
from tests.room.tournaments.test_house import SIT_AND_GO, cash, seated
from tests.room.tournaments.test_missed_starts import NINE, NINE_MS, entered, until
from tests.room.tournaments.test_satellites import over, playing, verify_sums
from tests.room.virtual import run
from tests.rule import rule

CASE = CaseId(7)
BARRED = PlayerId(2)


def stored(room: HouseRoom, tournament: int, kind: type) -> list[object]:
    events = room.store.stored[tournament]  # type: ignore[index]
    return [one for one in events if isinstance(one, kind)]


@rule("TAMB-102", "TRN-13")
def test_before_the_start_the_entry_comes_back_also_after_the_time_to_give_it_back() -> None:
    async def story() -> None:
        room = HouseRoom(11, NINE, SIT_AND_GO)
        actor, players = await entered(room)
        (game,) = [one.game for one in room.house.games.waiting]
        for player in players[:3]:
            await player.register(game)
        await until(room, NINE_MS - 60_000)
        await room.house.put_out(BARRED, None)
        assert cash(room, BARRED) == 100_000
        assert BARRED not in actor.tournament.desk.living
        (waiting,) = room.house.games.waiting
        assert [one.player for one in waiting.waiting] == [1, 3]
        assert len(stored(room, actor.id, Unregistered)) == 1
        # Nothing more is to be done about them.
        await room.house.put_out(BARRED, CASE)
        assert not stored(room, actor.id, UnderReview)
        verify_sums(room)
        await room.crash()

    run(story())


@rule("TAMB-102", "TRN-24", "TRN-17")
def test_during_play_they_sit_out_and_what_they_win_is_held_in_the_case() -> None:
    async def story() -> None:
        room = HouseRoom(12, SIT_AND_GO)
        await room.open()
        (game,) = [one.game for one in room.house.games.waiting]
        players = await seated(room, 1, 2, 3, 4, 5)
        for player in players:
            await player.register(game)
        actor = room.actors[game]
        tasks = playing(players)
        async with asyncio.timeout(36_000):
            while actor.tournament.left > 2:  # noqa: ASYNC110 - both who are left are paid
                await asyncio.sleep(0.05)
        barred = next(iter(actor.tournament.desk.living))
        assert room.house.plays(barred)
        had = cash(room, barred)
        await room.house.put_out(barred, CASE)
        (away,) = stored(room, game, WentAway)
        entry = actor.tournament.desk.last_entry_of(barred)
        assert isinstance(away, WentAway)
        assert (away.entry, away.cause) == (entry, "player")
        assert len(stored(room, game, UnderReview)) == 1
        # Asked for twice it is done once.
        await room.house.put_out(barred, CASE)
        assert len(stored(room, game, UnderReview)) == 1
        await over(actor)
        won = [one for one in stored(room, game, PrizeWon) if isinstance(one, PrizeWon)]
        mine = [one for one in won if one.entry == entry]
        held = sum(
            amount
            for account, amount in room.store.ledger.balances.items()
            if account.startswith(f"case:{CASE}:held:{barred}:")
        )
        assert mine
        assert held == sum(one.award.cents for one in mine)
        assert all(one.held for one in mine)
        assert cash(room, barred) == had
        verify_sums(room)
        for task in tasks:
            task.cancel()
        await room.crash()

    run(story())


@rule("TRN-24", "TAMB-62", "TRN-25")
def test_what_is_won_after_a_review_is_lifted_is_paid_also_after_a_restart() -> None:
    async def story() -> None:
        room = HouseRoom(13, SIT_AND_GO)
        await room.open()
        (game,) = [one.game for one in room.house.games.waiting]
        players = await seated(room, 1, 2, 3, 4, 5)
        for player in players:
            await player.register(game)
        await asyncio.sleep(1)
        for player in players:
            await room.house.staff(game).review(player.viewer, CASE)
        await room.house.staff(game).lift_review(PlayerId(1))
        with pytest.raises(OperatorRefused) as refused:
            await room.house.staff(game).lift_review(PlayerId(1))
        assert refused.value.reason == "not_under_review"
        await room.crash()
        room = HouseRoom(14, SIT_AND_GO, store=room.store)
        await room.open()
        for player in players[1:-1]:
            await room.house.staff(game).lift_review(player.viewer)
        # Nobody else is left: the last one was put out, and stays under review.
        out = players[-1].viewer
        await room.house.staff(game).disqualify(out, CASE)
        with pytest.raises(OperatorRefused) as refused:
            await room.house.staff(game).lift_review(out)
        assert (refused.value.rule, refused.value.reason) == ("TRN-23", "disqualified")
        assert len(stored(room, game, ReviewLifted)) == 4
        actor = room.actors[game]
        back = [HousePlayer(room, player.viewer) for player in players]
        for player in back:
            player.listen("me")
            for table in actor.tables.open_tables.values():
                player.listen(f"table:{table}")
        tasks = playing(back)
        await over(actor)
        won = [one for one in stored(room, game, PrizeWon) if isinstance(one, PrizeWon)]
        assert won
        assert not any(one.held for one in won)
        paid = {actor.tournament.player_of(one.entry): one.award.cents for one in won}
        price = actor.charter.price
        for player in players:
            assert cash(room, player.viewer) == 100_000 - price + paid.get(player.viewer, 0)
        verify_sums(room)
        for task in tasks:
            task.cancel()
        await room.crash()

    run(story())
