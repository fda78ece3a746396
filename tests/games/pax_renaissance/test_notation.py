"""Positions as dicts: exact both ways, easy to write by hand, and never silently wrong."""

import copy
import json

import pytest

from paxren_env import Game
from paxren_env.games.pax_renaissance import actions
from paxren_env.games.pax_renaissance.actions import CARD, FAIR, PLAY
from paxren_env.games.pax_renaissance.constants import CITY_NAMES, EMPIRE_NAMES
from paxren_env.games.pax_renaissance.tables import CARD_CODES
from tests.games.pax_renaissance.random_play import finished, middle, positions
from tests.games.pax_renaissance.solo import shop

pytestmark = pytest.mark.interpreted

TWO = [{"florins": 3}, {}]
FAIRS = {"east": [["PREN026", 0], *[[None, 0]] * 5]}


def position(**parts):
    """A small table: two players, and a card to hold a fair with."""
    return {"players": copy.deepcopy(TWO), "market": copy.deepcopy(FAIRS), **parts}


def player(**parts):
    """The same table with something of the first player's."""
    return position(players=[parts, {}])


# --- round trips ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"auto_forced": False},
        {"map": "1550"},
        {"map": "age_of_reformation"},
        {"astrology": True, "extended": True, "max_turns": None},
        {"limited_cards": True, "open_hands": True},
        {"ruleset": "2021"},
        {"ruleset": "1e"},
        {"bankruptcy": True, "strawman_campaign": True},
    ],
)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_position_of_a_game_comes_back_to_the_byte(num_players, options):
    for game in positions(num_players, 50 + num_players, **options):
        written = json.loads(json.dumps(game.to_dict()))
        again = Game.from_dict(written)
        assert again.states.tobytes() == game.states.tobytes(), written["pending"]
        assert again.legal_actions() == game.legal_actions()
        assert again.to_dict() == written


@pytest.mark.parametrize("seed", [9, 25])
def test_positions_with_a_discard_pending_come_back_to_the_byte(seed):
    held = ["PREN001", "PREN002", "PREN003", "PREN004"]
    table = position(players=[{"hand": held[: seed % 2 + 3]}, {"hand": ["PREN005"]}])
    game = Game.from_dict(table)
    assert game.decision == "discard"
    again = Game.from_dict(game.to_dict())
    assert again.states.tobytes() == game.states.tobytes()
    assert again.legal_actions() == game.legal_actions()


def test_a_truncated_game_comes_back_to_the_byte():
    game = finished(2, 3, max_turns=5)
    assert game.to_dict()["result"] == {"status": "truncated", "victory": None, "winners": []}
    again = Game.from_dict(game.to_dict())
    assert again.states.tobytes() == game.states.tobytes()
    assert again.is_truncated


def test_reading_leaves_the_dict_alone():
    written = middle(3, 4, 40).to_dict()
    before = copy.deepcopy(written)
    Game.from_dict(written)
    assert written == before


# --- what the words say ---------------------------------------------------------------------------
def test_the_setup_in_words():
    table = Game(2, seed=1).to_dict()
    assert table["turn"] == {
        "number": 0, "player": table["first_player"], "actions_left": 2, "did_something": False,
        "ops_done": [], "free_fair_used": False,
    }  # fmt: skip
    assert table["pending"] == [
        {"frame": "turn", "player": table["first_player"]},
        {"frame": "main", "player": table["first_player"]},
    ]
    assert table["thrones"] == {empire: {} for empire in EMPIRE_NAMES}
    assert table["emporia"] == {"east": "tana", "west": "trebizond"}
    assert table["cities"]["london"] == "gold rook"
    assert sum(len(tokens) for tokens in table["borders"].values()) == 2
    assert table["discard"] == table["victories"] == [] and table["resolution"] == {}
    assert "result" not in table
    assert [len(row) for row in table["market"].values()] == [6, 6]
    assert [len(deck) for deck in table["decks"].values()] == [16, 16]


def test_the_first_card_of_a_deck_is_the_next_one_drawn():
    decks = {"east": ["PREN080", "PREN081"], "west": ["PREN001"]}
    game = Game.from_dict(position(decks=decks, pending=[{"frame": "end turn", "player": 0}]))
    market = game.to_dict()["market"]
    assert market["west"][0][0] == "PREN001"
    assert market["east"][0][0] == "PREN026"
    assert [market["west"][1][0], market["east"][1][0]] == ["PREN080", "PREN081"]


