"""The bot at a table of two (`bot_seat`): the turn of the solo game, the rules of two players."""

import random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from paxren_env import Game, paxren_v0
from paxren_env.core.checking import LIVELY, UNIFORM
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.replay import load_replay, save_replay
from paxren_env.core.telling import whole_history
from paxren_env.games.pax_renaissance import SPEC
from paxren_env.games.pax_renaissance.constants import BOT, HUMAN
from paxren_env.games.pax_renaissance.notation import Position
from paxren_env.games.pax_renaissance.solo.seat import BOT_POLICY
from paxren_env.paxren_v0 import PaxEnv, PaxGymVectorEnv, PaxVectorEnv
from tests.games.pax_renaissance.random_play import finished, lively_action, positions
from tests.games.pax_renaissance.solo import (
    bot_turn,
    cards_of,
    deeds,
    florins,
    human_turn,
    in_words,
    shop,
)
from tests.support.checked_play import play

pytestmark = pytest.mark.interpreted

GAMES = 1 if INTERPRETED else 40  # per table and bias
AMONG_TWO: dict[str, Any] = {"num_players": 2, "bot_seat": BOT}
TABLES: list[dict[str, Any]] = [
    {},
    {"map": "1550", "extended": True},
    {"map": "age_of_reformation", "limited_cards": True},
    {"ruleset": "2021"},
    {"ruleset": "1e", "auto_forced": False},
    {"bankruptcy": True, "strawman_campaign": True, "open_hands": True, "astrology": True},
]
ACADEMIA = "PREN103X"  # Hungary: Discovery
BOT_BEGINS, YOU_BEGIN = 1, 0  # seeds, with the bot on seat 1
SEATS = pytest.mark.parametrize("seat", [0, 1])


# --- the rules hold -------------------------------------------------------------------------------
@SEATS
@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("bias", [UNIFORM, LIVELY])
def test_o_among_two_random_games_end_and_break_no_invariant(seat, options, bias):
    """With every ruleset and variant."""
    for seed in range(GAMES):
        game = play(seed, bias, num_players=2, bot_seat=seat, **options).game
        assert game.is_over and (game.winners or game.is_truncated)
        assert game.options.items() >= {"bot_seat": seat, **options}.items()


# --- its turn is that of the solo game ------------------------------------------------------------
def turns(seeds: range) -> list[Position]:
    """Positions of solo games with the bot to move, all cards at their usual price."""
    found = []
    for seed in seeds:
        for game in positions(1, seed):
            if game.decision == "main" and game.states["actions_left"][0] == 2:
                position = {**game.to_dict(), "turn": {"player": BOT}}
                position["market"] = {
                    side: [[card, 0] for card, *_ in row]
                    for side, row in position["market"].items()
                }
                found.append(without(position, "pending", "resolution"))
    assert len(found) > 20
    return found


def without(position: Position, *keys: str) -> Position:
    return {key: part for key, part in position.items() if key not in keys}


def among_two(position: Position, seat: int = BOT) -> Position:
    usual = without(position["options"], "solo_top_cards")
    return {**position, "options": {**usual, "num_players": 2, "bot_seat": seat}}


def swapped(part: Any) -> Any:
    """The same with the seats exchanged."""
    if isinstance(part, dict):
        return {swapped(key): swapped(value) for key, value in part.items()}
    if isinstance(part, list):
        return [swapped(one) for one in part]
    return {"pawn 0": "pawn 1", "pawn 1": "pawn 0"}.get(part, part)


def mirrored(position: Position) -> Position:
    """The bot has seat 0, and all that was the bot's."""
    table = swapped(among_two(position, HUMAN))
    first = 1 - position["first_player"]
    return {**table, "players": table["players"][::-1], "turn": {"player": HUMAN},
            "first_player": first}  # fmt: skip


def test_o_among_two_its_turn_is_that_of_the_solo_game():
    for position in turns(range(4 if INTERPRETED else 20)):
        alone, one = Game.from_dict(position), Game.from_dict(among_two(position))
        assert one.notes == alone.notes and one.history == alone.history


def test_o_among_two_it_plays_alike_on_either_seat():
    for position in turns(range(4 if INTERPRETED else 20)):
        one, other = Game.from_dict(among_two(position)), Game.from_dict(mirrored(position))
        assert one.notes == other.notes
        assert [in_words(a) for a in one.history] == [swapped(in_words(a)) for a in other.history]


