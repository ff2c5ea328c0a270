"""From a word on the command line to rules: the name of an edition, or a file of house rules."""

from pathlib import Path

from cardroom.errors import InvalidFile, UsageError
from cardroom.rulebook import EDITIONS, Edition, edition, house_rules

MAX_BYTES = 1_000_000


def chosen_rules(word: str) -> Edition:
    """The published edition of this name, or the house rules in this file."""
    if word in EDITIONS:
        return edition(word)
    if "/" in word or word.endswith(".toml") or Path(word).exists():
        return read_house_rules(word)
    known = ", ".join(EDITIONS)
    raise UsageError(f"'{word}' is neither an edition ({known}) nor a file of house rules.")


def read_house_rules(file: str) -> Edition:
    """The house rules in a file; what cannot be read is refused in one sentence."""
    path = Path(file)
    if not path.is_file():
        raise UsageError(f"There is no file '{file}'.")
    if path.stat().st_size > MAX_BYTES:
        raise InvalidFile(file, f"larger than {MAX_BYTES:,} bytes")
    try:
        return house_rules(path.read_text(encoding="utf-8"), file)
    except OSError as error:
        raise InvalidFile(file, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        before = path.read_bytes()[: error.start]
        raise InvalidFile(file, "not UTF-8 text", line=before.count(b"\n") + 1) from None
