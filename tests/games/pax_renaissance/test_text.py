"""TEXT: every answer in words and back, the printed table, the log."""

import random
from pathlib import Path

import pytest

from paxren_env import Game
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.reading import folded, parse_action
from paxren_env.core.telling import WIDTH, action_name, history_lines
from paxren_env.games.pax_renaissance import actions as line
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance import text
from paxren_env.games.pax_renaissance.constants import MAP_NAMES
from paxren_env.games.pax_renaissance.tables import BANK_TITLES, CARD_CODES
from paxren_env.games.pax_renaissance.text.answers import NAMES
from paxren_env.games.pax_renaissance.text.asked import ASKS
from paxren_env.games.pax_renaissance.text.words import florin_words

pytestmark = pytest.mark.interpreted

GOLDEN = Path(__file__).parent / "golden"
RANDOM_GAMES = 3 if INTERPRETED else 45
EMPTY = [[None, 0]] * 6
PLAIN_NAMES = {folded(text.plain_name(a)): a for a in range(line.NUM_ACTIONS)}


# --- positions ------------------------------------------------------------------------------------
def position(me=None, other=None, **rest):
    """Medici to move against Fugger; nothing is answered by itself."""
    players = [{"bank": "medici", "florins": 5, **(me or {})}]
    players.append({"bank": "fugger", "florins": 3, **(other or {})})
    options = {"auto_forced": False, "map": rest.pop("map", "1460")}
    return Game.from_dict({"options": options, "players": players, **rest})


def say(game, *answers):
    """Give answers in words."""
    for answer in answers:
        game.step(parse_action(game, answer))
    return game


def answers(game):
    return list(text.action_names(game).values())


def asked(game):
    return text.decision_text(game)


# --- the sentences of each decision ---------------------------------------------------------------
def test_main_names_every_action_of_the_turn():
    ottoman = {"card": "SQ_ottoman", "queens": ["PREN077"]}
    market = {
        "east": [["PREN061", 0], ["COMET1", 1], ["PREN058", 0], *EMPTY[:3]],
        "west": [["PREN005", 2], [None, 0], ["PREN053", 0], ["PREN009", 0], *EMPTY[:2]],
    }
    game = position(
        {"florins": 3, "hand": ["PREN052"], "east": [ottoman]},
        {"east": ["PREN088"]},
        market=market,
        cities={"modon": "red knight"},
    )
    assert asked(game) == "Medici: choose an action (2 left)"
    assert answers(game) == [
        "buy Copernicus & the Heliocentric Revolution (East 1, 1 florin, 1 on it)",
        "buy The Grim (East 2, 2 florins)",
        "buy Friese Freedom (West 2, 2 florins)",
        "buy House of Borgia (West 3, 3 florins)",
        "play Luther",
        "sell Luther from the hand for 2 florins",
        "sell Ottoman and Hürrem Sultan Roxelana for 4 florins",
        "East ops",
        "hold the East fair",
        "hold the West fair",
    ]
    assert "end the turn" in answers(say(game, "buy the grim"))


def test_main_tells_a_ransom():
    assert "sell Cem Anti-Hostage for 4 florins" in answers(position({"east": ["PREN088"]}))


def test_main_names_what_abilities_add():
    hungary = {"card": "SQ_hungary", "queens": ["PREN095X"]}
    game = position(
        {"east": ["PREN122X", "PREN061", hungary], "west": ["PREN129X"]},
        cities={"toledo": "gold knight"},
    )
    found = answers(game)
    assert "East ops" in found and "East ops, then West" in found
    assert "call the Catholic-Islamic apostasy" in found
    assert "discard Elizabeth Báthory for a peasant revolt in Hungary" in found
    say(game, "East ops, then West")
    assert asked(game) == "Medici: choose the card that acts next in the East ops"


def test_main_names_the_declaration_and_the_result():
    game = position(
        {"west": ["SQ_england", "SQ_france", "SQ_aragon"]}, victories=["holy", "imperial"]
    )
    say(game, "declare the imperial victory")
    assert asked(game) == "Medici wins by the imperial victory"
    assert text.table(game).startswith("In turn 1: Medici wins by the imperial victory\n")


