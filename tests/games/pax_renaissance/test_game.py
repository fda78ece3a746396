"""Game: the public handle on one game."""

import copy
import pickle
import random

import numpy as np
import pytest

from paxren_env import Game, IllegalAction
from paxren_env.core.game import CHECKSUM_SIZE, LAYOUT, MAGIC
from paxren_env.games.pax_renaissance.actions import FAIR, NUM_ACTIONS, PLAY
from paxren_env.games.pax_renaissance.constants import (
    CARD_KIND_NAMES,
    COMET,
    IN_HAND,
    OPTION_NAMES,
    TERMINATED,
    TRUNCATED,
)
from paxren_env.games.pax_renaissance.tables import CARD_CODES, CARD_KIND, CARD_SIDE
from tests.games.pax_renaissance.random_play import finished, lively_action, middle, positions

pytestmark = pytest.mark.interpreted

COMETS = [code for card, code in enumerate(CARD_CODES) if CARD_KIND[card] == COMET]


# --- options --------------------------------------------------------------------------------------
def test_options_are_kept_and_the_rest_are_the_defaults():
    game = Game(3, seed=1, map="1550", open_hands=True, max_turns=None)
    expected = {name: name in ("auto_forced", "open_hands") for name in OPTION_NAMES}
    assert game.options == {
        "num_players": 3, "map": "1550", "ruleset": "v1.4", "max_turns": None, "bot_seat": None,
        "solo_top_cards": 8, "solo_florins": "skip", "solo_search": "twice", **expected,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 0}, "option 'num_players' is a whole number from 1 to 4, not 0"),
        ({"num_players": 5}, "from 1 to 4, not 5"),
        ({"num_players": "3"}, "from 1 to 4, not '3'"),
        ({"num_players": True}, "from 1 to 4, not True"),
        ({"num_players": 2.0}, "from 1 to 4, not 2.0"),
        ({"map": "1461"}, "option 'map' is one of '1460', '1550', 'age_of_reformation'"),
        ({"map": 1460}, "option 'map' is one of '1460'"),
        ({"ruleset": "2e"}, "option 'ruleset' is one of 'v1.4', '2021', '1e', not '2e'"),
        ({"astrology": 1}, "option 'astrology' is one of False, True, not 1"),
        ({"auto_forced": None}, "option 'auto_forced' is one of False, True"),
        ({"max_turns": 0}, "option 'max_turns' is a whole number from 1 to 32767, or None"),
        ({"max_turns": 40000}, "not 40000"),
        ({"astrologie": True}, "unknown option 'astrologie'; the options are num_players, map"),
        ({"seed": "seven"}, "seed is a whole number, not 'seven'"),
        ({"seed": 1.5}, "seed is a whole number, not 1.5"),
    ],
)
def test_bad_options_are_refused_by_name(options, message):
    with pytest.raises(ValueError, match=r"option|seed") as error:
        Game(**options)
    assert message in str(error.value)


def test_without_a_seed_one_is_drawn_and_kept():
    game, other = Game(), Game()
    assert game.seed != other.seed
    assert Game(seed=game.seed).to_bytes() == game.to_bytes()


# --- playing --------------------------------------------------------------------------------------
def test_a_new_game_waits_for_the_first_player():
    game = Game(4, seed=3)
    assert game.decision == "main"
    assert game.deciding_player == game.turn_player == game.to_dict()["first_player"]
    assert not game.is_over and not game.is_truncated
    assert game.winners == [] and game.victory is None
    assert game.returns.dtype == np.float32
    assert game.returns.tolist() == [0, 0, 0, 0]
    assert {FAIR, FAIR + 1} < set(game.legal_actions())


def test_legal_actions_are_the_mask_in_order():
    for game in positions(2, 5):
        legal = game.legal_actions()
        assert legal == sorted(legal) == np.flatnonzero(game.legal_mask()).tolist()
        assert all(type(action) is int for action in legal)
        assert bool(legal) != game.is_over
        assert game.is_over or len(legal) > 1


