"""`cardroom admin find`, `ban`, `mute`, `role`, `statement`, `hands`, `log`: players and staff."""

import argparse
from urllib.parse import quote

from cardroom.commands.house.words import (
    DAYS,
    LIMIT,
    NAME,
    REASON,
    Answer,
    Deeds,
    Printed,
    days_from_now,
)
from cardroom.commands.refusals import moment, money
from cardroom.commands.room_client import RoomClient, find_account


async def _find(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"/api/admin/players?name={quote(args.beginning, safe='')}"))


async def _ban(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _measure(client, args, "bar", "risk", until_ms=days_from_now(args.days))


async def _unban(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _measure(client, args, "unbar", "risk")


async def _mute(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _measure(client, args, "mute", "floor", until_ms=days_from_now(args.days))


async def _unmute(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _measure(client, args, "unmute", "floor")


async def _role(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _measure(client, args, "role", "administrator", role=args.role)


async def _measure(
    client: RoomClient, args: argparse.Namespace, deed: str, needs: str, **body: object
) -> Answer:
    player = (await find_account(client, args.name, needs))["player"]
    path = f"/api/admin/accounts/{player}/{deed}"
    return dict(await client.post(path, reason=args.reason, **body))


async def _statement(client: RoomClient, args: argparse.Namespace) -> Answer:
    player = (await find_account(client, args.name, "risk"))["player"]
    path = f"/api/admin/accounts/{player}/statement?limit={args.limit}"
    return dict(await client.get(path))


async def _hands(client: RoomClient, args: argparse.Namespace) -> Answer:
    player = (await find_account(client, args.name, "risk"))["player"]
    return dict(await client.post(f"/api/admin/accounts/{player}/hands", reason=args.reason))


async def _log(client: RoomClient, args: argparse.Namespace) -> Answer:
    player = (await find_account(client, args.player, "risk"))["player"] if args.player else 0
    before = f"&before={args.before}" if args.before else ""
    return dict(await client.get(f"/api/admin/log?player={player}&limit={args.limit}{before}"))


DEEDS: Deeds = {
    "find": (
        "list the accounts whose names begin so",
        {"beginning": {"metavar": "BEGINNING", "nargs": "?", "default": ""}},
        _find,
    ),
    "ban": (
        "keep an account out; its sockets close at once. Without --days the account is closed",
        {**NAME, **DAYS, **REASON},
        _ban,
    ),
    "unban": ("let an account in again", {**NAME, **REASON}, _unban),
    "mute": ("take the chat from an account", {**NAME, **DAYS, **REASON}, _mute),
    "unmute": ("give the chat back", {**NAME, **REASON}, _unmute),
    "role": (
        "give an account another role; its sessions end",
        {
            **NAME,
            "role": {"choices": ("player", "floor", "risk", "administrator")},
            **REASON,
        },
        _role,
    ),
    "statement": (
        "show what an account has, and the transfers of its cash; is recorded",
        {**NAME, **LIMIT},
        _statement,
    ),
    "hands": (
        "list the last hands of an account; its player learns the reason a week later",
        {**NAME, **REASON},
        _hands,
    ),
    "log": (
        "show what the staff did, newest first",
        {
            "--player": {"metavar": "NAME", "help": "only by or about this account"},
            "--before": {"type": int, "default": 0, "metavar": "NUMBER", "help": "older ones"},
            **LIMIT,
        },
        _log,
    ),
}
"""What each action is for, the words it takes, and how it is done."""


def _found_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "number": one["player"], "name": one["name"], "account": one["kind"],
            "role": one["role"], "since": moment(one["created_ms"]),
            "banned": "yes" if one["barred_until_ms"] else "",
            "muted": "yes" if one["muted_until_ms"] else "",
            "here": "yes" if one["connected"] else "",
        }
        for one in answer["players"]
    ]  # fmt: skip


def _statement_rows(answer: Answer) -> list[Answer]:
    currency = answer["holdings"]["currency"]
    return [
        {
            "when": moment(one["at_ms"]), "what": one["reason"].replace("_", " "),
            "amount": money(one["amount"], currency), "after": money(one["balance"], currency),
            "note": one["note"],
        }
        for one in answer["lines"]
    ]  # fmt: skip


def _hand_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "hand": one["key"], "when": moment(one["at_ms"]), "game": one["game"],
            "blinds": f"{one['small_blind']}/{one['big_blind']}", "won": one["won"],
        }
        for one in answer["hands"]
    ]  # fmt: skip


def _log_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "number": one["number"], "when": moment(one["at_ms"]), "who": one["actor_name"],
            "did": one["deed"].replace("_", " "),
            "to": "" if one["subject"] == one["actor"] else one["subject_name"],
            "why": one["reason"],
        }
        for one in answer["entries"]
    ]  # fmt: skip


LISTS = {
    "find": Printed(_found_rows, "No name begins like this."),
    "statement": Printed(_statement_rows, "No money has moved."),
    "hands": Printed(_hand_rows, "No hands yet."),
    "log": Printed(_log_rows, "Nothing was done yet."),
}
