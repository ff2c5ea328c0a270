"""Reads large files for commands, line by line, with a bar on stderr."""

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

from cardroom.errors import InvalidFile

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
