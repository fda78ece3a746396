"""Agents for every game of the house: make_agent("greedy"), make_agent("mcts:sims=400") ..."""

from agents.base import Agent, make_agent

__all__ = ["Agent", "make_agent"]
