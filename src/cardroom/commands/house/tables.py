"""`cardroom admin overview`, `freeze`, `unfreeze`, `close-table`, `hand`: the tables."""

import argparse
from typing import Any
from urllib.parse import quote

from cardroom.cards import card_names
from cardroom.commands.house.words import REASON, TABLE, Answer, Deeds, Printed
from cardroom.commands.refusals import moment
from cardroom.commands.room_client import RoomClient


async def _overview(client: RoomClient, _args: argparse.Namespace) -> Answer:
    return dict(await client.get("/api/admin/floor"))


async def _freeze(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "freeze")


async def _unfreeze(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "unfreeze")


async def _close_table(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _do(client, args, "close")


async def _do(client: RoomClient, args: argparse.Namespace, deed: str) -> Answer:
    path = f"/api/admin/tables/{args.table}/{deed}"
    return dict(await client.post(path, reason=args.reason))


async def _table_hands(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"/api/admin/tables/{args.table}/hands"))


async def _hand(client: RoomClient, args: argparse.Namespace) -> Answer:
    path = f"/api/admin/hands/{quote(args.key, safe='')}"
    return dict(await client.post(path, reason=args.reason))


DEEDS: Deeds = {
    "overview": ("show the room now: tables, who is connected, a restart", {}, _overview),
    "freeze": ("stop a table at once; its hand is void", {**TABLE, **REASON}, _freeze),
    "unfreeze": ("let a table play on", {**TABLE, **REASON}, _unfreeze),
    "close-table": ("close a table after its hand", {**TABLE, **REASON}, _close_table),
    "table-hands": ("list the last hands of a table", TABLE, _table_hands),
    "hand": (
        "show a hand that is over, with all cards; its players learn the reason a week later",
        {"key": {"metavar": "HAND", "help": "its key, such as hand:7:1:12"}, **REASON},
        _hand,
    ),
}
"""What each action is for, the words it takes, and how it is done."""


def _overview_rows(answer: Answer) -> list[Answer]:
    restart = answer["draining_at_ms"]
    return [
        {
            "edition": answer["edition"], "tables": len(answer["tables"]),
            "players here": answer["players_connected"], "connections": answer["connections"],
            "hands": int(answer["metrics"].get("hands_total", 0)),
            "restart": moment(restart) if restart else "none",
        }
    ]  # fmt: skip


def _hand_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "hand": one["key"], "when": moment(one["at_ms"]),
            "players": ", ".join(seat["name"] for seat in one["seats"]),
        }
        for one in answer["hands"]
    ]  # fmt: skip


def _event_rows(answer: Answer) -> list[Answer]:
    names = {seat["seat"]: seat["name"] for seat in answer["seats"]}
    return [
        {
            "what": one["type"].replace("_", " "),
            "who": names.get(one.get("seat"), ""),
            "more": ", ".join(
                f"{name} {_said(name, value)}"
                for name, value in one.items()
                if name not in ("type", "seat")
            ),
        }
        for one in answer["events"]
    ]


def _said(name: str, value: Any) -> str:
    """A value of an event; cards as players write them."""
    if name == "cards" or (name == "hole" and value and isinstance(value[0], int)):
        return card_names(value)
    if name == "hole":
        return " ".join(card_names(cards) for cards in value)
    return str(value)


LISTS = {
    "overview": Printed(_overview_rows, ""),
    "table-hands": Printed(_hand_rows, "No hands yet."),
    "hand": Printed(_event_rows, "Nothing happened."),
}
