"""The `paxren` command."""
