"""Files and folders that must still be there after the power was lost."""

import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable; a new file is lost with its name otherwise."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def made_private(path: Path) -> bool:
    """Make an empty file that only its owner reads and writes; False if there is one already.

    SQLite gives the files that it makes beside a database the rights of the database.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        return False
    return True
