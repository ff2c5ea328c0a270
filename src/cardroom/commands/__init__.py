"""The `cardroom` command line, one module a subcommand."""
