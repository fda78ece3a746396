"""L: the victories."""

import pytest

from paxren_env.games.pax_renaissance.actions import ACTIVATE, DECLARE, NO
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

PROMO = {"map": "age_of_reformation"}
SQUARES = ["holy", "imperial", "globalization", "renaissance"]
WEST_ROW = ("PREN015", "PREN016", "PREN019", "PREN096X", "PREN141X", "PREN142X")


def silenced(card, bishop="red"):
    return {"card": card, "bishop": bishop}


def squares(*empires, face="king"):
    return [{"card": f"SQ_{empire}", "face": face} for empire in empires]


def declarable(players, **rest):
    """What player 0 may declare, all victory squares being active."""
    return legal(game(players, **{"victories": SQUARES, **rest}), DECLARE)


# --- L1: activation -------------------------------------------------------------------------------
COMET_ROW = [[WEST_ROW[0], 0], ["COMET3", 0], *([card, 0] for card in WEST_ROW[2:])]


def test_l1_a_comet_flips_an_inactive_square_of_the_buyers_choice():
    g = game([{"florins": 1}, {}], market={"west": COMET_ROW}, victories=["imperial"])
    take(g, "buy Pope")
    assert legal(g, ACTIVATE) == {"holy", "globalization", "renaissance"}
    assert not g.legal_mask()[NO]  # one must be flipped
    take(g, "activate the renaissance victory")
    assert g.to_dict()["victories"] == ["imperial", "renaissance"]
    assert g.to_dict()["discard"] == ["COMET3"] and g.decision == "main"


def test_l1_the_promo_adds_the_byzantine_square():
    g = game([{"florins": 1}, {}], market={"west": COMET_ROW}, options=PROMO)
    assert legal(take(g, "buy Pope"), ACTIVATE) == {*SQUARES, "byzantine"}


def test_l1_ex30_the_buyer_may_declare_at_once_with_a_full_hand():
    kings = squares("france", "england")
    mine = {"florins": 1, "hand": ["PREN034", "PREN035"], "west": kings}
    for other, legal_now in (({}, {"imperial"}), ({"west": ["PREN145X"]}, set())):
        g = game([mine, other, {}], market={"west": COMET_ROW})
        take(g, "buy Pope", "activate the imperial victory")
        assert legal(g, DECLARE) == legal_now  # Kappeler Milchsuppe asks for both actions


# --- L2: declaring --------------------------------------------------------------------------------
IMPERIAL = {"west": squares("france", "england", "portugal")}


def test_l2_the_game_ends_at_once_with_a_sole_winner():
    g = game([IMPERIAL, {}, {}], victories=["imperial"], turn={"player": 0})
    take(g, "declare the imperial victory")
    assert g.is_over and g.winners == [0] and g.victory == "imperial"
    assert g.legal_actions() == [] and g.returns.tolist() == [1, -0.5, -0.5]


def test_l2_only_an_active_square_whose_conditions_are_met():
    assert legal(game([IMPERIAL, {}, {}], victories=["holy"]), DECLARE) == set()
    g = game([{"hand": ["PREN034"]}, IMPERIAL, {}], victories=["imperial"])
    assert legal(g, DECLARE) == set()  # it is another player who meets them


def test_l2_a_declaration_needs_an_action():
    mine = {**IMPERIAL, "west": [*IMPERIAL["west"], "PREN097X"]}  # Podestà: a free fair is left
    turn = {"actions_left": 0, "did_something": True}
    g = game([mine, {}, {}], victories=["imperial"], turn=turn)
    assert g.decision == "main" and legal(g, DECLARE) == set()


HOLY = {
    "thrones": {"mamluk": {"bishop": "green"}},
    "cities": {"cairo": "green rook"},
}  # Islam is supreme
MUFTI = {"east": ["PREN061"]}  # Qizilbash: Islamic


def one_action_left(mine, other, **rest):
    turn = {"actions_left": 1, "did_something": True}
    return declarable([mine, other, {}], turn=turn, **rest)


