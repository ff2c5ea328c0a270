"""`cardroom admin help-requests`, `answer-help`, `close-help`: what players ask the house."""

import argparse
from typing import Any

from cardroom.commands.refusals import moment
from cardroom.commands.room_client import RoomClient

Answer = dict[str, Any]
PATH = "/api/admin/help-requests"
MINUTE_MS = 60_000


async def help_requests(client: RoomClient, args: argparse.Namespace) -> Answer:
    """The requests in a state, oldest first."""
    return dict(await client.get(f"{PATH}?state={args.state}&limit=200"))


async def answer_help(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Answer a request; its player hears of it."""
    return dict(await client.post(f"{PATH}/{args.number}/answer", text=args.text))


async def close_help(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Close a request, answered or not."""
    return dict(await client.post(f"{PATH}/{args.number}/close"))


def help_rows(requests: list[Answer]) -> list[Answer]:
    """Requests for the terminal."""
    return [
        {
            "number": row["request"]["number"],
            "player": row["name"],
            "when": moment(row["request"]["at_ms"]),
            "about": " ".join(filter(None, (row["request"]["kind"], row["request"]["subject"]))),
            "state": row["request"]["state"],
            "question": row["request"]["text"],
            "answer": row["request"]["answer"],
            "waited": _waited(row["response_ms"]),
        }
        for row in requests
    ]


def help_sentence(row: Answer) -> str:
    """A sentence about a request that was answered or closed."""
    request = row["request"]
    return f"Request {request['number']} of {row['name']} is {request['state']}."


def _waited(response_ms: int | None) -> str:
    return "still waiting" if response_ms is None else f"{-(-response_ms // MINUTE_MS)} min"
