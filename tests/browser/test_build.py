"""The built client: what a first visit fetches."""

import gzip
import re
from pathlib import Path

from tests.browser.visitors import CLIENT

FIRST_LOAD_BYTES_MAX = 150_000


def static_imports(script: Path) -> set[Path]:
    """A script and everything that it cannot do without."""
    found, waiting = set(), [script]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            text = file.read_text(encoding="utf-8")
            names = re.findall(r'(?:from|import)\s*"(\./[^"]+\.js)"', text)
            waiting += [file.parent / name for name in names]
    return found


def compressed(files: set[Path]) -> int:
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)


def test_the_first_load_is_under_150_kb_of_compressed_script() -> None:
    page = CLIENT.read_text(encoding="utf-8")
    folder = CLIENT.parent
    entries = re.findall(r'<script[^>]+src="/([^"]+\.js)"', page)
    assert entries
    first = {file for entry in entries for file in static_imports(folder / entry)}
    for name in ("Landing", "Lobby", "Tables"):
        (screen,) = folder.glob(f"assets/{name}-*.js")
        size = compressed(first | static_imports(screen))
        print(f"{name}: {size:,} bytes of compressed script")
        assert size < FIRST_LOAD_BYTES_MAX
