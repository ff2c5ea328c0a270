"""The index of the decision records is complete, and explains every number without a record."""

from tools.decisions import FOLDER, INDEX, index, records


def test_the_index_of_decisions_is_fresh() -> None:
    assert INDEX.read_text(encoding="utf-8") == index(), "run `make decisions`"


def test_the_index_names_every_record_once() -> None:
    lines = INDEX.read_text(encoding="utf-8").splitlines()
    files = [file.name for file in FOLDER.glob("*.md") if file != INDEX]
    assert len(files) > 50
    for name in files:
        assert sum(line.startswith(f"| [{name[:4]}]({name}) ") for line in lines) == 1, name


def test_no_two_records_have_the_same_number() -> None:
    numbers = [one.number for one in records()]
    assert len(numbers) == len(set(numbers))


def test_every_number_up_to_the_last_has_a_record_or_an_explanation() -> None:
    text = INDEX.read_text(encoding="utf-8")
    missing = text.partition("## Numbers without a record")[2]
    used = {one.number for one in records()}
    for number in range(1, max(used) + 1):
        assert (number in used) != (f"{number:04}" in missing), number
