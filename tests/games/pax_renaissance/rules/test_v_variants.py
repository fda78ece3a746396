"""V, 21: every option and ruleset changes what it should, and nothing else.

What a variant allows is always compared with the same position under the usual rules.
"""

from typing import Any

import pytest

from paxren_env import Game
from paxren_env.games.pax_renaissance.actions import (
    ACTIVATE,
    AGENT,
    BORDER,
    CARD,
    CITY,
    DECLARE,
    EMPIRE,
    NO,
)
from paxren_env.games.pax_renaissance.constants import BANK_NAMES, CITY_NAMES
from paxren_env.games.pax_renaissance.tables import CARD_CODES
from paxren_env.games.pax_renaissance.text import decision_text
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

PROMO = {"map": "age_of_reformation"}
RULES_2021 = {"ruleset": "2021"}
FIRST_EDITION = {"ruleset": "1e"}

# --- cards ----------------------------------------------------------------------------------------
GRAND_INQUISITOR = "PREN003"  # Portugal: behead, tax
PETERS_PENCE = "PREN007"  # The West: Catholic/Reformist apostasy, gold bishop; Catholic
JESUITS = "PREN008"  # Aragon: crusade, gold bishop
STAR_CHAMBER = "PREN006"
INDIA_ARMADA = "PREN014"  # Portugal: Spice Islands shift, pawn; Discovery
HANSEATIC_LEAGUE = "PREN015"  # France: Novgorod shift, pawn
ARUMER = "PREN020"  # France: peasant revolt, green pirate
CONQUISTADORS = "PREN021"  # Portugal: Spice Islands shift, two gold knights; Discovery
GONFALONIER = "PREN024"  # Papal States: two gold knights; Venice holds two
SCHWARZER_HAUFEN = "PREN033"  # The West: peasant revolt, green knight
FLANDERS_GUILD = "PREN036"  # France: peasant revolt, pawn
DITHMARSCHEN = "PREN041"  # The West: peasant revolt, pawn
ISABELLA, ANNE, MARGARET = "PREN044", "PREN045", "PREN047"
LUTHER = "PREN052"  # Holy Roman Empire: Reformist
GRIM = "PREN058"  # Ottoman: jihad, green bishop; behead
OTTOMAN_NAVY = "PREN063"  # Ottoman: green corsair
BLACK_ARMY = "PREN066"  # Hungary: reformation, two red knights
SOPHIA, CARLOTTA = "PREN076", "PREN079"
POSPOLITE = "PREN083"  # Hungary: conspiracy, gold rook; East vote
DUKE_OF_ATHENS = "PREN090"  # Ottoman: conspiracy, red rook
VESPUCCI = "PREN096X"  # Aragon: Spice Islands shift, pawn; Discovery
TRANSYLVANIAN_PLOT = "PREN110X"  # Hungary: a green and a red knight; East and West in one action
PHOCOEAN_ALUM = "PREN112X"  # Ottoman: two pawns
DALMATIANS = "PREN113X"  # Ottoman: pawn; concessions immune to pirates
RED_SEA_FLEET = "PREN127X"  # Mamluk: Red Sea shift, pawn
ORATORY = "PREN129X"  # Papal States: Catholic/Reformist apostasy, two gold bishops
CRYPTOGRAPHY = "PREN130X"
BANK_OF_ST_GEORGE = "PREN166X"  # Byzantium: conspiracy, pawn

NO_MORE = ("place no concession", "free nobody")
BANK_WORDS = {bank: bank.title() for bank in BANK_NAMES}


def table(num_players: int, seed: int, **options: Any) -> dict[str, Any]:
    """The position that a game begins with."""
    return Game(num_players, seed=seed, **options).to_dict()


def dealt(position: dict[str, Any]) -> set[str]:
    """Every card of the market and the decks."""
    cells = [cell[0] for row in position["market"].values() for cell in row]
    return {*cells, *position["decks"]["east"], *position["decks"]["west"]}


def ever_dealt(**options: Any) -> set[str]:
    """Every card that some game of four is played with."""
    return set().union(*(dealt(table(4, seed, **options)) for seed in range(60)))


# --- V: 1550 --------------------------------------------------------------------------------------
def test_v_1550_two_theocracies_and_their_knights_and_nothing_else():
    usual, later = table(4, 7), table(4, 7, map="1550")
    assert changes(usual, later) == {
        "religions.england": "reformist",
        "religions.holy_roman_empire": "reformist",
        "cities.london": "red knight",
        "cities.vienna": "red knight",
    }


# --- V: Age of Reformation ------------------------------------------------------------------------
def test_v_promo_setup():
    position = table(4, 7, **PROMO)
    assert position["emporia"] == {"east": "tana", "west": "red_sea"}
    theocracies = {e: r for e, r in position["religions"].items() if r != "medieval"}
    assert theocracies == {
        "england": "reformist",
        "holy_roman_empire": "reformist",
        "papal_states": "catholic",
        "mamluk": "islamic",
    }
    assert position["cities"] == {
        "london": "red knight",
        "paris": "gold knight",
        "vienna": "red knight",
        "buda": "gold knight",
        "tana": "green knight",
        "toledo": "gold knight",
        "valencia": "gold knight",
        "venice": "gold knight",
        "constantinople_1": "red rook",
        "constantinople_2": "red knight",
        "cairo": "green rook",
    }


def test_v_promo_its_nine_cards_are_dealt_there_and_nowhere_else():
    promo = {f"PREN{number}P" for number in range(208, 217)}
    assert {code for code in ever_dealt(**PROMO) if code.endswith("P")} == promo
    assert not {code for code in ever_dealt(map="1550") if code.endswith("P")}
    east = {f"PREN{number}P" for number in range(208, 212)}
    for seed in range(20):
        decks = table(4, seed, **PROMO)["decks"]
        assert not east & set(decks["west"])
        assert not (promo - east) & set(decks["east"])


def test_v_promo_trebizond_never_opens():
    """The white route starts at the Red Sea: no shift names Trebizond, and it takes no token."""
    position = game(
        [{}, {}, {}], options=PROMO, market={"west": [["PREN001", 3], *[[None, 0]] * 5]}
    )
    take(position, "hold the West fair")
    assert legal(position, CITY) == {"cairo", "cyprus", "red_sea"}
    usual = game([{}, {}, {}], market={"west": [["PREN001", 3], *[[None, 0]] * 5]})
    take(usual, "hold the West fair")
    assert legal(usual, CITY) == {"tana", "caffa", "trebizond"}


def banks_and_first(**options: Any) -> set[tuple[str, ...]]:
    """For many games: the first player's bank, then the others' in seat order from there."""
    found = set()
    for seed in range(150):
        position = table(2 + seed % 3, seed, **options)
        banks = [player["bank"] for player in position["players"]]
        first = position["first_player"]
        found.add((*banks[first:], *banks[:first]))
    return found


@pytest.mark.parametrize(
    ("options", "order"),
    [
        ({}, ("fugger", "marchionni", "medici", "coeur")),
        ({"map": "1550"}, ("fugger", "marchionni", "medici", "coeur")),
        (PROMO, ("fugger", "berenberg", "marchionni", "medici", "coeur", "mendes")),
    ],
)
def test_v_first_player_is_farthest_along_the_white_route(options, order):
    seatings = banks_and_first(**options)
    assert {bank for banks in seatings for bank in banks} == set(order)
    for banks in seatings:
        assert banks[0] == min(banks, key=order.index)
    assert set(order) <= set(BANK_NAMES)


def test_v_promo_banks_start_on_their_own_borders():
    borders = {"berenberg": "england-france", "mendes": "hungary-ottoman"}
    seen = set()
    for seed in range(40):
        position = table(4, seed, **PROMO)
        for seat, player in enumerate(position["players"]):
            if player["bank"] in borders:
                seen.add(player["bank"])
                assert position["borders"][borders[player["bank"]]] == [f"pawn {seat}"]
    assert seen == set(borders)