def test_the_mask_handed_out_is_a_copy():
    game = Game(seed=1)
    legal = game.legal_actions()
    game.legal_mask()[:] = 1
    assert game.legal_actions() == legal


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_same_seed_and_actions_give_the_same_bytes(num_players):
    game = finished(num_players, 11)
    again = Game(num_players, seed=11)
    while not again.is_over:
        again.step(game.history[len(again.history)])
    assert again.to_bytes() == game.to_bytes()
    assert again.history == game.history


def test_another_seed_is_another_game():
    assert Game(seed=1).to_bytes() != Game(seed=2).to_bytes()


def test_step_returns_none_and_takes_any_whole_number():
    for kind in (int, np.int64, np.int16, np.uint8, np.array):
        game = Game(seed=4)
        action = game.legal_actions()[0]
        assert game.step(kind(action)) is None
        assert game.history == [action]
        assert type(game.history[0]) is int


def test_illegal_actions_change_nothing_and_are_named():
    for game in positions(3, 8):
        row, mask, history = game.states.tobytes(), game.legal_mask(), list(game.history)
        illegal = next(a for a in range(NUM_ACTIONS - 1, -1, -1) if not mask[a])
        with pytest.raises(IllegalAction) as error:
            game.step(illegal)
        assert game.action_name(illegal) in str(error.value)
        reason = "game is over" if game.is_over else f"must answer {game.decision!r}"
        assert reason in str(error.value)
        assert game.states.tobytes() == row
        assert (game.legal_mask() == mask).all()
        assert game.history == history


@pytest.mark.parametrize("action", [-1, NUM_ACTIONS, 10**30, -(10**30)])
def test_actions_out_of_range_are_refused(action):
    game = Game(seed=1)
    with pytest.raises(IllegalAction, match=f"out of range: actions are 0 to {NUM_ACTIONS - 1}"):
        game.step(action)


@pytest.mark.parametrize("action", [True, np.True_, 2.0, np.float32(2), "2", None, [2], (), {}])
def test_what_is_no_whole_number_is_refused(action):
    game = Game(seed=1)
    row = game.states.tobytes()
    with pytest.raises(TypeError, match="an action is a whole number, not"):
        game.step(action)
    assert game.states.tobytes() == row and game.history == []


def test_illegal_action_is_a_value_error():
    assert issubclass(IllegalAction, ValueError)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_a_finished_game_has_winners_and_returns_that_sum_to_0(num_players):
    game = finished(num_players, 21)
    assert game.is_over and not game.is_truncated
    assert game.deciding_player == -1 and game.decision is None and game.legal_actions() == []
    assert game.victory is not None and game.winners
    assert game.returns[game.winners].sum() == pytest.approx(1)
    assert game.returns.sum() == pytest.approx(0, abs=1e-6)


def test_a_game_cut_by_max_turns_is_truncated():
    game = finished(3, 2, max_turns=4)
    assert game.is_over and game.is_truncated
    assert game.winners == [] and game.victory is None
    assert game.returns.tolist() == [0, 0, 0]
    assert game.to_dict()["turn"]["number"] == 4


@pytest.mark.parametrize(
    ("players", "winners", "bankrupt", "expected"),
    [
        (4, [2], [], [-1 / 3, -1 / 3, 1, -1 / 3]),
        (4, [0, 3], [], [1 / 2, -1 / 2, -1 / 2, 1 / 2]),
        (3, [0, 1, 2], [], [0, 0, 0]),
        (4, [2], [0], [-1 / 3, -1 / 3, 1, -1 / 3]),
        (4, [2, 3], [0], [-1 / 3, -2 / 3, 1 / 2, 1 / 2]),
        (3, [1], [0, 2], [-1 / 2, 1, -1 / 2]),
        (3, [1, 2], [0], [-1 / 2, 1 / 4, 1 / 4]),
        (3, [], [0], [-1 / 2, 1 / 4, 1 / 4]),
        (4, [], [], [0, 0, 0, 0]),
    ],
)
def test_winners_share_one_and_bankrupts_lose_their_part_at_once(
    players, winners, bankrupt, expected
):
    game = Game(players, seed=1)
    game.states["eliminated"][0, bankrupt] = 1
    game.states["winner"][0, winners] = 1
    game.states["status"] = TERMINATED if winners else TRUNCATED
    assert game.returns.tolist() == pytest.approx(expected)
    assert game.returns.sum() == pytest.approx(0, abs=1e-6)


