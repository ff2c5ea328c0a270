"""Nothing lies over anything else at a table, on any screen and whoever has the button."""

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.staged import Json, StagedWindow, clock, hand, in_hand, now_ms, place, table

PHONES = ((360, 640), (390, 844))
DESKTOPS = ((1280, 800), (1440, 900), (1920, 1080))
LANDSCAPE = (844, 390)
ZOOMED = (720, 450)
"""What is left of 1440 x 900 at 200 % zoom."""
OVERLAPS = """() => {
  const found = (words, name) => [...document.querySelectorAll(words)].map((node) => {
    const pod = node.closest(".pod");
    return {name: `${name} ${pod ? pod.dataset.player : node.textContent.trim()}`, pod,
            box: node.getBoundingClientRect()};
  });
  const things = [
    ...found(".board [data-card]", "board"),
    ...found(".bet:not(.tight .won) .chips", "bet"),
    ...found(".button[role=img]", "button"),
    ...found(".pot", "pot"),
    ...found(".below .chips", "collected"),
    ...found(".pod .box", "pod"),
    ...found(".pod:not(.hero) .card", "cards"),
    ...found(".pod .name", "name"),
    ...found(".pod .stack", "stack"),
    ...found(".pod.hero .card", "own card"),
    ...found(".pod .badge", "badge"),
    ...found(".pod .digits", "digits"),
    ...found(".result", "result"),
    ...found("[data-show]", "choice"),
  ].filter((one) => one.box.width > 0);
  const isNear = (a, b, gap) => a.left < b.right + gap && b.left < a.right + gap
    && a.top < b.bottom + gap && b.top < a.bottom + gap;
  const lies = /^(bet|pot|collected)/;
  const pairs = [];
  things.forEach((one, place) => things.slice(place + 1).forEach((other) => {
    const names = `${one.name} / ${other.name}`;
    const isPod = one.pod && one.pod === other.pod && /card|pod/.test(names);
    const gap = lies.test(one.name) || lies.test(other.name) ? 2 : -1;
    if (!isPod && isNear(one.box, other.box, gap)) pairs.push(names);
  }));
  return pairs;
}"""
"""What lies over something else, or chips too near to it; a player's cards reach under his pod."""


def crowded(button: int, game: str = "nl-holdem", bet: int = 980) -> Json:
    """Everybody has bet on the river; some are away, and somebody thinks with his time bank."""
    omaha = game == "pl-omaha"
    seats = [in_hand(seat, bet=bet) for seat in range(1, 7)]
    if omaha:
        seats = [
            seat | {"hole": [51, 46, 3, 8] if seat["seat"] == 1 else [-1] * 4} for seat in seats
        ]
    out = {"out_since_ms": now_ms(), "removed_at_ms": now_ms() + 500_000}
    places = [
        place(1),
        place(2, **out),
        place(3),
        place(4, connected=False),
        place(5),
        place(6, **out),
    ]
    return table(
        game=game,
        places=places,
        hand=hand(
            game=game,
            button=button,
            seats=seats,
            board=[0, 17, 34, 51, 40],
            chips_in=6 * bet + 1_200,
        ),
        clock=clock(seat=3, left_ms=-1_000),
    )


def overlaps(page: Page) -> list[str]:
    page.wait_for_timeout(100)
    found: list[str] = page.evaluate(OVERLAPS)
    return found


@pytest.mark.parametrize("size", [*PHONES, *DESKTOPS, LANDSCAPE, ZOOMED])
def test_nothing_lies_over_anything_else(browser: Browser, size: tuple[int, int]) -> None:
    window = StagedWindow(browser, crowded(1), size=size, phone=size in PHONES)
    for game in ("nl-holdem", "pl-omaha"):
        for button in range(1, 7):
            window.show(crowded(button, game))
            assert overlaps(window.page) == [], f"{game} with the button at seat {button}"
        window.show(crowded(4, game, bet=41_250))
        assert overlaps(window.page) == [], f"{game} with long numbers"
    window.close()


