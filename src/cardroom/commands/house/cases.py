"""`cardroom admin case`: reports of players, and what the house enters in them (FAIR-04)."""

import argparse
from typing import Any

from cardroom.commands.house.words import REASON, Answer, Deeds, Printed, Words, days_from_now
from cardroom.commands.refusals import moment
from cardroom.commands.room_client import RoomClient, find_account

ALL = "/api/admin/cases"


async def _list(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"{ALL}?after={args.after}&limit=200"))


async def _show(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.get(f"{ALL}/{args.case}"))


async def _link_hand(client: RoomClient, args: argparse.Namespace) -> Answer:
    return await _enter(client, args, "hand_linked", key=args.key)


async def _program(client: RoomClient, args: argparse.Namespace) -> Answer:
    found = {"player": await _player(client, args), "program": args.program, "how": args.how}
    return await _enter(client, args, "program_found", **found)


async def _ask_video(client: RoomClient, args: argparse.Namespace) -> Answer:
    due_ms = days_from_now(args.days)
    asked = {"player": await _player(client, args), "due_ms": due_ms, "note": args.note}
    return await _enter(client, args, "video_requested", **asked)


async def _video(client: RoomClient, args: argparse.Namespace) -> Answer:
    player = await _player(client, args)
    return await _enter(client, args, "video_received", player=player, receipt=args.receipt)


async def _hold(client: RoomClient, args: argparse.Namespace) -> Answer:
    player = await _player(client, args)
    return await _enter(client, args, "hold_placed", player=player, amount=args.amount)


async def _release(client: RoomClient, args: argparse.Namespace) -> Answer:
    player = await _player(client, args)
    return await _enter(client, args, "holds_released", player=player, reason=args.reason)


async def _sanction(client: RoomClient, args: argparse.Namespace) -> Answer:
    said: Answer = {
        "player": await _player(client, args),
        "sanction": args.sanction,
        "reason": args.reason,
        "evidence": args.evidence,
        "recipient": args.recipient,
    }
    if args.days:
        said["until_ms"] = days_from_now(args.days)
    return await _enter(client, args, "sanctioned", **said)


async def _close(client: RoomClient, args: argparse.Namespace) -> Answer:
    said = {"finding": args.finding, "reason": args.reason}
    return await _enter(client, args, "case_closed", **said)


async def _player(client: RoomClient, args: argparse.Namespace) -> Any:
    return (await find_account(client, args.player, "risk"))["player"]


async def _enter(
    client: RoomClient, args: argparse.Namespace, kind: str, **entry: object
) -> Answer:
    return dict(await client.post(f"{ALL}/{args.case}", entry={"type": kind, **entry}))


CASE: Words = {"case": {"metavar": "CASE", "type": int, "help": "its number"}}
PLAYER: Words = {"--player": {"required": True, "metavar": "NAME"}}


def _text(word: str, said: str) -> Words:
    return {word: {"required": True, "metavar": "TEXT", "help": said}}


DEEDS: Deeds = {
    "list": (
        "list the cases in the order of their reports",
        {"--after": {"type": int, "default": 0, "metavar": "CASE", "help": "those after this one"}},
        _list,
    ),
    "show": ("show a case with everything that was entered; is recorded", CASE, _show),
    "link-hand": ("link a hand to a case", {**CASE, "key": {"metavar": "HAND"}}, _link_hand),
    "program": (
        "note that a player used a forbidden program",
        {
            **CASE, **PLAYER,
            "--program": {
                "required": True, "choices": ("hand_tracker", "hud", "screen_capture"),
            },
            **_text("--how", "how it was found"),
        },
        _program,
    ),
    "ask-video": (
        "ask a player for a recording of their play",
        {
            **CASE, **PLAYER,
            "--days": {"type": int, "required": True, "metavar": "N", "help": "until when"},
            **_text("--note", "what is to be seen"),
        },
        _ask_video,
    ),
    "video": (
        "note that the recording came",
        {**CASE, **PLAYER, **_text("--receipt", "where it is, and its hash")}, _video,
    ),
    "hold": (
        "hold money of a player until the review ends, in cents",
        {**CASE, **PLAYER, "amount": {"metavar": "AMOUNT", "type": int}}, _hold,
    ),
    "release": ("give a player what is held", {**CASE, **PLAYER, **REASON}, _release),
    "sanction": (
        "sanction a player",
        {
            **CASE, **PLAYER,
            "--sanction": {
                "required": True,
                "choices": ("seize_funds", "suspend_or_close_account", "disclose", "legal_action"),
            },
            "--evidence": {
                "required": True, "action": "append", "metavar": "TEXT",
                "help": "may be given several times",
            },
            "--days": {
                "type": int, "default": 0, "metavar": "N",
                "help": "of a suspension; without them the account is closed",
            },
            "--recipient": {"default": "", "metavar": "NAME", "help": "to whom it is disclosed"},
            **REASON,
        },
        _sanction,
    ),
    "close": (
        "end the review",
        {
            **CASE,
            "--finding": {"required": True, "choices": ("confirmed", "nothing_found")},
            **REASON,
        },
        _close,
    ),
}  # fmt: skip
"""What each deed is for, the words it takes, and how it is done."""


def _case_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "case": one["case"], "state": one["finding"] or one["state"],
            "about": one["report"]["kind"],
            "players": ", ".join(map(str, one["report"]["players"])),
            "report": one["report"]["text"], "entries": len(one["entries"]),
        }
        for one in answer["cases"]
    ]  # fmt: skip


def _entry_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "entry": one["number"], "when": moment(one["at_ms"]), "by": one["actor"],
            "what": one["entry"]["type"].replace("_", " "),
            "more": ", ".join(
                f"{name} {value}" for name, value in one["entry"].items() if name != "type"
            ),
        }
        for one in answer["entries"]
    ]  # fmt: skip


ENTRIES = Printed(_entry_rows, "Nothing was entered yet.")
LISTS = dict.fromkeys(DEEDS, ENTRIES) | {"list": Printed(_case_rows, "There are no cases.")}
