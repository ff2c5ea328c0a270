"""Reads what operators write by hand: the room's file, rules, tournaments."""

from pathlib import Path

from cardroom.errors import InvalidFile, UsageError

MAX_BYTES = 1_000_000
"""Nobody writes larger files of rules or tournaments by hand."""


def text_of(file: str) -> str:
    """The text of a file that somebody wrote; what cannot be read is refused in one sentence."""
    path = Path(file)
    if path.is_dir() or not path.exists():
        raise UsageError(f"There is no file '{file}'.")
    if path.stat().st_size > MAX_BYTES:
        raise InvalidFile(file, f"larger than {MAX_BYTES:,} bytes")
    try:
        written = path.read_bytes()
    except OSError as error:
        raise InvalidFile(file, f"cannot be read: {error.strerror}") from None
    try:
        return written.decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        raise InvalidFile(file, "not UTF-8 text", line=line) from None
