"""The game in words: what is asked, what an answer means, the table as it lies, the log.

Everything here only reads.
"""

from paxren_env.text.answers import action_name, action_names
from paxren_env.text.asked import decision_text, result_text
from paxren_env.text.log import history, history_lines, whole_history
from paxren_env.text.printed import table
from paxren_env.text.reading import parse_action
from paxren_env.text.words import plain_name

__all__ = [
    "action_name",
    "action_names",
    "decision_text",
    "history",
    "history_lines",
    "parse_action",
    "plain_name",
    "result_text",
    "table",
    "whole_history",
]
