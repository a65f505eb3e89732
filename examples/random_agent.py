"""Random agents at one table: PettingZoo's loop, from the deal to the result.

python examples/random_agent.py [causeway|escape] [players]
"""

from __future__ import annotations

import sys

import numpy as np

from atlantis_games.lab.pettingzoo import causeway_v2, escape_v2

FAMILIES = {"causeway": causeway_v2, "escape": escape_v2}


def main(game: str = "causeway", players: int = 3, seed: int = 1) -> dict[str, float]:
    """Plays one game and returns what every agent got."""
    rng = np.random.default_rng(seed)
    env = FAMILIES[game].env(players=players)
    env.reset(seed=seed)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    decisions = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] += reward
        if termination or truncation:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(rng.choice(legal)))
        decisions[agent] += 1
    for agent, reward in rewards.items():
        print(f"{agent}: {decisions[agent]} decisions, reward {reward:+.2f}")
    return rewards


if __name__ == "__main__":
    game, players = (sys.argv[1:] + ["causeway", "3"][len(sys.argv) - 1 :])[:2]
    if game not in FAMILIES or players not in ("2", "3", "4"):
        sys.exit(f"usage: random_agent.py [{' | '.join(FAMILIES)}] [2 | 3 | 4]")
    main(game, int(players))
