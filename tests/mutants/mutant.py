"""A planted bug: a small change of one source file that must apply exactly once."""

from pathlib import Path
from typing import NamedTuple


class Mutant(NamedTuple):
    """One bug: where, what, and the tests that should notice it."""

    name: str
    breaks: str
    file: str
    """Below `src/cardroom/`."""
    old: str
    new: str
    tests: tuple[str, ...]
    """Files or folders below `tests/`, the likeliest first."""

    def plant(self, source: Path) -> None:
        """Change the file in a copy of the sources; refused unless it fits exactly once."""
        path = source / self.file
        text = path.read_text(encoding="utf-8")
        found = text.count(self.old)
        if found != 1:
            raise ValueError(f"{self.name}: {self.file} has {found} places for it, not one")
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")
