"""`python -m bench.scrolling`: scrolls through 2,000 tournaments in Chromium; the longest frame.

A room is opened, a guest comes in, and the page hears of 2,000 tournaments. Then it is scrolled
from end to end, this many pixels in every frame, and the time between two frames is taken. On a
shared machine a long frame may be another process's: the script says how many there were, and
repeats the way several times; the best round is what the client takes.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.browser.chromium import chromium
from tests.browser.tournaments.many import with_many
from tests.server.processes import RoomProcess, sqlite_in

TOURNAMENTS = 2_000
ROUNDS = 5
FRAME_MS_MAX = 50
SCROLL = """() => new Promise(done => {
    const step = 400, frames = [];
    let last = performance.now();
    scrollTo(0, 0);
    const next = now => {
        frames.push(now - last);
        last = now;
        const before = scrollY;
        scrollBy(0, step);
        if (scrollY === before && frames.length > 2) done(frames.slice(2));
        else requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
})"""


def main() -> int:
    """Print what the rounds took; 1 if even the best had a frame that was too long."""
    with (
        tempfile.TemporaryDirectory() as folder,
        RoomProcess(sqlite_in(Path(folder)), "--practice", folder=Path(folder)) as room,
        chromium() as browser,
    ):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        headers = {"Origin": room.address}
        context.request.post(f"{room.address}/api/guest", data={}, headers=headers)
        page = context.new_page()
        with_many(page, TOURNAMENTS)
        page.goto(f"{room.address}/tournaments")
        page.locator(f"[data-found='{TOURNAMENTS}']").wait_for()
        rounds = [said(page.evaluate(SCROLL)) for _ in range(ROUNDS)]
        context.close()
    best = min(rounds)
    print(f"{TOURNAMENTS:,} tournaments: the longest frame of the best round was {best:.1f} ms")
    return 0 if best <= FRAME_MS_MAX else 1


def said(frames: list[Any]) -> float:
    """Print one round; its longest frame."""
    longest = max(frames)
    middle = sorted(frames)[len(frames) // 2]
    long = sum(1 for one in frames if one > FRAME_MS_MAX)
    print(f"{len(frames)} frames, median {middle:.1f} ms, longest {longest:.1f} ms, {long} over 50")
    return float(longest)


if __name__ == "__main__":
    sys.exit(main())
