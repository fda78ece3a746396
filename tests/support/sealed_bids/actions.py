"""The action line: every choice of the game as one int."""

from paxren_env.core.line import ActionLine

line = ActionLine()
TENS_DIGIT = line.add("tens", 2, "the first digit of a bid", ("0_", "1_"))
UNITS_DIGIT = line.add("units", 10, "the last digit of a bid", tuple("0123456789"))