def test_columns_hold_queens_and_vassals():
    king = {
        "card": "SQ_portugal", "bishop": "gold", "used": True,
        "repressed": {"gold knight": 1, "pawn 1": 2},
        "queens": [{"card": "PREN044", "bishop": "red"}, "PREN046"],
        "vassals": ["SQ_hungary", {"card": "SQ_france", "queens": ["PREN045"]}],
    }  # fmt: skip
    row = ["PREN001", king, {"card": "SQ_england", "face": "republic"}]
    game = Game.from_dict(player(west=row))
    assert game.to_dict()["players"][0]["west"] == row
    state = game.states[0]
    order = [CARD_CODES[card] for card in state.tableau[0, 1, : state.tableau_size[0, 1]]]
    assert order == [
        "PREN001", "SQ_portugal", "PREN044", "PREN046", "SQ_hungary", "SQ_france", "PREN045",
        "SQ_england",
    ]  # fmt: skip
    assert set(EMPIRE_NAMES) - set(game.to_dict()["thrones"]) == {
        "portugal", "hungary", "france", "england",
    }  # fmt: skip


def test_thrones_keep_bishops_queens_and_the_repressed():
    thrones = {"england": {"bishop": "red", "repressed": {"red rook": 2}, "queens": ["PREN047"]}}
    game = Game.from_dict(position(thrones=thrones))
    assert game.to_dict()["thrones"]["england"] == thrones["england"]


# --- positions in three lines ---------------------------------------------------------------------
def test_what_is_left_out_is_as_usual():
    game = Game.from_dict(position())
    table = game.to_dict()
    assert game.num_players == 2 and game.turn_player == game.deciding_player == 0
    assert game.decision == "main" and game.legal_actions() == [FAIR]
    assert table["turn"]["actions_left"] == 2 and table["turn"]["number"] == 0
    assert table["religions"] == Game(seed=1).to_dict()["religions"]
    assert table["emporia"] == {"east": "tana", "west": "trebizond"}
    assert table["cities"] == table["borders"] == {}
    assert len({seat["bank"] for seat in table["players"]}) == 2
    assert [seat["florins"] for seat in table["players"]] == [3, 0]


def test_the_pool_is_what_is_not_in_play():
    game = Game.from_dict(
        position(
            cities={"london": "gold rook", "paris": "gold rook"},
            borders={"england-france": ["gold pirate"], "aragon-france": ["pawn 1"]},
            thrones={"england": {"bishop": "red", "repressed": {"gold rook": 3, "pawn 1": 1}}},
        )
    )
    supply = game.states["supply"][0].tolist()
    assert supply == [10, 7, 7, 5, 7, 7, 10, 8, 0, 0, 5, 4, 3, 5, 5, 4]


def test_the_number_of_players_is_that_of_the_list():
    assert Game.from_dict(position(players=[{}, {}, {}])).num_players == 3


def test_hands_may_be_written_in_any_order():
    game = Game.from_dict(player(hand=["PREN003", "PREN001"]))
    assert game.to_dict()["players"][0]["hand"] == ["PREN001", "PREN003"]
    assert {PLAY + CARD_CODES.index(code) for code in ("PREN001", "PREN003")} < set(
        game.legal_actions()
    )


def test_too_large_a_hand_is_discarded_first():
    players = [{"hand": ["PREN004"]}, {"hand": ["PREN001", "PREN002", "PREN003"]}]
    game = Game.from_dict(position(players=players))
    assert (game.decision, game.deciding_player) == ("discard", 1)
    game.step(CARD + CARD_CODES.index("PREN002"))
    assert (game.decision, game.deciding_player) == ("main", 0)


def test_an_unlimited_hand_is_kept():
    hand = ["PREN001", "PREN002", "PREN003"]
    game = Game.from_dict(player(hand=hand, west=["PREN043"]))
    assert game.decision == "main"