@pytest.mark.parametrize("card", ["PREN136X", "PREN137X", "PREN155X", "PREN156X"])
def test_l2_holy_costs_two_actions_while_such_a_card_is_in_any_tableau(card):
    """Hermeticism, Faith vs. Reason, Epicurean Swerve, Humanism."""
    assert one_action_left(MUFTI, {}, **HOLY) == {"holy"}
    for mine, other in ((MUFTI, {"west": [card]}), ({**MUFTI, "west": [card]}, {})):
        assert one_action_left(mine, other, **HOLY) == set()
        assert declarable([mine, other, {}], **HOLY) == {"holy"}
    assert one_action_left({**MUFTI, "hand": [card]}, {}, **HOLY) == {"holy"}


@pytest.mark.parametrize("card", ["PREN145X", "PREN154X"])
def test_l2_imperial_costs_two_actions(card):
    """Kappeler Milchsuppe, European Union."""
    assert one_action_left(IMPERIAL, {}) == {"imperial"}
    assert one_action_left(IMPERIAL, {"west": [card]}) == set()
    assert declarable([IMPERIAL, {"west": [card]}, {}]) == {"imperial"}
    assert one_action_left(IMPERIAL, {"west": [silenced(card)]}) == {"imperial"}


DISCOVERY = {"west": ["PREN139X"]}  # French Pirates


def test_l2_globalization_costs_two_actions_with_the_red_sea_fleet():
    board = {"borders": {"england-france": ["pawn 0"], "aragon-france": ["pawn 0"]}}
    fleet = "PREN127X"
    assert one_action_left(DISCOVERY, {}, **board) == {"globalization"}
    assert one_action_left(DISCOVERY, {"east": [fleet]}, **board) == set()
    assert one_action_left(DISCOVERY, {"east": [silenced(fleet)]}, **board) == {"globalization"}
    assert declarable([DISCOVERY, {"east": [fleet]}, {}], **board) == {"globalization"}


def test_l2_the_price_is_never_more_than_two():
    other = {"west": ["PREN136X", "PREN137X", "PREN155X", "PREN156X"]}
    assert declarable([MUFTI, other, {}], **HOLY) == {"holy"}


def test_l2_each_surcharge_is_for_its_own_victory():
    """Nothing raises the price of Renaissance, Byzantine or another victory."""
    other = {
        "west": ["PREN136X", "PREN137X", "PREN145X", "PREN154X"],
        "east": ["PREN127X"],
    }
    mine = {"west": ["PREN040", "PREN037", *squares("aragon", face="republic")]}
    assert one_action_left(mine, other) == {"renaissance"}
    assert one_action_left(IMPERIAL, {"west": ["PREN136X"], "east": ["PREN127X"]}) == {"imperial"}
    byzantine = {"victories": ["byzantine"], "options": PROMO}
    mine = {"west": squares("france"), "east": ["PREN061"]}
    theocracies = {empire: "islamic" for empire in ("mamluk", "ottoman", "byzantium", "hungary")}
    assert one_action_left(mine, other, religions=theocracies, **byzantine) == {"byzantine"}


def test_l2_immune_cards_keep_their_surcharge_under_a_bishop():
    """Hermeticism is never silenced; Faith vs. Reason is."""
    for card, legal_now in (("PREN136X", set()), ("PREN137X", {"holy"})):
        other = {"west": [silenced(card, "green")]}
        assert one_action_left(MUFTI, other, **HOLY) == legal_now


def test_l2_both_actions_must_be_unspent_but_free_actions_do_not_matter():
    mine = {**IMPERIAL, "west": [*IMPERIAL["west"], "PREN097X"], "hand": ["PREN034"]}  # Podestà
    other = {"west": ["PREN145X"]}
    g = game([mine, other, {}], victories=["imperial"])
    take(g, "hold the East fair")
    while g.decision == "levy":
        g.step(g.legal_actions()[0])
    assert legal(g, DECLARE) == {"imperial"}
    take(g, "sell Merchants")
    assert legal(g, DECLARE) == set()


def test_l2_silencing_the_surcharge_by_free_ops_restores_the_price():
    """Mining Engineer's free West ops put a bishop onto Kappeler Milchsuppe."""
    mine = {"west": ["PREN134X", "PREN005", *IMPERIAL["west"]]}
    g = game(
        [mine, {"west": ["PREN145X"]}, {}],
        victories=["imperial"],
        thrones={"holy_roman_empire": {"bishop": "red"}},
        turn={"actions_left": 1, "did_something": True},
    )
    assert legal(g, DECLARE) == set()
    take(g, "West ops", "use Reformed", "Reformist", "from the Holy Roman Empire", "to Kappeler")
    assert legal(g, DECLARE) == {"imperial"}