def test_without_auto_forced_every_answer_is_asked_for():
    seen = {len(game.legal_actions()) for game in positions(3, 5, auto_forced=False)}
    assert 1 in seen


def test_forced_answers_are_part_of_the_history():
    game = finished(3, 5)
    slow = Game(3, seed=5, auto_forced=False)
    for action in game.history:
        slow.step(action)
    assert slow.is_over and slow.winners == game.winners
    assert len(game.history) > len(game._past)


# --- back, copies, replay -------------------------------------------------------------------------
@pytest.mark.parametrize("auto_forced", [True, False])
def test_undo_goes_back_exactly(auto_forced):
    game = Game(3, seed=6, auto_forced=auto_forced)
    rng = random.Random(6)
    before = []
    while not game.is_over:
        before.append((game.to_bytes(), game.legal_actions(), list(game.history)))
        game.step(lively_action(game, rng))
    for state in reversed(before):
        game.undo()
        assert (game.to_bytes(), game.legal_actions(), game.history) == state
    with pytest.raises(ValueError, match="nothing to undo"):
        game.undo()
    assert game.to_bytes() == before[0][0]


def test_undo_and_another_choice_is_as_if_the_first_was_never_made():
    game = middle(2, 9, 30)
    first, *_, last = game.legal_actions()
    other = game.clone()
    game.step(first)
    game.undo()
    game.step(last)
    other.step(last)
    assert game.to_bytes() == other.to_bytes() and game.history == other.history


