"""`cardroom serve`: runs a room with its server until it is stopped."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

import msgspec

from cardroom.errors import UsageError
from cardroom.server.config.options import Config
from cardroom.server.config.reading import load_config
from cardroom.server.logs import log_as_json
from cardroom.server.main import serve
from cardroom.server.memory import spare_full_collections
from cardroom.server.threads import let_the_loop_in

PRACTICE = {"nl-holdem:ordinary:5:10": 4, "pl-omaha:ordinary:5:10": 4, "nl-holdem:banzai:25:50": 3}
"""Where practice players sit with --practice when no stake is named."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the operator's file and the few things often said on the command line."""
    parser.description = (
        "Run a poker room: accounts, a lobby of stakes, cash tables, tournaments. Without a file it"
        " listens on this machine only, keeps everything in room.db, and deals play money. Every"
        " option of the file can also be set as CARDROOM_SECTION_KEY in the environment."
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the operator's file (room.toml)"
    )
    parser.add_argument("--database", metavar="ADDRESS", help="sqlite:///FILE or postgresql://...")
    parser.add_argument("--port", type=int, help="the port to listen on; 0 chooses a free one")
    parser.add_argument(
        "--practice",
        action="store_true",
        help="seat practice players at a few stakes and in a few tournaments",
    )
    parser.add_argument("--json", action="store_true", help="print the address as JSON")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C, a signal or a drain."""
    config = _with_arguments(load_config(args.config, os.environ), args)
    log_as_json(config.logs.level)

    def started(address: str) -> None:
        said = msgspec.json.encode({"address": address}).decode()
        print(said if args.json else f"The room is open: {address}", flush=True)

    spare_full_collections()
    let_the_loop_in()
    try:
        import uvloop
    except ImportError:
        asyncio.run(serve(config, started))
    else:
        uvloop.run(serve(config, started))
    return 0


def _with_arguments(config: Config, args: argparse.Namespace) -> Config:
    replace = msgspec.structs.replace
    if args.database:
        config = replace(config, database=replace(config.database, address=args.database))
    if args.port is not None:
        if not 0 <= args.port <= 65_535:
            raise UsageError("--port is from 0 to 65535.")
        config = replace(config, server=replace(config.server, port=args.port))
    if args.practice and not config.practice.stakes:
        config = replace(config, practice=replace(config.practice, stakes=PRACTICE))
    if args.practice and not config.tournaments.folder:
        config = replace(config, tournaments=replace(config.tournaments, starter=True))
    if not config.server.home_network and config.server.host not in {"127.0.0.1", "localhost"}:
        print(f"Listening beyond this machine: {config.server.host}", file=sys.stderr)
    return config