# --- L2a: the Patron victory ----------------------------------------------------------------------
def market_runs_dry(*players):
    """Player 0 holds the West fair (1 florin) and the market cannot be filled again."""
    g = game(list(players), decks={"east": [], "west": []})
    take(g, "hold the West fair")
    while g.decision == "levy":
        g.step(g.legal_actions()[0])
    return take(g, "end the turn")


def test_l2a_most_patron_prestige_wins_without_any_active_square():
    """Queens' and squares' faces count: Mamluk and Hungary show a Patron as Kings only."""
    other = {"east": squares("mamluk", "hungary")}
    g = market_runs_dry({"west": ["PREN131X"], "florins": 30}, other)
    assert g.is_over and g.victory == "patron" and g.winners == [1]
    g = market_runs_dry({"west": ["PREN131X"]}, {"east": squares("mamluk", face="republic")})
    assert g.winners == [0]


def test_l2a_a_silenced_patron_counts():
    g = market_runs_dry({}, {"west": [silenced("PREN131X")]})
    assert g.winners == [1]


def test_l2a_a_tie_is_broken_by_florins():
    patron, patron_too = {"west": ["PREN131X"]}, {"west": ["PREN132X"]}
    g = market_runs_dry({**patron, "florins": 4}, {**patron_too, "florins": 6}, {"florins": 30})
    assert g.winners == [1]
    g = market_runs_dry({**patron, "florins": 6}, {**patron_too, "florins": 6}, {"florins": 30})
    assert g.winners == [0]  # the fair brought him one more


def test_l2a_players_still_tied_share_the_win():
    g = market_runs_dry(
        {"west": ["PREN131X"], "florins": 4}, {"west": ["PREN132X"], "florins": 5}, {}
    )
    assert g.winners == [0, 1]
    assert g.returns.tolist() == [0.5, 0.5, -1]


def test_l2a_without_any_patron_florins_decide():
    assert market_runs_dry({"florins": 2}, {"florins": 9}).winners == [1]


def test_l2a_all_tied_all_share():
    g = market_runs_dry({"florins": 2}, {"florins": 3})
    assert g.winners == [0, 1] and g.returns.tolist() == [0, 0]


# --- what counts as prestige ----------------------------------------------------------------------
@pytest.mark.parametrize(
    "mine",
    [
        {"east": ["PREN061"]},
        {"east": [silenced("PREN061", "green")]},
        {"east": [{"card": "SQ_ottoman", "face": "king"}]},
        {"east": [{"card": "SQ_ottoman", "face": "republic"}]},
        {"east": [{"card": "SQ_mamluk", "face": "republic", "bishop": "green"}]},
        {"east": [{"card": "SQ_hungary", "vassals": ["SQ_ottoman"]}]},
        {"east": [{"card": "SQ_hungary", "queens": ["PREN078"]}]},  # Sitt-i Hatun
        {"old_maids": ["PREN078"]},
    ],
)
def test_l_prestige_counts_on_cards_squares_vassals_queens_and_old_maids(mine):
    thrones = {} if "SQ_mamluk" in str(mine) else HOLY["thrones"]
    board = {"cities": HOLY["cities"], "thrones": thrones, "victories": ["holy"]}
    assert declarable([mine, {}, {}], **board) == {"holy"}


@pytest.mark.parametrize(
    "mine",
    [
        {"hand": ["PREN061"]},
        {"hand": ["PREN078"]},
        {"east": [{"card": "SQ_mamluk", "face": "king", "bishop": "green"}]},  # Patron
        {"west": ["PREN003"]},  # Catholic
    ],
)
def test_l_no_prestige_in_hands_or_on_hidden_faces(mine):
    thrones = {} if "SQ_mamluk" in str(mine) else HOLY["thrones"]
    board = {"cities": HOLY["cities"], "thrones": thrones, "victories": ["holy"]}
    assert declarable([mine, {}, {}], **board) == set()


