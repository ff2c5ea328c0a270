"""`cardroom admin house`, `set-house`, `reset-house`, `set-logo`: what a house sets for itself."""

import argparse
from base64 import b64encode
from pathlib import Path
from typing import get_args

from cardroom.commands.house.words import REASON, Answer, Deeds, Printed
from cardroom.commands.room_client import RoomClient
from cardroom.errors import UsageError
from cardroom.office.entrance.house_settings import Door, SettingName
from cardroom.office.entrance.logos import read_logo

DOORS = get_args(Door)
SETTINGS = get_args(SettingName)
HOUSE = "/api/admin/house"
REFILL = ("to", "below", "hours")
FIELDS = ("registration", "guests", "name", "welcome")


async def _house(client: RoomClient, _args: argparse.Namespace) -> Answer:
    """What the house has set."""
    return dict(await client.get(HOUSE))


async def _set_house(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Set some of it."""
    wanted = {field: getattr(args, field) for field in FIELDS if getattr(args, field) is not None}
    rule = {part: getattr(args, f"refill_{part}") for part in REFILL}
    if any(value is not None for value in rule.values()):
        known = (await _house(client, args))["now"]["refill"]
        given = {part: value for part, value in rule.items() if value is not None}
        wanted["refill"] = known | given
    if not wanted:
        raise UsageError("Say what is to be set; --help lists the options.")
    return dict(await client.post(HOUSE, reason=args.reason, **wanted))


async def _reset_house(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Go back to the room's file."""
    return dict(await client.post(f"{HOUSE}/reset", setting=args.setting, reason=args.reason))


async def _set_logo(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Set the logo from a file."""
    encoded = b64encode(_picture(Path(args.file))).decode()
    return dict(await client.post(f"{HOUSE}/logo", content=encoded, reason=args.reason))


def _picture(path: Path) -> bytes:
    """The file, if it can be a logo."""
    try:
        content = path.read_bytes()
        read_logo(content)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise UsageError(f"{path}: {error}.") from None
    return content


async def _remove_logo(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Have no logo."""
    return dict(await client.post(f"{HOUSE}/logo/remove", reason=args.reason))


DEEDS: Deeds = {
    "house": (
        "show the doors, name, welcome, logo and refills of the house", {}, _house,
    ),
    "set-house": (
        "set doors, name, welcome or refills of the house, from now on",
        {
            "--registration": {"choices": DOORS, "help": "who may register"},
            "--guests": {"choices": DOORS, "help": "who may come in as a guest"},
            "--name": {"help": "what the house is called"},
            "--welcome": {"metavar": "TEXT", "help": "what the first page says"},
            "--refill-to": {
                "type": int, "metavar": "CENTS", "help": "what play money is refilled to",
            },
            "--refill-below": {
                "type": int, "metavar": "CENTS", "help": "who has less may be refilled",
            },
            "--refill-hours": {
                "type": int, "metavar": "N", "help": "once in this many hours; 0: never",
            },
            **REASON,
        },
        _set_house,
    ),
    "reset-house": (
        "go back to what the room's file says about a setting",
        {
            "setting": {"choices": SETTINGS, "metavar": "SETTING", "help": ", ".join(SETTINGS)},
            **REASON,
        },
        _reset_house,
    ),
    "set-logo": (
        "set the logo of the house from a PNG, WebP or SVG file",
        {"file": {"metavar": "FILE"}, **REASON},
        _set_logo,
    ),
    "remove-logo": ("have no logo", REASON, _remove_logo),
}  # fmt: skip
"""What each action is for, the words it takes, and how it is done."""


def _house_rows(card: Answer) -> list[Answer]:
    """The settings for the terminal: now, by the file, and who set them."""
    by = {one["setting"]: one["by"] for one in card["changed"]}
    return [
        {
            "setting": name,
            "now": _said(card["now"][name]),
            "file": _said(card["configured"][name]),
            "set by": by.get(name, ""),
        }
        for name in card["now"]
    ]


def _said(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    return str(value)


LISTS = dict.fromkeys(DEEDS, Printed(_house_rows, ""))