def test_steps_on_top_are_run_and_decisions_without_answer_dropped():
    frames = [
        {"frame": "turn", "player": 0},
        {"frame": "emancipate", "player": 0, "empire": "england", "picked": False},
        {"frame": "place token", "player": 0, "token": "gold rook", "spot": "london"},
    ]
    game = Game.from_dict(position(pending=frames))
    assert game.decision == "main"
    assert game.to_dict()["cities"] == {"london": "gold rook"}


def test_a_protected_pawn_shares_its_border_with_a_pirate():
    shared = {"england-france": ["pawn 0", "red pirate"]}
    game = Game.from_dict(position(players=[{"east": ["PREN113X"]}, {}], borders=shared))
    assert game.to_dict()["borders"] == shared


def test_the_second_slot_of_venice_needs_its_card():
    cities = {"venice": "gold knight", "venice_2": "gold knight"}
    game = Game.from_dict(position(players=[{"west": ["PREN024"]}, {}], cities=cities))
    assert game.to_dict()["cities"] == cities


# --- refused --------------------------------------------------------------------------------------
CARDS = [
    (player(hand=["PREN999"]), "players[0].hand[0]: unknown card 'PREN999'"),
    (player(hand=[["PREN001"]]), "players[0].hand[0]: unknown card ['PREN001']"),
    (player(hand="PREN001"), "players[0].hand: expected a list, not 'PREN001'"),
    (player(hand=["SQ_england"]), "players[0].hand[0]: a square is never in a hand"),
    (player(hand=["COMET1"]), "players[0].hand[0]: a comet is never in a hand"),
    (player(hand=["PREN216P"]), "PREN216P belongs to the map 'age_of_reformation'"),
    (player(hand={"hidden": {"west": 1}}), "players[0].hand: hidden cards cannot be loaded"),
    (
        player(hand=["PREN026"]),
        "card PREN026 is in two places: players[0].hand[0] and market.east[0]",
    ),
    (
        position(players=[{"hand": ["PREN001"]}, {"west": ["PREN001"]}]),
        "card PREN001 is in two places: players[0].hand[0] and players[1].west[0]",
    ),
    (
        position(options={"limited_cards": True}, players=[{"west": ["PREN143X"]}, {}]),
        "players[0].west[0]: PREN143X is not in the game with the option limited_cards",
    ),
    (player(old_maids=["PREN001"]), "players[0].old_maids[0]: PREN001 is no queen"),
    (player(old_maids=[{"card": "PREN044", "bishop": "red"}]), "an old maid carries nothing"),
    (player(east=["PREN001"]), "players[0].east[0]: PREN001 belongs to the west row"),
    (player(west=["PREN044"]), "players[0].west[0]: queen PREN044 needs a King"),
    (player(west=["COMET3"]), "players[0].west[0]: a comet is never in a tableau"),
    (player(west=[{"bishop": "red"}]), "players[0].west[0]: missing key card"),
    (player(west=[{"card": "PREN001", "bishop": "blue"}]), "unknown colour 'blue'"),
    (player(west=[{"card": "PREN001", "used": 1}]), "west[0].used: expected true or false"),
    (player(west=[{"card": "PREN001", "face": "king"}]), "west[0].face: unknown key"),
    (player(west=[{"card": "PREN001", "queens": []}]), "west[0].queens: unknown key"),
    (position(discard=["SQ_england"]), "discard[0]: an empire square is never discarded"),
    (position(discard=[{"card": "PREN001", "bishop": "red"}]), "no bishop lies on a discarded"),
    (position(decks={"east": ["PREN001"]}), "decks.east[0]: PREN001 is not a card of the east"),
    (position(decks={"east": {"hidden": 3}}), "decks.east: hidden cards cannot be loaded"),
    (position(decks={"north": []}), "decks.north: unknown key"),
    (
        position(decks={"west": [f"PREN{i:03}" for i in range(1, 45)]}),
        "decks.west: 44 cards, at most 40",
    ),
]
SQUARES = [
    (
        player(west=[{"card": "SQ_england", "face": "republic", "queens": ["PREN047"]}]),
        "players[0].west[0].queens: only a King has them",
    ),
    (
        player(west=[{"card": "SQ_england", "face": "republic", "vassals": ["SQ_france"]}]),
        "players[0].west[0].vassals: only a King has them",
    ),
    (
        player(west=[{"card": "SQ_england", "vassals": [{"card": "SQ_france", "vassals": []}]}]),
        "vassals[0].vassals: a vassal has no vassals",
    ),
    (
        player(
            west=[{"card": "SQ_england", "vassals": [{"card": "SQ_france", "face": "republic"}]}]
        ),
        "vassals[0].face: a vassal is a King",
    ),
    (
        player(west=[{"card": "SQ_england", "vassals": ["PREN001"]}]),
        "vassals[0]: PREN001 is no empire square",
    ),
    (player(west=[{"card": "SQ_england", "queens": ["PREN001"]}]), "PREN001 is no queen"),
    (player(west=[{"card": "SQ_england", "face": "tower"}]), "unknown face 'tower'"),
    (
        player(west=[{"card": "SQ_england", "repressed": {"red bishop": 1}}]),
        "west[0].repressed.red bishop: unknown key",
    ),
    (
        player(west=[{"card": "SQ_england", "repressed": {"pawn 2": 1}}]),
        "west[0].repressed: there is no player 2",
    ),
    (
        player(west=[{"card": "SQ_england", "repressed": {"red rook": 0}}]),
        "repressed.red rook: expected a whole number from 1 to 10, not 0",
    ),
    (
        position(thrones={"england": {"face": "republic"}}),
        "thrones.england: a republic cannot sit in a throne",
    ),
    (position(thrones={"spain": {}}), "thrones.spain: unknown key"),
    (
        position(players=[{"west": ["SQ_england"]}, {}], thrones={"england": {}}),
        "card SQ_england is in two places: players[0].west[0] and thrones.england",
    ),
]
TOKENS = [
    (
        player(west=[{"card": f"PREN00{i}", "bishop": "gold"} for i in range(1, 7)]),
        "too many gold bishops: 6 of 5",
    ),
    (
        position(
            cities={"london": "red rook"},
            thrones={
                "england": {"repressed": {"red rook": 4}},
                "france": {"repressed": {"red rook": 3}},
            },
        ),
        "too many red rooks: 8 of 7",
    ),
    (position(cities={"london": "pawn 0"}), "cities.london: a pawn 0 cannot be in a city"),
    (position(cities={"london": "blue rook"}), "cities.london: unknown token 'blue rook'"),
    (position(cities={"madrid": "red rook"}), "cities.madrid: unknown key"),
    (position(cities={"novgorod": "red rook"}), "cities.novgorod: no token lies on a busted"),
    (position(cities={"venice_2": "gold rook"}), "cities.venice_2: there is no such slot now"),
    (
        position(
            options={"map": "age_of_reformation"},
            religions={"ottoman": "medieval"},
            cities={"constantinople_3": "red knight"},
        ),
        "cities.constantinople_3: there is no such slot now",
    ),
    (position(borders={"aragon-france": ["red pirate"]}), "pirates only on sea borders"),
    (position(borders={"aragon-spain": []}), "borders.aragon-spain: unknown key"),
    (position(borders={"aragon-france": ["pawn 2"]}), "aragon-france[0]: there is no player 2"),
    (position(borders={"aragon-france": ["pawn 0", "pawn 1"]}), "at most one pawn and one pirate"),
    (position(borders={"aragon-france": ["red rook"]}), "at most one pawn and one pirate"),
    (
        position(borders={"england-france": ["pawn 0", "red pirate"]}),
        "borders.england-france: a pawn without protection does not survive a pirate",
    ),
    (position(emporia={"east": "london"}), "emporia.east: london is no emporium of the east"),
    (position(emporia={"east": "trebizond"}), "emporia.east: trebizond is no emporium of the east"),
    (position(religions={"england": "pagan"}), "religions.england: unknown religion 'pagan'"),
    (position(victories=["patron"]), "victories[0]: unknown victory 'patron'"),
    (position(victories=["holy", "holy"]), "victories[1]: holy twice"),
    (position(victories=["byzantine"]), "byzantine belongs to the map 'age_of_reformation'"),
]
TABLE = [
    ([], "position: expected a dict, not []"),
    ({}, "players: missing"),
    (position(hand=[]), "position.hand: unknown key; the keys are options, turn"),
    (position(players=[{}]), "players: 1 of them; the bot of the solo game is one too"),
    (position(players=[{}] * 5), "options: option 'num_players' is a whole number from 1 to 4"),
    (position(options={"num_players": 3}), "players: 2 of them, but num_players is 3"),
    (position(options={"map": "1461"}), "options: option 'map' is one of '1460'"),
    (position(options={"maps": "1460"}), "options.maps: unknown key"),
    (position(first_player=2), "first_player: expected a whole number from 0 to 1, not 2"),
    (player(florins=-1), "players[0].florins: expected a whole number from 0 to 10000, not -1"),
    (player(florins=True), "players[0].florins: expected a whole number"),
    (player(florins=2.0), "players[0].florins: expected a whole number"),
    (player(gold=3), "players[0].gold: unknown key"),
    (player(bank="rothschild"), "players[0].bank: unknown bank 'rothschild'"),
    (player(bank="mendes"), "players[0].bank: mendes belongs to the map"),
    (player(eliminated="no"), "players[0].eliminated: expected true or false"),
    (player(eliminated=True), "players[0].eliminated: nobody is without the option bankruptcy"),
    (
        position(players=[{"bank": "coeur"}, {"bank": "coeur"}]),
        "players[1].bank: coeur is the bank of player 0 already",
    ),
    (position(market={"east": [["PREN026", 0]]}), "market.east: 1 cells, not 6"),
    (position(market={"east": [["PREN026"]] * 6}), "market.east[0]: expected [card, florins]"),
    (
        position(market={"east": [["PREN026", 0, "sold"], *[[None, 0]] * 5]}),
        "market.east[0]: expected [card, florins]",
    ),
    (
        position(market={"east": [["PREN026", 0], [None, 1], *[[None, 0]] * 4]}),
        "market.east[1]: florins without a card lie only in column 0",
    ),
    (
        position(market={"east": [["PREN026", -1], *[[None, 0]] * 5]}),
        "market.east[0][1]: expected a whole number",
    ),
    (
        position(market={"east": [["SQ_england", 0], *[[None, 0]] * 5]}),
        "market.east[0]: an empire square is never in the market",
    ),
]
TURN = [{"frame": "turn", "player": 0}]


