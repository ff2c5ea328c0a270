"""Traces for OpenTelemetry, from the socket to the commit; loaded only with [traces] (0175)."""