def test_l_an_opponents_old_maid_counts_against_the_declarer():
    assert declarable([MUFTI, {"old_maids": ["PREN078"]}, {}], **HOLY) == set()


# --- L3: Holy -------------------------------------------------------------------------------------
def test_l3_more_prestige_of_the_supreme_religion_than_each_opponent():
    assert declarable([MUFTI, {}, {}], **HOLY) == {"holy"}
    assert declarable([MUFTI, {"east": ["PREN058"]}, {}], **HOLY) == set()
    two = {"east": ["PREN061", "PREN071"]}
    assert declarable([two, {"east": ["PREN058"]}, {"east": ["PREN118X"]}], **HOLY) == {"holy"}


def bishops(gold=0, green=0, red=0):
    """So many bishops on thrones."""
    colours = ["gold"] * gold + ["green"] * green + ["red"] * red
    empires = ("mamluk", "ottoman", "byzantium", "hungary", "england", "france", "portugal")
    return {empire: {"bishop": colour} for empire, colour in zip(empires, colours)}


@pytest.mark.parametrize(
    ("numbers", "supreme"),
    [
        ({"green": 1}, True),
        ({}, False),
        ({"green": 1, "red": 1}, False),
        ({"green": 2, "red": 1, "gold": 1}, False),
        ({"green": 3, "red": 1, "gold": 1}, True),
        ({"green": 2, "gold": 1}, True),
    ],
)
def test_l3_more_bishops_than_the_other_two_religions_together(numbers, supreme):
    board = {"cities": HOLY["cities"], "thrones": bishops(**numbers)}
    assert declarable([MUFTI, {}, {}], **board) == ({"holy"} if supreme else set())


def test_l3_bishops_count_wherever_they_are():
    """On opponents' cards and on queens too."""
    aragon = {"card": "SQ_aragon", "queens": [silenced("PREN045", "gold")]}
    other = {"west": [silenced("PREN034", "gold"), aragon]}
    board = {"cities": HOLY["cities"], "thrones": bishops(green=2)}
    assert declarable([MUFTI, other, {}], **board) == set()
    board["thrones"] = bishops(green=3)
    assert declarable([MUFTI, other, {}], **board) == {"holy"}


@pytest.mark.parametrize(
    ("board", "supreme"),
    [
        ({"cities": {"cairo": "green rook"}}, True),
        ({"cities": {}}, False),
        ({"cities": {"cairo": "green rook", "venice": "gold knight"}}, False),
        (
            {"cities": {"cairo": "green rook", "cyprus": "green knight", "venice": "gold rook"}},
            True,
        ),
        # in medieval empires nobody counts
        ({"cities": {"tana": "green knight"}}, False),
        ({"cities": {"cairo": "green rook", "paris": "gold knight", "lyon": "gold knight"}}, True),
        # nor believers in a theocracy of another religion
        ({"cities": {"cairo": "green rook", "cyprus": "gold rook"}}, True),
        ({"cities": {"venice": "green rook"}}, False),
        # pirates on borders of the theocracy
        ({"borders": {"mamluk-ottoman": ["green pirate"]}}, True),
        ({"borders": {"hungary-ottoman": ["green pirate"]}}, False),
        (
            {
                "cities": {"venice": "gold knight"},
                "borders": {"mamluk-ottoman": ["green pirate"]},
            },
            False,
        ),
        # one between two theocracies of its colour counts twice
        (
            {
                "cities": {"venice": "gold knight"},
                "borders": {"mamluk-ottoman": ["green pirate"]},
                "religions": {"mamluk": "islamic", "ottoman": "islamic"},
            },
            True,
        ),
        # all three religions have theocracies: two against one and one
        (
            {
                "cities": {
                    "cairo": "green rook",
                    "cyprus": "green rook",
                    "venice": "gold knight",
                    "london": "red knight",
                },
                "religions": {"england": "reformist"},
            },
            False,
        ),
    ],
)
def test_l3_more_units_in_theocracies_than_the_other_two_together(board, supreme):
    board = {"thrones": bishops(green=1), **board}
    assert declarable([MUFTI, {}, {}], **board) == ({"holy"} if supreme else set())


