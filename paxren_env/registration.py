"""The names under which Gymnasium and PettingZoo find the environments."""

import gymnasium

GYM_ID = "PaxRenaissance-v0"
SOLO_ID = "PaxRenaissanceSolo-v0"
AEC_ID = "paxren/paxren_v0"


def register_environments() -> None:
    """Register them, once: gymnasium.make(GYM_ID) and pettingzoo.make("aec", AEC_ID)."""
    if GYM_ID not in gymnasium.registry:
        gymnasium.register(
            GYM_ID,
            entry_point="paxren_env.envs.gymnasium:PaxEnv",
            vector_entry_point="paxren_env.envs.gymnasium:PaxGymVectorEnv",
        )
        gymnasium.register(
            SOLO_ID,
            entry_point="paxren_env.envs.gymnasium:PaxEnv",
            vector_entry_point="paxren_env.envs.gymnasium:PaxGymVectorEnv",
            kwargs={"num_players": 1},
        )
    try:
        from pettingzoo.env_registry.registration import aec_registry, register
    except ImportError:  # PettingZoo has a registry since 1.26
        return
    if not any(spec.startswith("paxren/") for spec in aec_registry):
        register("aec", AEC_ID, entry_point="paxren_env.envs.aec:env")
