"""Two agents play each other at a PettingZoo table, and the game tells what happened.

python -m examples.self_play
"""

from agents import make_agent
from agents.base import ask
from paxren_env import wallenstein_v0
from paxren_env.core.telling import whole_history


def main(seed: int = 1, max_turns: int | None = None) -> None:
    env = wallenstein_v0.env(num_players=3, setup="lineup", max_turns=max_turns)
    env.reset(seed=seed)
    greedy = make_agent("greedy", game="wallenstein")
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
        elif agent == "player_0":  # the others answer at random
            env.step(ask(greedy, env.unwrapped.game))
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    game = env.unwrapped.game
    for line in list(whole_history(game))[-10:]:
        print(line)
    print("returns:", game.returns.tolist())


if __name__ == "__main__":
    main()