@pytest.mark.parametrize(
    "make", [Game.clone, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_copies_share_no_memory(make):
    game = middle(3, 4, 40)
    twin = make(game)
    assert twin.to_bytes() == game.to_bytes()
    assert (twin.seed, twin.history) == (game.seed, game.history)
    for mine, other in ((game.states, twin.states), (game._mask, twin._mask)):
        assert not np.shares_memory(mine, other)
    row, length = game.states.tobytes(), len(game.history)
    legal = game.legal_actions()
    for _ in range(10):
        twin.step(twin.legal_actions()[-1])
    twin.undo()
    assert game.states.tobytes() == row
    assert game.legal_actions() == legal and len(game.history) == length
    for _ in range(3):
        game.undo()
    assert len(twin.history) > length


@pytest.mark.parametrize("auto_forced", [True, False])
def test_replay_from_seed_and_options(auto_forced):
    options = {"num_players": 3, "map": "1550", "auto_forced": auto_forced}
    game = finished(3, 17, map="1550", auto_forced=auto_forced)
    again = Game.replay(seed=17, options=options, actions=game.history)
    assert again.to_bytes() == game.to_bytes() and again.history == game.history


def test_replay_from_a_position():
    game = middle(2, 13, 25)
    start, done = game.to_dict(), len(game.history)
    rng = random.Random(0)
    while not game.is_over:
        game.step(lively_action(game, rng))
    again = Game.replay(start=start, actions=game.history[done:])
    assert again.to_bytes() == game.to_bytes()


def test_replay_stops_where_the_history_does():
    game = finished(2, 13)
    for length in range(0, len(game.history), 7):
        again = Game.replay(seed=13, actions=game.history[:length])
        assert again.history[:length] == game.history[:length]


def test_replay_says_which_step_breaks():
    history = finished(2, 13).history
    with pytest.raises(ValueError, match=r"actions\[20\]: action 9999 is out of range"):
        Game.replay(seed=13, actions=[*history[:20], 9999])
    with pytest.raises(ValueError, match=r"actions\[0\]: an action is a whole number, not 'x'"):
        Game.replay(seed=13, actions=["x"])
    with pytest.raises(ValueError, match=rf"actions\[{len(history)}\]: .* the game is over"):
        Game.replay(seed=13, actions=[*history, 0])


def test_replay_refuses_another_forced_answer():
    game = finished(3, 5)
    choices = {length for _, _, length in game._past}
    forced = next(i for i in range(len(game.history)) if i not in choices)
    wrong = [*game.history[:forced], game.history[forced] + 1, *game.history[forced + 1 :]]
    with pytest.raises(ValueError, match=rf"actions\[{forced}\]: .* the only legal answer"):
        Game.replay(seed=5, options={"num_players": 3}, actions=wrong)


@pytest.mark.parametrize(
    "arguments",
    [{}, {"seed": 1, "start": {"players": [{}, {}]}}, {"start": {}, "options": {"map": "1550"}}],
)
def test_replay_wants_one_beginning(arguments):
    with pytest.raises(ValueError, match=r"replay from|its own options"):
        Game.replay(actions=[], **arguments)


# --- bytes ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_bytes_round_trip_at_every_step(num_players):
    for game in positions(num_players, 23):
        again = Game.from_bytes(game.to_bytes())
        assert again.states.tobytes() == game.states.tobytes()
        assert again.legal_actions() == game.legal_actions()
        assert again.options == game.options


@pytest.mark.parametrize(
    "length", [0, 3, len(MAGIC), len(MAGIC) + 4, len(MAGIC) + len(LAYOUT), 500, -CHECKSUM_SIZE, -1]
)
def test_a_saved_game_cut_short_is_refused(length):
    with pytest.raises(ValueError, match="saved game: cut short"):
        Game.from_bytes(Game(seed=1).to_bytes()[:length])


def test_a_damaged_saved_game_is_refused():
    saved = Game(seed=1).to_bytes()
    for place in [*range(0, len(saved), 97), len(saved) - 1]:
        damaged = bytearray(saved)
        damaged[place] ^= 4
        with pytest.raises(ValueError, match=r"saved game: (not one|written by|damaged)"):
            Game.from_bytes(bytes(damaged))


def test_foreign_bytes_are_refused_for_what_they_are():
    saved = Game(seed=1).to_bytes()
    with pytest.raises(ValueError, match="not one of ours"):
        Game.from_bytes(b"PNG" + saved)
    other = bytes(8)
    with pytest.raises(ValueError, match="another record"):
        Game.from_bytes(MAGIC + other + saved[len(MAGIC) + len(other) :])
    with pytest.raises(ValueError, match="too long"):
        Game.from_bytes(saved + b"\n")


# --- words ----------------------------------------------------------------------------------------
def test_repr_is_short_and_str_is_the_table():
    game = Game(3, seed=7)
    first = game.deciding_player
    assert repr(game) == f"<Game(num_players=3, seed=7) turn 0, player {first}: main>"
    assert repr(finished(2, 13)).endswith("]>")
    assert "Market" in str(game)


def test_action_names_are_read_back():
    game = middle(3, 4, 40)
    for action in game.legal_actions():
        assert game.parse_action(game.action_name(action)) == action


# --- determinize ----------------------------------------------------------------------------------
VARIANTS = [
    {},
    {"open_hands": True},
    {"astrology": True},
    {"map": "age_of_reformation", "extended": True},
    {"limited_cards": True},
]


def hand_of(game: Game, seat: int) -> list[str]:
    return game.to_dict()["players"][seat]["hand"]


@pytest.mark.parametrize("options", VARIANTS)
def test_determinize_keeps_all_that_the_seat_knows(options):
    for number, game in enumerate(positions(3, 31, **options)):
        viewer = number % 3
        imagined = game.determinize(viewer, number)
        assert imagined.to_dict(viewer) == game.to_dict(viewer)
        seen, true = imagined.observe(viewer), game.observe(viewer)
        assert (seen["observation"] == true["observation"]).all()
        assert (seen["action_mask"] == true["action_mask"]).all()
        if game.deciding_player == viewer:
            assert imagined.legal_actions() == game.legal_actions()


@pytest.mark.parametrize("options", VARIANTS)
def test_determinized_games_are_sound_and_can_be_played(options):
    game = middle(3, 31, 45, **options)
    for seed in range(10):
        imagined = game.determinize(1, seed)
        # Reading it back checks that every card is in one place, and belongs there.
        again = Game.from_dict(imagined.to_dict())
        assert again.states.tobytes() == imagined.states.tobytes()
        rng = random.Random(seed)
        for _ in range(20):
            if not imagined.is_over:
                imagined.step(lively_action(imagined, rng))


@pytest.mark.parametrize("options", VARIANTS)
def test_games_a_seat_cannot_tell_apart_become_the_same(options):
    for number, game in enumerate(positions(4, 37, **options)):
        if number % 5 == 0:
            one, other = game.determinize(2, 100), game.determinize(2, 200)
            assert one.determinize(2, 7).to_bytes() == other.determinize(2, 7).to_bytes()
            assert one.determinize(2, 7).legal_actions() == other.determinize(2, 7).legal_actions()


def test_determinize_is_deterministic_and_leaves_the_game_alone():
    game = middle(3, 31, 45)
    before = game.to_bytes()
    assert game.determinize(0, 5).to_bytes() == game.determinize(0, 5).to_bytes()
    assert len({game.determinize(0, seed).to_bytes() for seed in range(8)}) == 8
    assert game.to_bytes() == before
    assert game.determinize(0, 5).history == []


def test_determinize_resamples_hands_decks_and_box():
    game = middle(3, 31, 45)
    viewer = 1
    other = next(seat for seat in (0, 2) if hand_of(game, seat))
    imagined = [game.determinize(viewer, seed) for seed in range(30)]
    assert len({tuple(hand_of(one, other)) for one in imagined}) > 5
    dealt = [frozenset(code for d in one.to_dict()["decks"].values() for code in d)
             for one in imagined]  # fmt: skip
    assert len(set(dealt)) > 5  # not only the order: cards of the box come into the decks
    assert all(hand_of(one, viewer) == hand_of(game, viewer) for one in imagined)


def test_determinize_keeps_the_number_of_cards_of_each_side():
    game = middle(4, 31, 60)
    for seed in range(10):
        imagined = game.determinize(0, seed)
        for seat in range(4):
            sides = sorted(CARD_SIDE[CARD_CODES.index(code)] for code in hand_of(imagined, seat))
            expected = sorted(CARD_SIDE[CARD_CODES.index(code)] for code in hand_of(game, seat))
            assert sides == expected


@pytest.mark.parametrize("options", [{}, {"extended": True}, {"astrology": True}])
def test_determinize_keeps_unbought_comets_in_the_bottom_of_their_deck(options):
    moved = set()
    for number, game in enumerate(positions(2, 41, **options)):
        true_decks = game.to_dict()["decks"]
        imagined = game.determinize(0, number)
        held = imagined.states["place"][0, : len(COMETS)]
        assert not (held == IN_HAND).any()
        for side, deck in imagined.to_dict()["decks"].items():
            expected = sorted(code for code in true_decks[side] if code in COMETS)
            assert sorted(code for code in deck if code in COMETS) == expected
            assert not set(deck[:-14]) & set(COMETS)
            moved |= {deck[::-1].index(code) for code in expected}
    assert len(moved) == 14  # anywhere in it


def test_determinize_keeps_open_hands_and_the_stars():
    game = middle(3, 31, 45, open_hands=True, astrology=True)
    for seed in range(5):
        imagined = game.determinize(0, seed).to_dict()
        true = game.to_dict()
        assert [p["hand"] for p in imagined["players"]] == [p["hand"] for p in true["players"]]
        for side, deck in true["decks"].items():
            assert imagined["decks"][side][0] == deck[0]
            assert imagined["decks"][side] != deck


def test_another_players_choices_are_those_of_the_imagined_hand():
    game = next(
        g for g in positions(2, 19) if g.decision == "main" and hand_of(g, g.deciding_player)
    )
    decider = game.deciding_player
    imagined = game.determinize(1 - decider, 3)
    plays = [CARD_CODES[a - PLAY] for a in imagined.legal_actions() if PLAY <= a < PLAY + 177]
    assert plays == hand_of(imagined, decider)


@pytest.mark.parametrize("player", [-1, 3, None, "0", 0.5])
def test_only_seats_at_the_table_see(player):
    game = Game(3, seed=1)
    with pytest.raises(ValueError, match="seat from 0 to 2"):
        game.determinize(player, 0)
    if player is not None:
        with pytest.raises(ValueError, match="seat from 0 to 2"):
            game.to_dict(viewer=player)


def test_the_comets_come_first_among_the_cards():
    # What test_determinize_keeps_unbought_comets relies on.
    assert CARD_KIND_NAMES[CARD_KIND[len(COMETS) - 1]] == "comet"
    assert [CARD_CODES.index(code) for code in COMETS] == list(range(len(COMETS)))