def test_main_tells_a_declaration_that_takes_the_whole_turn():
    game = position(
        {"west": ["SQ_england", "SQ_france", "SQ_aragon"]},
        {"west": ["PREN154X"]},
        victories=["imperial"],
    )
    assert "declare the imperial victory (2 actions)" in answers(game)


def test_activate():
    market = {"east": [["PREN061", 0], ["COMET1", 0], *EMPTY[:4]], "west": EMPTY}
    game = say(position(market=market, victories=["holy"]), "buy copernicus")
    assert asked(game) == "Medici: choose the victory to activate"
    assert answers(game) == [
        "activate the imperial victory",
        "activate the globalization victory",
        "activate the renaissance victory",
    ]


@pytest.mark.parametrize(
    ("code", "one_shot", "card"),
    [
        ("PREN051", "conspiracy", "Kingmaker"),
        ("PREN034", "peasant revolt", "Merchants of the Staple"),
        ("PREN074", "trade shift to Novgorod", "The Kremlin"),
    ],
)
def test_one_shot(code, one_shot, card):
    game = say(position({"hand": [code]}), f"play {card}")
    assert asked(game) == f"Medici: choose whether the {one_shot} of {card} occurs"
    assert answers(game) == ["do not let it occur", f"let the {one_shot} occur"]


def test_one_shot_names_the_religions_of_an_apostasy():
    game = say(position({"hand": ["PREN060"], "east": ["PREN061", "PREN119X"]}), "play dervishes")
    assert answers(game) == ["do not let it occur", "let the Islamic-Reformist apostasy occur"]


def test_war_empire():
    game = position({"hand": ["PREN005"]}, cities={"paris": "gold knight", "vienna": "gold rook"})
    say(game, "play reformed", "let the reformation occur")
    assert asked(game) == (
        "Medici: choose the empire where the reformation of Reformed Theology is fought"
    )
    assert answers(game) == ["fight in France", "fight in the Holy Roman Empire"]


def test_suitor():
    game = say(position({"hand": ["PREN075"]}), "play elzbieta")
    assert asked(game) == "Medici: crown Elzbieta of Bohemia or keep her as an old maid"
    assert answers(game) == [
        "keep her as an old maid",
        "crown her Queen of the Holy Roman Empire",
        "crown her Queen of Hungary",
        "crown her Queen of Portugal",
    ]


def test_agents_and_where_a_rook_goes():
    game = position({"hand": ["PREN051"]}, cities={"london": "red knight"})
    say(game, "play kingmaker", "do not let it occur")
    assert asked(game) == "Medici: choose the agent of Kingmaker to place next"
    assert answers(game) == [
        "place no more agents",
        "place the gold rook next",
        "place the red rook next",
    ]
    say(game, "red rook")
    assert asked(game) == "Medici: place the red rook of Kingmaker"
    assert answers(game) == [
        "place the red rook in London, repressing the red knight for 1 florin",
        "place the red rook in Bordeaux",
    ]


def test_place_agent_says_what_a_pirate_kills():
    game = position(
        {"hand": ["PREN139X"]},
        {"east": ["PREN113X"]},
        borders={
            "england-france": ["pawn 1", "red pirate"],
            "france-holy_roman_empire": ["pawn 0"],
        },
    )
    say(game, "play french pirates")
    assert answers(game) == [
        "do not place",
        # Fugger's concessions are immune.
        "place the gold pirate on the England-France border, killing the red pirate",
        "place the gold pirate on the France-Holy Roman Empire border, killing the Medici pawn",
    ]


def test_place_agent_puts_a_bishop_on_a_card():
    game = position({"hand": ["PREN167X"], "east": [{"card": "PREN061", "bishop": "red"}]})
    say(game, "play twelver")
    assert asked(game) == "Medici: place the green bishop of Twelver ghulat"
    assert answers(game) == [
        "do not place",
        "put the green bishop on Qizilbāsh, killing both bishops",
        "put the green bishop on Twelver ghulat",
        "put the green bishop on Mamluk",
    ]


def test_serf_empire():
    game = position({"hand": ["PREN041"]}, borders={"england-france": ["pawn 1"]})
    say(game, "play peasant republic", "do not let it occur")
    say(
        game,
        "place a concession on the England-France border, repressing the Fugger pawn for 1 florin",
    )
    assert asked(game) == (
        "Medici: choose where the Fugger pawn on the England-France border becomes a serf"
    )
    assert answers(game) == [
        "make the Fugger pawn a serf in England",
        "make the Fugger pawn a serf in France",
    ]


