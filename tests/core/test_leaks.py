"""Nobody is told what they may not know, in any game.

A game and others that differ only in what a seat may not see give that seat the same observation,
mask, words, infos, and the same answers of greedy and search.
"""

import random

import pytest

from paxren_env.core.constants import CHANCE
from paxren_env.core.jit import GAMES as COMPILED_GAMES
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.spec import find
from paxren_env.core.telling import whole_history
from tests.support.games import (
    ALL_VARIANTS,
    CHANCE_GAMES,
    GAMES,
    TOY,
    lively_action,
    new_game,
    positions,
    spaced,
    variant_id,
)
from tests.support.secrets import (
    imagined,
    is_planning,
    leaks,
    search_visits,
    terms,
    told,
)

pytestmark = pytest.mark.interpreted

PLANNED = [name for name in GAMES if find(name).has_simultaneous_plans]


def viewers_of(game):
    """Every seat that somebody sits on."""
    return game.spec.asked_seats(game.options)


def every_in(game, options):
    """Which positions are looked at: an automaton that plays inside a step takes its time."""
    one = new_game(game, **options)
    has_automaton = len(viewers_of(one)) < one.num_players
    return 1 if game == TOY else 10 if has_automaton else 6


def all_leaks(game, options, seed, every=1, seeds=(1, 2)):
    """What leaks anywhere in a game."""
    found = set()
    for one in spaced(positions(game, seed, **options), every):
        for viewer in viewers_of(one):
            found |= leaks(one, imagined(one, viewer, seeds), viewer)
    return found


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_nothing_tells_what_is_hidden(game, options):
    for seed in range(3 if game == TOY else 1):
        assert not all_leaks(game, options, seed, every_in(game, options))


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_the_search_knows_no_more_than_its_player(game, options):
    compared = 0
    for one in spaced(positions(game, 2, **options), 2 * every_in(game, options)):
        if not one.is_over:
            viewer = one.deciding_player
            visits = search_visits(one)
            compared += len(visits) > 1
            for other in imagined(one, viewer, (1, 2)):
                assert search_visits(other) == visits
    assert compared


def without_veil(monkeypatch, game):
    """Let greedy and look-ahead see the game as it is."""
    rules = COMPILED_GAMES[find(game).record].rules
    for name in ("veil", "deal_hidden"):
        monkeypatch.setitem(rules, name, lambda s, viewer, rng: None)


@pytest.mark.skipif(not INTERPRETED, reason="compiled rules cannot be exchanged")
@pytest.mark.parametrize(
    ("game", "options"),
    [
        (TOY, {}),
        ("pax_renaissance", {"num_players": 1, "max_turns": 60}),
        pytest.param("pax_renaissance", {"bot_seat": 1, "max_turns": 60}, marks=pytest.mark.slow),
    ],
    ids=variant_id,
)
def test_the_leak_test_finds_a_game_without_a_veil(monkeypatch, game, options):
    """So it fails on a look-ahead that runs on true rows: there the automaton draws real cards."""
    for one in positions(game, 0, **options):
        viewer = one.deciding_player
        others = imagined(one, viewer, (1, 2))
        with monkeypatch.context() as patch:
            without_veil(patch, game)
            is_found = any(terms(one, viewer) != terms(other, viewer) for other in others)
        if is_found:
            break
    assert is_found and not leaks(one, others, viewer)
    without_veil(monkeypatch, game)
    assert "look_ahead" in leaks(one, others, viewer) <= {"look_ahead", "greedy"}


# --- chance ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_what_chance_will_do_nobody_knows(game):
    """Only the stream differs: not even determinize is needed to make the other game."""
    for one in positions(game, 4, auto_chance=False):
        other = one.clone()
        other.states["chance"] += 1
        for viewer in range(one.num_players):
            assert not leaks(one, [other], viewer)
        if not one.is_over and one.deciding_player != CHANCE:
            assert search_visits(one) == search_visits(other)


# --- secret plans ---------------------------------------------------------------------------------
def plan(game, rng):
    """Answer for the seat that plans until it has done so."""
    planner, turn = game.deciding_player, game.turn
    while is_planning(game) and game.deciding_player == planner and game.turn == turn:
        game.step(lively_action(game, rng))


@pytest.mark.parametrize("auto_forced", [True, False])
@pytest.mark.parametrize("game", PLANNED)
def test_while_a_seat_plans_the_others_see_nothing_change(game, auto_forced):
    planned = 0
    for one in positions(game, 6, auto_forced=auto_forced):
        if not is_planning(one):
            continue
        planner, twin = one.deciding_player, one.clone()
        twin.step(lively_action(twin, random.Random(planned)))
        if not is_planning(twin) or twin.deciding_player != planner or twin.turn != one.turn:
            continue
        planned += 1
        for viewer in range(one.num_players):
            if viewer != planner:
                assert not leaks(one, [twin], viewer)
    assert planned


@pytest.mark.parametrize("auto_forced", [True, False])
@pytest.mark.parametrize("game", PLANNED)
def test_another_plan_looks_the_same_to_the_others(game, auto_forced):
    """Plans that were really made, not imagined: however many of their answers were forced."""
    compared, lengths = 0, set()
    for number, one in enumerate(positions(game, 6, auto_forced=auto_forced)):
        if not is_planning(one):
            continue
        planner = one.deciding_player
        plans = []
        for seed in range(6):
            twin = one.clone()
            plan(twin, random.Random(100 * number + seed))
            if is_planning(twin) and twin.turn == one.turn:
                plans.append(twin)
                lengths.add(len(twin._past) - len(one._past))
        for viewer in range(one.num_players):
            if plans and viewer != planner:
                compared += 1
                assert not leaks(plans[0], plans[1:], viewer)
                for twin in plans[1:]:
                    log, other = (list(whole_history(g, viewer)) for g in (plans[0], twin))
                    assert len(log) == len(other), "the log tells how many answers were forced"
                    assert log == other
    assert compared and len(lengths) > 1


@pytest.mark.parametrize("game", PLANNED)
def test_what_is_hidden_is_really_different(game):
    """Else the tests above prove nothing: to the planner itself two plans differ."""
    one = next(g for g in positions(game, 6) if is_planning(g))
    planner, twins = one.deciding_player, []
    for seed in range(6):
        twins.append(one.clone())
        plan(twins[-1], random.Random(seed))
    assert len({dict(told(twin, planner))["observation"] for twin in twins}) > 1
