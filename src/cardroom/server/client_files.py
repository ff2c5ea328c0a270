"""The files of the built web client."""

from pathlib import Path

from aiohttp import web

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.server.services import Services

WELCOME = (
    "This is a cardroom. Its web client is not installed; see /api/openapi.json for the API.\n"
)


async def client_file(services: Services, request: web.Request) -> web.StreamResponse:
    """A file of the client; addresses of its screens are all the same page."""
    path = request.match_info["path"]
    if request.method not in {"GET", "HEAD"} or path.startswith("api/"):
        raise AccessRefused(Net.UNKNOWN, "no_such_address")
    if services.settings.static is None:
        if path:
            raise AccessRefused(Net.UNKNOWN, "no_such_address")
        return web.Response(text=WELCOME)
    return web.FileResponse(_found(services.settings.static, path))


def _found(folder: Path, path: str) -> Path:
    """The file, inside the folder and nowhere else."""
    file = (folder / path).resolve()
    if file.is_relative_to(folder.resolve()) and file.is_file():
        return file
    if "." in Path(path).name:
        raise AccessRefused(Net.UNKNOWN, "no_such_address")
    return folder / "index.html"
