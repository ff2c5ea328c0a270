"""Names of players, typed at the desk or read from a list: any language, one line, no tricks."""

import pytest

from cardroom.errors import FloorRefused
from cardroom.floor.names import is_name
from cardroom.floor.sheets import read_players, sheet
from tests.floor.commanding import Desk
from tests.rule import rule

NAMES = (
    "Ann", "'t Hart", "Zoë Müller", "علی‌رضا", "רות", "王小明", "😀 Joker", "👨‍👩‍👧 Team",
    "<b>Bob</b>", "=SUM(A1)", "O'Neill; Jr., \"Ace\"",
)  # fmt: skip
NO_NAMES = (
    "", " ", "A\x00nn", "Ann\r\nBob", "Ann\tBob", "\u202eevil", "Ann\u2028Bob", "\x07",
    "\u200d\u200d", "a" * 101,
)  # fmt: skip


@rule("LIVE-8")
@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_language_is_taken_and_comes_back_from_a_list(name: str) -> None:
    desk = Desk()
    desk.do("open_tables", count=1)
    desk.do("enter", player=name)
    assert read_players(sheet(desk.floor, "players")) == (name,)


@rule("LIVE-8")
@pytest.mark.parametrize("name", NO_NAMES)
def test_what_breaks_a_line_or_turns_what_follows_is_no_name(name: str) -> None:
    assert not is_name(name)
    desk = Desk()
    desk.do("open_tables", count=1)
    if name and len(name) <= 100:
        assert desk.refused("enter", player=name) == ("LIVE-8", "a_player_has_a_name")


@rule("LIVE-8")
def test_blanks_around_a_name_are_not_part_of_it() -> None:
    desk = Desk()
    desk.do("open_tables", count=1)
    entered = desk.do("enter", player=" Ann ").event
    assert entered.player == "Ann"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("\ufeffplayer;club\r\nAnn;North\r\n", ("Ann",)),
        ("player\rAnn\rBob\r", ("Ann", "Bob")),
        ('name,club\n"Hart, \'t",x\n', ("Hart, 't",)),
        ("player\n'=Bob\n't Hart\n", ("=Bob", "'t Hart")),
        ("Ann\n\n  Bob  \n", ("Ann", "Bob")),
    ],
)
def test_lists_of_every_spreadsheet_are_read(text: str, names: tuple[str, ...]) -> None:
    assert read_players(text) == names


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("", "not_a_list_of_players", None),
        ("player\n", "not_a_list_of_players", None),
        ("player\nAnn\n\u202eBob\n", "a_player_has_a_name", 3),
        ("player\n" + "x" * 101, "a_player_has_a_name", 2),
        ("\n".join(f"P{one}" for one in range(1001)), "not_a_list_of_players", None),
    ],
)
def test_a_list_with_a_mistake_names_its_line(text: str, reason: str, line: int | None) -> None:
    with pytest.raises(FloorRefused) as no:
        read_players(text)
    assert (no.value.reason, no.value.details.get("line")) == (reason, line)


@rule("LIVE-8", "LIVE-12")
def test_nobody_plays_twice_at_once_and_a_namesake_gets_another_name() -> None:
    desk = Desk()
    desk.do("open_tables", count=1)
    desk.do("enter_many", players=["Jan Peeters", "Bob", "Cas", "Dee"])
    for spelling in ("Jan Peeters", " jan  PEETERS "):
        assert desk.refused("enter", player=spelling) == ("LIVE-8", "plays_already")
    desk.do("enter", player="Jan Peeters (Gent)")
    desk.do("draw_button", table=1)
    desk.do("start_clock")
    desk.do("finish_hand", table=1, out=[1])
    desk.do("enter", player="Jan Peeters", kind="re-entry", previous=1)
    assert desk.refused("enter", player="Jan Peeters") == ("LIVE-8", "plays_already")


@rule("LIVE-8.2")
def test_nobody_waits_twice_for_a_seat() -> None:
    desk = Desk(seats=2)
    desk.do("open_tables", count=1)
    desk.do("enter_many", players=["Ann", "Bob"])
    desk.do("queue_alternate", player="Cas")
    assert desk.refused("queue_alternate", player="cas") == ("LIVE-8.2", "waits_already")
    assert desk.refused("queue_alternate", player="Ann") == ("LIVE-8", "plays_already")
