"""What is played at a table is one of a union: a cash stake, or a tournament with its level."""

import ast
import re
from pathlib import Path
from typing import get_type_hints

import pytest

from cardroom.room.cash.views import TableView
from cardroom.room.tournaments.tables.views import GameChanged, TournamentTableView

ROOT = Path(__file__).parents[3]
ROOM = ROOT / "src" / "cardroom" / "room"
CLIENT = ROOT / "web" / "src"

CASH_SCREENS = {
    "pages/lobby/BuyIn.svelte",
    "pages/lobby/MyGames.svelte",
    "pages/operator/StakeForm.svelte",
    "pages/operator/Stakes.svelte",
    "table/view/TopUp.svelte",
}
CASE_OF_THE_UNION = {
    "pages/parts/stakes.ts",
    "table/state/game.ts",
    "table/words/sentences.ts",
}
"""What is said about a table of each game, the cash games among them."""
ASKS_FOR_A_STAKE = re.compile(r'\bstakeOf\b|\.stake\b(?!"| \{)|\{ ?stake ?\} = ')


@pytest.mark.parametrize("view", [TableView, TournamentTableView, GameChanged])
def test_a_message_about_a_table_names_its_game_by_type(view: type) -> None:
    config = get_type_hints(view)["game"].__struct_config__
    assert (config.tag_field, config.tag) in {("type", "cash"), ("type", "tournament")}


def test_the_client_has_one_union_of_the_games_and_asks_each_case() -> None:
    types = (CLIENT / "table/state/types.ts").read_text(encoding="utf-8")
    assert "game: CashGame | TournamentGame" in types
    for file in CASE_OF_THE_UNION:
        text = (CLIENT / file).read_text(encoding="utf-8")
        assert 'case "cash":' in text, file
        assert 'case "tournament":' in text, file


def test_no_screen_but_those_of_cash_games_asks_for_a_stake() -> None:
    files = [one for one in CLIENT.rglob("*") if one.suffix in {".ts", ".svelte"}]
    assert len(files) > 200
    asking = {
        str(file.relative_to(CLIENT))
        for file in files
        if "i18n" not in file.parts and ASKS_FOR_A_STAKE.search(file.read_text(encoding="utf-8"))
    }
    assert asking == CASH_SCREENS | CASE_OF_THE_UNION


def test_no_message_of_the_table_runner_or_of_a_tournament_has_a_stake() -> None:
    names = ("bus", "channels", "frames", "notices", "rail")
    files = [*(ROOM / f"{name}.py" for name in names)]
    files += [*(ROOM / "tables").rglob("*.py"), *(ROOM / "tournaments").rglob("*.py")]
    assert len(files) > 50
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            said = getattr(node, "attr", getattr(node, "arg", getattr(node, "id", None)))
            assert said != "stake", f"{file}:{getattr(node, 'lineno', 0)}"