def test_l3_ex31_a_pirate_between_two_theocracies_decides():
    g = game(
        [{"east": ["PREN061"], "hand": ["PREN063"]}, {}, {}],
        thrones=bishops(green=1),
        cities={"venice": "gold knight"},
        religions={"ottoman": "islamic"},
        victories=["holy"],
    )
    assert legal(g, DECLARE) == set()
    take(g, "play Ottoman Navy", "Mamluk-Ottoman")
    assert legal(g, DECLARE) == {"holy"}


def test_l3_every_religion_can_be_supreme():
    board = {"thrones": bishops(red=1), "cities": {"london": "red knight"}}
    board["religions"] = {"england": "reformist"}
    assert declarable([{"west": ["PREN052"]}, {}, {}], **board) == {"holy"}
    board = {"thrones": bishops(gold=1), "cities": {"venice": "gold knight"}}
    assert declarable([{"west": ["PREN003"]}, {}, {}], **board) == {"holy"}


ZIONIST = "PREN168X"  # Reformist


def zion(card, bishops_on, **board):
    """Reformist England; player 0 has Luther and Cromwell, player 1 perhaps Zionist State."""
    mine = {"west": ["PREN052", "PREN026"]}
    religions = {"england": "reformist", **board.pop("religions", {})}
    return declarable(
        [mine, {"east": [card] if card else []}, {}],
        thrones=bishops(**bishops_on),
        religions=religions,
        **board,
    )


def test_l3_zionist_state_green_pirates_count_as_red_bishops():
    """One red knight in England; a green bishop against a red one, and a green pirate."""
    board = {"cities": {"london": "red knight"}, "borders": {"hungary-ottoman": ["green pirate"]}}
    tied = {"red": 1, "green": 1}
    assert zion(None, tied, **board) == set()
    assert zion(ZIONIST, tied, **board) == {"holy"}


def test_l3_zionist_state_only_green_pirates_count():
    """Gold ones are neither red bishops nor red units."""
    gold = {"england-france": ["gold pirate"], "england-portugal": ["gold pirate"]}
    knight = {"london": "red knight"}
    assert zion(ZIONIST, {"red": 1, "green": 1}, cities=knight, borders=gold) == set()
    assert zion(ZIONIST, {"red": 1}, cities={"venice": "gold knight"}, borders=gold) == set()


def test_l3_zionist_state_silenced_does_nothing():
    board = {"cities": {"london": "red knight"}, "borders": {"hungary-ottoman": ["green pirate"]}}
    assert zion(silenced(ZIONIST, "gold"), {"red": 1}, **board) == set()
    assert zion(ZIONIST, {"red": 1, "gold": 1}, **board) == {"holy"}


def test_l3_zionist_state_green_pirates_are_red_units_in_reformist_theocracies():
    """A green pirate off England, a gold knight in Venice: one to one, with two pirates two."""
    board = {"cities": {"venice": "gold knight"}}
    one = {"england-france": ["green pirate"]}
    assert zion(ZIONIST, {"red": 1}, borders=one, **board) == set()
    two = {**one, "england-portugal": ["green pirate"]}
    assert zion(ZIONIST, {"red": 1}, borders=two, **board) == {"holy"}
    assert zion(None, {"red": 1}, borders=two, **board) == set()


def test_l3_zionist_state_green_pirates_stay_green_in_islamic_theocracies():
    """Between Reformist England and Islamic France: one red unit, but one green too."""
    board = {"borders": {"england-france": ["green pirate"]}}
    assert zion(ZIONIST, {"red": 1}, religions={"france": "islamic"}, **board) == set()
    assert zion(ZIONIST, {"red": 1}, **board) == {"holy"}


CIRCASSIAN = "PREN164X"


def test_l3_circassian_mamluks_their_owners_patrons_are_green_bishops():
    """Two gold bishops; three Patrons on the owner's side: Michelangelo, Geometry, Hungary."""
    patrons = {"west": ["PREN131X", "PREN132X"], "east": [CIRCASSIAN, "SQ_hungary"]}
    board = {"cities": HOLY["cities"], "thrones": {"england": {"bishop": "gold"},
                                                   "france": {"bishop": "gold"}}}  # fmt: skip
    assert declarable([{**patrons, "hand": []}, {}, {}], **board) == set()  # no Islamic prestige
    mine = {**patrons, "east": [*patrons["east"], "PREN061"]}
    assert declarable([mine, {}, {}], **board) == {"holy"}
    assert declarable([MUFTI, patrons, {}], **board) == {"holy"}  # in anybody's claim
    asleep = {**patrons, "east": [silenced(CIRCASSIAN, "gold"), "SQ_hungary"]}
    assert declarable([MUFTI, asleep, {}], **board) == set()


