"""A rollout with TorchRL's own wrapper for PettingZoo; its samplers honour the masks.

pip install 'paxren-env[torchrl]'
python -m examples.torchrl
"""

from torchrl.envs import PettingZooWrapper
from torchrl.envs.utils import MarlGroupMapType

from paxren_env import age_of_renaissance_v0


def main(steps: int = 20) -> None:
    table = age_of_renaissance_v0.env(num_players=3, version="basic")
    env = PettingZooWrapper(
        table, use_mask=True, group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT, return_state=True
    )
    rollout = env.rollout(steps)
    print(rollout["player_0"]["observation"])


if __name__ == "__main__":
    main()