# --- V: promo Hungary -----------------------------------------------------------------------------
def hungarian_levy(options: dict[str, Any], religion: str) -> set[str]:
    """The answers to a levy in Hungary, its cities being empty."""
    frames = [{"frame": "turn", "player": 0}, {"frame": "levy", "player": 0, "empire": "hungary"}]
    position = game([{}, {}], options=options, religions={"hungary": religion}, pending=frames)
    return names(position)


def test_v_promo_hungary_has_kyiv_while_it_is_medieval():
    usual = {"levy a gold knight in Buda", "levy a red knight in Varna"}
    assert hungarian_levy({}, "medieval") == usual
    assert hungarian_levy(PROMO, "medieval") == usual | {"levy a gold knight in Kyiv"}
    for religion in ("catholic", "islamic", "reformist"):
        assert len(hungarian_levy(PROMO, religion)) == 2


def test_v_promo_kyivs_token_is_lost_when_hungary_becomes_a_theocracy():
    """A reformation of three against one; the survivor in Kyiv is discarded, as BGA has it."""
    position = game(
        [{"hand": [BLACK_ARMY]}, {}],
        options=PROMO,
        cities={"kyiv": "red knight", "buda": "gold knight"},
    )
    before = position.to_dict()
    take(position, "play", "let the reformation", "lose the red knight (agent)")
    take(position, "place the surviving red knight", "place the red knight in Varna", *NO_MORE[:1])
    assert changes(before, position) == {
        "0.hand": [],
        "0.east": [BLACK_ARMY, "SQ_hungary"],
        "thrones.hungary": None,
        "religions.hungary": "reformist",
        "cities.kyiv": None,
        "cities.buda": None,
        "cities.varna": "red knight",
    }


def test_v_promo_a_token_in_kyiv_may_be_picked_as_casualty():
    """BGA 13: the map card is turned after the casualties."""
    position = game(
        [{"hand": [BLACK_ARMY]}, {}],
        options=PROMO,
        cities={"kyiv": "red knight", "buda": "gold knight"},
    )
    take(position, "play", "let the reformation")
    assert legal(position, CITY) == {"kyiv"}
    assert legal(position, AGENT) == {"red knight"}


def prestige(position: Game, seat: int = 0) -> dict[str, int]:
    kinds = ("catholic", "islamic", "reformist", "law", "discovery", "patron")
    counts = position.states["prestige"][0, seat].tolist()
    return {kind: number for kind, number in zip(kinds, counts) if number}


def square_prestige(
    options: dict[str, Any], empire: str, religion: str, face: str
) -> dict[str, int]:
    side = "west" if empire == "papal_states" else "east"
    player = {side: [{"card": f"SQ_{empire}", "face": face}]}
    return prestige(game([player, {}], options=options, religions={empire: religion}))


@pytest.mark.parametrize("religion", ["medieval", "catholic", "islamic", "reformist"])
def test_v_promo_squares_of_hungary_and_ottoman_are_used_in_every_state(religion):
    assert square_prestige({}, "hungary", religion, "king") == {"patron": 1}
    assert square_prestige({}, "ottoman", religion, "king") == {"islamic": 1}
    assert square_prestige({}, "ottoman", religion, "republic") == {"islamic": 1}
    assert square_prestige(PROMO, "hungary", religion, "king") == {}
    assert square_prestige(PROMO, "hungary", religion, "republic") == {"law": 1}
    assert square_prestige(PROMO, "ottoman", religion, "king") == {}
    assert square_prestige(PROMO, "ottoman", religion, "republic") == {"law": 1}


def republic_ops(options: dict[str, Any], empire: str) -> set[str]:
    """The ops of an Eastern Republic whose owner has plurality and finds florins in both rows."""
    player = {"east": [{"card": f"SQ_{empire}", "face": "republic"}]}
    market = {
        "east": [[GRIM, 1], *[[None, 0]] * 5],
        "west": [["PREN001", 1], *[[None, 0]] * 5],
    }
    borders = {"byzantium-hungary": ["pawn 0"], "ottoman-papal_states": ["pawn 0"]}
    position = game([player, {}], options=options, market=market, borders=borders)
    if "East ops" not in names(position):
        return set()
    return names(take(position, "East ops", "use"))


def test_v_promo_republics_of_hungary_and_ottoman():
    assert republic_ops({}, "hungary") == {"East vote", "East commerce"}
    assert republic_ops(PROMO, "hungary") == {"East vote", "East commerce"}
    assert republic_ops({}, "ottoman") == {"East commerce"}
    assert republic_ops(PROMO, "ottoman") == set()


@pytest.mark.parametrize(
    ("religion", "king"),
    [
        ("reformist", {"reformist": 1}),
        ("islamic", {"islamic": 1}),
        ("catholic", {"catholic": 1, "patron": 1}),
        ("medieval", {"catholic": 1, "patron": 1}),
    ],
)
def test_v_promo_the_pope_shows_the_religion_of_his_states(religion, king):
    assert square_prestige(PROMO, "papal_states", religion, "king") == king
    assert square_prestige(PROMO, "papal_states", religion, "republic") == {"law": 1}
    for options in ({}, {"map": "1550"}):
        usual = {"catholic": 1, "patron": 1}
        assert square_prestige(options, "papal_states", religion, "king") == usual


# --- V: promo Constantinople ----------------------------------------------------------------------
def ottoman_levy(options: dict[str, Any], religion: str) -> set[str]:
    frames = [{"frame": "turn", "player": 0}, {"frame": "levy", "player": 0, "empire": "ottoman"}]
    position = game([{}, {}], options=options, religions={"ottoman": religion}, pending=frames)
    return names(position)


def test_v_promo_medieval_constantinople_has_two_slots():
    assert ottoman_levy(PROMO, "medieval") == {
        "levy a red rook in Constantinople (slot 1)",
        "levy a red knight in Constantinople (slot 2)",
        "levy a red rook in Modon",
        "levy a gold rook in Rhodes",
    }
    for religion in ("catholic", "islamic", "reformist"):
        assert ottoman_levy(PROMO, religion) == ottoman_levy({}, religion)
        assert len(ottoman_levy(PROMO, religion)) == 5


def voted_ottoman(cities: dict[str, str], options: dict[str, Any]) -> Game:
    """Seat 0 has voted in its own Islamic Ottoman and says yes to golden liberty."""
    position = game(
        [{"east": ["SQ_ottoman", POSPOLITE]}, {}],
        options=options,
        religions={"ottoman": "islamic"},
        cities=cities,
        borders={"mamluk-ottoman": ["pawn 0"]},
    )
    take(position, "East ops", "use Pospolite", "East vote", "vote in Ottoman", NO_MORE[0])
    return take(position, "golden liberty")


FULL = {
    "constantinople_1": "green rook",
    "constantinople_2": "gold knight",
    "constantinople_3": "red rook",
}


def test_v_promo_golden_liberty_drops_one_of_three_and_rearranges():
    position = voted_ottoman(FULL, PROMO)
    assert position.decision == "drop"
    assert legal(position, CITY) == set(FULL)
    take(position, "slot 2")
    assert position.decision == "arrange"
    assert len(position.legal_actions()) == 2
    for action in position.legal_actions():
        twin = position.clone()
        twin.step(action)
        cities = twin.to_dict()["cities"]
        kept = [cities.pop("constantinople_1"), cities.pop("constantinople_2")]
        assert sorted(kept) == ["green rook", "red rook"]
        assert cities == {}


def test_v_promo_golden_liberty_drops_nobody_where_two_stand():
    """The token of the third slot must move, the other need not."""
    position = voted_ottoman(
        {"constantinople_1": "green rook", "constantinople_3": "red rook"}, PROMO
    )
    assert position.decision == "arrange"
    found = set()
    for action in position.legal_actions():
        twin = position.clone()
        twin.step(action)
        cities = twin.to_dict()["cities"]
        found.add((cities["constantinople_1"], cities["constantinople_2"]))
    assert found == {("green rook", "red rook"), ("red rook", "green rook")}