def test_pacify():
    thrones = {"mamluk": {"repressed": {"gold knight": 1, "pawn 1": 2}}}
    game = position({"hand": ["PREN167X"]}, thrones=thrones)
    say(game, "play twelver", "put the green bishop on mamluk")
    assert asked(game) == "Medici: choose whom the bishop on Mamluk kills, if anybody"
    assert answers(game) == [
        "kill nobody",
        "kill the gold knight repressed in Mamluk",
        "kill the Fugger pawn repressed in Mamluk",
    ]


def test_casualties_and_survivors_of_a_conspiracy():
    game = position(
        {"hand": ["PREN051"]},
        thrones={"england": {"repressed": {"red knight": 1}}},
        cities={"london": "gold rook", "bordeaux": "gold knight"},
        borders={"england-france": ["green pirate"]},
    )
    say(game, "play kingmaker", "let the conspiracy occur")
    assert asked(game) == (
        "Medici: choose the attacker that dies in the conspiracy in England (2 to die)"
    )
    assert answers(game) == [
        "kill the green pirate on the England-France border",
        "lose the gold rook (agent)",
        "lose the red rook (agent)",
        "kill the red knight repressed in England",
    ]
    say(game, "kill the green pirate", "lose the gold rook (agent)")
    assert asked(game) == "Medici: choose the survivor to place in England next"
    assert answers(game) == [
        "place the surviving red rook next",
        "free the red knight (repressed in England)",
    ]
    say(game, "place the surviving red rook")
    assert asked(game) == "Medici: place the surviving red rook in England"
    assert answers(game) == ["place the red rook in London", "place the red rook in Bordeaux"]


def test_casualty_among_defenders():
    cities = {"london": "gold rook", "bordeaux": "gold knight"}
    game = position({"hand": ["PREN144X"]}, cities=cities)
    say(game, "play mons meg", "let the conspiracy occur")
    assert asked(game) == (
        "Medici: choose the defender that dies in the conspiracy in England (1 to die)"
    )
    assert answers(game) == ["kill the gold rook in London", "kill the gold knight in Bordeaux"]


def test_arrange():
    cities = {
        "constantinople_1": "green rook",
        "constantinople_3": "green knight",
        "modon": "red rook",
        "cairo": "green knight",
    }
    game = position({"hand": ["PREN058"]}, cities=cities)
    say(game, "play the grim", "let the jihad occur", "kill the green knight in cairo")
    assert asked(game) == "Medici: arrange the tokens in the slots of Constantinople"
    assert answers(game) == [
        "arrange slot 1 green rook, slot 2 nobody, slot 3 green knight",
        "arrange slot 1 green rook, slot 2 green knight, slot 3 nobody",
        "arrange slot 1 nobody, slot 2 green rook, slot 3 green knight",
        "arrange slot 1 nobody, slot 2 green knight, slot 3 green rook",
        "arrange slot 1 green knight, slot 2 green rook, slot 3 nobody",
        "arrange slot 1 green knight, slot 2 nobody, slot 3 green rook",
    ]
    say(game, "arrange slot 1 nobody, slot 2 green knight, slot 3 green rook")
    assert game.to_dict()["cities"]["constantinople_3"] == "green rook"


def test_concession_emancipation_and_freedom():
    game = position(
        {"hand": ["PREN075"]},
        thrones={"portugal": {"repressed": {"gold rook": 1, "pawn 1": 1}}},
        borders={"england-portugal": ["pawn 1"]},
    )
    say(game, "play elzbieta", "crown her queen of portugal")
    assert asked(game) == "Medici: place a concession around Portugal, or none"
    assert answers(game) == [
        "place no concession",
        "place a concession on the Aragon-Portugal border",
        "place a concession on the England-Portugal border,"
        " repressing the Fugger pawn for 1 florin",
    ]
    say(game, "place no concession")
    assert asked(game) == "Medici: choose whom to free in Portugal"
    assert answers(game) == [
        "free nobody",
        "free the gold rook (repressed in Portugal)",
        "free the Fugger pawn (repressed in Portugal)",
    ]
    say(game, "free the gold rook")
    assert asked(game) == "Medici: place the freed gold rook in Portugal"
    assert answers(game) == ["to Toledo", "to Granada"]
    say(game, "granada", "free the fugger pawn")
    assert answers(game) == ["to the Aragon-Portugal border"]


