"""A room whose folder of tournaments has a mistake says it in one sentence."""

from pathlib import Path

import pytest

from cardroom.errors import InvalidFile
from cardroom.server.config.options import Config, TournamentSection
from cardroom.server.config.reading import rules_of
from cardroom.server.tournament_wiring import offered_by
from cardroom.store import Store
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from tests.server.processes import sqlite_in
from tests.server.tournaments.files import EVENING, folder_with

NOW_MS = 1_800_000_000_000
LATER = EVENING.replace('"Evening"', '"Later"')
WRONG = [
    (b"name = ", "line 1: not valid TOML: invalid value"),
    (b"", ": edition: missing; every tournament names its edition"),
    (LATER.replace("Later", "L\xe4ter").encode("latin-1"), "line 2: not UTF-8 text"),
    (LATER.encode("utf-16"), "line 1: not UTF-8 text"),
    (LATER.replace("freezeout", "freezeuot").encode(), "line 3: format: 'freezeuot' is not"),
    (EVENING.encode(), "line 2: name: another tournament is called 'Evening', in "),
    (LATER.replace("freezeout", "satellite").encode(), "[satellite] target: no tournament here"),
    (
        LATER.replace('at = "20:00"', 'starts = "2020-01-01 20:00"').encode(),
        "line 8: [schedule] starts: 2020-01-01 20:00 is past: it would never start",
    ),
    (
        LATER.replace('"20:00"', '["20:00", "20:00"]').encode(),
        "line 8: [schedule] at, row 2: the schedule overlaps itself",
    ),
    (LATER.replace("= 3", "= -3").encode(), "line 6: [registration] entries_max: must be at least"),
    (LATER.replace("= 3", "= " + "9" * 5_000).encode(), "line 6: a number has too many digits"),
    (b"a = " + b"[" * 4_000 + b"]" * 4_000, "line 1: a: tables or lists lie too deep"),
]


@pytest.mark.parametrize(("written", "said"), WRONG, ids=[said for _, said in WRONG])
async def test_a_broken_file_in_the_folder_is_named_before_the_room_opens(
    tmp_path: Path, written: bytes, said: str
) -> None:
    folder = folder_with(tmp_path, EVENING)
    (folder / "wrong.toml").write_bytes(written)
    config = Config(tournaments=TournamentSection(folder=str(folder)))
    async with await Store.open(sqlite_in(tmp_path)) as store:
        stored = StoredTournaments(store)
        with pytest.raises(InvalidFile) as refused:
            await offered_by(config, rules_of(config), stored, NOW_MS)
        assert await stored.kept_queues() == {}
    assert str(refused.value).startswith(f"{folder / 'wrong.toml'}")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
