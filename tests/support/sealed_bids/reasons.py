"""Why an answer is not legal: one statement for each reason."""

from paxren_env.core.reasons import Reasons

reasons = Reasons()
TOO_HIGH = reasons.add("R2", "a bid of {bid} or more, {player} has {coins}")