@pytest.mark.parametrize("size", DESKTOPS)
@pytest.mark.parametrize("count", [2, 4])
def test_nothing_lies_over_anything_else_in_tiles(
    browser: Browser, count: int, size: tuple[int, int]
) -> None:
    games = ("nl-holdem", "pl-omaha", "pl-omaha", "nl-holdem")[:count]
    tables = [crowded(seat, game) | {"table": seat} for seat, game in enumerate(games, 2)]
    window = StagedWindow(browser, *tables, size=size)
    for one in tables:
        window.page.locator(f"[data-table='{one['table']}'] [data-seat]").first.wait_for()
    assert overlaps(window.page) == []
    window.close()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [*PHONES, LANDSCAPE, ZOOMED, (640, 400)])
def test_the_whole_bar_is_on_the_screen(
    browser: Browser, size: tuple[int, int], language: str
) -> None:
    spoken = {"language": language}
    window = StagedWindow(browser, table(), size=size, phone=size in PHONES, settings=spoken)
    window.page.locator(f"html[lang={language}]").wait_for()
    window.ask()
    for one in window.page.locator("[data-preset]").all():
        assert one.evaluate("e => e.scrollWidth <= e.clientWidth"), "the words have room"
    assert window.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for one in window.page.locator("[data-action], [data-preset], .typed").all():
        box = one.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]
    window.tell({"type": "called", "seat": 1, "by": 40})
    window.tell(clock(seat=3))
    for one in window.page.locator("[data-intend]").all():
        assert one.evaluate("e => e.scrollWidth <= e.clientWidth"), "the words have room"
    width = window.page.evaluate("document.documentElement.scrollWidth")
    assert width <= size[0], "nothing hangs over the edge"
    window.close()


@pytest.mark.parametrize("size", [*PHONES, (1024, 768), (1280, 800), (1366, 768), LANDSCAPE])
def test_nothing_lies_over_the_chat(browser: Browser, size: tuple[int, int]) -> None:
    phone = size in PHONES
    window = StagedWindow(browser, table(clock=clock(seat=3)), size=size, phone=phone)
    page = window.page
    if page.get_by_role("tab", name="Chat").count() == 0:
        page.get_by_role("button", name="History").click()
    page.get_by_role("tab", name="Chat").click()
    field = page.locator(".talk form input").bounding_box()
    said = page.locator(".talk ol").bounding_box()
    assert field is not None
    assert said is not None
    assert field["width"] >= 100, "there is room to write"
    assert field["y"] + field["height"] <= said["y"]
    for switch in page.locator(".seat label, .seat button").all():
        box = switch.bounding_box()
        if box is not None:
            assert box["y"] >= said["y"] + said["height"]
    assert said["y"] + said["height"] <= size[1]
    window.close()


@pytest.mark.parametrize("size", [*PHONES, LANDSCAPE])
def test_one_panel_is_open_and_leaves_own_cards_and_bar_in_sight(
    browser: Browser, size: tuple[int, int]
) -> None:
    window = StagedWindow(browser, table(), size=size, phone=True)
    window.ask()
    page = window.page
    page.get_by_role("button", name="History").click()
    talk, seat = page.locator(".talk"), page.locator(".seat")
    for panel, other in ((talk, seat), (seat, talk)):
        if panel is seat:
            page.locator(".tools .more").click()
        box = panel.bounding_box()
        assert box is not None
        assert other.count() == 0 or not other.is_visible()
        cards = [one.bounding_box() for one in page.locator(".pod.hero .card").all()]
        bar = page.locator("[data-turn]").bounding_box()
        for one in (*cards, bar):
            assert one is not None
            is_beside = one["x"] >= box["x"] + box["width"]
            assert is_beside or one["y"] >= box["y"] + box["height"]
    window.close()


