"""TOML text with the way back from a key to its line, for messages that name file, line and key."""

import re
import tomllib
from typing import Any

from cardroom.errors import InvalidFile

HEADER = re.compile(r'^\s*\[\s*"?(?P<rule>[^"\]]+?)"?\s*\]')


class Source:
    """One TOML file of rules: tables named by rule IDs, and a few plain keys before them."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self._lines = text.splitlines()
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise self._broken(str(error)) from None

    def error(self, reason: str, *, table: str | None = None, key: str = "") -> InvalidFile:
        """An error that names this file, the line of the key and the key as it is written."""
        shown = f"[{table}] {key}".rstrip() if table else key
        return InvalidFile(self.file, reason, line=self.line_of(table, key), key=shown)

    def line_of(self, table: str | None, key: str) -> int | None:
        """The line where `key` of `table` (or the table itself, without a key) is written."""
        current: str | None = None
        starts = re.compile(rf'^\s*"?{re.escape(key)}"?\s*[=.]')
        found: int | None = None
        for number, line in enumerate(self._lines, start=1):
            if header := HEADER.match(line):
                current = header["rule"]
                if current == table:
                    found = number
            elif current == table and key and starts.match(line):
                return number
        return found

    def _broken(self, message: str) -> InvalidFile:
        place = re.search(r"\s*\(at line (?P<line>\d+), column \d+\)$", message)
        if place is None:
            return InvalidFile(
                self.file, f"not valid TOML: {message}", line=len(self._lines) or None
            )
        reason = f"not valid TOML: {message[: place.start()]}"
        return InvalidFile(self.file, reason, line=int(place["line"]))