def test_v_promo_golden_liberty_elsewhere_leaves_constantinople_alone():
    position = voted_ottoman(FULL, {})
    assert position.to_dict()["cities"] == FULL
    assert position.to_dict()["religions"]["ottoman"] == "medieval"


def test_v_promo_a_pending_drop_is_written_and_read():
    position = voted_ottoman(FULL, PROMO)
    again = Game.from_dict(position.to_dict())
    assert again.states.tobytes() == position.states.tobytes()
    assert again.legal_actions() == position.legal_actions()
    take(position, "slot 2")
    again = Game.from_dict(position.to_dict())
    assert again.states.tobytes() == position.states.tobytes()
    assert again.legal_actions() == position.legal_actions()


# --- V, L7: the Byzantine victory -----------------------------------------------------------------
def byzantine(kings: int, others: int, religions: dict[str, str], tableau: list[str]) -> bool:
    """Whether seat 0 may declare it with so many Kings against so many, and these West cards."""
    empires = ["england", "france", "portugal", "aragon", "holy_roman_empire"]
    squares = [f"SQ_{empire}" for empire in empires]
    players = [{"west": [*squares[:kings], *tableau]}, {"west": squares[kings : kings + others]}]
    base = {"england": "medieval", "holy_roman_empire": "medieval"}
    position = game(
        players,
        options=PROMO,
        religions={**base, "papal_states": "catholic", "mamluk": "islamic", **religions},
        victories=["byzantine"],
        discard=["COMET1"],
    )
    return "byzantine" in legal(position, DECLARE)


def test_v_promo_byzantine_victory():
    """L7: one King more, with two players too, and more of the religion with most theocracies."""
    reformist = {"france": "reformist", "hungary": "reformist"}
    assert byzantine(1, 0, reformist, [LUTHER])
    assert byzantine(2, 1, reformist, [LUTHER])
    assert not byzantine(1, 1, reformist, [LUTHER])
    assert not byzantine(1, 0, reformist, [])
    assert not byzantine(1, 0, reformist, [PETERS_PENCE])
    # Catholic and Islamic one each, Reformist one: nobody has the most.
    assert not byzantine(1, 0, {"france": "reformist"}, [LUTHER, PETERS_PENCE])


def test_v_promo_only_there_a_comet_may_activate_the_byzantine_square():
    frames = [{"frame": "turn", "player": 0}, {"frame": "activate", "player": 0}]
    four = {"holy", "imperial", "globalization", "renaissance"}
    for options, squares in (({}, four), (PROMO, four | {"byzantine"})):
        position = game([{}, {}], options=options, pending=frames, discard=["COMET1"])
        assert legal(position, ACTIVATE) == squares


# --- V: astrology, open hands, extended, limited cards --------------------------------------------
def after(number: int, **options: Any) -> Game:
    position = Game(3, seed=3, **options)
    for _ in range(number):
        position.step(position.legal_actions()[0])
    return position


@pytest.mark.parametrize("number", [0, 3, 9])
def test_v_astrology_shows_the_top_card_of_each_deck(number):
    position, usual = after(number, astrology=True), after(number)
    for side in ("east", "west"):
        top = position.to_dict()["decks"][side][0]
        assert position.to_dict(viewer=0)["decks"][side]["top"] == top
        assert "top" not in usual.to_dict(viewer=0)["decks"][side]
        assert position.determinize(1, seed=5).to_dict()["decks"][side][0] == top
    # It can be seen, but not bought: the choices are the usual ones.
    assert position.legal_actions() == usual.legal_actions()
    assert changes(usual.to_dict(), position) == {}


def test_v_open_hands_shows_every_hand():
    hands = [{"hand": ["PREN001"]}, {"hand": ["PREN002", "PREN058"]}]
    opened = game(hands, options={"open_hands": True}).to_dict(viewer=0)
    assert [player["hand"] for player in opened["players"]] == [["PREN001"], ["PREN002", "PREN058"]]
    closed = game(hands).to_dict(viewer=0)
    assert closed["players"][1]["hand"] == {"hidden": {"east": 1, "west": 1}}


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_v_extended_adds_four_cards_to_each_deck(num_players):
    usual, longer = table(num_players, 3), table(num_players, 3, extended=True)
    for side in ("east", "west"):
        assert len(longer["decks"][side]) == len(usual["decks"][side]) + 4
        # C5: the comets stay in the bottom 14.
        comets = [card for card in longer["decks"][side] if card.startswith("COMET")]
        assert len(comets) == 2
        assert set(comets) <= set(longer["decks"][side][-14:])


def test_v_limited_cards_has_no_expansion_cards():
    assert any(code.endswith("X") for code in ever_dealt())
    assert not any(code.endswith("X") for code in ever_dealt(limited_cards=True))
    promo = ever_dealt(limited_cards=True, **PROMO)
    assert not any(code.endswith("X") for code in promo)
    assert any(code.endswith("P") for code in promo)


def test_v_limited_and_extended_with_four_players_still_fill_their_decks():
    for seed in range(20):
        position = table(4, seed, limited_cards=True, extended=True)
        assert len(dealt(position)) == 2 * (14 + 16 + 4)
        assert dealt(position) <= set(CARD_CODES)


# --- V, G6: bankruptcy ----------------------------------------------------------------------------
BANKRUPTCY = {"bankruptcy": True}


def test_v_bankruptcy_fairs_pay_no_subsidy():
    """P stays whole: 1 florin of two players sets sail, and the first concession takes it."""
    pawn = {"byzantium-hungary": ["pawn 1"]}
    cities = {"tana": "green knight", "caffa": "gold knight", "trebizond": "red rook"}
    usual = game([{"florins": 1}, {"florins": 1}], borders=pawn, cities=cities)
    take(usual, "hold the East fair")
    assert [player["florins"] for player in usual.to_dict()["players"]] == [2, 1]
    position = game(
        [{"florins": 1}, {"florins": 1}], borders=pawn, cities=cities, options=BANKRUPTCY
    )
    take(position, "hold the East fair")
    assert [player["florins"] for player in position.to_dict()["players"]] == [1, 2]


def bankrupt_by_pirate(num_players: int, **victim: Any) -> Game:
    """Seat 0 sails a green corsair onto the only concession of seat 1."""
    players: list[dict[str, Any]] = [{"florins": 1, "east": [OTTOMAN_NAVY]}, victim]
    players += [{"florins": 1} for _ in range(num_players - 2)]
    position = game(
        players,
        options=BANKRUPTCY,
        borders={"hungary-ottoman": ["green pirate"], "mamluk-ottoman": ["pawn 1"]},
    )
    take(position, "East ops", "use", "Islamic corsair", "sail the green pirate")
    return take(position, "to the Mamluk-Ottoman border")


def test_v_bankruptcy_the_last_one_left_wins():
    position = bankrupt_by_pirate(2)
    assert position.to_dict()["result"] == {
        "status": "terminated", "victory": "last_survivor", "winners": [0],
    }  # fmt: skip
    assert position.returns.tolist() == [1, -1]


def test_v_bankruptcy_of_everybody_at_once_leaves_the_turns_player():
    """G6: the turn player is looked at last, and by then the game is over."""
    france = {"card": "SQ_france", "bishop": "gold"}
    position = game(
        [{"west": ["PREN001"], "florins": 0}, {"west": [france], "florins": 0}], options=BANKRUPTCY
    )
    take(position, "West ops", "use", "behead", "behead France")
    after = position.to_dict()
    assert [player["west"] for player in after["players"]] == [[], []]
    assert after["result"]["winners"] == [0]
    assert [player["eliminated"] for player in after["players"]] == [False, True]


def test_v_bankruptcy_the_others_play_on_past_the_eliminated():
    position = bankrupt_by_pirate(3)
    assert not position.is_over
    assert [player["eliminated"] for player in position.to_dict()["players"]] == [
        False,
        True,
        False,
    ]
    take(position, "end the turn")
    assert position.turn_player == 2
    assert position.returns.tolist() == [0, -0.5, 0]


