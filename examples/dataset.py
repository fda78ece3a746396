"""Games of an agent written to a file for offline learning, in the format of Minari.

    pip install "paxren-env[examples]"
    python -m examples.dataset

Every episode is one seat's game: what it saw, what was legal (in the infos), what it answered.
"""

import minari
import numpy as np
from minari.data_collector import EpisodeBuffer

from agents import make_agent
from agents.base import ask
from paxren_env.envs.gymnasium import SingleEnv

DATASET = "paxren/wallenstein/greedy-v0"


def episode(env: SingleEnv, number: int) -> EpisodeBuffer:
    """One game of greedy on the learner's seat."""
    greedy = make_agent("greedy", game=env.game_spec.name)
    observation, info = env.reset(seed=number)
    seen, masks, actions, rewards, ended, cut = [observation], [info["action_mask"]], [], [], [], []
    while not (ended and (ended[-1] or cut[-1])):
        actions.append(ask(greedy, env.game))
        observation, reward, terminated, truncated, info = env.step(actions[-1])
        seen.append(observation)
        masks.append(info["action_mask"])
        for column, value in ((rewards, reward), (ended, terminated), (cut, truncated)):
            column.append(value)
    return EpisodeBuffer(
        id=number, seed=number, observations=seen, actions=actions, rewards=rewards,
        terminations=ended, truncations=cut, infos={"action_mask": np.array(masks)},
    )  # fmt: skip


def main(games: int = 3, max_turns: int | None = None) -> None:
    env = SingleEnv("random", 3, game="wallenstein", setup="lineup", max_turns=max_turns)
    dataset = minari.create_dataset_from_buffers(
        dataset_id=DATASET, buffer=[episode(env, number) for number in range(games)], env=None,
        action_space=env.action_space, observation_space=env.observation_space,
        algorithm_name="greedy", description="Greedy against two random opponents",
    )  # fmt: skip
    print(f"{dataset.total_episodes} games, {dataset.total_steps} decisions: {DATASET}")
    first = next(dataset.iterate_episodes())
    print("the first game paid", float(first.rewards.sum()))


if __name__ == "__main__":
    main()
