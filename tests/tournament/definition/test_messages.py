"""Every mistake that a newcomer can make in a tournament file is one helpful sentence."""

import re
from pathlib import Path

import pytest

from cardroom.commands.main import main
from cardroom.errors import InvalidFile
from cardroom.tournament.definition.file import read_definition
from cardroom.tournament.definition.messages import fields_of, sections
from tests.rule import rule

PLAIN = {
    "name": '"Plain"',
    "edition": '"en-2.7"',
    "kind": '"scheduled"',
    "price_cents": "1_000",
    "starting_stack": "5_000",
}
TABLES = {"blinds": {"level_s": "600"}}
WRONG = ('"x y"', '""', "true", "-1", "0", "1.5", "99_999_999_999", "2026-11-16", "[]", "{}")
EVERY_KEY = [
    *((key,) for key in fields_of(()) if (key,) not in sections()),
    *((table, key) for (table,) in sections() for key in fields_of((table,))),
]


def text(keys: dict[str, str], tables: dict[str, dict[str, str]]) -> str:
    """A file with these keys, then these tables."""
    lines = [f"{key} = {value}" for key, value in keys.items()]
    for table, inside in tables.items():
        lines += [f"[{table}]", *(f"{key} = {value}" for key, value in inside.items())]
    return "\n".join(lines)


def plain(path: tuple[str, ...], value: str) -> str:
    """The plain file with one key set to a value."""
    if len(path) == 1:
        return text({**PLAIN, path[0]: value}, TABLES)
    table, key = path
    return text(PLAIN, {**TABLES, table: {**TABLES.get(table, {}), key: value}})


def tried(written: str) -> InvalidFile | None:
    """Why a file is refused, if it is; anything else that is raised fails the test."""
    try:
        read_definition(written, "my.toml")
    except InvalidFile as error:
        return error
    return None


def refusal(written: str) -> InvalidFile:
    error = tried(written)
    assert error is not None
    return error


@pytest.mark.parametrize("value", ['"two\\nlines"', '"back\\u202ewards"', '"a\\tb"', '"\\u200b"'])
@pytest.mark.parametrize("path", [("name",), ("satellite", "package")])
def test_words_of_the_lobby_are_one_line_that_can_be_seen(
    path: tuple[str, ...], value: str
) -> None:
    satellite = {"target": '"live"', "seat_price_cents": "9_000", "package": '"Hotel"'}
    tables = {**TABLES, "satellite": satellite}
    assert tried(text(PLAIN, tables)) is None
    keys = PLAIN if len(path) == 2 else {**PLAIN, "name": value}
    if len(path) == 2:
        satellite["package"] = value
    error = refusal(text(keys, tables))
    assert error.key == ("name" if len(path) == 1 else "[satellite] package")
    assert error.line
    assert "one line of letters" in str(error)


@pytest.mark.parametrize("value", ['" "', '" Plain"', '"Plain "'])
def test_a_name_does_not_hide_spaces_that_make_it_look_like_another(value: str) -> None:
    assert str(refusal(plain(("name",), value))) == (
        "my.toml, line 1: name: must not begin or end with a space"
    )


@pytest.mark.parametrize("value", WRONG)
@pytest.mark.parametrize("path", EVERY_KEY, ids=".".join)
def test_a_value_of_the_wrong_kind_is_named_with_its_line_and_key(
    path: tuple[str, ...], value: str
) -> None:
    written = plain(path, value)
    error = tried(written)
    if error is None:
        return  # This one fits.
    assert error.line is not None
    line, table = written.splitlines()[error.line - 1], f"[{path[0]}]"
    assert line.startswith((path[-1], table)), error
    assert (error.key or "").startswith((path[0], table)), error
    assert not re.search(r"[$^`\n]|nothing, not", str(error)), error


@pytest.mark.parametrize("key", PLAIN)
def test_a_key_that_must_be_there_is_asked_for_with_what_to_write(key: str) -> None:
    keys = {name: value for name, value in PLAIN.items() if name != key}
    error = refusal(text(keys, TABLES))
    assert (error.key, error.line) == (key, None)
    assert error.reason.startswith("missing; ")


@rule("TRN-01")
@pytest.mark.parametrize("price", ["1_000", "500"])
def test_a_file_without_kind_is_told_which_there_are(price: str) -> None:
    """Also where nothing else is missing but what another kind would not need."""
    written = f'name = "A"\nedition = "nl-3.0"\nprice_cents = {price}\n'
    kinds = "scheduled, sit_and_go, phased, hexapro, hexapro_highroller, hexapro_extreme"
    assert str(refusal(written)) == f"my.toml: kind: missing; one of {kinds}"


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("late_levels",), "4", "line 6: late_levels: unknown key here; it belongs under [regis"),
        (("blinds", "late_levels"), "4", "unknown key here; it belongs under [registration]"),
        (("blinds", "seats"), "6", "it belongs at the beginning, before the first [table]"),
        (("level_s",), "6", "line 6: level_s: unknown key here; it belongs under [blinds]"),
        (("price_cent",), "6", "line 6: price_cent: unknown key; did you mean price_cents?"),
        (("zzz",), "6", "line 6: zzz: unknown key; there are name, edition, kind, game,"),
        (("blinds", "zzz"), "6", "line 8: [blinds] zzz: unknown key; there are level_s, levels"),
        (("currency",), '"euro"', "currency: must be three capital letters, as EUR, not 'euro'"),
        (("ticket_word",), '"Sunday"', "must be small letters, digits and underscores, 40 at th"),
        (("price_cents",), "10.00", "line 4: price_cents: must be a whole number of cents, not"),
        (("fee_percent",), '"x"', "line 6: fee_percent: must be a whole number, not 'x'"),
        (("edition",), '"club"', "'club' is not one of en-2.2, fr-2.2, en-2.7, nl-3.0; house r"),
        (("edition",), '"nl-3.1"', "is not one of en-2.2, fr-2.2, en-2.7, nl-3.0; did you mean"),
        (("edition",), '"club.toml"', "there is no file 'club.toml' with house rules beside th"),
        (("satellite", "package"), '"Trip"', "[satellite] target: missing; the ticket_word of"),
        (("bounty", "vip"), "{ player = 7 }", "line 9: [bounty] vip, extra_cents: missing"),
    ],
)
def test_a_mistake_is_told_with_what_would_be_right(
    path: tuple[str, ...], value: str, said: str
) -> None:
    assert said in str(refusal(plain(path, value)))


def test_a_table_written_as_a_list_is_named_with_its_line() -> None:
    written = text(PLAIN, TABLES).replace("[blinds]", "[[blinds]]")
    assert str(refusal(written)) == "my.toml, line 6: blinds: must be a table [blinds], not a list"


@rule("TAMB-93")
def test_house_rules_that_are_not_there_are_named_with_the_line_that_names_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.toml"
    file.write_text(plain(("edition",), '"club.toml"'), encoding="utf-8")
    assert main(["simulate", "tournament", "--file", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"cardroom: {file}, line 2: edition: there is no file 'club.toml'")
    assert said.count("\n") == 1
