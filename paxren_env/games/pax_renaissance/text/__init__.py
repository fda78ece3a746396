"""The game in words: what is asked, what an answer means, the table as it lies, the log.

Everything here only reads.
"""

from paxren_env.games.pax_renaissance.text.answers import action_name, action_names
from paxren_env.games.pax_renaissance.text.asked import decision_text, result_text
from paxren_env.games.pax_renaissance.text.log import history, history_lines, whole_history
from paxren_env.games.pax_renaissance.text.printed import purse_text, table
from paxren_env.games.pax_renaissance.text.reading import parse_action
from paxren_env.games.pax_renaissance.text.turns import (
    history_by_turns,
    opening_by_turns,
    turn_heading,
)
from paxren_env.games.pax_renaissance.text.words import plain_name

__all__ = [
    "action_name",
    "action_names",
    "decision_text",
    "history",
    "history_by_turns",
    "history_lines",
    "opening_by_turns",
    "parse_action",
    "plain_name",
    "purse_text",
    "result_text",
    "table",
    "turn_heading",
    "whole_history",
]