def owed(frame, **arguments):
    return [*TURN, {"frame": frame, "player": 0, **arguments}]


PENDING = [
    (position(turn={"player": 2}), "turn.player: expected a whole number from 0 to 1, not 2"),
    (position(turn={"actions_left": 3}), "turn.actions_left: expected a whole number from 0 to 2"),
    (position(turn={"ops_done": ["north"]}), "turn.ops_done[0]: unknown side 'north'"),
    (position(turn={"actions": 2}), "turn.actions: unknown key"),
    (
        position(market={}),
        "turn: player 0 can do nothing; give cards, or did_something",
    ),
    (position(pending=[]), "pending: nothing is owed, but the game has no result"),
    (position(pending={}), "pending: expected a list"),
    (position(pending=["turn"]), "pending[0]: expected a dict with the key frame"),
    (position(pending=[{"frame": "nap"}]), "pending[0].frame: unknown frame 'nap'"),
    (position(pending=TURN * 2), "pending[1]: 'turn' is only the first frame"),
    (position(pending=TURN * 30), "pending: 30 frames, at most 12"),
    (
        position(pending=[{"frame": "main"}]),
        "pending[0]: the first frame is 'turn', 'end turn' or 'bot'",
    ),
    (
        position(pending=[{"frame": "end turn"}, {"frame": "main"}]),
        "pending[1]: 'main' stands only right on 'turn'",
    ),
    (position(pending=owed("levy")), "pending[1]: missing key empire"),
    (position(pending=owed("levy", empire="spain")), "pending[1].empire: unknown empire 'spain'"),
    (position(pending=owed("levy", empire="england", a=1)), "pending[1].a: unknown key"),
    (position(pending=owed("casualty", attackers=1)), "pending[1].attackers: unknown attackers 1"),
    (
        position(pending=[*TURN, {"frame": "activate", "player": 2}]),
        "pending[1].player: expected a whole number from 0 to 1, not 2",
    ),
    (
        position(pending=owed("one_shot")),
        "resolution.card: missing, but pending[1] needs it",
    ),
    (
        position(pending=owed("battle")),
        "resolution.war: missing, but pending[1] needs it",
    ),
    (
        position(pending=owed("battle"), resolution={"war": "conspiracy"}),
        "resolution.war_empire: missing, but pending[1] needs it",
    ),
    (
        position(pending=owed("battle"), resolution={"war": "campaign", "war_empire": "england"}),
        "resolution.war_king: missing, but pending[1] needs it",
    ),
    (
        position(pending=owed("suitor", queen="PREN044")),
        "pending[1]: the queen must be among the old maids of player 0",
    ),
    (
        position(pending=owed("regime change", empire="england", cause="coronation")),
        "pending[1]: the queen must be among the old maids of player 0",
    ),
    (
        position(pending=owed("regime change", empire="england", cause="campaign")),
        "pending[1]: a campaign needs resolution.war_king",
    ),
    (
        position(pending=owed("place token", token="red rook", spot="england-france")),
        "pending[1]: a red rook cannot be put there",
    ),
    (
        position(pending=owed("voyage", emporium="london", next_stop=0)),
        "pending[1]: no such stop on a route from there",
    ),
    (
        position(pending=owed("voyage", emporium="tana", next_stop=9)),
        "pending[1]: no such stop on a route from there",
    ),
    (
        position(pending=owed("inquisitor_to", **{"from": "PREN001"})),
        "pending[1]: no bishop is on PREN001",
    ),
    (
        position(
            pending=owed("corsair_to", card="PREN013", colour="gold", **{"from": "england-france"})
        ),
        "pending[1]: no such pirate on england-france",
    ),
    (
        position(pending=owed("tax_response", border="england-france", empire="england")),
        "pending[1]: no pawn of player 0 on england-france",
    ),
    (
        position(pending=owed("place_freed", empire="england", token="red rook")),
        "pending[1]: no red rook is repressed there",
    ),
    (
        position(
            pending=owed("place_agent", agent="red rook", picked=False),
            resolution={"card": "PREN022"},
        ),
        "pending[1]: resolution.agents has no red rook",
    ),
    (
        position(pending=owed("campaign", card="PREN003")),
        "pending[1]: PREN003 is no empire square",
    ),
    (position(resolution={"king": "SQ_england"}), "resolution.king: unknown key"),
    (position(resolution={"war_king": "PREN001"}), "war_king: PREN001 is no empire square"),
    (position(resolution={"agents": {"pope": 1}}), "resolution.agents.pope: unknown key"),
    (position(resolution={"sibling": ["london"] * 3}), "resolution.sibling: 3 spots, at most 2"),
    (position(resolution={"fair_profit": -1}), "resolution.fair_profit: expected a whole number"),
    (
        position(result={"status": "terminated", "victory": "holy", "winners": [0]}, pending=TURN),
        "pending: nothing is owed when the game is over",
    ),
    (position(result={"status": "running"}), "result.status: unknown status 'running'"),
    (position(result={"status": "terminated"}), "result.victory: unknown victory None"),
    (
        position(result={"status": "terminated", "victory": "holy"}),
        "result.winners: somebody wins a terminated game",
    ),
    (
        position(result={"status": "truncated", "winners": [1]}),
        "result: nobody wins a truncated game",
    ),
    (
        position(result={"status": "terminated", "victory": "holy", "winners": [2]}),
        "result.winners[0]: expected a whole number from 0 to 1, not 2",
    ),
]


