"""Wheels and a source distribution, built from a clean copy of this tree in isolated builds.

Kept under build/packages by a hash of everything that goes into them, so that the two processes of
a test run, and the next run on the same tree, build them once.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ROOT / "build" / "packages"
COMPILERS = {"c89", "c99", "cc", "clang", "gcc", "x86_64-linux-gnu-gcc", "aarch64-linux-gnu-gcc"}
NODE = {"node", "nodejs", "npm", "npx"}
LEFT_BEHIND = Path("build", "lib", "cardroom", "removed_module.py")
SERVER = {"NODE_ENV": "production"}
"""What is set on many servers, and must not matter."""


class Packages(NamedTuple):
    """What was built, and what the builds said."""

    source: Path
    compiled: Path
    pure: Path
    log: str


def packages() -> Packages:
    """Build with a C compiler but no Node, and with Node but no compiler."""
    files = _files()
    folder = PACKAGES / _hash(files)
    with _lock():
        if not (folder / "ready").exists():
            shutil.rmtree(PACKAGES, ignore_errors=True)
            _build(files, folder)
            (folder / "ready").touch()
    return Packages(
        _only(folder / "dist", "*.tar.gz"),
        _only(folder / "dist", "*.whl"),
        _only(folder / "pure", "*.whl"),
        (folder / "log").read_text(encoding="utf-8"),
    )


def _build(files: list[Path], folder: Path) -> None:
    clone = folder / "clone"
    for file in files:
        target = clone / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, target, follow_symlinks=False)
    build = [sys.executable, "-m", "build", "--outdir", str(folder / "dist"), str(clone)]
    said = run(build, path=path_without(NODE, folder / "no-node"))
    # What an older build of another version left behind.
    left = clone / LEFT_BEHIND
    left.parent.mkdir(parents=True, exist_ok=True)
    left.touch()
    wheel = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--verbose"]
    wheel += ["--wheel-dir", str(folder / "pure"), str(clone)]
    said += run(wheel, path=path_without(COMPILERS, folder / "no-compiler"))
    (folder / "log").write_text(said, encoding="utf-8")


def run(command: list[str], *, path: str = "", cwd: Path | None = None) -> str:
    """Run a command as somebody would who has no source tree of ours; everything it said."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "CC"}}
    done = subprocess.run(
        command,
        env={**kept, **SERVER, "PATH": path or kept["PATH"]},
        cwd=cwd or "/",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-4000:]}"
    return done.stdout


def path_without(names: set[str], folder: Path) -> str:
    """A folder with every program of the machine's PATH but the named ones."""
    folder.mkdir(parents=True)
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).glob("*"):
            link = folder / program.name
            if program.name not in names and program.is_file() and not link.is_symlink():
                link.symlink_to(program)
    return str(folder)


def _files() -> list[Path]:
    """What a commit of the working tree would hold."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    found = {Path(name) for name in listed.decode().split("\0") if name}
    return sorted(file for file in found if os.path.lexists(ROOT / file))


def _hash(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        if file.parts[0] not in {"tests", "bench"}:
            path = ROOT / file
            content = path.readlink().name.encode() if path.is_symlink() else path.read_bytes()
            digest.update(str(file).encode() + b"\0" + hashlib.sha256(content).digest())
    return digest.hexdigest()[:16]


@contextmanager
def _lock() -> Iterator[None]:
    PACKAGES.parent.mkdir(exist_ok=True)
    with (PACKAGES.parent / "packages.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def main() -> int:
    """Build, or with --compiled print the compiled wheel of this tree if there is one already."""
    if sys.argv[1:] != ["--compiled"]:
        packages()
        return 0
    folder = PACKAGES / _hash(_files())
    if not (folder / "ready").exists():
        return 1
    print(_only(folder / "dist", "*.whl"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
