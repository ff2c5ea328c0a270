"""Who may sit at a stake changes while the room runs: for new seats, never for taken ones."""

import asyncio

import msgspec
import pytest

from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.people import PEOPLE, AccountKind
from cardroom.room.requests import Leave, Sit
from tests.room.fakes import Names
from tests.room.inside import inside
from tests.room.rooms import NL10, Client, Shell
from tests.room.virtual import run
from tests.rule import rule

GUESTS_FROM = 10


class Known(Names):
    """Guests from a number on."""

    def kind(self, player: PlayerId) -> AccountKind:
        return "guest" if player >= GUESTS_FROM else "person"


def client(shell: Shell, number: int) -> Client:
    shell.fund(number)
    return Client(shell, number, "guest" if number >= GUESTS_FROM else "person")


def causes(one: Client) -> list[tuple[str, str]]:
    """Why places and offers of a player ended."""
    said = [msgspec.json.decode(frame).get("d") or {} for frame in one.frames]
    ended = [event for event in said if event.get("type") in ("queue_left", "offer_lapsed")]
    return [(event["type"], event["cause"]) for event in ended]


@rule("FAIR-07")
def test_seats_that_are_taken_stay_and_new_ones_are_refused() -> None:
    async def story() -> None:
        shell = Shell(1, names=Known())
        room = shell.room
        seated = [client(shell, number) for number in (1, 2, 10)]
        await asyncio.gather(*(one.sit() for one in seated))
        await room.admit(NL10.stake, frozenset({"person"}))
        guest = seated[2]
        assert room.sits_at(TableId(1), guest.viewer)
        async with asyncio.timeout(60):
            while guest.turns.empty():
                for one in seated[:2]:
                    if not one.turns.empty():
                        await one.act(one.turns.get_nowait(), "call")
                await asyncio.sleep(0.2)
        await guest.act(guest.turns.get_nowait(), "fold")
        with pytest.raises(SeatRefused, match="not for this kind of account") as refused:
            await room.ask(client(shell, 11).caller, NL10)
        assert refused.value.rule == "FAIR-07"
        assert (await room.ask(client(shell, 3).caller, NL10))["offers"]
        await room.ask(guest.caller, Leave(id="l", ch="table:1", when="after_hand"))
        await asyncio.sleep(60)
        assert not room.sits_at(TableId(1), guest.viewer)
        with pytest.raises(SeatRefused):
            await room.ask(guest.caller, NL10)
        await room.admit(NL10.stake, PEOPLE)
        assert (await room.ask(guest.caller, NL10))["offers"]
        await room.stop()

    run(story())


@rule("FAIR-07")
def test_who_waits_or_holds_an_offer_and_may_no_longer_sit_hears_why() -> None:
    async def story() -> None:
        shell = Shell(2, names=Known())
        room = shell.room
        waits, stays, other = client(shell, 10), client(shell, 1), client(shell, 2)
        for one in (waits, stays):
            await one.listen("me")
            assert (await room.ask(one.caller, NL10))["queued"]
        await room.admit(NL10.stake, frozenset({"person"}))
        assert causes(waits) == [("queue_left", "not_admitted")]
        assert causes(stays) == []
        assert inside(room).waiting[NL10.stake] == 1
        await room.admit(NL10.stake, PEOPLE)
        offered = client(shell, 11)
        await offered.listen("me")
        await room.ask(other.caller, NL10)
        offers = (await room.ask(offered.caller, NL10))["offers"]
        assert offers
        await room.admit(NL10.stake, frozenset({"person"}))
        assert causes(offered) == [("offer_lapsed", "not_admitted")]
        with pytest.raises(SeatRefused):
            await room.ask(offered.caller, Sit(id="s", ch="table:1", amount=1000))
        await room.stop()

    run(story())


@rule("CASH-06")
def test_nobody_waits_at_a_stake_that_is_closed() -> None:
    async def story() -> None:
        shell = Shell(3, names=Known())
        waits = client(shell, 1)
        await waits.listen("me")
        await shell.room.ask(waits.caller, NL10)
        await shell.room.withhold(NL10.stake)
        assert causes(waits) == [("queue_left", "not_admitted")]
        await shell.room.stop()

    run(story())
