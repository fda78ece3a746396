"""The game in words: what is asked, what an answer means, the table as it lies, what happened.

Everything here only reads. The log of whole games is told by core.telling, with these words.
"""

from paxren_env.games.wallenstein.text.answers import action_names, answer_words
from paxren_env.games.wallenstein.text.asked import (
    choice_note,
    decision_text,
    is_secret,
    pending_text,
    result_text,
    secret_words,
    turn_heading,
)
from paxren_env.games.wallenstein.text.changes import changes
from paxren_env.games.wallenstein.text.lookup import EXAMPLES, TABLE_WORDS, lookup
from paxren_env.games.wallenstein.text.outcomes import outcome_words
from paxren_env.games.wallenstein.text.printed import table
from paxren_env.games.wallenstein.text.reasons import REASON_WORDS
from paxren_env.games.wallenstein.text.words import plain_name, seat_words

__all__ = [
    "EXAMPLES",
    "REASON_WORDS",
    "TABLE_WORDS",
    "action_names",
    "answer_words",
    "changes",
    "choice_note",
    "decision_text",
    "is_secret",
    "lookup",
    "outcome_words",
    "pending_text",
    "plain_name",
    "result_text",
    "seat_words",
    "secret_words",
    "table",
    "turn_heading",
]
