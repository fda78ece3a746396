"""OpenSpiel's information-set search plays a game of the house.

pip install 'paxren-env[openspiel]'
python -m examples.openspiel
"""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from paxren_env.envs.open_spiel import register_games


def main(decisions: int = 10, simulations: int = 10) -> None:
    print("known now:", *register_games())
    game = pyspiel.load_game("paxren_wallenstein", {"players": 3, "options": "setup:lineup"})
    random_state = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    search = ismcts.ISMCTSBot(game, evaluator, 2.0, simulations, random_state=random_state)
    state = game.new_initial_state()
    while decisions and not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(int(random_state.choice(outcomes, p=chances)))
        else:
            action = int(search.step(state))
            print(state.current_player(), state.action_to_string(action))
            state.apply_action(action)
            decisions -= 1


if __name__ == "__main__":
    main()
