"""E3: sell."""

import pytest

from paxren_env.games.pax_renaissance.actions import CARD, CITY, EMPIRE, NO, OP, REPRESSED, SELL
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

LAST_KNIGHT = "PREN022"
CONQUISTADORS, CEM = "PREN021", "PREN088"  # ransom
ISABELLA, ELZBIETA, SITTI = "PREN044", "PREN075", "PREN078"
CROWN, REICHSKRONE = "PREN104X", "PREN138X"  # ransom queens: Hungary, Holy Roman Empire
CRYPTOGRAPHY, ENCLOSURE, MACHIAVELLI = "PREN130X", "PREN161X", "PREN135X"
KREMLIN = "PREN074"  # immune to silencing
GRIM = "PREN058"  # Ottoman: behead
RUSZENIE = "PREN083"  # Hungary, conspiracy, a gold rook
TRENT = "PREN157X"  # The West, crusade, a gold bishop
REFORMED = "PREN005"


# --- the table of items ---------------------------------------------------------------------------
def test_e3_a_hand_card_brings_two_florins_and_is_discarded():
    position = game([{"hand": [LAST_KNIGHT]}, {}])
    assert changes(position.to_dict(), take(position, "sell")) == {
        "discard": [LAST_KNIGHT], "0.florins": 2, "0.hand": [],
    }  # fmt: skip


def test_e3_a_card_bought_this_turn_may_be_sold():
    position = game([{"florins": 1}, {}])
    take(position, "buy Twelver ghulat", "sell Twelver ghulat")
    assert position.to_dict()["players"][0]["florins"] == 2


@pytest.mark.parametrize("card", [CONQUISTADORS, ENCLOSURE, CRYPTOGRAPHY])
def test_e3_sale_abilities_do_not_work_from_hand(card):
    position = game([{"hand": [card]}, {"east": [GRIM, "SQ_ottoman"]}],
                    thrones={"england": {"repressed": {"pawn 1": 1}}})  # fmt: skip
    assert changes(position.to_dict(), take(position, "sell")) == {
        "discard": [card], "0.florins": 2, "0.hand": [],
    }  # fmt: skip
    assert position.decision == "main"


def test_e3_a_tableau_card_is_discarded_with_its_bishop():
    position = game([{"west": [{"card": LAST_KNIGHT, "bishop": "red"}, TRENT]}, {}])
    assert changes(position.to_dict(), take(position, "sell The Last Knight")) == {
        "discard": [LAST_KNIGHT], "0.florins": 2, "0.west": [TRENT],
    }  # fmt: skip
    assert position.states["supply"][0, 15] == 5  # all red bishops are in the pool


@pytest.mark.parametrize(("card", "side"), [(CONQUISTADORS, "west"), (CEM, "east")])
def test_e3_a_ransom_brings_four_unless_silenced(card, side):
    position = game([{side: [card]}, {}])
    assert changes(position.to_dict(), take(position, "sell")) == {
        "discard": [card], "0.florins": 4, f"0.{side}": [],
    }  # fmt: skip
    position = game([{side: [{"card": card, "bishop": "gold"}]}, {}])
    assert take(position, "sell").to_dict()["players"][0]["florins"] == 2


def test_e3_an_immune_players_ransom_works_under_a_bishop():
    position = game([{"east": [{"card": CEM, "bishop": "gold"}, KREMLIN]}, {}])
    assert take(position, "sell Cem").to_dict()["players"][0]["florins"] == 4


@pytest.mark.parametrize("queen", [ISABELLA, CROWN])
def test_e3_an_old_maid_brings_two_her_ability_never_works(queen):
    position = game([{"old_maids": [queen]}, {}])
    assert changes(position.to_dict(), take(position, "sell")) == {
        "discard": [queen], "0.florins": 2, "0.old_maids": [],
    }  # fmt: skip


@pytest.mark.parametrize("face", ["king", "republic"])
def test_e3_an_unmarried_square_brings_two_and_keeps_what_is_on_it(face):
    kept = {"bishop": "gold", "repressed": {"pawn 1": 1, "red rook": 1}}
    position = game([{"east": [{"card": "SQ_hungary", "face": face, **kept}]}, {}])
    assert changes(position.to_dict(), take(position, "sell")) == {
        "thrones.hungary": kept, "0.florins": 2, "0.east": [],
    }  # fmt: skip


