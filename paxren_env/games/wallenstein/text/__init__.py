"""The game in words: what is asked, what an answer means, the table as it lies, what happened.

Everything here only reads.
"""

from paxren_env.games.wallenstein.text.answers import action_name, action_names, parse_action
from paxren_env.games.wallenstein.text.asked import (
    decision_text,
    is_secret,
    pending_text,
    result_text,
    turn_heading,
)
from paxren_env.games.wallenstein.text.changes import changes
from paxren_env.games.wallenstein.text.lookup import lookup
from paxren_env.games.wallenstein.text.printed import table
from paxren_env.games.wallenstein.text.words import plain_name

__all__ = [
    "action_name",
    "action_names",
    "changes",
    "decision_text",
    "is_secret",
    "lookup",
    "parse_action",
    "pending_text",
    "plain_name",
    "result_text",
    "table",
    "turn_heading",
]
