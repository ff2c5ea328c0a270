"""The keys of the decks: made once, kept, readable by their owner alone."""

from pathlib import Path

import pytest

from cardroom.errors import UsageError
from cardroom.fairness.keys import seal, unseal
from cardroom.server.config.options import Config, DatabaseSection, FairnessSection
from cardroom.server.fair_keys import fair_keys


def config_in(folder: Path, **fairness: str) -> Config:
    database = DatabaseSection(address=f"sqlite:///{folder}/room.db")
    return Config(database=database, fairness=FairnessSection(**fairness))  # type: ignore[arg-type]


def test_keys_are_made_once_beside_the_database_and_kept(tmp_path: Path) -> None:
    first, second = fair_keys(config_in(tmp_path)), fair_keys(config_in(tmp_path))
    assert first.signing.public == second.signing.public
    assert first.auditor == second.auditor
    assert (first.draws, first.seeds) == (second.draws, second.seeds)
    assert first.draws != first.seeds
    names = {file.name for file in tmp_path.iterdir()}
    keys = ("signing.key", "auditor.key", "auditor.pub", "draws.key", "seeds.key")
    assert names == {f"room.db.{name}" for name in keys}
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in tmp_path.iterdir())


def test_the_auditors_key_opens_what_the_room_seals_and_the_room_does_not_need_it(
    tmp_path: Path,
) -> None:
    keys = fair_keys(config_in(tmp_path))
    secret = bytes.fromhex((tmp_path / "room.db.auditor.key").read_text().strip())
    (tmp_path / "room.db.auditor.key").unlink()
    assert fair_keys(config_in(tmp_path)).auditor == keys.auditor
    assert not (tmp_path / "room.db.auditor.key").exists()
    assert (
        unseal(seal(b"both decks", keys.auditor, bytes(32)), keys.auditor, secret) == b"both decks"
    )


def test_the_operator_names_a_folder_and_an_auditor(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir()
    keys = fair_keys(config_in(tmp_path, keys=str(folder), auditor="ab" * 32))
    assert keys.auditor == bytes.fromhex("ab" * 32)
    names = sorted(file.name for file in folder.iterdir())
    assert names == ["draws.key", "seeds.key", "signing.key"]


@pytest.mark.parametrize("content", ["no key", "ab" * 31])
def test_a_key_that_is_none_stops_the_start_and_is_not_written_over(
    tmp_path: Path, content: str
) -> None:
    file = tmp_path / "room.db.signing.key"
    file.write_text(content)
    with pytest.raises(UsageError, match="key"):
        fair_keys(config_in(tmp_path))
    assert file.read_text() == content


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        fair_keys(config_in(tmp_path, keys=str(tmp_path / "nowhere")))
