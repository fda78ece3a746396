"""The names under which Gymnasium and PettingZoo find the environments: a table, no game's code."""

from typing import Any, NamedTuple

import gymnasium


class Registered(NamedTuple):
    """An id of Gymnasium, and where its classes are."""

    gym_id: str
    single: str
    vector: str
    options: dict[str, Any]


GYM_IDS = (
    Registered(
        "PaxRenaissance-v0",
        "paxren_env.paxren_v0:PaxEnv",
        "paxren_env.paxren_v0:PaxGymVectorEnv",
        {},
    ),
    Registered(
        "PaxRenaissanceSolo-v0",
        "paxren_env.paxren_v0:PaxEnv",
        "paxren_env.paxren_v0:PaxGymVectorEnv",
        {"num_players": 1},
    ),
    Registered(
        "AgeOfRenaissance-v0",
        "paxren_env.age_of_renaissance_v0:AgeOfRenaissanceEnv",
        "paxren_env.age_of_renaissance_v0:AgeOfRenaissanceGymVectorEnv",
        {},
    ),
    Registered(
        "Wallenstein-v0",
        "paxren_env.wallenstein_v0:WallensteinEnv",
        "paxren_env.wallenstein_v0:WallensteinGymVectorEnv",
        {},
    ),
)
AEC_IDS = {
    "paxren/paxren_v0": "paxren_env.paxren_v0:env",
    "paxren/age_of_renaissance_v0": "paxren_env.age_of_renaissance_v0:env",
    "paxren/wallenstein_v0": "paxren_env.wallenstein_v0:env",
}


def register_environments() -> None:
    """Register them, once: gymnasium.make(ID) and pettingzoo.make("aec", ID)."""
    for row in GYM_IDS:
        if row.gym_id not in gymnasium.registry:
            gymnasium.register(
                row.gym_id,
                entry_point=row.single,
                vector_entry_point=row.vector,
                kwargs=row.options,
            )
    try:
        from pettingzoo.env_registry.registration import aec_registry, register
    except ImportError:  # PettingZoo has a registry since 1.26
        return
    known = {name.replace("-v", "_v") for name in aec_registry}  # it writes versions its own way
    for aec_id, entry_point in AEC_IDS.items():
        if aec_id not in known:
            register("aec", aec_id, entry_point=entry_point)
