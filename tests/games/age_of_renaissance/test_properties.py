"""Random play: the invariants of section 11, what a seat may know, imagined games, notation."""

import random

import numpy as np
import pytest

from paxren_env.core import checking
from paxren_env.core.chance import new_rng
from paxren_env.core.constants import CHANCE
from paxren_env.games.age_of_renaissance import SPEC, Game
from tests.games.age_of_renaissance.positions import (
    bid,
    choices,
    do,
    playing,
    record_game,
    seat,
    table,
)

VERSIONS = ("basic", "intermediate", "campaign")
NOTES = 64


def play_checked(seed: int, **options) -> tuple[Game, int]:
    """A random game with every invariant checked after every event."""
    game = Game(seed=seed, auto_forced=False, auto_chance=False, **options)
    log = np.zeros((2, 30000), np.int16)
    note, report = np.zeros(NOTES, np.int64), np.zeros(3, np.int64)
    rng = new_rng(seed + 1)
    size = checking.play_checked(
        game.states, 0, rng, game._mask, log, note, report, log.shape[1], seed % 2
    )
    return game, size


@pytest.mark.interpreted
@pytest.mark.parametrize("seed", range(8))
def test_invariants_hold_in_random_play(seed):
    game, size = play_checked(seed, num_players=3 + seed % 4, version=VERSIONS[seed % 2])
    assert size > 0, f"invariant {-size} broke in {game!r}"
    assert game.is_over and game.ending


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "options",
    [
        {"edition": "euro1999", "loire": True, "aegean": False},
        {"timber_epoch1": 2, "reserve_rule": "none", "tie_choice": False},
        {"leader_stack": False, "heavens_needs_n": False, "open_hands": True, "max_turns": 3},
        {"start_cash": 900, "start_advances": "AINRSTUV", "start_markers": 24},
    ],
    ids=lambda options: next(iter(options)),
)
def test_invariants_hold_with_options(options):
    game, size = play_checked(7, num_players=5, **{"version": "basic", **options})
    assert size > 0, f"invariant {-size} broke in {game!r}"
    assert game.is_over and {**game.options, **options} == game.options


def random_positions(seed: int, every: int, **options):
    """A random game, stopped every few decisions."""
    rng = random.Random(seed)
    game = Game(seed=seed, **options)
    count = 0
    while not game.is_over:
        if count % every == 0:
            yield game
        count += 1
        game.step(rng.choice(game.legal_actions()))


@pytest.mark.interpreted
@pytest.mark.parametrize("players", [3, 6])
def test_an_imagined_game_looks_the_same(players):
    """7.4: equal views become equal rows, and the viewer sees no difference."""
    for number, game in enumerate(random_positions(players, 23, num_players=players)):
        viewer = number % players
        twin = game.determinize(viewer, 5)
        assert twin.to_dict(viewer) == game.to_dict(viewer)
        views = [g.observe(viewer)["observation"] for g in (game, twin)]
        assert (views[0] == views[1]).all()
        other = game.determinize(viewer, 6)
        assert other.determinize(viewer, 5).to_bytes() == twin.to_bytes()
        if viewer == game.deciding_player:
            assert twin.legal_actions() == game.legal_actions()


@pytest.mark.interpreted
def test_imagined_games_keep_the_provenance_of_hands():
    """7.4: reserve cards are no card kept at set-up, nor one drawn before they joined."""
    withheld = {"The Crusades", "Walter the Penniless", "silk", "spice", "Rashid ad Din"}
    for number, game in enumerate(random_positions(11, 31, num_players=6)):
        twin = game.determinize(number % 6, number)
        for own in twin.to_dict()["players"]:
            for face, stamp in zip(own["hand"], own["stamps"], strict=True):
                assert stamp not in ("S", "1a") or face not in withheld
        hands = [sorted(own["stamps"]) for own in game.to_dict()["players"]]
        assert hands == [sorted(own["stamps"]) for own in twin.to_dict()["players"]]


@pytest.mark.interpreted
def test_observations_stay_within_their_bounds():
    low, high = SPEC.layout.low, SPEC.layout.high
    for game in random_positions(2, 29, num_players=5, version="basic"):
        for viewer in range(5):
            view = game.observe(viewer)["observation"]
            assert (low <= view).all() and (view <= high).all()


@pytest.mark.interpreted
def test_notation_goes_there_and_back():
    for game in random_positions(4, 17, num_players=4, version="basic"):
        twin = Game.from_dict(game.to_dict())
        assert twin.to_dict() == game.to_dict() and twin.legal_actions() == game.legal_actions()


@pytest.mark.interpreted
def test_the_same_seed_is_the_same_game():
    first, second = Game(4, seed=9, version="basic"), Game(4, seed=9, version="basic")
    rng = random.Random(1)
    while not first.is_over:
        action = rng.choice(first.legal_actions())
        first.step(action)
        second.step(action)
    assert first.to_bytes() == second.to_bytes()