def test_e3_a_couple_brings_four_and_stays_married_in_the_throne():
    queens = {"queens": [{"card": ELZBIETA, "bishop": "red"}]}
    position = game([{"east": [{"card": "SQ_hungary", **queens}]}, {}])
    assert changes(position.to_dict(), take(position, "sell")) == {
        "thrones.hungary": queens, "0.florins": 4, "0.east": [],
    }  # fmt: skip


def test_e3_every_queen_of_a_king_brings_two():
    queens = {"queens": [ELZBIETA, SITTI]}
    position = game([{"east": [{"card": "SQ_hungary", **queens}]}, {}])
    assert changes(position.to_dict(), take(position, "sell")) == {
        "thrones.hungary": queens, "0.florins": 6, "0.east": [],
    }  # fmt: skip


def test_e3_a_queen_is_not_sold_apart_from_her_king():
    position = game([{"east": [{"card": "SQ_hungary", "queens": [ELZBIETA]}]}, {}])
    assert legal(position, SELL) == {"SQ_hungary"}


@pytest.mark.parametrize(
    ("side", "square", "queen"),
    [("east", "SQ_hungary", CROWN), ("west", "SQ_holy_roman_empire", REICHSKRONE)],
)
def test_e3_a_ransom_queen_brings_four_beside_the_two_for_her_king(side, square, queen):
    couple = {"card": square, "queens": [queen]}
    position = game([{side: [couple]}, {}])
    assert take(position, "sell").to_dict()["players"][0]["florins"] == 6
    position = game([{side: [{**couple, "bishop": "red"}]}, {}])  # silences both
    assert take(position, "sell").to_dict()["players"][0]["florins"] == 4


def test_e3_a_vassal_leaves_alone():
    vassal = {"repressed": {"pawn 1": 1}, "queens": [ELZBIETA]}
    column = {"card": "SQ_ottoman", "vassals": [{"card": "SQ_hungary", **vassal}, "SQ_byzantium"]}
    position = game([{"east": [column]}, {}])
    assert changes(position.to_dict(), take(position, "sell Hungary and Elzbieta")) == {
        "thrones.hungary": vassal,
        "0.florins": 4,
        "0.east": [{"card": "SQ_ottoman", "vassals": ["SQ_byzantium"]}],
    }


def test_e3_a_suzerain_brings_only_its_own_and_frees_its_vassals():
    """EX37."""
    king = {"bishop": "red", "repressed": {"pawn 1": 2}, "queens": ["PREN117X"]}
    column = {"card": "SQ_ottoman", **king, "vassals": [{"card": "SQ_mamluk", "queens": [SITTI]}]}
    position = game([{"east": [column]}, {}])
    assert changes(position.to_dict(), take(position, "sell Ottoman and")) == {
        "thrones.ottoman": king,
        "thrones.mamluk": {"queens": [SITTI]},
        "0.florins": 4,
        "0.east": [],
    }


# --- Cryptography ---------------------------------------------------------------------------------
PORTUGAL = {"card": "SQ_portugal", "queens": [ISABELLA]}


def test_e3_cryptography_borrows_one_political_op_of_an_opponent():
    """EX32: Isabella beheads her own husband."""
    position = game([{"west": [CRYPTOGRAPHY]}, {"west": [PORTUGAL]}])
    take(position, "sell Cryptography")
    assert legal(position, CARD) == {ISABELLA}
    assert NO in position.legal_actions()
    take(position, "borrow an op of Isabella")
    assert legal(position, OP) == {"behead"}  # there is nothing to repress
    assert changes(position.to_dict(), take(position, "behead", "behead Portugal")) == {
        "thrones.portugal": {}, "discard": [ISABELLA, CRYPTOGRAPHY], "1.west": [],
    }  # fmt: skip
    assert position.to_dict()["turn"]["ops_done"] == []


