"""In which frame a bet is drawn after its event has arrived.

Frames are counted, for a slow machine draws fewer of them; milliseconds are printed, never judged.
"""

import time
from statistics import median

from playwright.sync_api import Browser, expect

from tests.browser.coming_in import press_accept
from tests.browser.staged import StagedWindow, clock, hand, in_hand, table
from tests.browser.visitors import Visit

WAIT_S = 90.0
RAISES = 20
FRAMES_MAX = 2
"""The next frame, or the one after it when the event arrives while a frame is being drawn."""
STOPWATCH = """(() => {
    window.drawnAfterMs = [];
    window.drawnInFrame = [];
    const parse = JSON.parse;
    JSON.parse = (...words) => {
        const frame = parse(...words);
        if (frame?.t !== "event" || frame.d.type !== "raised") return frame;
        const began = performance.now();
        let frames = 0;
        const look = () => {
            frames += 1;
            const isDrawn = document.querySelector(`[data-bet="${frame.d.to}"]`);
            if (isDrawn) {
                window.drawnAfterMs.push(performance.now() - began);
                window.drawnInFrame.push(frames);
            } else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
        return frame;
    };
})()"""
"""From the moment at which the client reads a raise to the frame that shows it."""
WATCH = """(() => {
    const Native = WebSocket;
    window.drawnAfterMs = [];
    window.drawnInFrame = [];
    const bets = () => [...document.querySelectorAll("[data-bet]")].map(e => e.dataset.bet).join();
    window.WebSocket = class extends Native {
        constructor(...words) {
            super(...words);
            this.addEventListener("message", ({data}) => {
                const moves = [JSON.parse(data)].flat().filter((frame) =>
                    frame.t === "event" && ["raised", "called"].includes(frame.d.type));
                if (moves.length === 0) return;
                const [began, before] = [performance.now(), bets()];
                let frames = 0;
                const look = () => {
                    frames += 1;
                    const after = performance.now() - began;
                    if (bets() !== before) {
                        window.drawnAfterMs.push(after);
                        window.drawnInFrame.push(frames);
                    } else if (after < 5000) requestAnimationFrame(look);
                };
                requestAnimationFrame(look);
            });
        }
    };
})()"""


def test_a_bet_is_drawn_in_the_next_frames_after_its_event(visit: Visit) -> None:
    guest = visit()
    guest.page.add_init_script(WATCH)
    page = guest.go("/")
    page.get_by_role("button", name="Play now as a guest").click()
    press_accept(page)
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-bet]").first).to_be_visible(timeout=WAIT_S * 1000)
    times: list[float] = []
    until = time.monotonic() + WAIT_S
    while len(times) < 3 and time.monotonic() < until:
        page.wait_for_timeout(500)
        page.keyboard.press("c")
        times = page.evaluate("window.drawnAfterMs")
    assert len(times) >= 3, "three bets within a minute and a half"
    frames: list[int] = page.evaluate("window.drawnInFrame")
    print(f"bets drawn after their events: median {median(times):.0f} ms, most {max(times):.0f} ms")
    assert median(frames) <= FRAMES_MAX, frames


def test_a_raise_is_drawn_in_the_next_frames_with_movement_and_sound(browser: Browser) -> None:
    """The first is the dearest: nothing has moved or sounded before it."""
    seats = [in_hand(seat, stack=100_000) for seat in range(1, 7)]
    window = StagedWindow(
        browser,
        table(hand=hand(seats=seats, actor=2), clock=clock(seat=2)),
        motion=True,
        script=STOPWATCH,
    )
    window.page.mouse.click(300, 300)
    for count in range(RAISES):
        window.tell({"type": "raised", "seat": count % 5 + 2, "to": 80 + 37 * count})
        window.tell(clock(seat=(count + 1) % 5 + 2))
        window.page.wait_for_timeout(150)
    times: list[float] = window.page.evaluate("window.drawnAfterMs")
    print(
        f"{len(times)} raises: first {times[0]:.0f} ms, median {median(times):.0f} ms, "
        f"most {max(times):.0f} ms"
    )
    assert len(times) >= RAISES - 2
    frames: list[int] = window.page.evaluate("window.drawnInFrame")
    assert max(frames) <= FRAMES_MAX, frames
    window.close()