def test_l3_circassian_mamluks_can_spoil_anothers_claim():
    board = {"thrones": bishops(gold=1), "cities": {"venice": "gold knight"}}
    catholic = {"west": ["PREN003"]}
    owner = {"west": ["PREN131X"], "east": [CIRCASSIAN]}
    assert declarable([catholic, {}, {}], **board) == {"holy"}
    assert declarable([catholic, owner, {}], **board) == set()


# --- L4: Imperial ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("mine", "others", "wins"),
    [
        (2, (0, 0), True),
        (1, (0, 0), False),
        (3, (1, 1), True),
        (3, (2, 0), False),
        (3, (0,), True),
        (2, (0,), False),  # two players: three more
        (4, (1,), True),
        (3, (1,), False),
        (2, (0, 0, 0), True),
    ],
)
def test_l4_two_kings_more_than_each_opponent_three_with_two_players(mine, others, wins):
    west = iter(("england", "france", "portugal", "aragon", "papal_states", "holy_roman_empire"))
    players = [{"west": squares(*(next(west) for _ in range(n)))} for n in (mine, *others)]
    players[0]["hand"] = ["PREN034"]
    assert declarable(players, victories=["imperial"]) == ({"imperial"} if wins else set())


def test_l4_vassals_count_republics_do_not():
    vassals = {"card": "SQ_france", "vassals": ["SQ_england"]}
    assert declarable([{"west": [vassals]}, {}, {}]) == {"imperial"}
    mixed = [*squares("france"), *squares("england", face="republic")]
    assert declarable([{"west": mixed}, {}, {}]) == set()
    against = {"east": [{"card": "SQ_hungary", "vassals": ["SQ_ottoman"]}]}
    assert declarable([IMPERIAL, against, {}]) == set()


def test_l4_silenced_kings_count():
    kings = [{**square, "bishop": "gold"} for square in squares("france", "england")]
    assert declarable([{"west": kings}, {}, {}]) == {"imperial"}


# --- L5: Globalization ----------------------------------------------------------------------------
COAST = ("england-france", "england-portugal", "aragon-portugal", "aragon-papal_states",
         "ottoman-papal_states", "hungary-ottoman", "mamluk-ottoman")  # fmt: skip


def pawns(*owners):
    return {border: [f"pawn {owner}"] for border, owner in zip(COAST, owners)}


@pytest.mark.parametrize(
    ("mine", "other", "owners", "wins"),
    [
        (["PREN139X"], [], (0, 0), True),
        (["PREN139X"], [], (0,), False),
        (["PREN139X"], [], (0, 0, 0, 1), True),
        (["PREN139X"], [], (0, 0, 1), False),
        (["PREN139X"], [], (0, 0, 0, 1, 2, 2), False),
        (["PREN139X"], ["PREN142X"], (0, 0), False),  # Discovery tied
        (["PREN139X", "PREN016"], ["PREN142X"], (0, 0), True),
        ([], [], (0, 0, 0), False),  # no Discovery at all
    ],
)
def test_l5_more_discovery_and_two_concessions_more_than_each_opponent(mine, other, owners, wins):
    players = [{"west": mine, "hand": ["PREN034"]}, {"west": other}, {}]
    expected = {"globalization"} if wins else set()
    assert declarable(players, borders=pawns(*owners)) == expected


def test_l5_two_more_also_with_two_players():
    assert declarable([DISCOVERY, {}], borders=pawns(0, 0)) == {"globalization"}


def test_l5_serfs_do_not_count_protected_concessions_do():
    mine = {**DISCOVERY, "east": ["PREN113X"]}
    borders = {"england-france": ["pawn 0", "red pirate"], "england-portugal": ["pawn 0"]}
    assert declarable([mine, {}, {}], borders=borders) == {"globalization"}
    serfs = {"england": {"repressed": {"pawn 0": 3}}}
    assert declarable([DISCOVERY, {}, {}], borders=pawns(0), thrones=serfs) == set()


