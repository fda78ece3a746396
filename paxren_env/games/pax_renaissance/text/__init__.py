"""The game in words: what is asked, what an answer means, what it changed, the table as it lies.

Everything here only reads. The log of whole games is told by core.telling, with these words.
"""

from paxren_env.games.pax_renaissance.solo.aims import event_note
from paxren_env.games.pax_renaissance.text.answers import action_names, answer_words
from paxren_env.games.pax_renaissance.text.asked import decision_text, result_text
from paxren_env.games.pax_renaissance.text.at_the_table import (
    EXAMPLES,
    LOOKUP_NAME,
    TABLE_WORDS,
    choice_note,
    lookup,
)
from paxren_env.games.pax_renaissance.text.changes import changes
from paxren_env.games.pax_renaissance.text.printed import table
from paxren_env.games.pax_renaissance.text.reasons import REASON_WORDS
from paxren_env.games.pax_renaissance.text.words import bank_words as seat_words
from paxren_env.games.pax_renaissance.text.words import plain_name

__all__ = [
    "EXAMPLES",
    "LOOKUP_NAME",
    "REASON_WORDS",
    "TABLE_WORDS",
    "action_names",
    "answer_words",
    "changes",
    "choice_note",
    "decision_text",
    "event_note",
    "lookup",
    "plain_name",
    "result_text",
    "seat_words",
    "table",
]