def test_emancipate_west():
    thrones = {
        "france": {"repressed": {"gold rook": 1}},
        "papal_states": {"repressed": {"gold knight": 1}},
        "mamluk": {"repressed": {"gold knight": 1}},
    }
    game = say(position({"west": ["PREN161X"]}, thrones=thrones), "sell enclosure")
    assert asked(game) == "Medici: choose the Western empire where a repressed token is freed"
    assert answers(game) == [
        "free nobody",
        "free a token repressed in France",
        "free a token repressed in the Papal States",
    ]


def test_vote_and_golden_liberty():
    england = {"card": "SQ_england", "repressed": {"gold rook": 1, "red knight": 1}}
    game = position(
        {"west": ["PREN149X", england, "SQ_france"]},
        borders={"england-france": ["pawn 0"]},
        religions={"england": "reformist"},
    )
    say(game, "west ops", "use cornish tin", "west vote")
    assert asked(game) == "Medici: choose the empire of the West to vote in"
    assert answers(game) == ["vote in England for 2 florins", "vote in France for 0 florins"]
    say(game, "vote in england", "place no concession", "free nobody")
    assert asked(game) == "Medici: choose whether to make England medieval"
    assert answers(game) == ["keep it Reformist", "golden liberty: make it medieval"]


def test_op_cards_and_ops():
    game = position(
        {"east": ["PREN058", "PREN061"]},
        {"east": [{"card": "PREN088", "bishop": "green"}]},
        cities={"modon": "red rook"},
    )
    say(game, "east ops")
    assert asked(game) == "Medici: choose the card that acts next in the East ops"
    assert answers(game) == ["use The Grim", "use Qizilbāsh"]
    say(game, "use the grim")
    assert asked(game) == "Medici: choose the op of The Grim"
    assert answers(game) == ["Islamic inquisitor", "behead", "siege"]
    say(game, "siege", "kill the red rook")
    assert answers(game) == ["end the East ops", "use Qizilbāsh"]


def test_inquisitor():
    game = position(
        {"east": ["PREN058", {"card": "PREN061", "bishop": "green"}]},
        {"east": [{"card": "PREN080", "bishop": "green"}, {"card": "PREN072", "bishop": "red"}]},
    )
    say(game, "east ops", "use the grim", "islamic inquisitor")
    assert asked(game) == "Medici: choose the green bishop to move"
    assert answers(game) == [
        "move the green bishop from Qizilbāsh",
        "move the green bishop from Greek Klephts",
    ]
    say(game, "move the green bishop from greek klephts")
    moved = "move the green bishop from Greek Klephts"
    assert asked(game) == f"Medici: {moved}"
    assert answers(game) == [
        f"{moved} to The Grim",
        f"{moved} to Qizilbāsh, killing both bishops",
        f"{moved} to Bosnian & Serbian Silver, killing both bishops",
        f"{moved} to Ottoman",
    ]


def test_commerce():
    market = {"east": [[None, 2], ["PREN058", 1], *EMPTY[:4]], "west": EMPTY}
    game = position({"east": ["PREN082"]}, market=market)
    say(game, "east ops", "use damascus", "east commerce")
    assert asked(game) == "Medici: take a florin from the East row of the market"
    assert answers(game) == [
        "take a florin from East 0 (no card, 2 there)",
        "take a florin from East 1 (The Grim, 1 there)",
    ]


def test_behead():
    game = position({"east": ["PREN058", "PREN063"]}, {"east": ["SQ_ottoman"]})
    say(game, "east ops", "use the grim", "behead")
    assert asked(game) == "Medici: choose the card that The Grim beheads"
    assert answers(game) == ["behead Ottoman Navy", "behead Ottoman"]
    # The whole name wins over a name that begins alike.
    say(game, "behead ottoman")
    assert "ottoman" in game.to_dict()["thrones"]