def solo(bot=None, **parts):
    """O: the bot is to move; Academia lies in East column 1, a comet in West column 1."""
    market = shop(east={1: "PREN103X", 3: "PREN084"}, west={1: "COMET3"})
    options = {"num_players": 1}
    given = {"options": options, "turn": {"player": 1}, "market": market}
    return {"players": [{}, {"florins": 2, **(bot or {})}], **given, **parts}


def script(*actions, **parts):
    return solo(**parts, resolution={"script": list(actions)})


def bot_frame(player=1, **packed):
    return {"frame": "bot", "player": player, **packed}


def search(**parts):
    """The bot has searched so far; its opponent places a levy."""
    return solo(**LATER, resolution={"search": parts})


ACADEMIA = CARD_CODES.index("PREN103X")
LATER = {"pending": [bot_frame(), {"frame": "levy", "player": 0, "empire": "mamluk"}]}
SOLO = [
    (solo({"hand": ["PREN001"]}), "players[1].hand: the bot plays what it buys at once"),
    (solo(pending=[bot_frame(0)]), "pending[0].player: player 1 has the turn"),
    (
        solo(result={"status": "terminated", "victory": "patron", "winners": [0]}),
        "result.winners: when the decks are empty only player 1, the bot, wins",
    ),
    (
        solo(result={"status": "terminated", "victory": "patron", "winners": [0, 1]}),
        "result.winners: when the decks are empty only player 1, the bot, wins",
    ),
    (
        script(actions.FAIR, turn={"player": 0}),
        "resolution.script: only the bot has one, in its own turn",
    ),
    (
        script(actions.FAIR, result={"status": "truncated"}),
        "resolution.script: only the bot has one, in its own turn",
    ),
    (position(resolution={"script": [actions.FAIR]}), "resolution.script: only the bot has one"),
    (script(actions.YES), "resolution.script[0]: 1 is no action, but the bot is to take one"),
    (script(actions.PLAY + ACADEMIA), "resolution.script[0]: the bot cannot take the action"),
    (script(actions.SELL + ACADEMIA), "resolution.script[0]: the bot cannot take the action"),
    (script(actions.DECLARE), "resolution.script[0]: the bot cannot take the action"),
    (script(actions.OPS), "resolution.script[0]: the bot cannot take the action"),
    (script(actions.OPS + 2), "resolution.script[0]: the bot cannot take the action"),
    (script(actions.FAIR, actions.FAIR + 1), "resolution.script[1]: 383 is an action, for which"),
    (script(actions.FAIR, **LATER), "resolution.script[0]: 382 is an action, for which it is too"),
    # E1, O4: face down, too dear, empty, a comet; bought and not played.
    (script(actions.BUY), "resolution.script[0]: the bot cannot buy and play the card"),
    (script(actions.BUY + 3), "resolution.script[0]: the bot cannot buy and play the card"),
    (script(actions.BUY + 11), "resolution.script[0]: the bot cannot buy and play the card"),
    (script(actions.BUY + 7), "resolution.script[0]: the bot cannot buy and play the card"),
    (
        script(actions.BUY + 1, turn={"player": 1, "actions_left": 1}),
        "resolution.script[0]: the bot cannot buy and play the card",
    ),
    (script(actions.BUY + 1), "resolution.script[1]: the bot plays what it buys"),
    # O2, O4a: the search
    (
        position(resolution={"search": {"tried": [1]}}),
        "resolution.search: only the bot has one, in its own turn",
    ),
    (search(place="row 8"), "resolution.search.place: unknown place 'row 8'"),
    (search(faith="medieval"), "resolution.search.faith: unknown religion 'medieval'; one of"),
    (search(tried=[0]), "resolution.search.tried[0]: expected a whole number from 1 to 7, not 0"),
    (search(overriding=[6]), "resolution.search.overriding[0]: expected a whole number from 1 to"),
    (search(achieved=[{}] * 3), "resolution.search.achieved: 3 things, at most 2"),
    (search(achieved=[{"row": 6}]), "resolution.search.achieved[0].row: expected a whole number"),
    (search(achieved=[{"row": 1}]), "resolution.search.achieved[0].cell: unknown cell None"),
    (
        search(achieved=[{"row": 1, "cell": "main objective"}]),
        "resolution.search.achieved[0].half: unknown half None; one of less, more, both",
    ),
    (
        solo(pending=[bot_frame(place=256)]),
        "pending[0].place: expected a whole number from 0 to 255, not 256",
    ),
    (solo(pending=[bot_frame(achieved=125)]), "pending[0].achieved: 125 stands for no goal"),
    (script(actions.BUY + 1, actions.PLAY), "resolution.script[1]: the bot plays what it buys"),
]


