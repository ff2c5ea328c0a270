"""A slow line: the client stays usable, says that it waits, and does nothing twice."""

from playwright.sync_api import Browser, expect

from tests.browser.line import CuttableLine
from tests.browser.people import WAIT_S, Party, Person
from tests.rule import rule
from tests.server.processes import RoomProcess

STAKE = "nl-holdem:banzai:5:10"
WAY_S = 0.25
NARROW = {
    "offline": False,
    "latency": 0,
    "downloadThroughput": 50_000,
    "uploadThroughput": 20_000,
}
"""A telephone in the country: half a second there and back, 50 KB/s down and 20 KB/s up. The
browser narrows what it fetches; its socket is slowed down by the line."""
FETCH_MS = """async () => {
  const start = performance.now();
  await fetch("/api/me");
  return performance.now() - start;
}"""
KEEP_SLOW = """() => {
  new MutationObserver(() => {
    window.saidSlow ||= document.querySelector("[data-turn] .slow") !== null;
  }).observe(document.body, {subtree: true, childList: true});
}"""


def narrowed(person: Person) -> Person:
    session = person.context.new_cdp_session(person.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NARROW)
    return person


@rule("AMB-49")
def test_a_hand_is_played_over_a_slow_line(
    room: RoomProcess, line: CuttableLine, line_port: int, browser: Browser
) -> None:
    line.delay_s = WAY_S
    far = narrowed(Person(browser, f"http://127.0.0.1:{line_port}"))
    near = [Person(browser, room.address) for _ in range(2)]
    party = Party([far, *near])
    for person in party.people:
        person.come_in()
        person.ask_for(STAKE)
    assert far.page.evaluate(FETCH_MS) >= 2 * WAY_S * 1000, "the line is slow indeed"
    for person in party.people:
        person.sit()
    far.page.evaluate(KEEP_SLOW)
    while (actor := party.actor()) is not far:
        actor.check_or_call()
    turn, name = far.turn, far.name
    press = far.page.locator("[data-action=check], [data-action=call]")
    expect(press).to_be_enabled(timeout=WAIT_S * 1000)
    for _ in range(3):
        press.dispatch_event("click")
    far.turn_is_over(turn)
    assert far.page.evaluate("window.saidSlow"), "he was told that it is being sent"
    log = near[0].page.locator(".talk")
    expect(log).to_contain_text(f"{name} c", timeout=WAIT_S * 1000)
    said = [line for line in log.inner_text().splitlines() if line.startswith(f"{name} c")]
    assert len(said) == 1, "three clicks are one action"
    expect(far.page.locator("[data-status=live]")).to_be_visible(timeout=WAIT_S * 1000)
    party.close()