# --- secrecy (7.1, 7.3) ---------------------------------------------------------------------------
def views(game, viewer):
    observation = game.observe(viewer)["observation"].tolist()
    return observation, game.to_dict(viewer)


@pytest.mark.interpreted
def test_bids_are_secret_until_all_are_in():
    players = {p: {"cash": 30} for p in range(3)}
    games = [table(players, 3, phase="order of play", turn=1) for _ in range(3)]
    bid(games[0], 7)
    bid(games[1], -21)
    do(games[2], "PLUS", "digit:1")  # still typing
    assert views(games[0], 2) == views(games[1], 2)
    early = table(players, 3, phase="order of play", turn=1)
    assert views(games[2], 2) == views(early, 2)
    assert views(games[0], 0) != views(games[1], 0)
    imagined = [game.determinize(2, 1).to_bytes() for game in games[:2]]
    assert imagined[0] == imagined[1]
    bid(games[0], 3)
    bid(games[0], 4)
    assert [seat(games[0], p)["bid"] for p in range(3)] == [7, 3, 4]
    assert games[0].to_dict(2)["players"][0]["bid"] == 7


@pytest.mark.interpreted
def test_hands_and_the_pile_are_secret():
    one = playing(0, {0: {"hand": ["stone"]}, 1: {"hand": ["Armor"]}}, pile=["War!", "fur"])
    two = playing(0, {0: {"hand": ["stone"]}, 1: {"hand": ["fur"]}}, pile=["Armor", "War!"])
    assert views(one, 0) == views(two, 0)
    assert views(one, 1) != views(two, 1)
    assert one.determinize(0, 3).to_bytes() == two.determinize(0, 3).to_bytes()
    assert one.observe(0)["action_mask"].any() and not one.observe(1)["action_mask"].any()


@pytest.mark.interpreted
def test_the_returned_card_is_secret():
    games = [Game(3, seed=4), Game(3, seed=4)]
    games[0].step(games[0].legal_actions()[0])
    games[1].step(games[1].legal_actions()[1])
    assert views(games[0], 1) == views(games[1], 1)
    assert games[0].determinize(1, 2).to_bytes() == games[1].determinize(1, 2).to_bytes()


@pytest.mark.interpreted
def test_traded_cards_are_known_to_both():
    game = record_game()
    do(game, "province:Fez", (6, 1, 1), "card:wool", (1,))
    assert game.to_dict(4)["players"][3]["hand"] == ["?", "?", "wool"]
    assert game.to_dict(3)["players"][4]["hand"] == ["?", "metal"]
    assert game.to_dict(0)["players"][4]["hand"] == ["?", "?"]
    twin = game.determinize(4, 1).to_dict()
    assert twin["players"][3]["hand"][2] == "wool"


@pytest.mark.interpreted
def test_rolls_can_be_asked_and_listed():
    game = Game(3, seed=1, auto_chance=False)
    assert game.deciding_player == CHANCE and game.decision == "shuffle"
    with pytest.raises(ValueError, match="too many"):
        game.chance_outcomes()
    attack = do(record_game(), "province:Fez")
    assert len(attack.chance_outcomes()) == 216 and choices(attack) == []
    won = 0
    for outcome, _ in attack.chance_outcomes():
        twin = do(attack.clone(), outcome)
        won += "Fez" in seat(twin, 4)["markers"]
    assert won == 111  # 4.6.6: slot 5


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("advances", "military", "wins"),
    [
        ("", {}, (195, 174, 153, 132, 111, 90)),
        ("G", {}, (216, 195, 174, 153, 132, 111)),
        ("", {"Gunpowder": 4}, (201, 186, 171, 156, 141, 126)),
        ("G", {"Gunpowder": 4}, (216, 201, 186, 171, 156, 141)),
    ],
)
@pytest.mark.parametrize("place", [0, 5])
def test_466_wins_of_216_by_slot(advances, military, wins, place):
    order = [0, 1, 2, 3, 5]
    order.insert(place, 4)
    own = {"advances": "ANST" + advances, "ship": "ocean 1", "expansion": 9}
    game = table({4: own, 0: {"old": {"Oran": 1}}}, phase="expansion", segment=4, order=order,
                 military=military)  # fmt: skip
    do(game, "province:Oran")
    won = sum("Oran" in seat(do(game.clone(), o), 4)["new"] for o, _ in game.chance_outcomes())
    assert won == wins[place]


@pytest.mark.interpreted
def test_73_which_card_is_traded_is_told_to_its_giver_only():
    game = do(record_game(), "province:Fez", (6, 1, 1), "card:wool")
    top = {viewer: game.to_dict(viewer)["pending"][-1] for viewer in (None, 0, 3, 4)}
    assert top[None] == top[4] and top[4]["given"] == 1
    assert "given" not in top[0] and "given" not in top[3]