# --- the rules of two players ---------------------------------------------------------------------
def test_o_among_two_the_table_is_set_for_two_players():
    usual, game = Game(seed=YOU_BEGIN), Game(seed=YOU_BEGIN, **AMONG_TWO)
    assert without(game.to_dict(), "options") == without(usual.to_dict(), "options")


@pytest.mark.parametrize(("coins", "buys"), [(2, False), (3, True)])
def test_o_among_two_it_pays_for_loaded_cards_as_players_do(coins, buys):
    market = shop(east={1: "PREN084", 2: ("PREN087", 1), 3: ACADEMIA})
    assert deeds(bot_turn({"florins": 2}, market=market))[0] == "buy east 3"
    game = bot_turn({"florins": coins}, market=market, options=AMONG_TWO)
    assert (ACADEMIA in cards_of(game, BOT)) == buys
    if buys:
        assert florins(game) == 0
        assert [cell[1] for cell in game.to_dict()["market"]["east"][:3]] == [1, 1, 2]


@pytest.mark.parametrize(("options", "winner"), [({}, BOT), (AMONG_TWO, HUMAN)])
def test_o_among_two_the_patrons_compare_when_the_cards_run_out(options, winner):
    game = human_turn({}, {"florins": 9}, options=options, decks={"east": [], "west": []})
    leads = [player["leads"] for player in game.victory_report()["patron"]["players"]]
    assert leads == [seat == winner for seat in (HUMAN, BOT)]
    while not game.is_over:
        game.step(game.legal_actions()[0])
    assert (game.winners, game.victory) == ([winner], "patron")


def test_o_among_two_a_bankrupt_bot_is_out_in_its_own_turn():
    options = {**AMONG_TWO, "bankruptcy": True}
    game = bot_turn({}, {"florins": 1}, options=options)
    assert (game.winners, game.victory, game.history) == ([HUMAN], "last_survivor", [])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bot_seat": 2}, "option 'bot_seat' is a whole number from 0 to 1, or None, not 2"),
        ({"bot_seat": True}, "option 'bot_seat'"),
        ({"bot_seat": 0, "num_players": 3}, "option 'bot_seat' is one of tables of 2 players"),
        ({"bot_seat": 1, "num_players": 1}, "option 'bot_seat' is one of tables of 2 players"),
        ({"bot_seat": 1, "solo_search": "once"}, "option 'solo_search' is one of the solo game"),
    ],
)
def test_o_among_two_and_at_no_other_table(options, message):
    with pytest.raises(ValueError, match=message):
        Game(seed=1, **options)


# --- nothing is random, nothing is lost -----------------------------------------------------------
@SEATS
def test_only_the_other_seat_is_asked_and_copies_go_on_alike(seat):
    rng = random.Random(seat)
    game = Game(2, seed=3, bot_seat=seat)
    while not game.is_over:
        assert game.deciding_player == 1 - seat
        for copy in (
            Game.from_dict(game.to_dict()),
            Game.from_bytes(game.to_bytes()),
            game.clone(),
        ):
            assert copy.states.tobytes() == game.states.tobytes()
            assert copy.legal_actions() == game.legal_actions()
        imagined = game.determinize(1 - seat, seed=rng.randrange(99))
        assert imagined.options == game.options
        assert imagined.legal_actions() == game.legal_actions()
        action = lively_action(game, rng)
        game.step(action)
        after = game.states.tobytes(), game.history.copy(), game.notes.copy()
        game.undo()
        game.step(action)
        assert (game.states.tobytes(), game.history, game.notes) == after


@SEATS
def test_the_same_seed_and_answers_give_the_same_game(seat, tmp_path):
    options = {"num_players": 2, "bot_seat": seat}
    for seed in range(3):
        game = finished(2, seed, bot_seat=seat)
        again = Game.replay(seed=seed, options=options, actions=game.history)
        assert again.states.tobytes() == game.states.tobytes() and again.notes == game.notes
        save_replay(tmp_path / "game.json", game, ["you", "you"])
        assert load_replay(tmp_path / "game.json").actions == game.history


def test_the_bot_explains_itself_also_if_it_begins():
    game = Game(seed=BOT_BEGINS, **AMONG_TWO)
    assert game.history and game.to_dict()["first_player"] == BOT
    (line,) = game.bot_log()
    assert line.startswith(
        "row 6: the leftmost card with prestige - buy Sophia Palaiologina (East 1)"
    )
    told = list(whole_history(game))
    assert len(told) == len(game.history) and all("(bot)" in one for one in told)
    assert not Game(seed=YOU_BEGIN, **AMONG_TWO).history
    game = finished(2, BOT_BEGINS, bot_seat=BOT)
    assert len(list(whole_history(game))) == len(game.history)


