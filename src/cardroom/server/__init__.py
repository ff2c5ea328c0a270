"""The network side of the room: HTTP, WebSocket, accounts, webhooks."""
