"""The solo game as a whole: it is deterministic, explained, saved, and an environment."""

import random
import re

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from paxren_env import Game, paxren_v0
from paxren_env.core.checking import LIVELY, UNIFORM
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.telling import history, history_lines, whole_history
from paxren_env.games.pax_renaissance.actions import ACTIVATE, BUY, FAIR, NO, PLAY, SELL, YES
from paxren_env.games.pax_renaissance.constants import BOT, EAST, HUMAN, MAX_SOLO_TOP_CARDS
from paxren_env.games.pax_renaissance.frames import BOT_TURN
from paxren_env.games.pax_renaissance.observe import layout
from paxren_env.games.pax_renaissance.solo.places import TURN_OVER
from paxren_env.games.pax_renaissance.tables import CARD_CODES
from paxren_env.paxren_v0 import PaxGymVectorEnv, PaxVectorEnv
from paxren_env.registration import register_environments
from tests.games.pax_renaissance.random_play import lively_action
from tests.games.pax_renaissance.solo import bot_turn, human_turn, in_words, kings, pawns, shop
from tests.support.checked_play import play

pytestmark = pytest.mark.interpreted

GAMES = 1 if INTERPRETED else 120  # per difficulty and bias
TOPS = range(0, MAX_SOLO_TOP_CARDS + 1, 8 if INTERPRETED else 1)
register_environments()


def finished(seed, **options):
    game = Game(num_players=1, seed=seed, **options)
    rng = random.Random(seed)
    while not game.is_over:
        game.step(lively_action(game, rng))
    return game


# --- the rules hold -------------------------------------------------------------------------------
@pytest.mark.parametrize("top", TOPS)
@pytest.mark.parametrize("bias", [UNIFORM, LIVELY])
def test_random_solo_games_end_and_break_no_invariant(top, bias):
    """With every difficulty; each deck has 10 cards below the top, and 6 are dealt."""
    decks = Game(num_players=1, seed=top, solo_top_cards=top).to_dict()["decks"]
    assert [len(deck) for deck in decks.values()] == [10 + top - 6] * 2
    for seed in range(GAMES):
        game = play(seed, bias, num_players=1, solo_top_cards=top).game
        assert game.is_over and (game.winners in ([HUMAN], [BOT]) or game.is_truncated)
        if game.winners == [HUMAN]:
            assert game.victory != "patron"