def test_a_plan_that_the_bot_can_carry_out_is_read():
    """Hole 7: what lies beyond a loaded card costs it a florin less."""
    plan = [actions.BUY + 1, actions.PLAY + ACADEMIA]
    assert Game.from_dict(script(*plan)).history == plan
    loaded = shop(east={1: ("PREN084", 1), 3: "PREN103X"})
    plan = [actions.BUY + 3, actions.PLAY + ACADEMIA]
    assert Game.from_dict(script(*plan, market=loaded)).history == plan
    assert Game.from_dict(script(actions.FAIR + 1)).history[0] == actions.FAIR + 1


SEARCH = {
    "place": "override row 3, secondary objective",
    "faith": "islamic",
    "tried": [1, 3],
    "overriding": [3],
    "achieved": [
        {"row": 1, "cell": "main objective", "half": "less"},
        {"row": 3, "cell": "main objective", "faith": "islamic", "half": "both"},
    ],
}


def test_the_search_of_the_bot_is_written_and_read():
    game = Game.from_dict(search(**SEARCH))
    assert game.decision == "levy" and game.to_dict()["resolution"]["search"] == SEARCH
    again = Game.from_dict(game.to_dict())
    assert again.states.tobytes() == game.states.tobytes()


def test_the_search_of_the_bot_is_read_as_earlier_versions_wrote_it():
    """Place and religion, rows tried, what was achieved: three numbers in the frame."""
    place, tried = 8 + 64 * 2, 1 | 1 << 1 | 1 << 3 | 1 << 10
    achieved = 1 + 128 * ((4 * 4 + 2) * 3 + 3)
    frames = [bot_frame(place=place, tried=tried, achieved=achieved), LATER["pending"][1]]
    assert Game.from_dict(solo(pending=frames)).to_dict()["resolution"]["search"] == SEARCH