@pytest.mark.parametrize(
    "victim",
    [
        {"florins": 1},
        {"hand": ["PREN001"]},
        {"west": ["PREN001"]},
        {"west": ["SQ_england"]},
        {"old_maids": [ANNE]},
    ],
)
def test_v_bankruptcy_whoever_has_anything_stays(victim):
    position = bankrupt_by_pirate(2, **victim)
    assert not position.is_over
    assert not position.to_dict()["players"][1]["eliminated"]


def test_v_bankruptcy_is_not_part_of_the_usual_game():
    position = game(
        [{"florins": 1, "east": [OTTOMAN_NAVY]}, {}],
        borders={"hungary-ottoman": ["green pirate"], "mamluk-ottoman": ["pawn 1"]},
    )
    take(position, "East ops", "use", "Islamic corsair", "sail the green pirate")
    take(position, "to the Mamluk-Ottoman border")
    assert not position.is_over


def test_v_bankruptcy_a_tax_that_represses_the_last_concession_is_answered_first():
    """Serfs do not save, and do not go: the owner still places the levy, then is out."""
    position = game(
        [{"florins": 1, "west": [GRAND_INQUISITOR]}, {}],
        options=BANKRUPTCY,
        borders={"aragon-portugal": ["pawn 1"]},
    )
    take(position, "West ops", "use", "tax", "tax", "let it be repressed")
    assert (position.deciding_player, position.decision) == (1, "levy")
    take(position, "Toledo")
    assert position.is_over
    assert position.to_dict()["thrones"]["portugal"] == {"repressed": {"pawn 1": 1}}


# --- V: strawman campaigns ------------------------------------------------------------------------
STRAWMAN = {"strawman_campaign": True}
OWN_CAMPAIGNS = pytest.mark.parametrize("options", [STRAWMAN, FIRST_EDITION])


def own_campaign(options: dict[str, Any], hungary: dict[str, Any]) -> Game:
    """Seat 0 has Byzantium with a knight at home, and Hungary."""
    return game(
        [{"florins": 1, "east": ["SQ_byzantium", {"card": "SQ_hungary", **hungary}]}, {}],
        options=options,
        cities={"caffa": "red knight"},
    )


def test_v_strawman_campaign_is_not_part_of_the_usual_game():
    position = take(own_campaign({}, {}), "East ops", "use", "campaign")
    assert legal(position, EMPIRE) == {"mamluk", "ottoman"}


@OWN_CAMPAIGNS
def test_v_strawman_campaign_makes_ones_own_empire_a_vassal(options):
    company = {
        "bishop": "gold",
        "repressed": {"pawn 1": 1},
        "queens": [SOPHIA],
        "vassals": [{"card": "SQ_england", "bishop": "red"}],
    }
    position = own_campaign(options, company)
    before = position.to_dict()
    take(position, "East ops", "use Byzantium", "campaign")
    assert legal(position, EMPIRE) == {"hungary", "mamluk", "ottoman"}
    take(position, "campaign against Hungary", *NO_MORE)
    vassal = {"card": "SQ_hungary", "repressed": {"pawn 1": 1}}
    assert changes(before, position) == {
        "0.florins": 0,
        "0.east": [{"card": "SQ_byzantium", "used": True, "vassals": [vassal]}],
        "thrones.england": {"bishop": "red"},
        "discard": [SOPHIA],
    }


@OWN_CAMPAIGNS
def test_v_strawman_campaign_turns_a_republic_into_a_vassal_king(options):
    position = own_campaign(options, {"face": "republic"})
    take(position, "East ops", "use Byzantium", "campaign", "campaign against Hungary", NO_MORE[0])
    row = position.to_dict()["players"][0]["east"]
    assert row == [{"card": "SQ_byzantium", "used": True, "vassals": ["SQ_hungary"]}]


@OWN_CAMPAIGNS
def test_v_strawman_campaign_takes_a_vassal_from_another_of_ones_suzerains(options):
    aragon = {"card": "SQ_aragon", "vassals": ["SQ_hungary"]}
    position = game(
        [{"florins": 1, "east": ["SQ_byzantium"], "west": [aragon]}, {}],
        options=options,
        cities={"caffa": "red knight"},
    )
    take(position, "East ops", "use", "campaign", "campaign against Hungary", NO_MORE[0])
    players = position.to_dict()["players"]
    assert players[0]["west"] == ["SQ_aragon"]
    assert players[0]["east"] == [{"card": "SQ_byzantium", "used": True, "vassals": ["SQ_hungary"]}]


@OWN_CAMPAIGNS
@pytest.mark.parametrize(
    ("acting", "home", "target"),
    [
        ("Byzantium", "caffa", "hungary"),  # a suzerain against its vassal
        ("Hungary", "buda", "byzantium"),  # a vassal against its suzerain
        ("Hungary", "buda", "mamluk"),  # a vassal against another of the same suzerain
    ],
)
def test_v_strawman_campaign_within_a_column_changes_no_regime(options, acting, home, target):
    column = {"card": "SQ_byzantium", "queens": [SOPHIA], "vassals": ["SQ_hungary", "SQ_mamluk"]}
    position = game(
        [{"florins": 1, "east": [column]}, {}], options=options, cities={home: "red knight"}
    )
    before = position.to_dict()
    take(position, "East ops", f"use {acting}", "campaign", f"campaign against {target}")
    assert position.decision == "main"
    square = f"SQ_{acting.lower()}"
    used = {"card": square, "used": True}
    vassals = [used if vassal == square else vassal for vassal in column["vassals"]]
    expected = {**column, "vassals": vassals, **(used if acting == "Byzantium" else {})}
    assert changes(before, position) == {"0.florins": 0, "0.east": [expected]}


# --- 21.1: the first player -----------------------------------------------------------------------
def test_v_2021_fugger_is_first_and_else_anybody():
    seatings = banks_and_first(**RULES_2021)
    assert all(banks[0] == "fugger" for banks in seatings if "fugger" in banks)
    rest = [banks for banks in seatings if "fugger" not in banks]
    assert {banks[0] for banks in rest} == {"marchionni", "medici", "coeur"}


def test_v_2021_first_players_florins_follow_the_first_player():
    for seed in range(12):
        position = table(3, seed, **RULES_2021)
        first = position["first_player"]
        florins = [player["florins"] for player in position["players"]]
        assert florins[first:] + florins[:first] == [3, 4, 5]


# --- 21.5: displacing a sibling -------------------------------------------------------------------
def siblings(options: dict[str, Any]) -> Game:
    """The first pawn of Phocoean Alum stands on the Mamluk-Ottoman border."""
    position = game([{"florins": 1, "hand": [PHOCOEAN_ALUM]}, {}], options=options)
    return take(position, "play", "Mamluk-Ottoman")


def test_v_2021_an_agent_may_displace_its_sibling():
    others = {"hungary-ottoman", "ottoman-papal_states"}
    assert legal(siblings({}), BORDER) == others
    position = siblings(RULES_2021)
    assert legal(position, BORDER) == {*others, "mamluk-ottoman"}
    take(position, "Mamluk-Ottoman")
    result = position.to_dict()
    assert result["players"][0]["florins"] == 0
    assert result["thrones"]["ottoman"] == {"repressed": {"pawn 0": 1}}


def test_v_2021_knights_too_may_displace_their_siblings():
    """Conquistadors put two knights into Portugal, in 2021 the one onto the other."""
    for options, cities in (({}, {"granada"}), (RULES_2021, {"granada", "toledo"})):
        position = game([{"florins": 1, "hand": [CONQUISTADORS]}, {}], options=options)
        take(position, "play", "Toledo")
        assert legal(position, CITY) == cities


# --- 21, G4: Constantinople's slots ---------------------------------------------------------------
def test_v_2021_constantinople_is_three_cities():
    """A slot can be displaced in while another is free; by v1.4 the city must be full."""
    cities = {"constantinople_1": "green rook"}
    free = {"constantinople_2", "constantinople_3", "modon", "rhodes"}
    for options, slots in (({}, free), (RULES_2021, {*free, "constantinople_1"})):
        position = game(
            [{"florins": 1, "hand": [DUKE_OF_ATHENS]}, {}], options=options, cities=cities
        )
        take(position, "play", "do not let")
        assert legal(position, CITY) == slots


