"""The detectors of the review, each in a file of its own; `scan` puts them together."""