@pytest.mark.parametrize(("bad", "message"), [*CARDS, *SQUARES, *TOKENS, *TABLE, *PENDING, *SOLO])
def test_a_position_that_cannot_be_is_refused_with_what_and_where(bad, message):
    with pytest.raises(ValueError, match=r".") as error:
        Game.from_dict(bad)
    assert message in str(error.value)


# --- seen by one player ---------------------------------------------------------------------------
def words(value) -> set[str]:
    """Every string in a dict, keys apart."""
    if isinstance(value, dict):
        return set().union(*map(words, value.values()))
    if isinstance(value, (list, tuple)):
        return set().union(*map(words, value))
    return {value} if isinstance(value, str) else set()


def hidden_from(table, viewer, options) -> set[str]:
    """The cards that a seat may not see."""
    hidden = set()
    for deck in table["decks"].values():
        hidden.update(deck[1:] if options.get("astrology") else deck)
    for seat, seat_table in enumerate(table["players"]):
        if seat != viewer and not options.get("open_hands"):
            hidden.update(seat_table["hand"])
    return hidden


@pytest.mark.parametrize("options", [{}, {"open_hands": True}, {"astrology": True}])
def test_a_viewer_sees_no_hidden_card_and_all_others(options):
    for number, game in enumerate(positions(3, 61, **options)):
        viewer = number % 3
        table, seen = game.to_dict(), game.to_dict(viewer)
        hidden = hidden_from(table, viewer, options)
        assert words(seen) == words(table) - hidden
        assert seen["viewer"] == viewer
        assert seen["players"][viewer] == table["players"][viewer]
        public = set(table) - {"players", "decks"}
        assert all(seen[key] == table[key] for key in public)


