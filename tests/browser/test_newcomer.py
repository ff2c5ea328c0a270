"""A newcomer presses one button in a room from which everybody else has just vanished."""

import asyncio
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from playwright.sync_api import Browser

from cardroom.commands.room_client import RoomClient, RoomSaidNo, new_session
from tests.browser.coming_in import press_accept
from tests.browser.people import Person
from tests.rule import rule
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import Seated

STACKS = {("nl-holdem", "ordinary", 5, 10): 1000, ("pl-omaha", "ordinary", 5, 10): 1000,
          ("nl-holdem", "banzai", 25, 50): 500}  # fmt: skip
"""Where the practice players of `make play` sit, and what one brings there."""
PATIENCE_S = 90.0
"""Half a minute is the goal; a machine with other work is given more, and the time is printed."""
QUICK = {"CARDROOM_PRACTICE_THINKING_PERCENT": "20"}
"""How long practice players think is not what these tests wait for."""
REFUSALS = """
window.refusals = new Set();
const look = () => {
  const read = document.querySelectorAll(".toast.bad span");
  for (const one of read) window.refusals.add(one.innerText);
};
new MutationObserver(look).observe(document, {childList: true, subtree: true});
"""
"""Keeps in the page every refusal that could be read."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[RoomProcess]:
    with RoomProcess(sqlite_in(tmp_path), "--practice", environment=QUICK) as opened:
        yield opened


class Guests:
    """How many guests at each stake, on a thread of their own."""

    def __init__(self, address: str, each: int) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._loop = asyncio.new_event_loop()
        self._run(self._sit_down(address, each))

    def _run(self, story: Coroutine[Any, Any, None]) -> None:
        self._thread.submit(self._loop.run_until_complete, story).result()

    async def _sit_down(self, address: str, each: int) -> None:
        """Stay in hand after hand, until all have had a turn; from then on nobody says a word."""
        self._http = new_session()
        guests = [await seated(self._http, address, stake) for stake in each * list(STACKS)]
        had_turn = [asyncio.Event() for _ in guests]
        pairs = zip(guests, had_turn, strict=True)
        playing = [asyncio.create_task(stay_in(guest, event)) for guest, event in pairs]
        async with asyncio.timeout(120):
            await asyncio.gather(*(event.wait() for event in had_turn))
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    def vanish(self) -> None:
        """All connections are lost at once."""
        self._run(self._http.close())

    def close(self) -> None:
        self.vanish()
        self._loop.close()
        self._thread.shutdown()


async def seated(http: ClientSession, address: str, stake: tuple[Any, ...]) -> Seated:
    client = RoomClient(http, address)
    await client.guest()
    line = await client.connect()
    words = ("game", "format", "small_blind", "big_blind")
    await line.ask_for_seat(dict(zip(words, stake, strict=True)))
    channel = await line.take_seat(STACKS[stake])
    try:
        await line.ask("enter", ch=channel, post=True)
    except RoomSaidNo as refusal:  # Dealt in at once: there is nothing to post for (AMB-71).
        if (refusal.rule, refusal.reason) != ("CASH-14", "already_in_the_game"):
            raise
    return Seated(client, line, channel)


async def stay_in(guest: Seated, had_turn: asyncio.Event) -> None:
    """Check and call, hand after hand."""
    while True:
        turn = await guest.turn_or_end()
        if turn is not None:
            had_turn.set()
            await guest.answer(turn)


def cards_after_s(browser: Browser, address: str) -> float:
    """How long a newcomer waits who presses the one button."""
    ana = Person(browser, address)
    ana.page.add_init_script(REFUSALS)
    started = time.monotonic()
    ana.page.goto(address)
    ana.page.locator("main .primary").first.click()
    press_accept(ana.page)
    ana.hero.locator("[data-card]").first.wait_for(timeout=PATIENCE_S * 1000)
    assert ana.page.evaluate("[...window.refusals]") == [], "all they did was press the button"
    ana.leave()
    return time.monotonic() - started


@rule("CASH-06", "TIME-01")
@pytest.mark.parametrize("each", [1, 2])
def test_a_newcomer_is_dealt_a_hand_though_everybody_else_has_just_vanished(
    room: RoomProcess, browser: Browser, each: int
) -> None:
    """One guest at each table leaves seats free where a hand stands still; two fill the tables."""
    with closing(Guests(room.address, each)) as guests:
        guests.vanish()
        took_s = cards_after_s(browser, room.address)
    print(f"with {each} vanished at each table: cards after {took_s:.1f} s")


@rule("TIME-01")
def test_a_newcomer_is_dealt_in_although_the_others_turn_out_to_have_vanished(
    room: RoomProcess, browser: Browser
) -> None:
    """Lines that are dead without having ended are noticed after ten seconds."""
    with closing(Guests(room.address, 1)):
        took_s = cards_after_s(browser, room.address)
    print(f"with dead lines at each table: cards after {took_s:.1f} s")
