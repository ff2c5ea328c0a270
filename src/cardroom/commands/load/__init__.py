"""A load test: players over real sockets, a bare server to compare with, and what was measured."""
