"""`cardroom admin password-link`, `invite`, `applications`: who comes in, and how."""

import argparse

from cardroom.commands.house.words import NAME, REASON, Answer, Deeds, Printed, Words
from cardroom.commands.refusals import moment
from cardroom.commands.room_client import RoomClient, find_account

INVITATIONS = "/api/admin/invitations"
APPLICATIONS = "/api/admin/applications"
LINK = "/api/admin/accounts/{player}/password-link"


async def _password_link(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Issue a link for a forgotten password."""
    player = (await find_account(client, args.name))["player"]
    path = LINK.format(player=player)
    return dict(await client.post(path, reason=args.reason, hours=args.hours))


async def _revoke_password_link(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Revoke the open link of an account."""
    player = (await find_account(client, args.name))["player"]
    path = LINK.format(player=player) + "/revoke"
    return dict(await client.post(path, reason=args.reason))


async def _password_links(client: RoomClient, args: argparse.Namespace) -> Answer:
    """The last links of an account."""
    player = (await find_account(client, args.name))["player"]
    return dict(await client.get(LINK.format(player=player) + "s"))


async def _invite(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Issue an invitation code."""
    answer = await client.post(
        INVITATIONS,
        code=args.code,
        uses=args.uses,
        hours=24 * args.days,
        note=args.note,
        reason=args.reason,
    )
    return dict(answer)


async def _invitations(client: RoomClient, _args: argparse.Namespace) -> Answer:
    """The last invitations."""
    return dict(await client.get(INVITATIONS))


async def _revoke_invitation(client: RoomClient, args: argparse.Namespace) -> Answer:
    """End an invitation."""
    return dict(await client.post(f"{INVITATIONS}/{args.number}/revoke", reason=args.reason))


async def _applications(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Who asks to be let in."""
    return dict(await client.get(f"{APPLICATIONS}?state={args.state}&limit=200"))


async def _approve_application(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Let an applicant in."""
    return await _decide(client, args, "approve")


async def _refuse_application(client: RoomClient, args: argparse.Namespace) -> Answer:
    """Refuse an applicant."""
    return await _decide(client, args, "refuse")


async def _decide(client: RoomClient, args: argparse.Namespace, deed: str) -> Answer:
    path = f"{APPLICATIONS}/{args.number}/{deed}"
    return dict(await client.post(path, reason=args.reason, answer=args.answer))


REQUEST: Words = {"number": {"metavar": "NUMBER", "type": int}}
ANSWER: Words = {"--answer": {"default": "", "metavar": "TEXT", "help": "what the applicant reads"}}
DEEDS: Deeds = {
    "password-link": (
        "issue a link by which a player who forgot the password sets a new one, once",
        {
            **NAME,
            "--hours": {
                "type": int, "default": 0, "metavar": "N", "choices": range(1, 169),
                "help": "how long it is good, up to 168; default: as the room's file says",
            },
            **REASON,
        },
        _password_link,
    ),
    "revoke-password-link": (
        "make the open link of an account worthless", {**NAME, **REASON},
        _revoke_password_link,
    ),
    "password-links": (
        "list the last links of an account, and what became of them", NAME,
        _password_links,
    ),
    "invite": (
        "issue an invitation code",
        {
            "--uses": {
                "type": int, "default": 1, "metavar": "N",
                "help": "for how many people; default: 1",
            },
            "--days": {
                "type": int, "default": 0, "metavar": "N",
                "help": "how long it is good; default: until it is revoked",
            },
            "--code": {"default": "", "help": "a code of your own; default: one of chance"},
            "--note": {"default": "", "help": "what it is for"},
            **REASON,
        },
        _invite,
    ),
    "invitations": ("list the invitation codes, and who came by them", {}, _invitations),
    "revoke-invitation": (
        "make an invitation code worthless; who came by it stays", {**REQUEST, **REASON},
        _revoke_invitation,
    ),
    "applications": (
        "list who asks to be let in",
        {
            "--state": {
                "choices": ("waiting", "approved", "refused"), "default": "waiting",
                "help": "default: waiting",
            }
        },
        _applications,
    ),
    "approve-application": (
        "let an applicant in", {**REQUEST, **ANSWER, **REASON}, _approve_application,
    ),
    "refuse-application": (
        "refuse an applicant", {**REQUEST, **ANSWER, **REASON}, _refuse_application,
    ),
}  # fmt: skip
"""What each action is for, the words it takes, and how it is done."""


def _link_sentence(answer: Answer) -> str:
    """What to do with a link that was issued."""
    return (
        f"{answer['address']}\nHand it to {answer['name']} by a way that you trust. It sets a new"
        f" password once, until {moment(answer['expires_ms'])}; it is not shown again."
    )


def _link_rows(answer: Answer) -> list[Answer]:
    """Links for the terminal."""
    return [
        {
            "issued": moment(one["issued_ms"]),
            "by": one["issued_by"],
            "expires": moment(one["expires_ms"]),
            "state": "open" if one["is_open"] else one["ended"] or "expired",
        }
        for one in answer["links"]
    ]


def _invitation_sentence(answer: Answer) -> str:
    """What to do with a code that was issued."""
    return f"{answer['code']}\nHand it out, or this address, which fills it in: {answer['address']}"


def _invitation_rows(answer: Answer) -> list[Answer]:
    """Invitations for the terminal."""
    return [
        {
            "number": one["number"],
            "code": one["code"],
            "came": f"{len(one['arrivals'])}/{one['uses_max']}",
            "until": moment(one["expires_ms"]) if one["expires_ms"] else "revoked",
            "state": one["flaw"].replace("_", " ") or "good",
            "note": one["note"],
            "who": ", ".join(arrival["name"] for arrival in one["arrivals"]),
        }
        for one in answer["invitations"]
    ]


def _application_rows(answer: Answer) -> list[Answer]:
    """Applications for the terminal."""
    return [
        {
            "number": one["number"],
            "name": one["name"],
            "kind": one["kind"],
            "asked": moment(one["asked_ms"]),
            "said": one["said"],
            "decided by": one["decided_by"],
            "answer": one["answer"],
        }
        for one in answer["applications"]
    ]


def _application_sentence(answer: Answer) -> str:
    """A sentence about an application that was decided."""
    return f"Application {answer['number']} of {answer['name']} is {answer['state']}."


LISTS = {
    "password-links": Printed(_link_rows, "No link was issued."),
    "invitations": Printed(_invitation_rows, "No invitation was issued."),
    "applications": Printed(_application_rows, "Nobody is on this list."),
}
SENTENCES = {
    "password-link": _link_sentence,
    "invite": _invitation_sentence,
    "revoke-invitation": lambda answer: f"Invitation {answer['number']} is revoked.",
    "approve-application": _application_sentence,
    "refuse-application": _application_sentence,
}