# --- 21.6: agents after a trade shift -------------------------------------------------------------
def saturated_france(options: dict[str, Any], florins: int) -> Game:
    """EX44: two pirates and a pawn around France; Hanseatic League shifts the trade."""
    position = game(
        [{"florins": florins, "hand": [HANSEATIC_LEAGUE]}, {}],
        options=options,
        borders={
            "england-france": ["gold pirate"],
            "france-holy_roman_empire": ["gold pirate"],
            "aragon-france": ["pawn 1"],
        },
    )
    return take(position, "play", "let the trade shift")


def test_v_2021_agents_must_be_placed_beyond_saturation():
    usual = saturated_france({}, 1)
    assert usual.decision == "place_agent"
    assert NO in usual.legal_actions()
    position = saturated_france(RULES_2021, 1)
    assert names(position) == {
        "place a concession on the Aragon-France border, repressing the "
        f"{BANK_WORDS[position.to_dict()['players'][1]['bank']]} pawn for 1 florin"
    }
    # Nobody borrows: without a florin nothing can be placed.
    assert saturated_france(RULES_2021, 0).decision == "main"


# --- 21.8: a doomed launcher ----------------------------------------------------------------------
def apostasy(options: dict[str, Any]) -> Game:
    """Seat 0 has Luther and plays the Catholic Peter's Pence: both are doomed."""
    position = game([{"hand": [PETERS_PENCE], "west": [LUTHER]}, {}], options=options)
    return take(position, "play", "let the Catholic-Reformist")


def test_v_2021_a_doomed_card_may_place_its_agents_before_it_dies():
    usual = apostasy({})
    assert usual.to_dict()["players"][0]["west"] == []
    assert NO not in usual.legal_actions()
    assert not legal(usual, CARD) & {PETERS_PENCE, LUTHER}
    position = apostasy(RULES_2021)
    assert position.to_dict()["players"][0]["west"] == [LUTHER, PETERS_PENCE]
    assert NO in position.legal_actions()
    assert legal(position, CARD) >= {PETERS_PENCE, LUTHER}


def test_v_2021_a_bishop_on_a_doomed_card_dies_with_it():
    position = apostasy(RULES_2021)
    before = position.to_dict()
    take(position, "put the gold bishop on Luther")
    assert changes(before, position) == {"0.west": [], "discard": [PETERS_PENCE, LUTHER]}
    assert int(position.states["supply"][0, 13]) == 5


def test_v_2021_a_bishop_placed_elsewhere_stays():
    position = take(apostasy(RULES_2021), "put the gold bishop on France")
    result = position.to_dict()
    assert result["thrones"]["france"] == {"bishop": "gold"}
    assert result["players"][0]["west"] == []


def test_v_2021_a_launcher_that_lives_places_its_agents_afterwards():
    """Only the opponent is guilty: nothing differs from v1.4."""
    enemy = {"west": [LUTHER, JESUITS]}
    for options in ({}, RULES_2021):
        position = game([{"hand": [PETERS_PENCE]}, enemy], options=options)
        take(position, "play", "let the Catholic-Reformist")
        assert position.to_dict()["players"][1]["west"] == []
        assert NO not in position.legal_actions()


def test_v_2021_a_bishop_not_placed_before_the_apostasy_must_be_placed_afterwards():
    g = game([{"hand": [PETERS_PENCE], "west": [LUTHER]}, {}], options=RULES_2021)
    take(g, "play", "let the Catholic-Reformist", "do not place")
    assert g.to_dict()["players"][0]["west"] == []  # both are dead
    assert g.decision == "place_agent" and not legal(g, NO)
    assert "SQ_france" in legal(g, CARD) and PETERS_PENCE not in legal(g, CARD)


def test_v_2021_nor_is_the_second_bishop_lost_if_only_the_first_was_placed_before():
    g = game([{"hand": [ORATORY], "west": [LUTHER]}, {}], options=RULES_2021)
    take(g, "play", "let the Catholic-Reformist", "on the Papal", "do not place")
    assert g.decision == "place_agent" and not legal(g, NO)


# --- 21.10: excess pirates ------------------------------------------------------------------------
@pytest.mark.parametrize("options", [{}, RULES_2021])
def test_v_2021_excess_pirates_are_eliminated_for_they_can_never_be_repressed(options):
    """The 2021 text says both; its glossary (PIRATE b) is the plainer of the two."""
    position = game(
        [{"hand": [ARUMER]}, {}],
        options=options,
        borders={"england-france": ["pawn 1"], "france-holy_roman_empire": ["pawn 1"]},
    )
    take(position, "play", "let the peasant revolt", NO_MORE[0])
    result = position.to_dict()
    assert result["players"][0]["west"] == [ARUMER, "SQ_france"]
    assert result["borders"] == {
        "england-france": ["pawn 1"],
        "france-holy_roman_empire": ["pawn 1"],
    }


# --- 21.11: a strawman coronation -----------------------------------------------------------------
def crowned(options: dict[str, Any]) -> dict[str, Any]:
    """EX36: a suzerain in one's own tableau, inmost, with all that can be on him."""
    hungary = {
        "card": "SQ_hungary",
        "bishop": "gold",
        "repressed": {"pawn 1": 1},
        "vassals": ["SQ_mamluk"],
    }
    position = game([{"hand": [SOPHIA], "east": [hungary, GRIM]}, {}], options=options)
    return take(position, "play", "Queen of Hungary", *NO_MORE).to_dict()


def test_v_2021_a_coronation_in_ones_own_tableau_is_like_any_regime_change():
    usual = crowned({})
    assert usual["players"][0]["east"][1] == GRIM
    assert usual["players"][0]["east"][0]["bishop"] == "gold"
    assert usual["players"][0]["east"][0]["vassals"] == ["SQ_mamluk"]
    position = crowned(RULES_2021)
    # Moved outermost, still a King ("a coronation always produces a King"), alone with her.
    assert position["players"][0]["east"] == [
        GRIM,
        {"card": "SQ_hungary", "repressed": {"pawn 1": 1}, "queens": [SOPHIA]},
    ]
    assert position["thrones"]["mamluk"] == {}


# --- 21.13: Cryptography --------------------------------------------------------------------------
def cryptography(options: dict[str, Any], enemy: dict[str, Any], *west: str) -> Game:
    return game([{"west": [CRYPTOGRAPHY, *west]}, enemy], options=options)


def test_v_2021_cryptography_is_an_extra_op_of_the_west_ops():
    """Seat 1's Grand Inquisitor may behead for seat 0, once; its sale brings just money."""
    enemy = {"west": [GRAND_INQUISITOR, INDIA_ARMADA, CONQUISTADORS]}
    position = cryptography(RULES_2021, enemy)
    before = position.to_dict()
    take(position, "West ops", "Grand Inquisitor")
    assert names(position) == {"behead"}
    take(position, "behead", "behead India Armada")
    assert position.decision == "main"
    west = [{"card": GRAND_INQUISITOR, "used": True}, CONQUISTADORS]
    assert changes(before, position) == {"1.west": west, "discard": [INDIA_ARMADA]}


def test_v_2021_cryptography_borrows_one_op_among_ones_own():
    """Both beheaders may be borrowed, but only one of them; one's own siege is extra."""
    enemy = {"west": [GRAND_INQUISITOR, STAR_CHAMBER, "PREN001", INDIA_ARMADA, CONQUISTADORS]}
    position = game(
        [{"west": [CRYPTOGRAPHY, FLANDERS_GUILD]}, enemy],
        options=RULES_2021,
        cities={"paris": "gold knight"},
    )
    take(position, "West ops")
    assert legal(position, CARD) == {FLANDERS_GUILD, GRAND_INQUISITOR, STAR_CHAMBER}
    take(position, "use Grand Inquisitor", "behead", "behead India Armada")
    assert legal(position, CARD) == {FLANDERS_GUILD}
    take(position, "use", "siege", "kill")
    assert position.decision == "main"