def test_e3_cryptography_may_borrow_nothing():
    position = game([{"west": [CRYPTOGRAPHY]}, {"west": [PORTUGAL]}])
    assert changes(position.to_dict(), take(position, "sell", "borrow no op")) == {
        "discard": [CRYPTOGRAPHY], "0.florins": 2, "0.west": [],
    }  # fmt: skip


def test_e3_cryptography_borrows_from_both_sides_but_no_other_colours_and_not_its_owners():
    # Siege, inquisitor and commerce are not political; the king's campaign is not either.
    mine = ["SQ_ottoman", GRIM]
    theirs = {"east": ["PREN085", "SQ_hungary"], "west": [LAST_KNIGHT, "PREN034"]}
    position = game(
        [{"florins": 5, "west": [CRYPTOGRAPHY], "east": mine}, theirs],
        cities={"buda": "gold rook", "vienna": "gold rook"},
        borders={"holy_roman_empire-hungary": ["pawn 1"]},
    )
    take(position, "sell Cryptography")
    assert legal(position, CARD) == {"PREN085", LAST_KNIGHT}  # behead; tax
    take(position, "borrow an op of Vlad")
    assert legal(position, OP) == {"behead"}


def test_e3_the_assassin_of_a_borrowed_behead_is_the_opponents_card():
    position = game([{"west": [CRYPTOGRAPHY]}, {"east": [GRIM, "SQ_ottoman"]}])
    words = ("sell", "borrow an op", "behead", "behead Ottoman")
    assert changes(position.to_dict(), take(position, *words)) == {
        "thrones.ottoman": {}, "discard": [GRIM, CRYPTOGRAPHY],
        "0.florins": 2, "0.west": [], "1.east": [],
    }  # fmt: skip


def test_e3_a_borrowed_vote_needs_the_borrowers_own_plurality_and_money():
    theirs = {"east": ["PREN103X", {"card": "SQ_hungary", "repressed": {"pawn 1": 3}}]}
    borders = {"hungary-ottoman": ["pawn 1"]}
    position = game([{"florins": 9, "west": [CRYPTOGRAPHY]}, theirs], borders=borders)
    assert take(position, "sell").decision == "main"  # the opponent's plurality does not count
    for florins, decision in ((0, "main"), (1, "borrow")):  # 2 more come from the sale
        position = game(
            [{"florins": florins, "west": [CRYPTOGRAPHY]}, theirs],
            borders={"hungary-ottoman": ["pawn 0"]},
        )
        assert take(position, "sell").decision == decision
    take(position, "borrow an op of Academia", "East vote", "vote in Hungary for 3 florins")
    assert position.to_dict()["players"][0]["east"][0]["card"] == "SQ_hungary"


def test_e3_a_silenced_card_lends_nothing_but_to_the_immune():
    silenced = {"east": [{"card": GRIM, "bishop": "green"}, "SQ_ottoman"]}
    position = game([{"west": [CRYPTOGRAPHY]}, silenced])
    assert take(position, "sell").decision == "main"
    position = game([{"west": [CRYPTOGRAPHY], "east": [KREMLIN]}, silenced])
    assert take(position, "sell Cryptography").decision == "borrow"


def test_e3_the_immunity_of_the_opponent_does_not_help_the_borrower():
    theirs = {"east": [{"card": GRIM, "bishop": "green"}, "SQ_ottoman", KREMLIN]}
    position = game([{"west": [CRYPTOGRAPHY]}, theirs])
    assert take(position, "sell").decision == "main"


def test_e3_a_silenced_cryptography_borrows_nothing():
    position = game([{"west": [{"card": CRYPTOGRAPHY, "bishop": "red"}]}, {"west": [PORTUGAL]}])
    assert take(position, "sell").decision == "main"


def test_e3_a_borrowed_card_counts_as_used_this_turn():
    # The vote brings Hungary; Academia stays with its owner, but marked.
    theirs = {"east": ["PREN103X", "SQ_hungary"]}
    position = game([{"west": [CRYPTOGRAPHY]}, theirs], borders={"hungary-ottoman": ["pawn 0"]})
    take(position, "sell", "borrow an op", "East vote", "vote in Hungary", "place no concession")
    assert position.to_dict()["players"][1]["east"] == [{"card": "PREN103X", "used": True}]