def test_tax_its_empire_and_the_response():
    game = position(
        {"east": ["PREN060", "PREN072"]},
        borders={"byzantium-hungary": ["pawn 1"], "england-france": ["pawn 1"]},
    )
    say(game, "east ops", "use dervishes", "tax")
    assert asked(game) == "Medici: choose the concession that Dervishes taxes"
    assert answers(game) == ["tax the Fugger pawn on the Byzantium-Hungary border"]
    say(game, "tax the fugger pawn")
    assert asked(game) == (
        "Medici: choose the empire that taxes the Fugger pawn on the Byzantium-Hungary border"
    )
    assert answers(game) == ["tax it in Hungary", "tax it in Byzantium"]
    say(game, "tax it in hungary")
    assert asked(game) == (
        "Fugger: pay the tax on the Fugger pawn on the Byzantium-Hungary border"
        " or let it be repressed in Hungary"
    )
    assert answers(game) == ["let it be repressed", "pay 1 florin"]
    say(game, "pay 1 florin")
    assert asked(game) == "Fugger: place the levy in Hungary"
    assert answers(game) == ["levy a gold knight in Buda", "levy a red knight in Varna"]


def test_repress():
    game = position(
        {"west": ["PREN020"]}, cities={"paris": "gold rook"}, borders={"aragon-france": ["pawn 1"]}
    )
    say(game, "west ops", "use arumer", "repress")
    assert asked(game) == "Medici: choose the token that Arumer Zwarte Hoop represses"
    assert answers(game) == [
        "repress the gold rook in Paris",
        "repress the Fugger pawn on the Aragon-France border",
    ]


def test_corsair():
    game = position(
        {"west": ["PREN139X"]},
        borders={"england-france": ["gold pirate"], "england-portugal": ["pawn 1"]},
    )
    say(game, "west ops", "use french pirates", "catholic corsair")
    assert asked(game) == "Medici: choose the gold pirate that French Pirates sails"
    assert answers(game) == ["sail the gold pirate from the England-France border"]
    say(game, "sail")
    assert asked(game) == "Medici: sail the gold pirate from the England-France border"
    assert answers(game) == [
        "sail the gold pirate to the England-Portugal border, killing the Fugger pawn",
        "sail the gold pirate to the France-Holy Roman Empire border",
    ]


def test_siege():
    game = position(
        {"east": ["PREN080"]},
        cities={"constantinople_2": "green knight"},
        borders={"hungary-ottoman": ["red pirate"]},
    )
    say(game, "east ops", "use greek klephts", "siege")
    assert asked(game) == "Medici: choose the token that Greek Klephts kills"
    assert answers(game) == [
        "kill the green knight in Constantinople (slot 2)",
        "kill the red pirate on the Hungary-Ottoman border",
    ]


def test_campaign():
    cities = {"london": "gold knight", "bordeaux": "red knight"}
    game = position({"west": ["SQ_england"]}, cities=cities)
    say(game, "west ops", "use england", "campaign")
    assert asked(game) == "Medici: choose the empire that England campaigns against"
    assert answers(game) == [
        "campaign against France for 2 florins",
        "campaign against Portugal for 2 florins",
        "campaign against Aragon for 2 florins",
    ]


def test_hospitaller():
    cities = {"toledo": "green knight", "valencia": "gold rook"}
    game = position({"hand": ["PREN003"], "west": ["PREN012"]}, cities=cities)
    say(game, "play grand inquisitor", "let the crusade occur")
    assert asked(game) == "Medici: choose whether gold rooks next to Portugal join the crusade"
    assert answers(game) == ["leave the gold rooks at home", "let the gold rooks fight"]


def test_borrow():
    game = position(
        {"west": ["PREN130X"]},
        {"east": ["PREN058", "PREN063"]},
        borders={"ottoman-papal_states": ["pawn 1"]},
    )
    say(game, "sell cryptography")
    assert asked(game) == "Medici: choose the opponent's card whose op is borrowed"
    assert answers(game) == [
        "borrow no op",
        "borrow an op of The Grim",
        "borrow an op of Ottoman Navy",
    ]


def test_fire_one_shot():
    game = say(position({"hand": ["PREN051"], "west": ["PREN135X"]}), "sell kingmaker")
    assert asked(game) == ("Medici: choose whether the conspiracy of Kingmaker, just sold, occurs")
    assert answers(game) == ["do not let it occur", "let the conspiracy occur"]