def test_l5_michelangelo_does_not_apply():
    mine = {"west": ["PREN139X", "PREN131X"]}
    assert declarable([mine, {}, {}], borders=pawns(0)) == set()


SAHN, FAITH_VS_REASON = "PREN102X", "PREN137X"  # Sahn-i Seman has Discovery itself


@pytest.mark.parametrize(
    ("east", "west", "owners", "wins"),
    [
        ([SAHN], ["PREN131X"], (0,), True),  # 1 + 1 Patron
        ([SAHN], ["PREN131X"], (0, 1), False),  # 2 against 1
        ([SAHN], ["PREN131X", FAITH_VS_REASON], (0, 1), True),  # 1 + 2 x 1 against 1
        ([silenced(SAHN)], ["PREN131X"], (0,), False),
        ([SAHN], [silenced("PREN131X")], (0,), True),  # prestige is never silenced
        ([SAHN], ["PREN131X", silenced(FAITH_VS_REASON)], (0, 1), False),
        ([SAHN], [], (0,), False),
    ],
)
def test_l5_patron_as_concession_once_per_card(east, west, owners, wins):
    expected = {"globalization"} if wins else set()
    found = declarable([{"east": east, "west": west}, {}, {}], borders=pawns(*owners))
    assert found == expected


def test_l5_patron_as_concession_for_opponents_as_well():
    """Three concessions against one Patron, counted once or twice."""
    borders = pawns(0, 0, 0)
    once = {"west": ["PREN131X", FAITH_VS_REASON]}
    twice = {**once, "east": [SAHN]}
    mine = {"west": ["PREN139X", "PREN016"]}
    assert declarable([mine, once, {}], borders=borders) == {"globalization"}  # 3 to 1
    assert declarable([mine, twice, {}], borders=borders) == set()  # 3 to 2


# --- L6: Renaissance ------------------------------------------------------------------------------
def republics(*empires):
    return squares(*empires, face="republic")


LAWS = ["PREN040", "PREN037"]  # Sindicat Remença, The Hidden


@pytest.mark.parametrize(
    ("mine", "other", "wins"),
    [
        ([*LAWS, *republics("france")], [], True),
        ([LAWS[0], *republics("france")], [], False),  # one Law
        ([LAWS[0], *republics("england")], [], True),  # England's Republic is a Law itself
        ([*LAWS, *squares("france")], [], False),  # no Republic
        ([*LAWS, *republics("france")], republics("portugal"), False),  # tied
        ([*LAWS, *republics("france", "portugal")], republics("holy_roman_empire"), False),
        ([*LAWS, "PREN036", *republics("france", "portugal")],
         republics("holy_roman_empire"), True),  # Law 3 to 1
    ],
)  # fmt: skip
def test_l6_more_republics_and_two_law_more_than_each_opponent(mine, other, wins):
    expected = {"renaissance"} if wins else set()
    players = [{"west": mine}, {"west": other}, {}]
    assert declarable(players, victories=["renaissance"]) == expected


def test_l6_two_more_also_with_two_players():
    assert declarable([{"west": [*LAWS, *republics("france")]}, {}]) == {"renaissance"}


def test_l6_an_old_maids_law_counts():
    """Mary the Rich."""
    mine = {"west": [LAWS[0], *republics("france")], "old_maids": ["PREN048"]}
    assert declarable([mine, {}, {}]) == {"renaissance"}
    against = {"west": [*LAWS, *republics("france")]}
    assert declarable([against, {"old_maids": ["PREN048"]}, {}]) == set()


ACADEMIA, SWERVE = "PREN103X", "PREN155X"


def test_l6_academia_and_epicurean_swerve_count_as_a_republic_each():
    for mine in (
        {"west": LAWS, "east": [ACADEMIA]},
        {"west": [*LAWS, SWERVE]},
    ):
        assert declarable([mine, {}, {}]) == {"renaissance"}
    one = {"west": republics("france")}
    assert declarable([{"west": LAWS, "east": [ACADEMIA]}, one, {}]) == set()
    both = {"west": [*LAWS, SWERVE], "east": [ACADEMIA]}
    assert declarable([both, one, {}]) == {"renaissance"}
    asleep = {"west": [*LAWS, silenced(SWERVE)], "east": [silenced(ACADEMIA)]}
    assert declarable([asleep, {}, {}]) == set()


