"""Several processes as one room: messages over NATS, and which process runs what."""