def test_other_side():
    game = position(
        {"east": ["PREN122X"], "west": ["PREN144X"]},
        cities={"toledo": "gold knight", "london": "gold rook"},
    )
    say(game, "east ops, then west", "use the last sigh", "siege", "kill the gold knight")
    assert asked(game) == "Medici: choose whether to go on with the West ops"
    assert answers(game) == ["leave the West ops", "go on with the West ops"]


def test_discard():
    game = position({"hand": ["PREN051", "PREN052", "PREN058"], "west": ["PREN042"]})
    say(game, "sell höchstetter")
    assert asked(game) == "Medici: discard down to the hand limit"
    assert answers(game) == ["discard Kingmaker", "discard Luther", "discard The Grim"]


def test_source_on_the_map():
    borders = {
        "aragon-papal_states": ["red pirate"],
        "byzantium-hungary": ["red pirate"],
        "england-portugal": ["red pirate"],
    }
    game = position({"hand": ["PREN142X"]}, borders=borders)
    say(game, "play kalmar", "place the red pirate on the england-france border")
    assert asked(game) == (
        "Medici: choose which red pirate in play goes to the England-France border,"
        " for the pool has none"
    )
    assert answers(game) == [
        "take the red pirate from the Aragon-Papal States border",
        "take the red pirate from the Byzantium-Hungary border",
        "take the red pirate from the England-Portugal border",
    ]


def test_source_on_squares():
    thrones = {
        "england": {"repressed": {"red rook": 4}},
        "hungary": {"repressed": {"red rook": 3}},
    }
    game = position({"hand": ["PREN090"]}, thrones=thrones)
    say(game, "play duke of athens", "do not let it occur", "place the red rook in modon")
    assert answers(game) == [
        "take the red rook repressed in England",
        "take the red rook repressed in Hungary",
    ]


def test_source_of_a_bishop():
    carriers = ["PREN058", "PREN059", "PREN060", "PREN061", "PREN063"]
    east = [{"card": code, "bishop": "green"} for code in carriers]
    game = position({"hand": ["PREN167X"]}, {"east": east})
    say(game, "play twelver", "put the green bishop on mamluk")
    assert answers(game)[0] == "take the green bishop from The Grim"
    assert len(answers(game)) == 5


def test_every_decision_is_asked_and_answered_in_words():
    decisions = set(range(p.FIRST_DECISION, p.FIRST_DECISION + p.NUM_DECISIONS))
    assert set(NAMES) == set(ASKS) == decisions


# --- names and back -------------------------------------------------------------------------------
def test_plain_names_differ_over_the_whole_action_line():
    assert len(PLAIN_NAMES) == line.NUM_ACTIONS


def test_an_action_that_is_not_legal_has_its_plain_name():
    game = position({"hand": ["PREN052"]})
    assert action_name(game, line.YES) == "yes"
    assert action_name(game, line.CITY) == "London"
    assert action_name(game, line.PAWN_AT + 5) == "the pawn on the England-France border"
    for action in (-1, line.NUM_ACTIONS):
        with pytest.raises(ValueError, match=f"{action} is no action"):
            action_name(game, action)


def lively_choice(game, rng):
    """A random answer that plays and acts more often than not."""
    legal = [int(action) for action in game.legal_actions()]
    bold = [a for a in legal if line.PLAY <= a < line.SELL or line.OPS <= a < line.FAIR]
    active = [a for a in legal if a != line.NO]
    weighted = rng.choice([bold, bold, active, legal])
    return rng.choice(weighted or legal)


def check_names(game, rng, where):
    """Every answer has words of its own, which mean this answer and no other."""
    names = text.action_names(game)
    assert list(names) == game.legal_actions(), where
    assert len({folded(name) for name in names.values()}) == len(names), where
    for action, name in names.items():
        assert PLAIN_NAMES.get(folded(name), action) == action, where
    action = rng.choice(list(names))
    assert action_name(game, action) == names[action], where
    assert parse_action(game, f"  {names[action].upper()} ") == action, where
    assert parse_action(game, str(action)) == action, where
    assert text.decision_text(game).startswith(f"{bank_of(game, game.deciding_player)}: "), where


