"""A load test of one large tournament: everybody enters over a socket, and all tables play."""
