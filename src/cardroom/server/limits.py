"""The limits of the network side, all in one place; `docs/guides/protocol.md` explains them."""

MESSAGE_BYTES_MAX = 8 * 1024
MESSAGE_DEPTH_MAX = 8
HTTP_BODY_BYTES_MAX = 64 * 1024
LOGO_BODY_BYTES_MAX = 360 * 1024
"""A logo as base64, with its reason."""

MESSAGES_PER_S = 20
MESSAGES_BURST = 40
CHAT_EVERY_MS = 800
CHAT_BURST = 5
REPORTS_EVERY_MS = 60_000
REPORTS_BURST = 5
FIRST_MESSAGE_MS = 5_000
SOCKETS_PER_ACCOUNT = 8
SOCKETS_PER_ADDRESS = 256
CONNECTIONS_MAX = 10_000
CONNECTIONS_PER_ADDRESS = 512
"""TCP connections, whether they have said anything or not."""
FIRST_REQUEST_S = 10
"""The time for TLS, and then for the head of the first request."""
KEEP_ALIVE_S = 75
"""The time between two requests of one connection, up to the end of the second one's head."""
BODY_S = 15
FILES_WANTED = 65_536
FILES_KEPT = 128
"""Open files that are not connections: databases, logs, files of the client."""
SUBSCRIPTIONS_MAX = 32
REQUESTS_WAITING_MAX = 32
"""Requests of one connection that wait for the room's answer; more are refused."""
ANSWERS_REMEMBERED = 64
OUTBOX_BYTES_MAX = 64 * 1024
"""Bytes that a socket has not yet taken; beyond, the slow reader is dropped."""

PING_AT_TABLE_MS = 5_000
PING_IN_LOBBY_MS = 15_000
SILENT_AT_TABLE_MS = 7_000
"""A living line has answered a ping in that time; one that has not may be lost."""
DEAD_AT_TABLE_MS = 10_000
DEAD_IN_LOBBY_MS = 40_000
LOOK_AFTER_MS = 1_000
"""How often connections are pinged and the dead are found."""
LIVE_SESSION_KEPT_MS = 120_000
"""How long a session without a socket keeps its answered ids, for coming back."""
STREAM_BLANK_MS = 7_000

TICKET_MS = 30_000
TICKETS_MAX = 50_000
SESSION_MS = 30 * 86_400_000
SESSION_ROTATES_AFTER_MS = 86_400_000
ROTATION_GRACE_MS = 60_000
GUEST_SESSION_MS = 7 * 86_400_000
PROGRAM_TOKEN_MS = 365 * 86_400_000

HASHING_WORKERS = 2
HASHING_WAITING_MAX = 32
BUCKETS_MAX = 100_000
PAGE_MAX = 200
"""Rows of one page of the HTTP API."""
