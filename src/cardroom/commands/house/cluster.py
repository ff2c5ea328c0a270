"""`cardroom admin cluster`: the processes of a room that has several, and what each runs."""

import argparse

from cardroom.commands.house.words import Answer, Deeds, Printed
from cardroom.commands.refusals import moment
from cardroom.commands.room_client import RoomClient


async def _processes(client: RoomClient, _args: argparse.Namespace) -> Answer:
    return dict(await client.get("/api/admin/cluster"))


async def _move(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.post("/api/admin/cluster/move", unit=args.unit, process=args.process))


async def _drain(client: RoomClient, args: argparse.Namespace) -> Answer:
    return dict(await client.post("/api/admin/cluster/drain", process=args.process))


PROCESS = {"process": {"metavar": "PROCESS", "help": "its name, as 'processes' shows it"}}
UNIT = {"unit": {"metavar": "UNIT", "help": "such as pool:nl-holdem:ordinary:5:10, or house"}}

DEEDS: Deeds = {
    "processes": ("list the processes with their load", {}, _processes),
    "units": ("list who runs what, with the epochs", {}, _processes),
    "move": ("hand a unit over to another process, after its hands", {**UNIT, **PROCESS}, _move),
    "drain": ("have a process hand over all it runs, and take no more", PROCESS, _drain),
}
"""What each action is for, the words it takes, and how it is done."""


def _process_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "process": one["name"],
            "roles": " ".join(one["roles"]),
            "machine": one["machine"],
            "since": moment(one["started_ms"]),
            "players": one["players"],
            "units": one["units"],
            "leaving": "yes" if one["is_leaving"] else "",
        }
        for one in answer["processes"]
    ]


def _unit_rows(answer: Answer) -> list[Answer]:
    return [
        {
            "unit": one["unit"],
            "process": one["process"] or "nobody",
            "epoch": one["epoch"] or "",
            "moved by hand": "yes" if one["is_pinned"] else "",
        }
        for one in answer["units"]
    ]


LISTS = {
    "processes": Printed(_process_rows, "There is no process."),
    "units": Printed(_unit_rows, "There is no unit."),
}