def test_a_viewer_sees_how_many_cards_are_hidden():
    players = [{"hand": ["PREN001", "PREN080"]}, {"hand": ["PREN002"]}]
    decks = {"east": ["PREN081", "PREN082"], "west": ["PREN003"]}
    table = position(players=players, decks=decks)
    seen = Game.from_dict(table).to_dict(viewer=1)
    assert seen["players"][0]["hand"] == {"hidden": {"east": 1, "west": 1}}
    assert seen["players"][1]["hand"] == ["PREN002"]
    assert seen["decks"] == {"east": {"hidden": 2}, "west": {"hidden": 1}}
    seen = Game.from_dict({**table, "options": {"astrology": True}}).to_dict(viewer=1)
    assert seen["decks"]["east"] == {"top": "PREN081", "hidden": 1}


def test_what_one_player_sees_cannot_be_loaded():
    seen = middle(2, 4, 20).to_dict(viewer=0)
    with pytest.raises(ValueError, match="viewer: a position as one player sees it hides cards"):
        Game.from_dict(seen)
    del seen["viewer"]
    with pytest.raises(ValueError, match="hidden cards cannot be loaded"):
        Game.from_dict(seen)


def test_city_names_are_no_card_codes():
    # A spot is one word: none may mean two things.
    assert not set(CITY_NAMES) & set(CARD_CODES)
