"""MaskablePPO of sb3-contrib on the fast vector environment.

python -m examples.sb3
"""

from sb3_contrib import MaskablePPO

from paxren_env.envs.sb3 import Sb3VecEnv
from train.sb3 import Policy


def main(steps: int = 20_000, num_envs: int = 16, n_steps: int = 64) -> None:
    envs = Sb3VecEnv(num_envs, "random", num_players=2, max_turns=30)
    model = MaskablePPO(Policy, envs, n_steps=n_steps, batch_size=256, seed=1)
    model.learn(steps)
    observation = envs.reset()
    actions, _ = model.predict(observation, action_masks=envs.action_masks())
    print("its next answers:", actions.tolist())


if __name__ == "__main__":
    main()
