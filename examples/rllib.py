"""Self-play PPO of RLlib: a few lines for any game of the house.

pip install 'paxren-env[rllib]'
python -m examples.rllib
"""

from train.rllib import self_play


def main(iterations: int = 3, batch: int = 2048) -> None:
    config = self_play("wallenstein", num_players=3, setup="lineup", max_turns=1)
    algorithm = config.training(
        train_batch_size_per_learner=batch, minibatch_size=min(512, batch)
    ).build_algo()
    for _ in range(iterations):
        result = algorithm.train()
        print(result["num_env_steps_sampled_lifetime"], "steps")
    algorithm.stop()


if __name__ == "__main__":
    main()