def bank_of(game, seat):
    return BANK_TITLES[game.states["bank"][0, seat]]


def check_table(game, seed):
    printed = text.table(game)
    for seat in range(game.num_players):
        florins = florin_words(int(game.states["florins"][0, seat]))
        assert f"\n{bank_of(game, seat)} (seat {seat}): {florins}, " in printed, seed
    for row in printed.split("\n"):
        assert len(row) <= WIDTH and row == row.rstrip(), (seed, row)


def test_names_in_random_games():
    for seed in range(RANDOM_GAMES):
        rng = random.Random(seed)
        game_map = MAP_NAMES[seed // 3 % len(MAP_NAMES)]
        game = Game(num_players=2 + seed % 3, seed=seed, map=game_map, auto_forced=seed % 2 == 0)
        while not game.is_over:
            check_names(game, rng, (seed, game.history))
            if rng.random() < 0.1:
                check_table(game, seed)
            game.step(lively_choice(game, rng))
        check_table(game, seed)


# --- reading --------------------------------------------------------------------------------------
@pytest.fixture
def shop():
    market = {
        "east": [["PREN061", 0], ["PREN080", 0], ["PREN058", 0], *EMPTY[:3]],
        "west": EMPTY,
    }
    return position({"hand": ["PREN077"]}, market=market)


def test_parse_ignores_capitals_spaces_and_accents(shop):
    roxelana = CARD_CODES.index("PREN077")
    assert parse_action(shop, "PLAY   hurrem sultan\troxelana\n") == line.PLAY + roxelana


def test_parse_takes_a_beginning_before_a_part(shop):
    assert parse_action(shop, "buy the") == line.BUY + 2
    assert parse_action(shop, "klephts") == line.BUY + 1


def test_parse_takes_the_number_of_a_legal_action_only(shop):
    assert parse_action(shop, str(line.BUY + 2)) == line.BUY + 2
    with pytest.raises(ValueError, match="action 1 is not legal now"):
        parse_action(shop, "1")


def test_parse_lists_what_an_ambiguous_text_may_mean(shop):
    with pytest.raises(ValueError, match=r"may mean: buy Greek Klephts .*; buy The Grim "):
        parse_action(shop, "buy")


def test_parse_suggests_what_was_perhaps_meant(shop):
    with pytest.raises(ValueError, match=r"'by the grimm' is no legal action now; .*buy The Grim"):
        parse_action(shop, "by the grimm")


@pytest.mark.parametrize("nothing", ["", "   "])
def test_parse_refuses_nothing(shop, nothing):
    with pytest.raises(ValueError, match="is no legal action now"):
        parse_action(shop, nothing)


# --- the table ------------------------------------------------------------------------------------
def test_table_of_a_setup():
    printed = text.table(Game(num_players=3, seed=7))
    assert printed + "\n" == (GOLDEN / "table_setup.txt").read_text(encoding="utf-8")


def crowded():
    """A position with something of everything."""
    hungary = {
        "card": "SQ_hungary",
        "bishop": "gold",
        "used": True,
        "repressed": {"red knight": 2, "pawn 1": 1},
        "queens": ["PREN075"],
        "vassals": [{"card": "SQ_byzantium", "queens": ["PREN077"]}],
    }
    return position(
        {
            "florins": 1,
            "hand": ["PREN052", "PREN058"],
            "old_maids": ["PREN048"],
            "east": [{"card": "PREN061", "bishop": "red"}, hungary],
            "west": [{"card": "SQ_england", "face": "republic"}],
        },
        {"florins": 12, "hand": ["PREN053"], "east": ["PREN113X"]},
        thrones={"mamluk": {"bishop": "green", "repressed": {"green rook": 1}}},
        market={
            "east": [[None, 2], ["PREN060", 3, "paid"], *EMPTY[:4]],
            "west": [["COMET3", 0], *EMPTY[:5]],
        },
        cities={"venice": "gold knight", "constantinople_2": "green rook"},
        borders={"england-france": ["pawn 1", "red pirate"], "hungary-ottoman": ["pawn 0"]},
        emporia={"east": "novgorod", "west": "red_sea"},
        religions={"hungary": "reformist"},
        victories=["holy", "renaissance"],
        turn={"number": 8, "player": 0, "actions_left": 1, "ops_done": ["east"]},
    )


@pytest.mark.parametrize(
    "part",
    [
        "Turn 9: Medici, 1 action left, East ops done\nNow Medici: choose an action (1 left)\n",
        "\nActive victories: holy, renaissance\n",
        "\n0   $2 ·                                           "
        "     Pope 'excommunicates' Halley's Comet of 1456\n",
        "\n1  $3! Dervishes (East)                             ",
        "\n  Hungary           Reformist Buda ·, Varna ·\n",
        "\n  Holy Roman Empire medieval  Vienna ·, Lübeck ·, Nürnberg ·, Novgorod ·\n",
        "\n  Byzantium         medieval  Tana ×, Caffa ·, Trebizond ×\n",
        "\n  Papal States      Catholic  Venice ♞C\n",
        "\n  Ottoman           medieval  Constantinople · ♜I ·, Modon ·, Rhodes ·\n",
        " Eng~Fra:♟Fugger☠R, ",
        " Hun~Ott:♟Medici, ",
        "\n  West route: Red Sea > Mam > Ott > Pap > Ara > Por > Eng > Fra > HRE\n",
        "Ottoman, Mamluk [♝I; repressed\n         ♜I]\n",
        "\nMedici (seat 0): 1 florin, 1 concession\n  Hand: Luther, The Grim\n"
        "  Old maids: Mary the Rich\n",
        "\n  East: Qizilbāsh [♝R] | Hungary King' [♝C; repressed ♞R ♞R ♟Fugger; Queen Elzbieta of"
        " Bohemia;\n        vassal Byzantium King [Queen Hürrem Sultan Roxelana]]\n",
        "\n  West: England Republic\n",
        # Qizilbāsh; the English Parliament and the old maid; Mátyás Corvinus.
        "\n  Prestige: 1 Islamic, 2 Law, 1 Patron\n",
        "\nFugger (seat 1): 12 florins, 1 concession\n  Hand: Friese Freedom\n",
    ],
)
def test_table_shows(part):
    assert part in text.table(crowded())


def test_table_of_a_game_that_was_cut():
    game = Game(num_players=2, seed=1, max_turns=1)
    rng = random.Random(1)
    while not game.is_over:
        game.step(rng.choice(game.legal_actions()))
    assert text.table(game).startswith("After turn 1: the game was cut at its limit of turns\n")
    assert text.action_names(game) == {}
    assert action_name(game, line.NO) == "no"


def test_table_hides_other_hands_from_a_viewer():
    seen = text.table(crowded(), viewer=1)
    assert "Hand: 1 East, 1 West\n" in seen and "Hand: Friese Freedom\n" in seen
    assert "Luther" not in seen


# --- the log --------------------------------------------------------------------------------------
def test_history_lines_tell_every_answer_and_mark_the_forced_ones():
    market = {"east": [["PREN061", 0], ["COMET1", 0], *EMPTY[:4]], "west": EMPTY}
    start = position({"east": ["PREN082"]}, market=market, cities={"cairo": "green rook"})
    game = say(
        start.clone(),
        "east ops",
        "use damascus",
        "siege",
        "kill",
        "buy copern",
        "activate the holy",
    )
    assert list(history_lines(start, game.history)) == [
        "1. Medici: East ops",
        "2. Medici: use Damascus Coffee (forced)",
        "3. Medici: siege (forced)",
        "4. Medici: kill the green rook in Cairo (forced)\n      → green rook gone from Cairo",
        "5. Medici: buy Copernicus & the Heliocentric Revolution (East 1, 1 florin)\n"
        "      → Medici −1 florin; Copernicus & the Heliocentric Revolution discarded",
        "6. Medici: activate the holy victory\n      → the holy victory now active",
    ]
    assert start.history == []


def test_history_lines_of_a_game_that_answers_by_itself():
    game = Game(num_players=3, seed=3)
    start = game.clone()
    rng = random.Random(3)
    while not game.is_over:
        game.step(lively_choice(game, rng))
    lines = list(history_lines(start, game.history))
    assert len(lines) == len(game.history)
    assert sum(line.endswith(" (forced)") for line in lines) > 0
