"""How soon a bet is drawn after its event has arrived; measured and printed, never judged here."""

import time
from statistics import median

from playwright.sync_api import expect

from tests.browser.visitors import Visit

WAIT_S = 90.0
WATCH = """(() => {
    const Native = WebSocket;
    window.drawnAfterMs = [];
    const bets = () => [...document.querySelectorAll("[data-bet]")].map(e => e.dataset.bet).join();
    window.WebSocket = class extends Native {
        constructor(...words) {
            super(...words);
            this.addEventListener("message", ({data}) => {
                const frame = JSON.parse(data);
                if (frame.t !== "event" || !["raised", "called"].includes(frame.d.type)) return;
                const [began, before] = [performance.now(), bets()];
                const look = () => {
                    const after = performance.now() - began;
                    if (bets() !== before) window.drawnAfterMs.push(after);
                    else if (after < 5000) requestAnimationFrame(look);
                };
                requestAnimationFrame(look);
            });
        }
    };
})()"""


def test_a_bet_is_drawn_soon_after_its_event(visit: Visit) -> None:
    guest = visit()
    guest.page.add_init_script(WATCH)
    page = guest.go("/")
    page.get_by_role("button", name="Play now as a guest").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-bet]").first).to_be_visible()
    times: list[float] = []
    until = time.monotonic() + WAIT_S
    while len(times) < 3 and time.monotonic() < until:
        page.wait_for_timeout(500)
        times = page.evaluate("window.drawnAfterMs")
    print(f"bets drawn after their events: median {median(times):.0f} ms, most {max(times):.0f} ms")
    assert len(times) >= 3