def test_players_by_name_make_the_game():
    assert SPEC.seat_policies(["bot", "greedy"]) == {"bot_seat": 0}
    assert SPEC.seat_policies(["you", "greedy", "random"]) == {}
    for names, message in (
        (["bot"], "'bot' plays at tables of 2 players, not of 1: alone you play against it"),
        (["bot", "bot"], "'bot' does not play against itself"),
        (["random", "bot", "random"], "'bot' plays at tables of 2 players, not of 3"),
    ):
        with pytest.raises(ValueError, match=message):
            SPEC.seat_policies(names)


# --- environments ---------------------------------------------------------------------------------
def test_o_among_two_it_beats_random():
    env = PaxEnv(opponents="bot", num_players=2)
    losses = 0
    for seed in range(4):
        _, info = env.reset(seed=seed)
        assert env.game.options["bot_seat"] == 1 - info["seat"]
        rng, done, reward = random.Random(seed), False, 0.0
        while not done:
            action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, reward, terminated, truncated, info = env.step(action)
            done = terminated or truncated
        losses += reward < 0
    assert losses >= 3


def test_o_among_two_it_knows_one_opponent_only():
    assert SPEC.policy_names.index("bot") == BOT_POLICY
    with pytest.raises(ValueError, match="'bot' plays at tables of 2 players, not of 3"):
        PaxVectorEnv(1, 3, opponents="bot")
    with pytest.raises(ValueError, match="'bot' plays at tables of 2 players, not of 4"):
        PaxEnv(opponents=["random", "bot", "random"], num_players=4)
    with pytest.raises(ValueError, match="every seat is a learner's or an opponent's"):
        PaxEnv(num_players=2, bot_seat=0)


@pytest.mark.filterwarnings("ignore:.*we recommend using a symmetric and normalized")
def test_the_checker_of_gymnasium_is_content():
    check_env(PaxEnv(opponents="bot", num_players=2), skip_render_check=True)


def test_the_bots_seat_changes_from_game_to_game():
    games = PaxVectorEnv(4, 2, seed=5, opponents="bot", seat="random", max_turns=12)
    _, masks = games.reset()
    rng = np.random.default_rng(0)
    found = set()
    for _ in range(80):
        for i in range(4):
            game, learner = games.game(i), int(games.learner_seats[i])
            assert games.seats[i] == learner == game.deciding_player
            assert game.options["bot_seat"] == 1 - learner
            found.add((i, learner))
        actions = (masks * rng.random(masks.shape)).argmax(axis=1)
        _, masks, _, dones, _ = games.step(actions)
        for i in np.flatnonzero(dones).tolist():
            dealt = Game(seed=games.seed_of(i), **games.game(i).options)
            assert dealt.states.tobytes() == games.game(i).states.tobytes()
    assert found == {(i, seat) for i in range(4) for seat in range(2)}
    assert PaxGymVectorEnv(2, "bot", 2).reset(seed=1)[0].shape[0] == 2


def test_without_opponents_the_option_gives_the_bot_its_seat():
    games = PaxVectorEnv(3, 2, seed=1, bot_seat=[0, 1, None])
    _, masks = games.reset()
    asked: list[set[int]] = [set(), set(), set()]
    for _ in range(40):
        for i, seat in enumerate(games.seats.tolist()):
            asked[i].add(seat)
        _, masks, *_ = games.step(masks.argmax(axis=1))
    assert asked == [{1}, {0}, {0, 1}]


@SEATS
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_pettingzoo_has_one_agent_with_its_own_name(seat):
    env = paxren_v0.env(num_players=2, bot_seat=seat)
    api_test(env, num_cycles=40)
    env.reset(seed=1)
    assert env.possible_agents == [f"player_{1 - seat}"] == env.agents
    with pytest.raises(ValueError, match=rf"\[0, 1\] are asked, not \[{1 - seat}\] as here"):
        env.reset(options={"position": Game(seed=1).to_dict()})


def test_a_game_that_the_bot_ends_before_anybody_is_asked_does_not_count():
    assert Game(seed=BOT_BEGINS, max_turns=1, **AMONG_TWO).is_over
    env = paxren_v0.env(max_turns=1, **AMONG_TWO)
    env.reset(seed=BOT_BEGINS)
    assert env.agents and not env.unwrapped.game.is_over
