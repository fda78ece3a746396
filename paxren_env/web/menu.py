"""Who may take a seat: a person, or an agent from a short list.

A request names an agent by its words in this list and in no other way: no path and no class is
ever taken from it. Whoever starts the server may put further agents on the list.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paxren_env.cli.common import agents_module
from paxren_env.core.policies import POLICY_NAMES
from paxren_env.core.spec import GameSpec

PERSON = "person"
SEARCHES = ("rollout", "mcts:sims=100", "mcts:sims=400", "mcts:sims=1600")
NETWORK, NETWORK_SEARCH = "network", "network with search"
SEARCH_SIMS = 64


@dataclass(frozen=True)
class Menu:
    """The agents of one game: what each is called on the list -> how it is made."""

    agents: dict[str, str]
    network: str | None  # the file of a trained policy, if there is one for the game


def make_menu(spec: GameSpec, networks: dict[str, Path], more: Iterable[str] = ()) -> Menu:
    """The list for a game. `networks` are files of policies by game, `more` further agents."""
    agents = {name: name for name in (*POLICY_NAMES[1:], *spec.own_policies)}
    if has_agents():
        agents |= {name: name for name in SEARCHES}
        path = networks.get(spec.name)
        if path is not None:
            agents[NETWORK] = f"policy:{path}"
            agents[NETWORK_SEARCH] = f"search:{path},sims={SEARCH_SIMS}"
    agents |= {name: name for name in more}
    found = networks.get(spec.name) if has_agents() else None
    return Menu(agents, None if found is None else str(found))


def has_agents() -> bool:
    """Whether the agents are there: they are no part of the installed package."""
    try:
        import agents  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


# --- networks -------------------------------------------------------------------------------------
def find_networks(paths: Iterable[Path]) -> dict[str, Path]:
    """Files of trained policies by their game; of several for one game the first.

    A ValueError if one is none.
    """
    found: dict[str, Path] = {}
    for path in paths:
        if not path.is_file():
            raise ValueError(f"there is no file {path}")
        game = agents_module("policy", "a network").game_of(path)
        found.setdefault(game, path.resolve())
    return found


def shipped_networks() -> list[Path]:
    """The policies in the checkout that the agents come from."""
    return agents_module("policy", "a network").shipped_policies() if has_agents() else []
