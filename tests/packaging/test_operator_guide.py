"""docs/guides/operator.md from an empty directory to a restored room, command by command."""

import os
import pty
import re
import shlex
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.packaging.wheels import ROOT, Packages

GUIDE = ROOT / "docs" / "guides" / "operator.md"
PASSWORD = "three small fish"
PATIENCE_S = 600


def steps() -> list[str]:
    """The commands of the guide's first section, in their order."""
    text = GUIDE.read_text(encoding="utf-8")
    blocks = re.findall(r"```sh step\n(.*?)```", text, flags=re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


class Terminal:
    """Somebody who types the guide's commands in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = ""
        # Compiled or pure is the other tests' matter; a port of our own may be in use here.
        kept = {name: word for name, word in os.environ.items() if name != "PYTHONPATH"}
        self.environment = {**kept, "CARDROOM_PURE": "1", "CARDROOM_SERVER_PORT": "0"}

    def type(self, line: str) -> str:
        """Run a command to its end; what it printed."""
        typed = line.replace(":8080", f":{self.port}")
        if "create-administrator" in line:
            return self._answering(typed)
        done = subprocess.run(
            ["bash", "-c", typed],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout[-3000:]}"
        return done.stdout

    def _answering(self, line: str) -> str:
        """Type the password whenever the command asks for it."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.execvpe("bash", ["bash", "-c", line], self.environment)
        said = ""
        try:
            while part := os.read(terminal, 1024).decode():
                said += part
                if part.rstrip().endswith(":"):
                    os.write(terminal, f"{PASSWORD}\n".encode())
        except OSError:
            pass  # The terminal is closed when the command ends.
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, said
        return said

    @contextmanager
    def serving(self, line: str) -> Iterator[None]:
        """A room that runs in the foreground of another terminal, until Ctrl-C."""
        room = subprocess.Popen(
            shlex.split(line),
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert room.stdout is not None
        try:
            sentence = room.stdout.readline()
            opened = re.fullmatch(r"The room is open: http://127\.0\.0\.1:(\d+)/?\n", sentence)
            assert opened is not None
            self.port = opened[1]
            yield
        finally:
            room.send_signal(2)
            room.wait(30)
            room.stdout.close()


def test_the_guide_leads_from_an_empty_directory_to_a_restored_room(
    built: Packages, tmp_path: Path
) -> None:
    with tarfile.open(built.source) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    unpacked.rename(tmp_path / "cardroom")
    terminal = Terminal(tmp_path)
    typed = iter(steps())
    said: dict[str, str] = {}
    for line in typed:
        if " serve" in line:
            with terminal.serving(line):
                for inside in typed:
                    if " serve" in inside:
                        last = inside
                        break
                    said[inside.split()[1]] = terminal.type(inside)
            break
        said[line.split()[1]] = terminal.type(line)
    with terminal.serving(last):
        health = terminal.type("curl --fail http://127.0.0.1:8080/health")
    assert '"ok"' in health
    assert said["--version"] == "cardroom 0.2.0\n"
    assert "Every cent is accounted for." in said["ledger"]
    assert {"-m", "wheel", "install", "admin", "--fail", "backup", "restore"} <= set(said)
