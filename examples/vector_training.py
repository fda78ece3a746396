"""REINFORCE in forty lines on a thousand games at once, stepped by one compiled call.

    python -m examples.vector_training

For agents that play well see train/ppo.py.
"""

import numpy as np
import torch

from paxren_env.envs.vector import VectorEnv


def main(steps: int = 300, num_envs: int = 256) -> None:
    env = VectorEnv(
        num_envs, num_players=3, game="wallenstein", opponents="random", setup="lineup", max_turns=2
    )
    spec = env.spec
    policy = torch.nn.Linear(spec.observation_size, spec.num_actions)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    obs, masks = env.reset()
    open_games: list[list[torch.Tensor]] = [[] for _ in range(num_envs)]  # log-probabilities
    total = count = 0.0
    for step in range(1, steps + 1):
        logits = policy(torch.from_numpy(obs.astype(np.float32)))
        logits = logits.masked_fill(torch.from_numpy(masks == 0), -torch.inf)
        chosen = torch.distributions.Categorical(logits=logits, validate_args=False)
        actions = chosen.sample()
        for game, log_prob in zip(open_games, chosen.log_prob(actions)):
            game.append(log_prob)
        seats = env.learner_seats.copy()
        obs, masks, rewards, dones, _ = env.step(actions.numpy())
        loss = torch.zeros(())
        for i in np.flatnonzero(dones):
            reward = float(rewards[i, seats[i]])
            loss = loss - reward * torch.stack(open_games[i]).sum()
            total, count = total + reward, count + 1
            open_games[i] = []
        if loss.requires_grad:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            open_games = [[p.detach() for p in game] for game in open_games]
        if step % 100 == 0 and count:
            print(f"step {step}: mean reward {total / count:+.2f} of {count:.0f} games")


if __name__ == "__main__":
    main()
