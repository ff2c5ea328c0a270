"""The page that shares no code with us: both verifiers say the same about the same files."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cardroom.commands.verify import Tally
from cardroom.fairness.draws.draw_file import is_draw_file, read_draw_file
from cardroom.fairness.findings import FINDINGS
from cardroom.fairness.keys import fingerprint
from cardroom.history import narrate, ohh_of, phh_of, record_of
from cardroom.history.proofs import side_lines
from cardroom.history.record import Place
from cardroom.history.verifiable import verifiable_hands
from cardroom.history.writing import write_hands
from tests.browser.chromium import chromium
from tests.fairness.draw_tampering import DRAW_KINDS, draw_file
from tests.fairness.fair_draws import fair_button, fair_exchange, fair_move, fair_start
from tests.fairness.fair_hands import KEY, fair_hand
from tests.fairness.tampering import KINDS
from tests.fairness.vectors import PAGE, published, vectors
from tests.history.played_hands import text_of
from tests.rule import rule

WAIT_MS = 60_000
PUBLISHED_KEY = fingerprint(KEY.public)
Findings = list[list[tuple[str, int | None]]]


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """The page as a player opens it: from the disk, without a network."""
    with chromium() as browser:
        context = browser.new_context(offline=True)
        opened = context.new_page()
        opened.set_default_timeout(WAIT_MS)
        opened.goto(PAGE.as_uri())
        yield opened


def ours(files: dict[str, str]) -> Findings:
    tally = Tally(PUBLISHED_KEY)
    found: Findings = []
    for name, text in files.items():
        if not name.endswith(".fairness"):
            for add in additions(tally, name, text, files.get(f"{name}.fairness", "")):
                known = len(tally.wrong)
                add()
                new = tally.wrong[known:]
                found.append([(one.code, one.where) for one in new[0].findings] if new else [])
    return found


def additions(tally: Tally, name: str, text: str, side: str) -> Iterator[Callable[[], None]]:
    """Everything of a file that is counted."""
    if is_draw_file(text):
        for number, draw in enumerate(read_draw_file(text, name), 1):
            yield partial(tally.add_draw, Place(name, number, 1), draw)
        return
    for hand in verifiable_hands(text.splitlines(keepends=True), name, side.splitlines()):
        yield partial(tally.add, hand)


def theirs(page: Page, files: dict[str, str]) -> Findings:
    script = "([files, key]) => cardroomVerifier.verifyFiles(files, {key})"
    given = [{"name": name, "text": text} for name, text in files.items()]
    found: dict[str, Any] = page.evaluate(script, [given, PUBLISHED_KEY])
    assert found["unreadable"] == []
    all_of_it = [*found["hands"], *found["draws"]]
    return [[(one["code"], one["where"]) for one in each["findings"]] for each in all_of_it]


def exported(seeds: range) -> dict[str, str]:
    """Hands of every game in every format, as an auditor, a player and the rail see them."""
    hands = [fair_hand(seed, withholding=seed % 3, is_silent=seed % 5 == 0) for seed in seeds]
    told = [
        narrate(hand, ("auditor", "rail", hand.started.seats[0])[place % 3])
        for place, hand in enumerate(hands)
    ]
    return {
        "one.phh": phh_of(told[0]),
        "hands.phhs": "".join(write_hands(map(record_of, told))),
        "hands.ohh": "\n".join(map(ohh_of, told)),
        "hands.txt": "\n\n".join(map(text_of, told)),
        "hands.txt.fairness": "".join(side_lines(told)),
    }


@rule("CASH-02", "AMB-22")
def test_both_verifiers_accept_fair_hands_in_every_format(page: Page) -> None:
    files = exported(range(1, 13))
    expected: Findings = [[] for _ in range(1 + 3 * 12)]
    assert ours(files) == expected
    assert theirs(page, files) == expected


@rule("HEX-01", "TRN-04")
def test_both_verifiers_accept_fair_draws(page: Page) -> None:
    draws = [fair_start(seed, withheld=[[101]] if seed % 3 == 0 else ()) for seed in range(1, 9)]
    draws.append(fair_start(30, entrants=25, seats=6, prizes=(), contributors=range(101, 120)))
    files = {
        "draws.json": draw_file(*draws, fair_exchange(), fair_move(), fair_move(3), fair_button())
    }
    expected: Findings = [[] for _ in range(13)]
    assert ours(files) == expected
    assert theirs(page, files) == expected


ALL_KINDS = KINDS | DRAW_KINDS


@pytest.mark.parametrize("name", ALL_KINDS)
def test_both_verifiers_reject_each_kind_of_tampering_for_the_same_reasons(
    page: Page, name: str
) -> None:
    codes, make = ALL_KINDS[name]
    files = {f"{number}.ohh": text for number, text in enumerate(make())}
    found = ours(files)
    assert {code for hand in found for code, _ in hand} == codes
    assert theirs(page, files) == found


def test_there_are_more_than_twenty_kinds_of_tampering_and_every_finding_is_among_them() -> None:
    assert len(KINDS) >= 20
    found = {code for codes, _ in ALL_KINDS.values() for code in codes}
    assert found == FINDINGS.keys() - {"own_seed_missing"}


def test_both_verifiers_publish_the_same_test_vectors_and_agree_with_them(page: Page) -> None:
    assert published() == vectors()
    wrong = page.evaluate("(all) => cardroomVerifier.wrongVectors(all)", vectors())
    assert wrong == []
    changed = vectors() | {"root": vectors()["root"] | {"is": "00"}}
    assert page.evaluate("(all) => cardroomVerifier.wrongVectors(all)", changed) == ["root"]


def test_both_verifiers_have_the_same_words_for_what_is_wrong(page: Page) -> None:
    sentences = page.evaluate("() => cardroomVerifier.SENTENCES")
    assert sentences == {
        code: said for code, said in FINDINGS.items() if code != "own_seed_missing"
    }


def test_a_player_chooses_files_on_the_page_and_reads_the_result(
    page: Page, tmp_path: Path
) -> None:
    files = exported(range(21, 24))
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    page.get_by_label("Hand histories").set_input_files(
        [tmp_path / "hands.txt", tmp_path / "hands.txt.fairness"]
    )
    expect(page.locator("#result")).to_contain_text("3 hands: 3 verified, 0 not.", timeout=WAIT_MS)
    expect(page.locator("#result")).to_contain_text(PUBLISHED_KEY, timeout=WAIT_MS)
    page.get_by_label("Hand histories").set_input_files([tmp_path / "hands.txt"])
    expect(page.locator("#result")).to_contain_text("0 verified, 3 not.", timeout=WAIT_MS)
    expect(page.locator("#result")).to_contain_text("the hand has no proof", timeout=WAIT_MS)
    expect(page.locator("#self")).to_contain_text("has checked itself", timeout=WAIT_MS)


def test_the_page_needs_nothing_from_the_browser_but_javascript() -> None:
    source = PAGE.read_text(encoding="utf-8")
    assert "default-src 'none'" in source
    for word in ("crypto.subtle", "fetch(", "import ", "XMLHttpRequest", "src="):
        assert word not in source.replace("default-src", "").replace("script-src", ""), word


def test_what_cannot_be_read_is_named_on_the_page(page: Page) -> None:
    given = [{"name": "a.ohh", "text": "{"}, {"name": "b.phh", "text": "a = [1,"}]
    found = page.evaluate("(files) => cardroomVerifier.verifyFiles(files)", given)
    assert [one.partition(":")[0] for one in found["unreadable"]] == ["a.ohh", "b.phh"]
    assert found["hands"] == found["draws"] == []
