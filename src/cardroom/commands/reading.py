"""Reads files for commands: small ones at once, large ones by line with a bar on stderr."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from cardroom.errors import InvalidFile, UsageError

MAX_BYTES = 1_000_000
"""Nobody writes larger files of rules or tournaments by hand."""
STEP = 1 << 16
"""After how many characters the progress bar moves on."""


def progress_bar(*, quiet: bool = False) -> Progress:
    """A bar that shows itself only on a terminal, and not when `quiet`."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    )


def text_of(file: str) -> str:
    """The text of a file that somebody wrote; what cannot be read is refused in one sentence."""
    path = Path(file)
    if not path.is_file():
        raise UsageError(f"There is no file '{file}'.")
    if path.stat().st_size > MAX_BYTES:
        raise InvalidFile(file, f"larger than {MAX_BYTES:,} bytes")
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidFile(file, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        before = path.read_bytes()[: error.start]
        raise InvalidFile(file, "not UTF-8 text", line=before.count(b"\n") + 1) from None


def size_of(files: Iterable[Path]) -> int:
    """All files together, in bytes."""
    return sum(file.stat().st_size for file in files if file.is_file())


def lines_of(file: Path, progress: Progress, task: TaskID) -> Iterator[str]:
    """Read a file line by line and move the bar on."""
    try:
        with file.open(encoding="utf-8", newline="\n") as opened:
            read = 0
            for line in opened:
                read += len(line)
                if read >= STEP:
                    progress.advance(task, read)
                    read = 0
                yield line
            progress.advance(task, read)
    except OSError as error:
        raise InvalidFile(str(file), error.strerror or "cannot be read") from error
    except UnicodeDecodeError as error:
        raise InvalidFile(str(file), "is not UTF-8 text") from error