def test_v_2021_cryptography_reaches_only_the_opponents_west():
    """The Grim, in the East, could behead its own King; by v1.4 a sale borrows it."""
    enemy = {"east": [GRIM, "SQ_ottoman"]}
    assert "West ops" not in names(cryptography(RULES_2021, enemy))
    usual = take(cryptography({}, enemy), "sell Cryptography")
    assert legal(usual, CARD) == {GRIM}


def test_v_2021_selling_cryptography_borrows_nothing():
    enemy = {"west": [GRAND_INQUISITOR, INDIA_ARMADA]}
    assert take(cryptography({}, enemy), "sell Cryptography").decision == "borrow"
    assert "West ops" not in names(cryptography({}, enemy))
    position = take(cryptography(RULES_2021, enemy), "sell Cryptography")
    assert position.decision == "main"
    assert position.to_dict()["players"][0]["florins"] == 2


# --- 21.14: East and West in one action -----------------------------------------------------------
def both_sides(options: dict[str, Any]) -> Game:
    market = {
        "east": [[GRIM, 2], *[[None, 0]] * 5],
        "west": [["PREN001", 1], *[[None, 0]] * 5],
    }
    east = [TRANSYLVANIAN_PLOT, DALMATIANS, RED_SEA_FLEET]
    return game([{"east": east, "west": ["PREN034"]}, {}], options=options, market=market)


def test_v_2021_east_and_west_ops_in_any_order():
    usual = both_sides({})
    assert {"East ops, then West", "West ops, then East"} <= names(usual)
    take(usual, "East ops, then West")
    assert legal(usual, CARD) == {DALMATIANS, RED_SEA_FLEET}
    position = both_sides(RULES_2021)
    together = [name for name in names(position) if "East" in name and "West" in name]
    assert len(together) == 1
    take(position, together[0])
    assert legal(position, CARD) == {DALMATIANS, RED_SEA_FLEET, "PREN034"}
    take(position, "use Dalmatian", "East commerce", "take")
    take(position, "use Merchants", "West commerce", "take")
    assert legal(position, CARD) == {RED_SEA_FLEET}
    take(position, "use Red Sea", "East commerce", "take")
    result = position.to_dict()
    assert result["turn"]["actions_left"] == 1
    assert sorted(result["turn"]["ops_done"]) == ["east", "west"]
    assert result["players"][0]["florins"] == 3


# --- 21.15: protection lost -----------------------------------------------------------------------
def unprotected(options: dict[str, Any]) -> Game:
    """EX46: seat 0 sells the Dalmatians while a pawn of theirs shares a border with a pirate."""
    position = game(
        [{"east": [DALMATIANS]}, {}],
        options=options,
        borders={"hungary-ottoman": ["pawn 0", "green pirate"]},
    )
    return take(position, "sell Dalmatian")


def test_v_2021_concessions_that_lose_their_protection_stay():
    assert unprotected({}).to_dict()["borders"] == {"hungary-ottoman": ["green pirate"]}
    position = unprotected(RULES_2021)
    assert position.to_dict()["borders"] == {"hungary-ottoman": ["pawn 0", "green pirate"]}


def test_v_2021_a_pirate_kills_a_concession_that_has_lost_its_protection():
    """A new pirate on that border kills all it meets, as anywhere."""
    position = game(
        [{"east": [OTTOMAN_NAVY]}, {}],
        options=RULES_2021,
        borders={"hungary-ottoman": ["pawn 1", "red pirate"], "mamluk-ottoman": ["green pirate"]},
    )
    take(position, "East ops", "use", "Islamic corsair", "sail", "Hungary-Ottoman")
    assert position.to_dict()["borders"] == {"hungary-ottoman": ["green pirate"]}


# --- 21.16: condottieri ---------------------------------------------------------------------------
def venice(options: dict[str, Any], card: str, cities: dict[str, str], tableau: list[str]) -> Game:
    """Seat 0 plays a card with agents of the Papal States, without its one-shot."""
    position = game(
        [{"florins": 1, "hand": [card], "west": tableau}, {}], options=options, cities=cities
    )
    take(position, "play")
    return take(position, "do not let") if position.decision == "one_shot" else position


def test_v_2021_venice_holds_two_tokens_only_if_both_are_gold():
    green = {"venice": "green rook"}
    assert legal(venice({}, GONFALONIER, green, []), CITY) == {"venice_2"}
    # The other token is not gold: there is no second place, only the first for a florin.
    assert legal(venice(RULES_2021, GONFALONIER, green, []), CITY) == {"venice"}
    gold = {"venice": "gold rook"}
    assert legal(venice(RULES_2021, GONFALONIER, gold, []), CITY) == {"venice", "venice_2"}


def test_v_2021_the_second_slot_of_venice_is_open_only_beside_a_gold_token():
    for options, spots in (({}, {"venice", "venice_2"}), (RULES_2021, {"venice"})):
        position = take(game([{"hand": [GONFALONIER]}, {}], options=options), "play")
        assert legal(position, CITY) == spots


def test_v_2021_a_lone_token_of_venice_is_displaced_however_it_came_to_be_alone():
    """A siege takes the first of two; Schwarzer Haufen's green knight may displace the other."""
    cities = {"venice": "gold rook", "venice_2": "gold knight"}
    banker = {"florins": 1, "hand": [SCHWARZER_HAUFEN], "west": [GONFALONIER]}
    position = game([banker, {}], options=RULES_2021, cities=cities)
    take(position, "West ops", "use Gonfalonier", "siege")
    position.step(CITY + CITY_NAMES.index("venice"))
    assert position.to_dict()["cities"] == {"venice": "gold knight"}
    take(position, "play", "do not let")
    assert "venice" in legal(position, CITY)


@pytest.mark.parametrize(("second", "florins"), [(None, 1), ("gold knight", 0)])
def test_v_2021_a_token_for_venice_may_come_from_her_other_slot(second, florins):
    """T: the pool has no gold knight. The new one, alone then, is her first; whom it displaces is
    repressed for a florin although the first slot has just been emptied."""
    away = ("london", "bordeaux", "paris", "bruges", "lyon", "buda", "varna", "caffa", "toledo")
    cities = {**dict.fromkeys(away, "gold knight"), "venice": "gold knight"}
    if second:
        cities["venice_2"] = second
        del cities["toledo"]
    banker = {"florins": 1, "hand": [GONFALONIER], "west": ["PREN055"]}
    position = game([banker, {}], options=RULES_2021, cities=cities)
    take(position, "play", "second slot", "take the gold knight from Venice")
    table = position.to_dict()
    assert table["cities"]["venice"] == "gold knight" and "venice_2" not in table["cities"]
    assert table["players"][0]["florins"] == florins
    assert table["thrones"]["papal_states"].get("repressed", {}) == (
        {"gold knight": 1} if second else {}
    )


def test_v_2021_no_levy_beside_a_foreign_token_in_venice():
    """Two gold tokens or one of another colour: then the Papal States are saturated."""
    for token, options, levied in (
        ("green rook", {}, True),
        ("green rook", RULES_2021, False),
        ("gold rook", RULES_2021, True),
    ):
        position = game(
            [{"west": [GONFALONIER, "PREN010"]}, {"florins": 2}],
            options=options,
            cities={"venice": token},
            borders={"aragon-papal_states": ["pawn 1"]},
        )
        if not levied:  # a saturated empire cannot be taxed
            assert "West ops" not in names(position) or "use Bonfire of the Vanities" not in names(
                take(position, "West ops")
            )
            continue
        take(position, "West ops", "use Bonfire", "tax", "tax", "pay")
        take(position, "levy")
        assert position.to_dict()["cities"] == {"venice": token, "venice_2": "gold knight"}