@pytest.mark.parametrize(
    "options",
    [{"solo_florins": "refuse"}, {"solo_search": "once"}, {"map": "1550"},
     {"map": "age_of_reformation"}, {"limited_cards": True, "astrology": True},
     {"auto_forced": False}, {"strawman_campaign": True, "open_hands": True}],
    ids=str,
)  # fmt: skip
def test_every_option_of_the_solo_game_can_be_played(options):
    for seed in range(max(1, GAMES // 2)):
        game = play(seed, LIVELY, num_players=1, **options).game
        assert game.is_over
        assert game.options.items() >= options.items()


# --- nothing is random, nothing is lost -----------------------------------------------------------
def test_the_same_seed_and_answers_give_the_same_game():
    for seed in range(3):
        game = finished(seed)
        again = Game.replay(seed=seed, options={"num_players": 1}, actions=game.history)
        assert again.states.tobytes() == game.states.tobytes() and again.notes == game.notes


def bot_to_move(position):
    """The same table, but it is the bot's turn."""
    position = {**position, "turn": {"player": BOT}}
    return {key: part for key, part in position.items() if key not in ("pending", "resolution")}


def test_the_bot_does_not_look_into_the_decks():
    """With the decks turned upside down it does the same."""
    turns = 0
    for seed in range(4):
        game = Game(num_players=1, seed=seed)
        rng = random.Random(seed)
        while not game.is_over:
            if game.decision == "main" and game.states["actions_left"][0] == 2:
                position = bot_to_move(game.to_dict())
                decks = {side: deck[::-1] for side, deck in position["decks"].items()}
                one, other = Game.from_dict(position), Game.from_dict({**position, "decks": decks})
                assert one.notes == other.notes and one.history == other.history
                turns += 1
            game.step(lively_action(game, rng))
    assert turns > 20


def test_positions_and_saved_games_go_on_alike():
    game = Game(num_players=1, seed=4)
    rng = random.Random(4)
    while not game.is_over:
        for copy in (
            Game.from_dict(game.to_dict()),
            Game.from_bytes(game.to_bytes()),
            game.clone(),
        ):
            assert copy.states.tobytes() == game.states.tobytes()
            assert copy.legal_actions() == game.legal_actions()
        game.step(lively_action(game, rng))
    before = game.clone()
    game.undo()
    game.step(before.history[len(game.history)])
    assert game.history == before.history and game.notes == before.notes


def test_o2_the_search_is_forgotten_when_the_turn_is_over():
    """Its fields are blank outside the bot's turn, so that equal positions have equal bytes."""
    game, rng = Game(num_players=1, seed=3), random.Random(3)
    while not game.is_over:
        assert game.states["stack"][0, 0, 0] == BOT_TURN or "search" not in resolution(game)
        game.step(lively_action(game, rng))
    assert "search" not in resolution(game)
    asked = answer_asked(taxed())
    assert asked.states["stack"][0, 0, 0] == BOT_TURN
    assert resolution(asked)["search"]["place"].startswith("row ")


def resolution(game):
    return game.to_dict()["resolution"]


def answer_asked(game):
    """The same game where the player must answer in the bot's turn."""
    while game.decision != "tax_response":
        game.step(game.legal_actions()[0])
    return game


def taxed(**rest):
    """Circassian Mamluks tax the concession of the player, who is asked in the bot's turn."""
    board = {"cities": {"cairo": "green rook"}, "borders": pawns(("mamluk-ottoman",)), **rest}
    return bot_turn({"east": ["PREN164X", "PREN072"]}, {"florins": 2}, **board)


def answer_tax(game, pays):
    game.step(pays if game.decision == "tax_response" else game.legal_actions()[0])
    return game


def answer_all(game, pays):
    while game.turn_player == BOT:
        answer_tax(game, pays)
    return game


@pytest.mark.parametrize("market", [shop(), shop(east={0: 3})], ids=["alone", "then trade"])
@pytest.mark.parametrize("pays", [YES, NO])
def test_the_player_asked_in_the_bots_turn_goes_on_alike_from_every_copy(market, pays):
    """Taxed, and then for the levy."""
    game = taxed(market=market)
    end = answer_all(game.clone(), pays)
    for _ in range(2):
        assert game.turn_player == BOT and game.deciding_player == HUMAN
        before = game.states.tobytes()
        for copy in (Game.from_dict(game.to_dict()), Game.from_bytes(game.to_bytes())):
            assert copy.states.tobytes() == before
            assert copy.legal_actions() == game.legal_actions()
            assert answer_all(copy, pays).states.tobytes() == end.states.tobytes()
        answer_tax(game, pays).undo()
        assert game.states.tobytes() == before
        answer_tax(game, pays)
    assert game.turn_player == HUMAN
    assert game.states.tobytes() == end.states.tobytes() and game.history == end.history


def test_what_the_bot_has_answered_is_no_part_of_a_position():
    """The tax was the whole plan: nothing of it is left, and none is written."""
    game = taxed()
    assert game.states["script_size"][0] == 0 and not game.states["script"].any()
    assert "script" not in game.to_dict()["resolution"]


def test_only_the_player_is_asked():
    game = Game(num_players=1, seed=2)
    rng = random.Random(2)
    while not game.is_over:
        assert game.deciding_player == HUMAN
        game.step(lively_action(game, rng))


def test_o6b_the_report_says_that_the_bot_wins_with_the_decks():
    position = Game(num_players=1, seed=1).to_dict()
    position["players"][HUMAN]["florins"] = 30
    report = Game.from_dict(position).victory_report()["patron"]["players"]
    assert [player["leads"] for player in report] == [False, True]


# --- the log --------------------------------------------------------------------------------------
def begins_action(answer):
    """An action of the turn; the card bought is played with the same aim."""
    return BUY <= answer < PLAY or SELL <= answer < ACTIVATE


def test_o_every_choice_is_explained_in_the_log():
    """An aim before every action of the bot; what it answers in the player's turn is marked."""
    aim = re.compile(r"\d+\. .* \(bot\) \[(override row|row|last resort, row|nothing else)")
    actions, answers = 0, 0
    for seed in (1, 4, 5, 11):  # the player taxes the bot in all of them
        answered = finished(seed).history
        lines = list(history_lines(Game(num_players=1, seed=seed), answered))
        assert len(lines) == len(answered)
        game = Game(num_players=1, seed=seed, auto_forced=False)
        while len(game.history) < len(answered):
            known, in_its_turn = len(game.history) + 1, game.turn_player == BOT
            game.step(answered[known - 1])
            assert "(bot)" not in lines[known - 1]
            for number in range(known, len(game.history)):
                if begins_action(answered[number]):
                    in_its_turn = True
                    actions += 1
                assert (aim.match(lines[number]) is not None) == begins_action(answered[number])
                assert ("(bot) [in your turn]:" in lines[number]) == (not in_its_turn)
                answers += not in_its_turn
    assert actions > 20 and answers > 4


def test_o_the_log_of_the_bot_has_a_line_for_every_aim():
    game = finished(5)
    log = game.bot_log()
    assert len(log) == sum(code != TURN_OVER for _, code in game.notes)
    assert all(line.startswith(("row ", "override row ", "last resort", "nothing else", "wins"))
               for line in log)  # fmt: skip
    bought = re.compile(r"row 6: the leftmost card with prestige - buy (.+) \((East|West) \d\); ")
    assert any((found := bought.match(line)) and f"; play {found[1]}" in line for line in log)
    said = "; ".join(log).split("; ")
    assert not {"no", "yes"} & set(said)  # nobody would know what to


def test_o_the_log_tells_every_answer_of_the_bot_in_its_place():
    """Each in the words of what was asked, and with what it changed."""
    plain = ["PREN062", "PREN063", "PREN064", "PREN065", "PREN066", "PREN067", "PREN068"]
    decks = {"east": plain, "west": ["PREN013", "PREN015", "PREN017", "PREN019", "PREN020"]}
    board = {"cities": {"venice": "gold knight"}, "market": shop(west={1: "PREN024"})}
    game = human_turn({"florins": 1, "west": kings("papal_states")}, decks=decks, **board)
    before = game.clone()
    for answer in (FAIR + EAST, NO):
        game.step(answer)
    told = [line for line in history(before, game.history) if "(bot)" in line]
    assert told == [
        "Medici (bot) [row 6: the leftmost card with prestige]: buy Gonfalonier (West 1)\n"
        "      → Medici −1 florin",
        "Medici (bot): play Gonfalonier",
        "Medici (bot): place the gold knight in Venice (second slot)\n"
        "      → gold knight in Venice (second slot)",
    ]


def test_the_log_of_a_position_loaded_in_the_turn_of_the_bot_begins_after_it():
    game = bot_turn({"florins": 1}, market=shop(west={1: "PREN024"}))
    known = len(game.history)
    assert known and list(whole_history(game)) == []
    game.step(FAIR + EAST)
    told = list(whole_history(game))
    assert len(told) == len(game.history) - known
    assert told[0].startswith("Fugger: hold the East fair")


def test_what_a_sale_brings_is_not_what_the_bot_does_afterwards():
    """The player's last action; then the bot holds a fair, which pays him too."""
    human = {"west": ["PREN034", "PREN052"]}
    board = {"borders": pawns(("mamluk-ottoman",)), "market": shop(east={0: 9})}
    game = human_turn({}, human, **board)
    sale = SELL + CARD_CODES.index("PREN034")
    price = game.action_name(sale)
    game.step(SELL + CARD_CODES.index("PREN052"))
    assert game.action_name(sale) == price == "sell Merchants of the Staple for 2 florins"
    had = game.states["florins"][0, HUMAN]
    game.step(sale)
    assert game.states["florins"][0, HUMAN] - had > 2


def test_undo_keeps_the_log():
    """Whole games, every step undone and done again."""
    for seed in range(1, 2 if INTERPRETED else 5):
        game = Game(num_players=1, seed=seed)
        rng = random.Random(seed)
        before = ([], [], [])
        while not game.is_over:
            action = lively_action(game, rng)
            game.step(action)
            after = (game.history.copy(), game.notes.copy(), game.bot_log())
            game.undo()
            assert (game.history, game.notes, game.bot_log()) == before
            game.step(action)
            assert (game.history, game.notes, game.bot_log()) == after
            before = after
        assert game.notes


def test_forced_answers_of_the_player_are_not_the_bots():
    """He has spent his last florin: taxed, he cannot pay, and one city is left for the levy."""
    board = {
        "borders": pawns(("aragon-papal_states", "england-france")),
        "cities": {"valencia": "gold knight"},
        "market": {},
        "options": {"auto_forced": True},
    }
    game = human_turn({"west": ["PREN032"]}, {"florins": 1}, **board)
    game.step(BUY + 1)
    game.step(NO)
    assert [in_words(answer) for answer in game.history[2:8]] == [
        "ops west", "PREN032", "tax", "aragon-papal_states", "no", "algiers",
    ]  # fmt: skip
    assert game.bot_log()[0] == (
        "row 5, main objective: take a concession from you, or gain one - West ops; "
        "use Duke of Milan; tax; tax the Fugger pawn on the Aragon-Papal States border"
    )
    assert game.turn_player == HUMAN


# --- environments ---------------------------------------------------------------------------------
@pytest.mark.filterwarnings("ignore:.*we recommend using a symmetric and normalized")
def test_the_checker_of_gymnasium_is_content_with_the_solo_game():
    check_env(gymnasium.make("PaxRenaissanceSolo-v0").unwrapped, skip_render_check=True)


def test_the_solo_environment_pays_one_for_a_win_and_minus_one_for_a_loss():
    env = gymnasium.make("PaxRenaissanceSolo-v0", solo_top_cards=6)
    observation, info = env.reset(seed=3)
    assert layout.unpack(observation)["solo"].tolist() == [1, 0, 0] and info["seat"] == 0
    rng, done, reward = random.Random(3), False, 0.0
    while not done:
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, terminated, truncated, info = env.step(action)
        done = terminated or truncated
    won = layout.unpack(observation)["winner"]
    assert reward == (1.0 if won[0] else -1.0) and won[:2].sum() == 1


def test_many_solo_games_at_once():
    games = PaxVectorEnv(3, num_players=1, seed=5)
    _, masks = games.reset()
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(120):
        actions = (masks * rng.random(masks.shape)).argmax(axis=1)
        _, masks, rewards, dones, seats = games.step(actions)
        assert (seats == HUMAN).all()
        assert (rewards[dones == 0] == 0).all() and (
            rewards[dones == 1][:, :2].sum(axis=1) == 0
        ).all()
        ended += np.count_nonzero(dones)
    assert ended > 0
    assert PaxGymVectorEnv(2, num_players=1).reset(seed=1)[0].shape[0] == 2


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_pettingzoo_has_one_agent_in_the_solo_game():
    env = paxren_v0.env(num_players=1)
    api_test(env, num_cycles=40)
    env.reset(seed=1)
    assert env.possible_agents == ["player_0"] == env.agents


def test_the_table_says_which_seat_is_the_bots():
    printed = str(Game(num_players=1, seed=1))
    assert "(seat 0):" in printed and "(seat 1, bot):" in printed
    assert "(seat 0, bot):" in str(Game(num_players=2, bot_seat=0, seed=1))
    assert "bot" not in str(Game(num_players=2, seed=1))