# --- Enclosure ------------------------------------------------------------------------------------
WESTERN_SERFS = {
    "england": {"repressed": {"pawn 1": 1, "red rook": 1}},
    "aragon": {"repressed": {"gold knight": 1}},
    "hungary": {"repressed": {"pawn 1": 1}},
}


def enclosure(**rest):
    position = game([{"west": [ENCLOSURE]}, {}], thrones=WESTERN_SERFS, **rest)
    return take(position, "sell")


def test_e3_enclosure_frees_any_repressed_tokens_of_the_west():
    position = enclosure()
    assert legal(position, EMPIRE) == {"england", "aragon"}
    take(position, "free a token repressed in England")
    assert legal(position, REPRESSED) == {"pawn 1", "red rook"}
    take(position, "free the red rook")
    assert legal(position, CITY) == {"london", "bordeaux"}
    take(position, "to London", "free a token repressed in Aragon", "free", "to Valencia")
    take(position, "free a token repressed in England", "free", "to the England-France border")
    table = position.to_dict()
    assert table["cities"] == {"london": "red rook", "valencia": "gold knight"}
    assert table["borders"] == {"england-france": ["pawn 1"]}
    assert {e: table["thrones"][e] for e in WESTERN_SERFS} == {
        "england": {}, "aragon": {}, "hungary": {"repressed": {"pawn 1": 1}},
    }  # fmt: skip
    assert table["players"][0]["florins"] == 2
    assert position.decision == "main"


def test_e3_enclosure_may_free_nobody_or_stop():
    position = enclosure()
    assert changes(position.to_dict(), take(position, "free nobody")) == {}
    position = take(enclosure(), "free a token repressed in Aragon", "free", "to Valencia")
    take(position, "free nobody")
    assert position.to_dict()["thrones"]["england"] == WESTERN_SERFS["england"]


def test_e3_enclosure_needs_an_empty_spot_of_the_same_empire():
    position = enclosure(cities={"valencia": "gold rook", "algiers": "green rook"})
    assert legal(position, EMPIRE) == {"england"}


def test_e3_enclosure_reaches_squares_in_any_tableau():
    theirs = {"west": [{"card": "SQ_france", "repressed": {"pawn 0": 1}}]}
    position = take(game([{"west": [ENCLOSURE]}, theirs]), "sell")
    assert legal(position, EMPIRE) == {"france"}


def test_e3_a_silenced_enclosure_frees_nobody():
    silenced = {"card": ENCLOSURE, "bishop": "red"}
    position = game([{"west": [silenced]}, {}], thrones=WESTERN_SERFS)
    assert take(position, "sell").decision == "main"


# --- Machiavellianism -----------------------------------------------------------------------------
def sold_under_machiavelli(card, hand=False, side="east", **rest):
    player = {"west": [MACHIAVELLI], "hand": [card] if hand else []}
    if not hand:
        player[side] = [*player.get(side, []), card]
    return take(game([player, rest.pop("other", {})], **rest), f"sell {name_of(card)}")


def name_of(card):
    """The beginning of the card's name."""
    return {
        RUSZENIE: "Pospolite", "PREN081": "Crimean", TRENT: "Council", "PREN060": "Dervishes",
        "PREN058": "The Grim", REFORMED: "Reformed", "PREN087": "Soninke", ISABELLA: "Isabella",
        ENCLOSURE: "Enclosure", "PREN023": "Spanish", MACHIAVELLI: "Machiavellianism",
    }[card]  # fmt: skip


@pytest.mark.parametrize("hand", [True, False], ids=["hand", "tableau"])
def test_e3_machiavellianism_fires_the_conspiracy_of_a_sold_card_with_its_agents(hand):
    position = sold_under_machiavelli(RUSZENIE, hand)
    assert names(position) == {"let the conspiracy occur", "do not let it occur"}
    take(position, "let the", "place the surviving gold rook next", "in Buda", "place no")
    table = position.to_dict()
    assert table["players"][0]["east"] == ["SQ_hungary"]
    assert table["cities"] == {"buda": "gold rook"}
    assert table["discard"] == [RUSZENIE]
    assert table["players"][0]["florins"] == 2


