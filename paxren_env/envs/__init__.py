"""The games as environments: PettingZoo, vector, Gymnasium."""
