"""Whatever is written in a file of the timetable is read, or refused with its line and key."""

import random
import re

import pytest

from cardroom.errors import InvalidFile
from cardroom.tournament.definition.examples import FORMATS
from cardroom.tournament.timetable import Timetable, occurrences
from cardroom.tournament.timetable.file import DemandTable
from cardroom.tournament.timetable.starts import WEEK, StartTable
from tests.tournament.timetable.folders import AMSTERDAM, ms, timetable

VALUES = (
    '"x y"', '""', "true", "-1", "0", "1", "1.5", "99_999_999_999", "2026-11-16", "20:00:00",
    "[]", "{}", "[1]", '["20:00"]', '["20:00", 7]', '"24:00"', '"20:60"', '"20:00 "', '"2:00"',
    '"2026-12-24 20:00"', '"2026-12-24T20:00"', '"1999-12-24 20:00"', '"2999-12-31 23:59"',
    '["2026-12-24 20:00"]', '"monday"', '["monday", "monday"]', '"Monday"', '"all"', "[100]",
    "[100, 100]", "[0]", '["all"]', "nan", "[[]]", "[{}]",
)  # fmt: skip
HEADS = {
    "schedule": 'name = "x"\nformat = "freezeout"\nedition = "house"\n[schedule]\n',
    "on_demand": 'name = "x"\nformat = "hexapro"\nedition = "house"\n[on_demand]\n',
}
FIELDS = [
    *(("schedule", key) for key in StartTable.__struct_fields__),
    *(("on_demand", key) for key in DemandTable.__struct_fields__),
]


def tried(text: str) -> Timetable | InvalidFile:
    """What a file offers, or why it is refused; anything else that is raised fails the test."""
    try:
        return timetable(text)
    except InvalidFile as refused:
        error = refused
    assert not [one for one in ("\n", "msgspec", "`") if one in str(error)]
    return error


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("field", FIELDS, ids=".".join)
def test_a_value_that_does_not_fit_is_named_with_its_line_and_key(
    field: tuple[str, str], value: str
) -> None:
    table, key = field
    more = 'at = "20:00"\n' if table == "schedule" and key not in {"at", "starts"} else ""
    found = tried(f"{HEADS[table]}{more}{key} = {value}\n")
    if isinstance(found, InvalidFile):
        named = found.key.removeprefix(f"[{table}] ").partition(",")[0]
        assert found.line is not None or named in StartTable.__struct_fields__
        assert named in (*StartTable.__struct_fields__, *DemandTable.__struct_fields__)
    else:
        occurrences(found, AMSTERDAM, ms("2026-12-01"), ms("2026-12-31"))


def test_any_mixture_of_lines_is_read_or_refused() -> None:
    """Five thousand files of random lines; those that are read have starts that can be listed."""
    chance = random.Random(17)
    keys = [key for _, key in FIELDS] + ["name", "kind", "price_cents", "seats", "blinds", "format"]
    words = [*VALUES, '"20:00"', '"02:30"', "30", "90", *(f'"{day}"' for day in WEEK)]
    read = 0
    for _ in range(5_000):
        table = chance.choice(["schedule", "on_demand"])
        name = chance.choice(FORMATS)
        lines = [f'format = "{name}"', 'edition = "nl-3.0"', 'name = "x"', f"[{table}]"]
        if chance.random() < 0.5 and table == "schedule":
            lines.append('at = "20:00"')
        some = chance.sample(keys, chance.randrange(3))
        lines += [f"{key} = {chance.choice(words)}" for key in some]
        found = tried("\n".join(lines))
        if isinstance(found, Timetable):
            read += 1
            starts = occurrences(found, AMSTERDAM, ms("2026-12-24"), ms("2026-12-26"))
            assert len({one.key for one in starts}) == len(starts)
    assert read > 300


@pytest.mark.parametrize("text", ["", "\ufeff", "= 1", "[schedule", "a = 1\na = 2", "[[x]]\n[x]"])
def test_a_file_that_is_hardly_one_is_refused_in_a_sentence(text: str) -> None:
    found = tried(text)
    assert isinstance(found, InvalidFile)
    assert re.match(r"1\.toml[,:]", str(found))