def test_l6_they_count_for_opponents_as_well_and_are_no_republics_otherwise():
    mine = {"west": [*LAWS, *republics("france")]}
    assert declarable([mine, {"east": [ACADEMIA]}, {}]) == set()
    # One Academia and two Kings: Imperial all the same.
    kings = {"east": [ACADEMIA], "west": squares("france", "england")}
    assert declarable([kings, {}, {}]) == {"imperial"}


GEOMETRY, REALISM, CONSENT = "PREN132X", "PREN133X", "PREN159X"  # Patron; nothing; Law


@pytest.mark.parametrize(
    ("cards", "opposing_law", "wins"),
    [
        ([GEOMETRY], 0, False),  # 1 Patron: 1 Law
        ([GEOMETRY, REALISM], 0, True),  # 2
        ([GEOMETRY, REALISM], 1, False),
        ([GEOMETRY, REALISM, CONSENT], 2, True),  # 1 + 3
        ([GEOMETRY, REALISM, CONSENT], 3, False),
        ([GEOMETRY, "PREN131X"], 0, True),  # 2 Patrons
        ([silenced(GEOMETRY), REALISM, CONSENT], 1, True),  # 1 + 2: the Patron still counts
        ([silenced(GEOMETRY), silenced(REALISM, "gold"), CONSENT], 1, False),  # 1 + 1
    ],
)
def test_l6_patron_as_law_once_per_card(cards, opposing_law, wins):
    """France as a Republic has no Law of its own."""
    other = {"west": [*LAWS, "PREN036"][:opposing_law]}
    mine = {"west": [*cards, *republics("france")]}
    assert declarable([mine, other, {}]) == ({"renaissance"} if wins else set())


def test_l6_patron_as_law_for_opponents_as_well():
    mine = {"west": [*LAWS, "PREN036", *republics("france")]}  # Law 3
    assert declarable([mine, {"west": [GEOMETRY]}, {}]) == {"renaissance"}  # 3 to 1
    assert declarable([mine, {"west": [GEOMETRY, REALISM]}, {}]) == set()  # 3 to 2


# --- L7: Byzantine --------------------------------------------------------------------------------
def byzantine(players, **religions):
    """Only these empires are theocracies."""
    medieval = dict.fromkeys(("england", "holy_roman_empire", "papal_states", "mamluk"), "medieval")
    board = {"religions": {**medieval, **religions}, "options": PROMO, "victories": ["byzantine"]}
    return declarable(players, **board)


def test_l7_one_more_king_and_more_prestige_of_the_ruling_religion():
    mine = {"west": squares("france"), "east": ["PREN061"]}
    islam = {"mamluk": "islamic"}
    assert byzantine([mine, {}], **islam) == {"byzantine"}  # also with two players
    assert byzantine([mine, {"west": squares("england")}], **islam) == set()
    assert byzantine([mine, {"east": ["PREN058"]}], **islam) == set()
    assert byzantine([{"east": ["PREN061"]}, {}], **islam) == set()
    assert byzantine([{**mine, "east": ["PREN086"]}, {}], **islam) == set()  # Reformist


def test_l7_a_tie_for_most_theocracies_rules_nobody():
    mine = {"west": squares("france"), "east": ["PREN061"]}
    assert byzantine([mine, {}], mamluk="islamic", england="reformist") == set()
    two = {"mamluk": "islamic", "hungary": "islamic", "england": "reformist"}
    assert byzantine([mine, {}], **two) == {"byzantine"}
    assert byzantine([mine, {}]) == set()  # no theocracy at all


def test_l_declaring_changes_nothing_on_the_table():
    g = game([IMPERIAL, {"florins": 3}, {}], victories=["imperial"])
    before = g.to_dict()
    assert "declare the imperial victory" in names(g)
    take(g, "declare the imperial victory")
    result = {"status": "terminated", "victory": "imperial", "winners": [0]}
    assert changes(before, g) == {"result": result}
