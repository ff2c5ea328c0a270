"""The files of the built web client: its page is always asked for anew, its parts are kept."""

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
HASHED = "assets"
"""The folder whose files carry a hash of their content in their names."""
KEPT = "public, max-age=31536000, immutable"
ASKED_ANEW = "no-cache"


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
    keeping = KEPT if file.parent.name == HASHED else ASKED_ANEW
    # A compressed twin (.gz) beside a file is sent to browsers that can read it.
    return web.FileResponse(file, headers={"Cache-Control": keeping})


def _found(folder: Path, path: str) -> Path:
    """The file, inside the folder and nowhere else."""
    file = (folder / path).resolve()
    if file.is_relative_to(folder.resolve()) and file.is_file():
        return file
    if "." in Path(path).name:
        raise AccessRefused(Net.UNKNOWN, "no_such_address")
    return folder / PAGE