def test_e3_machiavellianism_fires_revolts():
    position = sold_under_machiavelli("PREN081")
    assert "let the peasant revolt occur" in names(position)


def test_e3_machiavellianism_fires_crusades_that_shed_blood():
    position = sold_under_machiavelli(TRENT, side="west", cities={"granada": "green rook"})
    assert "let the crusade occur" in names(position)
    position = sold_under_machiavelli(TRENT, side="west")
    assert position.decision == "main"


def test_e3_machiavellianism_fires_an_apostasy_even_if_it_hits_nobody():
    position = sold_under_machiavelli("PREN060")
    take(position, "let the")
    assert position.decision == "place_agent"
    assert NO not in position.legal_actions()
    assert "PREN060" not in legal(position, CARD)  # it is gone


def test_e3_the_sold_card_does_not_count_for_its_apostasy():
    # Dervishes alone is Islamic here.
    position = game([{"west": [MACHIAVELLI, REFORMED], "east": ["PREN060"]}, {}])
    take(position, "sell Dervishes", "let the")
    assert position.to_dict()["players"][0]["west"] == [MACHIAVELLI, REFORMED]


@pytest.mark.parametrize(
    ("card", "side", "cities"),
    [
        ("PREN058", "east", {"modon": "red rook"}),  # jihad
        (REFORMED, "west", {"paris": "gold knight"}),  # reformation
        ("PREN087", "east", {}),  # trade shift
        ("PREN023", "west", {}),  # none
    ],
    ids=["jihad", "reformation", "trade shift", "no one-shot"],
)
def test_e3_machiavellianism_fires_nothing_else(card, side, cities):
    assert sold_under_machiavelli(card, side=side, cities=cities).decision == "main"


def test_e3_machiavellianism_does_not_crown_a_sold_queen():
    assert sold_under_machiavelli(ISABELLA, hand=True).decision == "main"


def test_e3_when_the_one_shot_is_refused_no_agent_is_placed():
    position = sold_under_machiavelli(RUSZENIE)
    assert changes(position.to_dict(), take(position, "do not let it occur")) == {}
    assert position.decision == "main"


def test_e3_machiavellianism_does_not_fire_its_own_sale_or_when_silenced():
    position = game([{"west": [MACHIAVELLI]}, {}])
    assert take(position, "sell").decision == "main"
    silenced = {"card": MACHIAVELLI, "bishop": "red"}
    position = game([{"west": [silenced], "hand": [RUSZENIE]}, {}])
    assert take(position, "sell Pospolite").decision == "main"


def test_e3_enclosure_sold_under_machiavellianism_revolts_first_and_frees_then():
    position = game([{"west": [MACHIAVELLI, ENCLOSURE]}, {}], thrones={
        "aragon": {"repressed": {"red rook": 1}}, "england": {"repressed": {"red rook": 1}},
    })  # fmt: skip
    take(position, "sell Enclosure", "let the peasant revolt occur")
    take(position, "place the surviving pawn next", "on the England-France border")
    take(position, "place no concession")
    assert position.decision == "emancipate"  # of the regime change in England
    take(position, "free nobody")
    assert position.decision == "emancipate_west"
    assert legal(position, EMPIRE) == {"england", "aragon"}
    take(position, "free a token repressed in Aragon", "free", "to Algiers", "free nobody")
    table = position.to_dict()
    assert table["players"][0]["west"][-1] == {
        "card": "SQ_england", "repressed": {"red rook": 1},
    }  # fmt: skip
    assert table["cities"] == {"algiers": "red rook"}


def test_e3_enclosure_frees_also_when_its_revolt_is_refused():
    position = game([{"west": [MACHIAVELLI, ENCLOSURE]}, {}], thrones=WESTERN_SERFS)
    take(position, "sell Enclosure", "do not let it occur")
    assert position.decision == "emancipate_west"
