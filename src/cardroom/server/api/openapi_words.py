"""What the OpenAPI document says that is in no type: groups of operations, how to be let in, what
the statuses mean, and the addresses beside the route table."""

from typing import Any

from cardroom.server.api.visits import CSRF_HEADER

ABOUT = f"""\
Money is in cents, tournament chips are whole chips, times are milliseconds since 1970 (UTC).

**Being let in.** A browser has the cookie of a session, and sends with every `POST` its `Origin`
and the header `{CSRF_HEADER}` with `csrf` from `/api/me`. A program has a token (`/api/programs`)
and sends it as `Authorization: Bearer ...`; what it may do is its scopes. Operations for the staff
need the scope `operate` and the role.

**Refusals** are JSON with a `rule`, a `reason` word and details in `d`; nothing has changed. A
known address with another method is 405 with `Allow`.

**Live play** is on the socket (`/api/socket`) or, for programs, in the streams (`/api/stream/...`,
one JSON message a line); `docs/guides/protocol.md` describes the messages.
"""

ERRORS: dict[int, tuple[str, str]] = {
    400: ("BadInput", "Broken input: `d.said` names what does not fit"),
    401: ("NotLoggedIn", "Not logged in, or the name, password or signature is wrong"),
    403: ("NotAllowed", "Not allowed: a role, a scope, the origin or the CSRF token is missing"),
    404: ("NotThere", "Not there"),
    409: ("RuleSaysNo", "A rule says no"),
    413: ("TooLong", "The body is too long"),
    429: ("TooFast", "Too fast"),
    500: ("Failed", "Our mistake, which is logged"),
    503: ("TryLater", "Try again later"),
}
RETRY_AFTER = {"description": "Seconds to wait, where known", "schema": {"type": "integer"}}

TAGS: tuple[tuple[str, str], ...] = (
    ("account", "Coming in, leaving, passwords, programs, tickets for sockets"),
    ("room", "What room this is, its lobby, its rulebook"),
    ("play", "Tables, actions and everything that can be asked by socket"),
    ("streams", "Channels as lines of JSON, for programs"),
    ("money", "Your balance, statement, deposits and withdrawals"),
    ("hands", "Your settled hands: lists, files, replays, statistics"),
    ("tournaments", "Tournaments: lists, entries, results"),
    ("help", "Notices, rules to accept, requests for help"),
    ("floor", "Live tournaments: the console of the staff, screens, phones"),
    ("operator", "What the house does: accounts, stakes, tables, cases, money, announcements"),
    ("operator: tournaments", "What the house does in tournaments"),
    ("server", "The document itself, the socket, probes and figures"),
)

TAG_OF_PATH: tuple[tuple[str, str], ...] = (
    ("/api/admin/tournaments", "operator: tournaments"),
    ("/api/admin/vouchers", "operator: tournaments"),
    ("/api/admin", "operator"),
    ("/api/floor", "floor"),
    ("/api/stream", "streams"),
    ("/api/hands", "hands"),
    ("/api/shared", "hands"),
    ("/api/statistics", "hands"),
    ("/api/tournament", "tournaments"),
    ("/api/games", "tournaments"),
    ("/api/entries", "tournaments"),
    ("/api/balance", "money"),
    ("/api/statement", "money"),
    ("/api/refill", "money"),
    ("/api/cashier", "money"),
    ("/api/table", "play"),
    ("/api/ask", "play"),
    ("/api/lobby", "room"),
    ("/api/room", "room"),
    ("/api/rules", "room"),
    ("/api/notices", "help"),
    ("/api/acceptance", "help"),
    ("/api/help-requests", "help"),
    ("/api", "account"),
)
"""The group of an operation, by how its path begins; the first that fits."""

PLAIN = {"text/plain": {"schema": {"type": "string"}}}


def tag_of(path: str) -> str:
    """The group in which an operation is listed."""
    return next(tag for beginning, tag in TAG_OF_PATH if path.startswith(beginning))


def security_schemes(cookie: str) -> dict[str, Any]:
    """How to be let in."""
    return {
        "cookie": {
            "type": "apiKey",
            "in": "cookie",
            "name": cookie,
            "description": "The session of a browser, set by `/api/guest`, `/api/register` and"
            " `/api/login`.",
        },
        "csrf": {
            "type": "apiKey",
            "in": "header",
            "name": CSRF_HEADER,
            "description": "`csrf` of the answer to logging in, or of `/api/me`; with every change"
            " that a session's cookie makes.",
        },
        "bearer": {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a program, from `/api/programs`.",
        },
    }


def beside_the_table() -> dict[str, dict[str, Any]]:
    """The addresses that are not in the route table, all of them to be read with GET."""
    health = {
        "type": "object",
        "properties": {
            "status": {"type": "string", "enum": ["ok", "unready", "draining"]},
            "build": {"type": "string"},
            "reasons": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["status"],
    }
    ready = {
        "200": {"description": "Ready", "content": {"application/json": {"schema": health}}},
        "503": {
            "description": "Not ready, with the reasons, or draining before a restart",
            "content": {"application/json": {"schema": health}},
        },
    }
    return {
        "/api/socket": _get(
            "open_socket",
            "The WebSocket of a player",
            {
                "101": {"description": "Switching to the WebSocket protocol"},
                "400": {"$ref": "#/components/responses/BadInput"},
                "403": {"$ref": "#/components/responses/NotAllowed"},
                "429": {"$ref": "#/components/responses/TooFast"},
            },
            description="Needs `Upgrade: websocket` and a ticket from `POST /api/ticket`, which"
            " opens one socket within 30 seconds; a browser also needs the cookie that the ticket"
            " was issued to. A socket without them is closed with code 4002 and a reason that says"
            " what is missing. The first message is `hello`; `docs/guides/protocol.md` describes"
            " all of them.",
            security=[{"cookie": []}, {}],
            parameters=[
                {
                    "name": "ticket",
                    "in": "query",
                    "required": True,
                    "schema": {"type": "string", "minLength": 1, "maxLength": 100},
                }
            ],
        ),
        "/api/openapi.json": _get(
            "openapi",
            "This document",
            {
                "200": {
                    "description": "OpenAPI 3.1",
                    "content": {"application/json": {"schema": {"type": "object"}}},
                }
            },
        ),
        "/livez": _get(
            "livez",
            "Whether the process answers",
            {"200": {"description": "It does", "content": ready["200"]["content"]}},
        ),
        "/readyz": _get("readyz", "Whether to send players here", ready),
        "/health": _get("health", "The same as /readyz, under an older name", ready),
        "/metrics": _get(
            "metrics",
            "Figures for Prometheus",
            {
                "200": {"description": "The text format of Prometheus", "content": PLAIN},
                "403": {"$ref": "#/components/responses/NotAllowed"},
            },
            description="Only for this machine, unless the operator opens it to others.",
        ),
    }


def _get(name: str, summary: str, responses: dict[str, Any], **more: Any) -> dict[str, Any]:
    operation = {"operationId": name, "tags": ["server"], "summary": summary, "parameters": []}
    return operation | more | {"responses": responses}