def test_v_2021_of_two_tokens_in_venice_the_turns_player_says_which_goes():
    two = {"venice": "gold rook", "venice_2": "gold knight"}
    for options in ({}, RULES_2021):
        position = game([{"west": [GONFALONIER]}, {}], options=options, cities=two)
        take(position, "sell Gonfalonier")
        if not options:
            assert position.to_dict()["cities"] == {"venice": "gold rook"}
            continue
        assert position.decision == "drop"
        assert "Venice" in decision_text(position)
        assert legal(position, CITY) == {"venice", "venice_2"}
        for words, left in (("rook", "gold knight"), ("knight", "gold rook")):
            twin = take(position.clone(), f"discard the gold {words}")
            assert twin.to_dict()["cities"] == {"venice": left}


def test_v_2021_a_pending_choice_in_venice_is_written_and_read():
    two = {"venice": "gold rook", "venice_2": "gold knight"}
    position = game([{"west": [GONFALONIER]}, {}], options=RULES_2021, cities=two)
    take(position, "sell Gonfalonier")
    again = Game.from_dict(position.to_dict())
    assert again.states.tobytes() == position.states.tobytes()
    assert again.legal_actions() == position.legal_actions()


# --- 21.22: Star Chamber --------------------------------------------------------------------------
def star_chamber(options: dict[str, Any]) -> set[str]:
    """Suitors of Margaret: England, an enemy; France, one's own and married; Aragon, both."""
    own = [STAR_CHAMBER, {"card": "SQ_france", "queens": [ANNE]}]
    enemy = ["SQ_england", {"card": "SQ_aragon", "queens": [ISABELLA]}]
    position = game([{"hand": [MARGARET], "west": own}, {"west": enemy}], options=options)
    return legal(take(position, "play"), EMPIRE)


def test_v_2021_star_chamber_claims_married_or_enemy_kings_not_both():
    assert star_chamber({}) == {"england", "france", "aragon"}
    assert star_chamber(RULES_2021) == {"england", "france"}


# --- 1e: who fights -------------------------------------------------------------------------------
def test_v_1e_the_pawns_of_a_card_do_not_fight_in_a_conspiracy():
    """Bank of St George against one knight; its pawn alone could tie, and does not."""
    for options, dies in (({}, True), (FIRST_EDITION, False)):
        position = game(
            [{"hand": [BANK_OF_ST_GEORGE]}, {}], options=options, cities={"caffa": "gold knight"}
        )
        take(position, "play", "let the conspiracy")
        assert (position.decision == "place_agent") is not dies
        assert ("caffa" in position.to_dict()["cities"]) is not dies
        if not dies:  # its agent is placed after the war, and must be
            assert legal(position, BORDER) == {"byzantium-hungary", "byzantium-mamluk"}
            assert NO not in position.legal_actions()


def test_v_1e_the_pawns_of_a_card_fight_in_a_peasant_revolt():
    position = game(
        [{"hand": [FLANDERS_GUILD]}, {}], options=FIRST_EDITION, cities={"paris": "gold knight"}
    )
    take(position, "play", "let the peasant revolt")
    assert position.to_dict()["cities"] == {}
    assert position.decision == "main"


def test_v_1e_the_pirates_of_a_card_do_not_fight():
    """The aid names knights, rooks and, in revolts, pawns among the icons that attack."""
    for options, left in (({}, {}), (FIRST_EDITION, {"paris": "gold knight"})):
        position = game([{"hand": [ARUMER]}, {}], options=options, cities={"paris": "gold knight"})
        take(position, "play", "let the peasant revolt")
        assert position.to_dict()["cities"] == left


def test_v_1e_pirates_on_the_borders_do_fight():
    position = game(
        [{"hand": [BANK_OF_ST_GEORGE]}, {}],
        options=FIRST_EDITION,
        cities={"caffa": "gold knight"},
        borders={"byzantium-hungary": ["red pirate"]},
    )
    take(position, "play", "let the conspiracy")
    assert position.to_dict()["cities"] == {}
    assert position.to_dict()["borders"] == {}


# --- 1e: regime changes ---------------------------------------------------------------------------
def conspiracy(options: dict[str, Any], **rest: Any) -> Game:
    """Duke of Athens against nobody in Ottoman, up to the emancipation."""
    position = game([{"hand": [DUKE_OF_ATHENS]}, {}], options=options, **rest)
    take(position, "play", "let the conspiracy", "place the surviving red rook", "Modon")
    return take(position, NO_MORE[0])


def test_v_1e_a_victorious_conspiracy_in_a_theocracy_may_turn_the_map_card():
    islamic = {"religions": {"ottoman": "islamic"}}
    assert conspiracy({}, **islamic).decision == "main"
    assert conspiracy(FIRST_EDITION).decision == "main"
    position = conspiracy(FIRST_EDITION, **islamic)
    assert names(position) == {"keep it Islamic", "golden liberty: make it medieval"}
    take(position, "golden liberty")
    assert position.to_dict()["religions"]["ottoman"] == "medieval"


def test_v_1e_no_other_war_may_turn_the_map_card():
    position = game(
        [{"hand": [FLANDERS_GUILD]}, {}],
        options=FIRST_EDITION,
        religions={"france": "reformist"},
    )
    take(position, "play", "let the peasant revolt", "place the surviving", "Aragon-France")
    take(position, NO_MORE[0])
    assert position.decision == "main"
    assert position.to_dict()["religions"]["france"] == "reformist"


COMPANY = {"bishop": "gold", "repressed": {"pawn 1": 1}, "queens": [CARLOTTA]}


def test_v_1e_a_war_takes_queens_from_the_throne_but_leaves_the_bishop():
    """The aid: take the card from deck or opponent, discard Queen and vassals."""
    usual = take(conspiracy({}, thrones={"ottoman": COMPANY}), NO_MORE[1]).to_dict()
    assert usual["players"][0]["east"] == [DUKE_OF_ATHENS, {"card": "SQ_ottoman", **COMPANY}]
    position = take(conspiracy(FIRST_EDITION, thrones={"ottoman": COMPANY}), NO_MORE[1]).to_dict()
    assert position["players"][0]["east"] == [
        DUKE_OF_ATHENS,
        {"card": "SQ_ottoman", "bishop": "gold", "repressed": {"pawn 1": 1}},
    ]
    assert position["discard"] == [CARLOTTA]


def test_v_1e_only_a_campaign_takes_the_bishop():
    hungary = {"bishop": "gold", "repressed": {"red rook": 1}, "queens": [SOPHIA]}
    for options, vassal in (
        ({}, hungary),
        (FIRST_EDITION, {"repressed": {"red rook": 1}}),
    ):
        position = game(
            [{"florins": 1, "east": ["SQ_byzantium"]}, {}],
            options=options,
            cities={"caffa": "red knight"},
            thrones={"hungary": hungary},
        )
        take(position, "East ops", "use", "campaign", "campaign against Hungary", *NO_MORE)
        row = position.to_dict()["players"][0]["east"]
        vassals = [{"card": "SQ_hungary", **vassal}]
        assert row == [{"card": "SQ_byzantium", "used": True, "vassals": vassals}]


def test_v_1e_a_vote_keeps_the_pieces_on_the_card():
    """The aid: if it becomes a Republic discard the Queen; keep all pieces on the card."""
    for options, bishop in (({}, {}), (FIRST_EDITION, {"bishop": "gold"})):
        hungary = {"card": "SQ_hungary", "bishop": "gold", "queens": [SOPHIA]}
        position = game(
            [{"east": [hungary, POSPOLITE]}, {}],
            options=options,
            borders={"byzantium-hungary": ["pawn 0"]},
        )
        take(position, "East ops", "use Pospolite", "East vote", "vote", NO_MORE[0])
        row = position.to_dict()["players"][0]["east"]
        expected = {"card": "SQ_hungary", "face": "republic", **bishop}
        assert row == [{"card": POSPOLITE, "used": True}, expected]


