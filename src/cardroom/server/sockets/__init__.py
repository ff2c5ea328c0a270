"""WebSockets and streams: messages, sessions that outlast a socket, rates."""
