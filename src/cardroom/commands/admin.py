"""`cardroom admin`: looks after a room.

Administrators and their tokens are made in the database, so whoever may write there is trusted;
everything else goes through the room's own API, as the administrator who logs in.
"""

import argparse
import asyncio
import os
import secrets
import sys
from getpass import getpass
from typing import Any

from cardroom.commands import admin_tournaments, corrections, help_requests
from cardroom.commands.admin_output import show
from cardroom.commands.house import (
    cases,
    cluster,
    entrance,
    identity,
    money,
    people,
    reports,
    review,
    stakes,
    tables,
)
from cardroom.commands.house.words import NAME, REASON, Answer, Deeds
from cardroom.commands.room_client import RoomClient, find_account, new_session
from cardroom.commands.staff import make_administrator, make_token
from cardroom.errors import Refused, UsageError
from cardroom.rulebook.cash.stakes import read_stake

ROOM = "http://127.0.0.1:8080"
TOKEN = "CARDROOM_TOKEN"  # noqa: S105 - the name of a variable

TEXT_MAX = 500
DAY_S = 86_400
AMOUNT_MAX = 2**53
STAKE_LIKE = "nl-holdem:ordinary:5:10"


def configure(parser: argparse.ArgumentParser) -> None:
    """Take what is to be done, where, and as whom."""
    parser.description = (
        "Manage a room. 'create-administrator' and 'create-token' work on the database, even"
        " while the room is open. Everything else asks the running room, as an administrator: log"
        f" in with --as NAME, or put a token of 'create-token' into {TOKEN}."
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    _configure_database(actions)
    _add_deeds(actions, DEEDS)
    for name, (summary, deeds) in GROUPS.items():
        group = actions.add_parser(name, help=summary, description=f"{summary.capitalize()}.")
        parts = group.add_subparsers(dest="deed", metavar="DEED", title="deeds", required=True)
        _add_deeds(parts, deeds)


def _add_deeds(actions: Any, deeds: Deeds) -> None:
    for name, (summary, words, _) in deeds.items():
        action = actions.add_parser(name, help=summary, description=f"{summary.capitalize()}.")
        for word, options in words.items():
            action.add_argument(word, **options)
        action.add_argument("--room", default=ROOM, metavar="ADDRESS", help=f"default: {ROOM}")
        action.add_argument("--as", dest="administrator", metavar="NAME", help="who logs in")
        _add_password(action)
        _add_json(action)


def _configure_database(actions: Any) -> None:
    for name, summary in (
        ("create-administrator", "make a new or an existing account an administrator"),
        ("create-token", f"make an administrator's token for {TOKEN}; it is shown once"),
    ):
        action = actions.add_parser(name, help=summary, description=f"{summary.capitalize()}.")
        action.add_argument("name", metavar="NAME")
        action.add_argument("--database", required=True, metavar="ADDRESS")
        if name == "create-token":
            action.add_argument("--days", type=int, default=90, help="how long it lasts")
        else:
            _add_password(action)
        _add_json(action)


def _add_password(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "--password-stdin", action="store_true", help="read the password from standard input"
    )


def _add_json(action: argparse.ArgumentParser) -> None:
    action.add_argument("--json", action="store_true", help="print the answer as JSON")


def run(args: argparse.Namespace) -> int:
    """Do it, and say what was done."""
    _verify(args)
    try:
        if args.action == "create-administrator":
            password = _password(args, "New password", twice=True)
            answer = asyncio.run(make_administrator(args.database, args.name, password))
        elif args.action == "create-token":
            token = asyncio.run(make_token(args.database, args.name, args.days))
            answer = {"token": token}
        else:
            answer = asyncio.run(_at_room(args))
    except Refused as refusal:
        raise UsageError(f"Refused: {refusal}.") from None
    show(args, answer)
    return 0


def _verify(args: argparse.Namespace) -> None:
    """Refuse what the room would refuse, before anybody has to log in."""
    given = vars(args)
    for written in {"reason", "text"} & given.keys():
        given[written] = given[written].strip()
    for wrong, said in (
        (
            not 3 <= len(given.get("reason", "...")) <= TEXT_MAX,
            f"--reason has 3 to {TEXT_MAX} characters.",
        ),
        (not 1 <= len(given.get("text", ".")) <= TEXT_MAX, f"TEXT has 1 to {TEXT_MAX} characters."),
        (not 0 <= given.get("in_s", 0) <= DAY_S, f"--in is from 0 to {DAY_S} seconds."),
        (
            not 1 <= abs(given.get("amount", 1)) <= AMOUNT_MAX,
            "AMOUNT is in cents and not 0; a negative one takes money back.",
        ),
        (
            read_stake(given.get("stake", STAKE_LIKE)) is None,
            f"STAKE is game:format:small:big, such as {STAKE_LIKE}.",
        ),
    ):
        if wrong:
            raise UsageError(said)


def _password(args: argparse.Namespace, prompt: str, *, twice: bool = False) -> str:
    """From standard input or a prompt: never from the command line, which everybody can read."""
    if args.password_stdin:
        return sys.stdin.readline().rstrip("\n")
    if not sys.stdin.isatty():
        raise UsageError("There is no terminal to ask for the password: use --password-stdin.")
    password = getpass(f"{prompt}: ")
    if twice and getpass(f"{prompt} again: ") != password:
        raise UsageError("The two passwords differ.")
    return password


async def _at_room(args: argparse.Namespace) -> Answer:
    token = os.environ.get(TOKEN, "")
    if not token and not args.administrator:
        raise UsageError(f"Say who you are: --as NAME, or a token in {TOKEN}.")
    password = "" if token else _password(args, f"Password of {args.administrator}")
    _, _, deed = GROUPS[args.action][1][args.deed] if args.action in GROUPS else DEEDS[args.action]
    async with new_session() as session:
        client = RoomClient(session, args.room, token=token)
        if not token:
            await client.login(args.administrator, password)
        try:
            return await deed(client, args)
        finally:
            if not token and args.action != "drain":
                await client.post("/api/logout")


# What can be done


async def _broadcast(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.post("/api/admin/announce", text=args.text))


async def _drain(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.post("/api/admin/drain", in_s=args.in_s))


async def _resume(client: RoomClient, _args: argparse.Namespace) -> Answer:
    return dict(await client.post("/api/admin/resume"))


async def _adjust(client: RoomClient, args: argparse.Namespace) -> Answer:
    player = (await find_account(client, args.name, "administrator"))["player"]
    reference = args.reference or f"adjust-{secrets.token_hex(8)}"
    booked = await client.post(
        "/api/admin/cashier",
        kind="adjustment",
        player=player,
        amount=args.amount,
        reference=reference,
        reason=args.reason,
    )
    return {"reference": reference, **booked}


async def _bookings(client: RoomClient, _args: argparse.Namespace) -> Answer:
    return dict(await client.get("/api/admin/bookings"))


async def _approve(client: RoomClient, args: argparse.Namespace) -> Answer:
    path = "/api/admin/bookings/approve"
    return dict(await client.post(path, reference=args.reference, reason=args.reason))


async def _refuse(client: RoomClient, args: argparse.Namespace) -> Answer:
    path = "/api/admin/bookings/refuse"
    return dict(await client.post(path, reference=args.reference, reason=args.reason))


async def _player(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await find_account(client, args.name))


async def _players(client: RoomClient, _args: argparse.Namespace) -> Answer:
    tables = (await client.get("/api/admin/tables"))["tables"]
    rows = [{**player, "table": one["table"]} for one in tables for player in one["players"]]
    return {"players": sorted(rows, key=lambda row: str(row["name"]).casefold())}


async def _tables(client: RoomClient, _args: argparse.Namespace) -> Answer:
    return dict(await client.get("/api/admin/tables"))


REFERENCE: dict[str, dict[str, Any]] = {
    "--reference": {"metavar": "WORD", "help": "the same word again books nothing again"}
}
REQUEST: dict[str, dict[str, Any]] = {"number": {"metavar": "NUMBER", "type": int}}
ORDERED: dict[str, dict[str, Any]] = {"reference": {"metavar": "REFERENCE"}}
DEEDS: Deeds = {
    "broadcast": ("send a message to everybody", {"text": {"metavar": "TEXT"}}, _broadcast),
    "drain": (
        "announce a restart, deal no new hands after the countdown, then end the room",
        {
            "--in": {
                "dest": "in_s", "type": int, "required": True, "metavar": "SECONDS",
                "help": "the countdown",
            }
        },
        _drain,
    ),
    "resume": ("call off the restart and deal again", {}, _resume),
    "adjust": (
        "give an account house money, in cents, or take it back with a negative amount",
        {
            **NAME,
            "amount": {"metavar": "AMOUNT", "type": int},
            **REASON,
            **REFERENCE,
        },
        _adjust,
    ),
    "bookings": (
        "list the bookings that wait for a second administrator", {}, _bookings,
    ),
    "approve": ("book what another administrator asked for", {**ORDERED, **REASON}, _approve),
    "refuse": (
        "refuse a booking of another administrator, or withdraw your own",
        {**ORDERED, **REASON},
        _refuse,
    ),
    "void-hand": (
        "void a hand: roll back a hand in progress, or give back a paid one",
        {
            "key": {"metavar": "HAND", "help": "its key, such as hand:7:1:12"},
            **REASON,
            "--house-pays": {
                "action": "store_true", "help": "the house pays what winners no longer have",
            },
            "--dry-run": {"action": "store_true", "help": "only say who would give back what"},
        },
        corrections.void_hand,
    ),
    "restore-seat": (
        "offer players a seat that they wrongly lost, ahead of the queue",
        {
            "--table": {"type": int, "required": True, "metavar": "N"},
            "--player": {"required": True, "metavar": "NAME"},
            "--seat": {"type": int, "metavar": "S", "help": "default: any free seat"},
            **REASON,
        },
        corrections.restore_seat,
    ),
    "give-ticket": (
        "give an account a ticket worth this many cents, which the house pays for",
        {
            **NAME,
            "value": {"metavar": "VALUE", "type": int},
            "--target": {"default": "any", "help": "the word on the ticket; default: any"},
            "--days": {"type": int, "default": 0, "help": "how long it is good; default: always"},
            **REASON,
            **REFERENCE,
        },
        corrections.give_ticket,
    ),
    "suspense": (
        "list the money that cannot be credited, and when it goes to charity", {},
        corrections.suspense,
    ),
    "set-aside": (
        "set aside cash of an account, in cents, because it cannot be credited",
        {**NAME, "amount": {"metavar": "AMOUNT", "type": int}, **REASON, **REFERENCE},
        corrections.set_aside,
    ),
    "resolve": (
        "credit what was set aside", {**ORDERED, **REASON},
        corrections.resolve,
    ),
    "exclude-from-banzai": (
        "keep an account out of new Banzai seats and queues; other games are not affected",
        {**NAME, **REASON}, corrections.exclude_from_banzai,
    ),
    "admit-to-banzai": (
        "let an account play Banzai again", {**NAME, **REASON}, corrections.admit_to_banzai,
    ),
    "banzai-exclusions": (
        "list who is kept out of Banzai, by whom and why", {}, corrections.banzai_exclusions,
    ),
    "help-requests": (
        "list what players ask the house, the oldest first",
        {
            "--state": {
                "choices": ("open", "answered", "closed", "all"), "default": "open",
                "help": "default: open",
            }
        },
        help_requests.help_requests,
    ),
    "answer-help": (
        "answer a request for help; its player hears of it at once, or at the next login",
        {**REQUEST, "text": {"metavar": "TEXT"}},
        help_requests.answer_help,
    ),
    "close-help": (
        "close a request for help, answered or not", REQUEST, help_requests.close_help,
    ),
    **people.DEEDS,
    **entrance.DEEDS,
    **identity.DEEDS,
    **stakes.DEEDS,
    **tables.DEEDS,
    **money.DEEDS,
    "player": ("look up an account", NAME, _player),
    "players": ("list who sits at the tables", {}, _players),
    "tables": ("list the tables", {}, _tables),
}  # fmt: skip
"""What each action is for, the words it takes, and how it is done."""

GROUPS: dict[str, tuple[str, Deeds]] = {
    "tournament": ("create, change, pause and cancel tournaments", admin_tournaments.DEEDS),
    "case": ("review what players reported, hold money, sanction", cases.DEEDS),
    "cluster": ("show the processes of a room that has several, move what they run", cluster.DEEDS),
    "review": ("look at alerts, propose, approve, write to players", review.DEEDS),
    "report": ("print what the house earned, and who played, won and has how much", reports.DEEDS),
}
"""Actions that are several deeds."""
