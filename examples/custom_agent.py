"""An agent of one's own meets the baselines in the arena.

    python -m examples.custom_agent

The same from the command line: python -m agents.arena examples.custom_agent.Lookahead random
"""

from collections.abc import Sequence

import numpy as np

from agents.arena import Match, make_agents, play
from paxren_env.core.game import Game


class Lookahead:
    """Tries every answer, and takes the one after which it has the most answers itself.

    `games` are copies: all that this seat cannot know is dealt anew in them.
    """

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        return np.array([self.choose(game) for game in games])

    def choose(self, game: Game) -> int:
        return max(game.legal_actions(), key=lambda action: self.freedom(game, action))

    def freedom(self, game: Game, action: int) -> int:
        after = game.clone()
        after.step(action)
        if after.is_over:
            return 1000 * int(game.deciding_player in after.winners)
        return len(after.legal_actions()) if after.deciding_player == game.deciding_player else 0


def main(games: int = 4, max_turns: int = 20) -> None:
    agents = ("examples.custom_agent.Lookahead", "random")
    match = Match(agents, players=2, seed=1, options={"max_turns": max_turns})
    for one in play(match, range(games), make_agents(match)):
        winners = [one.agents[seat] for seat in one.winners]
        print(f"game {one.number}: {one.ending} after {one.turns} turns, winners {winners}")


if __name__ == "__main__":
    main()
