"""The files of the built web client: browsers always ask for its page again, and keep its parts."""

from pathlib import Path

from aiohttp import web

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.server.services import Services

WELCOME = (
    "This is a cardroom. Its web client is not built (`make web`);"
    " see /api/openapi.json for the API.\n"
)
PAGE = "index.html"
VERIFIER = "verifier.html"
VERIFIER_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
    " frame-ancestors 'none'; sandbox allow-scripts"
)
"""The page that players save has its scripts in itself. It gets no network and no origin: nothing
of the room, its cookies above all, is in its reach."""
HASHED = "assets"
"""The folder whose files carry a hash of their content in their names."""
KEPT = "public, max-age=31536000, immutable"
ASKED_ANEW = "no-cache"
SCREENS = (
    "lobby",
    "games",
    "tournaments",
    "tournaments/:tournament",
    "tournaments/:tournament/final-table",
    "my-games",
    "results",
    "tables",
    "table/:table",
    "hands",
    "hands/:key",
    "shared/:word",
    "statistics",
    "cashier",
    "help",
    "rules",
    "rules/:id",
    "account",
    "password",
    "floor",
    "floor/book",
    "floor/:floor",
    "operator",
    "operator/:part",
    "operator/hands/:key",
    "display/:code",
    "live/:secret",
    "floor/design",
    "floor/:floor/paper",
)
"""The addresses of the client's screens, as in web/src/pages/routes.ts; any other is unknown."""


async def client_file(services: Services, request: web.Request) -> web.StreamResponse:
    """A file of the client; addresses of its screens are all the same page."""
    path = request.match_info["path"]
    if request.method not in {"GET", "HEAD"} or path.startswith("api/"):
        raise AccessRefused(Net.UNKNOWN, "no_such_address")
    folder = services.settings.static
    if folder is None or not (folder / PAGE).is_file():
        if path:
            raise AccessRefused(Net.UNKNOWN, "no_such_address")
        return web.Response(text=WELCOME)
    file = _found(folder, path)
    if file.name == PAGE and not is_screen(path):
        if "text/html" not in request.headers.get("Accept", ""):
            raise AccessRefused(Net.UNKNOWN, "no_such_address")
        # The client has a page about it, for a person; a probe goes by the status.
        return web.FileResponse(file, status=404, headers={"Cache-Control": ASKED_ANEW})
    headers = {"Cache-Control": KEPT if file.parent.name == HASHED else ASKED_ANEW}
    if path == VERIFIER:
        headers["Content-Security-Policy"] = VERIFIER_POLICY
    # A compressed twin (.gz) beside a file is sent to browsers that can read it.
    return web.FileResponse(file, headers=headers)


def _found(folder: Path, path: str) -> Path:
    """The file, inside the folder and nowhere else."""
    file = (folder / path).resolve()
    if file.is_relative_to(folder.resolve()) and file.is_file():
        return file
    if "." in Path(path).name:
        raise AccessRefused(Net.UNKNOWN, "no_such_address")
    return folder / PAGE


def is_screen(path: str) -> bool:
    """Whether an address is that of a screen of the client."""
    parts = path.rstrip("/").split("/")
    return parts == [""] or any(_matches(screen.split("/"), parts) for screen in SCREENS)


def _matches(pattern: list[str], parts: list[str]) -> bool:
    return len(pattern) == len(parts) and all(
        part == wanted or (wanted.startswith(":") and part != "")
        for wanted, part in zip(pattern, parts, strict=True)
    )