def test_v_1e_a_concession_represses_only_opponents():
    """The aid: on a free border, or in place of an opponent's for a florin."""
    pawns = {"byzantium-hungary": ["pawn 0"], "hungary-ottoman": ["pawn 1"]}
    own, free = "byzantium-hungary", "holy_roman_empire-hungary"
    for options, borders in (
        ({}, {own, free, "hungary-ottoman"}),
        (FIRST_EDITION, {free, "hungary-ottoman"}),
    ):
        position = game([{"hand": [SOPHIA], "florins": 1}, {}], options=options, borders=pawns)
        take(position, "play", "crown her Queen of Hungary")
        assert position.decision == "concession"
        assert legal(position, BORDER) == borders


# --- 1e: coronations, trade, fairs ----------------------------------------------------------------
def test_v_1e_only_kings_in_their_thrones_are_crowned():
    for options, suitors in (({}, {"england", "france"}), (FIRST_EDITION, {"england"})):
        position = game(
            [{"hand": [MARGARET], "west": ["SQ_france"]}, {"west": ["SQ_aragon"]}], options=options
        )
        assert legal(take(position, "play"), EMPIRE) == suitors


def test_v_1e_the_way_to_the_spice_islands_stays_open():
    for options, decision in (({}, "one_shot"), (FIRST_EDITION, "place_agent")):
        position = game(
            [{"hand": [RED_SEA_FLEET]}, {}], options=options, emporia={"west": "spice_islands"}
        )
        assert take(position, "play").decision == decision


def test_v_1e_other_routes_shift_back_and_forth():
    position = game(
        [{"hand": [RED_SEA_FLEET, VESPUCCI], "west": [CONQUISTADORS]}, {}], options=FIRST_EDITION
    )
    take(position, "play Red Sea", "let the trade shift", "Byzantium-Mamluk")
    take(position, "play Amerigo", "let the trade shift", "Aragon-France")
    assert position.to_dict()["emporia"]["west"] == "spice_islands"


@pytest.mark.parametrize(("num_players", "usual"), [(2, 1), (3, 2), (4, 2)])
def test_v_1e_fairs_always_add_two_florins(num_players, usual):
    for options, added in (({}, usual), (FIRST_EDITION, 2)):
        position = game([{} for _ in range(num_players)], options=options)
        take(position, "hold the East fair")
        profit = position.to_dict().get("resolution", {}).get("fair_profit", 0)
        assert position.to_dict()["players"][0]["florins"] + profit == added


# --- 1e: repression -------------------------------------------------------------------------------
def repress_in_mamluk(options: dict[str, Any], owner: dict[str, Any]) -> Game:
    position = game(
        [{"east": [RED_SEA_FLEET, *owner.get("east", [])]}, {}],
        options=options,
        cities={"cairo": "green rook"},
    )
    return take(position, "East ops", "use Red Sea", "repress", "repress")


def test_v_1e_a_token_repressed_into_a_throne_is_removed():
    usual, position = repress_in_mamluk({}, {}), repress_in_mamluk(FIRST_EDITION, {})
    assert usual.to_dict()["thrones"]["mamluk"] == {"repressed": {"green rook": 1}}
    assert position.to_dict()["thrones"]["mamluk"] == {}
    for result in (usual, position):
        assert result.to_dict()["cities"] == {}
        assert result.to_dict()["players"][0]["florins"] == 1


def test_v_1e_a_token_repressed_onto_a_square_in_play_stays():
    position = repress_in_mamluk(FIRST_EDITION, {"east": ["SQ_mamluk"]})
    square = {"card": "SQ_mamluk", "repressed": {"green rook": 1}}
    assert position.to_dict()["players"][0]["east"][1] == square


def test_v_1e_agents_displace_only_where_every_place_is_taken():
    """The aid: if all spaces are occupied the player may repress one."""
    cities = {"buda": "gold knight"}
    for options, spots in (({}, {"buda", "varna"}), (FIRST_EDITION, {"varna"})):
        position = game([{"florins": 1, "hand": [POSPOLITE]}, {}], options=options, cities=cities)
        assert legal(take(position, "play", "do not let"), CITY) == spots
    full = {**cities, "varna": "red rook"}
    position = game([{"florins": 1, "hand": [POSPOLITE]}, {}], options=FIRST_EDITION, cities=full)
    assert legal(take(position, "play", "do not let"), CITY) == {"buda", "varna"}


def test_v_1e_pawns_displace_only_where_every_border_is_taken():
    borders = {"england-france": ["pawn 1"], "aragon-france": ["pawn 1"]}
    everywhere = {*borders, "france-holy_roman_empire"}
    for options, spots in (({}, everywhere), (FIRST_EDITION, {"france-holy_roman_empire"})):
        position = game(
            [{"florins": 1, "hand": [FLANDERS_GUILD]}, {}], options=options, borders=borders
        )
        assert legal(take(position, "play", "do not let"), BORDER) == spots


def test_v_1e_a_pawn_of_a_regions_card_displaces_where_one_empire_has_no_border_left():
    """Dithmarschen, The West: other borders are free, but both of England are taken."""
    borders = {"england-france": ["pawn 1"], "england-portugal": ["pawn 1"]}
    position = game(
        [{"florins": 1, "hand": [DITHMARSCHEN]}, {}], options=FIRST_EDITION, borders=borders
    )
    assert {*borders} <= legal(take(position, "play", "do not let"), BORDER)
    position = game(
        [{"florins": 1, "hand": [DITHMARSCHEN]}, {}],
        options=FIRST_EDITION,
        borders={"england-france": ["pawn 1"]},
    )
    assert "england-france" not in legal(take(position, "play", "do not let"), BORDER)


# --- 1e: beheading, holy victory, the end ---------------------------------------------------------
def test_v_1e_beheads_only_opponents_cards():
    """The aid: from the tableau of another player."""
    for options, targets in (
        ({}, {INDIA_ARMADA, CONQUISTADORS}),
        (FIRST_EDITION, {CONQUISTADORS}),
    ):
        position = game(
            [{"west": [GRAND_INQUISITOR, INDIA_ARMADA]}, {"west": [CONQUISTADORS]}],
            options=options,
        )
        assert legal(take(position, "West ops", "use", "behead"), CARD) == targets


def test_v_1e_units_count_in_every_theocracy():
    """The aid: pieces of its colour on the map cards of theocracies, whosever they are."""
    for options, declarable in (({}, False), (FIRST_EDITION, True)):
        position = game(
            [{"west": [LUTHER]}, {}],
            options=options,
            religions={"france": "islamic", "papal_states": "medieval", "mamluk": "medieval"},
            cities={"paris": "red rook"},
            thrones={"england": {"bishop": "red"}},
            victories=["holy"],
            discard=["COMET1"],
        )
        assert ("holy" in legal(position, DECLARE)) is declarable


def last_cards(options: dict[str, Any], east: int, west: int) -> Game:
    """Seat 0 buys a card, and the market is filled from decks of so many cards."""
    decks = {"east": ["PREN080", "PREN081"][:east], "west": ["PREN010", "PREN011"][:west]}
    position = game([{"florins": 1}, {}], options=options, decks=decks)
    return take(position, "East 1", "end the turn")


def test_v_1e_the_game_ends_when_a_refill_empties_both_decks():
    assert not last_cards({}, 1, 0).is_over
    position = last_cards(FIRST_EDITION, 1, 0)
    assert position.victory == "patron"
    assert not last_cards(FIRST_EDITION, 1, 1).is_over
    assert not last_cards(FIRST_EDITION, 2, 0).is_over


# --- the rulesets leave the rest alone ------------------------------------------------------------
@pytest.mark.parametrize("options", [RULES_2021, FIRST_EDITION, STRAWMAN, {"open_hands": True}])
def test_v_the_table_is_laid_as_usual(options):
    """Only the first player and what follows from it may differ (21.1)."""
    for seed in range(10):
        usual, position = table(4, seed), table(4, seed, **options)
        assert {"fugger"} <= {player["bank"] for player in usual["players"]}
        assert changes(usual, position) == {}
        assert usual["first_player"] == position["first_player"]
