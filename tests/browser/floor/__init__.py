"""The live floor in the browser: list, console on a laptop and a phone, ask the book."""