def banzai(number: int = 7) -> Json:
    """A Banzai table: five seats and the longest name."""
    staged = crowded(2) | {"table": number}
    stake = staged["stake"] | {"format": "banzai", "small_blind": 25, "big_blind": 50, "seats": 5}
    seats = [seat for seat in staged["hand"]["seats"] if seat["seat"] < 6]
    places = [one for one in staged["places"] if one["seat"] < 6]
    game = {"type": "cash", "stake": stake}
    changed = {"game": game, "stake": stake, "places": places}
    return staged | changed | {"hand": staged["hand"] | {"seats": seats}}


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_banzai_fits_on_a_phone(browser: Browser, language: str) -> None:
    window = StagedWindow(
        browser, banzai(), size=PHONES[0], phone=True, settings={"language": language}
    )
    window.page.locator(f"html[lang={language}]").wait_for()
    window.ask()
    things = ".pod .box, .pod .badge, h1, .tools button, [data-action], [data-preset]"
    for one in window.page.locator(things).all():
        box = one.bounding_box()
        if box is not None:
            assert box["x"] >= 0, one.text_content()
            assert box["x"] + box["width"] <= PHONES[0][0], one.text_content()
    assert overlaps(window.page) == []
    title = window.page.locator("[data-table] h1").bounding_box()
    tool = window.page.locator(".tools button").first.bounding_box()
    assert title is not None
    assert tool is not None
    assert title["x"] + title["width"] <= tool["x"]
    window.close()


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize("size", [PHONES[0], (1280, 800)])
def test_who_posts_or_waits_covers_no_card(
    browser: Browser, size: tuple[int, int], language: str
) -> None:
    waiting = {2: "posting", 3: "waiting", 4: "posting", 5: "posting", 6: "waiting"}
    places = [place(1), *(place(seat, standing=how) for seat, how in waiting.items())]
    board = [0, 17, 34, 51, 40]
    staged = table(
        places=places, hand=hand(seats=[in_hand(1)], board=board, street="river", button=1)
    )
    window = StagedWindow(
        browser, staged, size=size, phone=size in PHONES, settings={"language": language}
    )
    window.page.locator(f"html[lang={language}]").wait_for()
    assert overlaps(window.page) == []
    for badge in window.page.locator(".badge.state").all():
        box = badge.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
    window.close()


@pytest.mark.parametrize("count", [1, 2])
def test_lines_of_the_log_lie_below_each_other(browser: Browser, count: int) -> None:
    size = PHONES[0] if count == 1 else (1280, 800)
    tables = [table(number, clock=clock(seat=3)) for number in range(7, 7 + count)]
    window = StagedWindow(browser, *tables, size=size, phone=count == 1)
    for seat in (2, 3, 4, 5, 6, 2, 3, 4, 5):
        window.tell({"type": "checked", "seat": seat})
    window.tell(clock(seat=3))
    lines = window.page.locator("[data-table='7'] .act ol li")
    lines.first.wait_for()
    boxes = [box for one in lines.all() if (box := one.bounding_box()) is not None]
    assert len(boxes) > 2
    for above, below in pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"] + 0.5
        assert above["height"] >= 15, "a whole line of letters"
    window.close()


def test_the_strip_shows_the_table_that_is_played(browser: Browser) -> None:
    window = StagedWindow(
        browser, *(table(number) for number in (7, 8, 9, 10)), size=PHONES[0], phone=True
    )
    window.tell(clock(), 10)
    window.ask(10)
    current = window.page.locator(".strip [aria-current=true]")
    for number in (10, 7):
        if number == 7:
            window.tell({"type": "folded", "seat": 1}, 10)
            expect(window.page.locator("[data-turn]")).to_have_count(0)
            window.page.locator(".strip button").first.click()
        window.page.locator(f"[data-table='{number}']").wait_for()
        box = current.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONES[0][0]
    window.close()
