"""B11: regime change: where the square goes, then concession, emancipation, golden liberty."""

import pytest

from paxren_env.games.pax_renaissance.actions import BORDER, CITY, EMPIRE, NO, REPRESSED
from paxren_env.games.pax_renaissance.notation import Position
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

SEMAN = "PREN102X"  # a card without ops that shows what is outermost
RUSZENIE = "PREN083"  # Hungary, conspiracy, a gold rook
BLACK_ARMY = "PREN066"  # Hungary, reformation, two red knights
ACADEMIA = "PREN103X"  # East vote
ELZBIETA = "PREN075"  # may wed Hungary
STAR_CHAMBER = "PREN006"
HUNGARY, HRE = "SQ_hungary", "SQ_holy_roman_empire"
REPUBLIC = {"card": HUNGARY, "face": "republic"}
NO_MORE = ("place no concession",)

# Where Hungary is before the regime change, in two tableaux: the rows of the table.
Where = tuple[Position, Position]
SUZERAIN = {"card": HRE, "vassals": [HUNGARY]}
THRONE: Where = ({}, {})
ENEMY_KING: Where = ({}, {"east": [HUNGARY]})
ENEMY_REPUBLIC: Where = ({}, {"east": [REPUBLIC]})
ENEMY_VASSAL: Where = ({}, {"west": [SUZERAIN]})
OWN_KING: Where = ({"east": [HUNGARY]}, {})
OWN_REPUBLIC: Where = ({"east": [REPUBLIC]}, {})
OWN_VASSAL: Where = ({"west": [SUZERAIN]}, {})


def position_of(where, hand=(), east=(), west=(), **rest):
    """A position of that row; player 0 has some more cards, behind Hungary."""
    mine, other = where
    player = {
        "florins": 3,
        "hand": list(hand),
        "east": [*mine.get("east", []), SEMAN, *east],
        "west": [*mine.get("west", []), *west],
    }
    return game([player, other], **rest)


def tableaux(position):
    """Both rows of player 0, then both rows of player 1."""
    return [player[side] for player in position.to_dict()["players"] for side in ("east", "west")]


# --- the table: wars ------------------------------------------------------------------------------
BY_WAR = [
    (THRONE, [[HUNGARY], [], [], []]),
    (ENEMY_KING, [[HUNGARY], [], [], []]),
    (ENEMY_REPUBLIC, [[HUNGARY], [], [], []]),
    (ENEMY_VASSAL, [[HUNGARY], [], [], [HRE]]),
    (OWN_KING, [[REPUBLIC], [], [], []]),
    (OWN_REPUBLIC, [[HUNGARY], [], [], []]),
    (OWN_VASSAL, [[REPUBLIC], [HRE], [], []]),
]
ROWS = ["throne", "enemy king", "enemy republic", "enemy vassal", "own king", "own republic",
        "own vassal"]  # fmt: skip


@pytest.mark.parametrize(("where", "expected"), BY_WAR, ids=ROWS)
def test_b11_a_civil_war_moves_the_square_outermost_or_flips_it(where, expected):
    position = position_of(where, hand=[RUSZENIE])
    take(position, "play", "let", "place the surviving", "in Buda", *NO_MORE)
    east, *others = expected
    assert tableaux(position) == [[SEMAN, RUSZENIE, *east], *others]


@pytest.mark.parametrize(("where", "expected"), BY_WAR, ids=ROWS)
def test_b11_a_religious_war_moves_the_square_outermost_or_flips_it(where, expected):
    position = position_of(where, hand=[BLACK_ARMY], cities={"buda": "gold knight"})
    take(position, "play", "let", "lose the", "place the surviving", "in Buda", *NO_MORE)
    east, *others = expected
    assert tableaux(position) == [[SEMAN, BLACK_ARMY, *east], *others]
    assert position.to_dict()["religions"]["hungary"] == "reformist"


# --- the table: votes -----------------------------------------------------------------------------
CONCESSION = {"hungary-ottoman": ["pawn 0"]}


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (ENEMY_KING, HUNGARY),
        (ENEMY_REPUBLIC, HUNGARY),
        (OWN_KING, REPUBLIC),
        (OWN_REPUBLIC, HUNGARY),
    ],
    ids=["enemy king", "enemy republic", "own king", "own republic"],
)
def test_b11_a_vote_moves_the_square_outermost_or_flips_it(where, expected):
    position = position_of(where, east=[ACADEMIA], borders=CONCESSION)
    take(position, "East ops", "use Academia", "East vote", "vote in Hungary", *NO_MORE)
    voted = {"card": ACADEMIA, "used": True}
    assert tableaux(position) == [[SEMAN, voted, expected], [], [], []]


@pytest.mark.parametrize(
    "where", [THRONE, ENEMY_VASSAL, OWN_VASSAL], ids=["throne", "enemy vassal", "own vassal"]
)
def test_b11_thrones_and_vassals_cannot_be_voted_over(where):
    position = position_of(where, east=[ACADEMIA], borders=CONCESSION)
    assert "East ops" not in names(position)


# --- the table: campaigns -------------------------------------------------------------------------
KNIGHT = {"caffa": "gold knight"}
CAMPAIGN = ("East ops", "use Byzantium", "campaign")
BYZANTIUM = {"card": "SQ_byzantium", "used": True}


@pytest.mark.parametrize(
    ("where", "others"),
    [
        (THRONE, [[], [], []]),
        (ENEMY_KING, [[], [], []]),
        (ENEMY_REPUBLIC, [[], [], []]),
        (ENEMY_VASSAL, [[], [], [HRE]]),
    ],
    ids=["throne", "enemy king", "enemy republic", "enemy vassal"],
)
def test_b11_a_campaign_tucks_the_square_as_a_vassal_king(where, others):
    position = position_of(where, east=["SQ_byzantium"], cities=KNIGHT)
    take(position, *CAMPAIGN, "campaign against Hungary", *NO_MORE)
    assert tableaux(position) == [[SEMAN, {**BYZANTIUM, "vassals": [HUNGARY]}], *others]


@pytest.mark.parametrize(
    "where", [OWN_KING, OWN_REPUBLIC, OWN_VASSAL], ids=["king", "republic", "vassal"]
)
def test_b11_a_campaign_against_an_own_square_is_illegal(where):
    position = position_of(where, east=["SQ_byzantium"], cities=KNIGHT)
    take(position, *CAMPAIGN)
    assert legal(position, EMPIRE) == {"mamluk", "ottoman"}


def test_b11_a_vassals_conquest_goes_under_the_top_suzerain():
    suzerain = {"card": "SQ_papal_states", "vassals": ["SQ_byzantium"]}
    position = game([{"florins": 1, "west": [suzerain]}, {}], cities=KNIGHT)
    take(position, "West ops", "use Byzantium", "campaign", "campaign against Hungary", *NO_MORE)
    assert tableaux(position)[1] == [{"card": "SQ_papal_states", "vassals": [BYZANTIUM, HUNGARY]}]


# --- the table: coronations -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (THRONE, [[SEMAN, {"card": HUNGARY, "queens": [ELZBIETA]}], [STAR_CHAMBER], [], []]),
        (
            ENEMY_KING,
            [[SEMAN, {"card": HUNGARY, "queens": [ELZBIETA]}], [STAR_CHAMBER], [], []],
        ),
        (
            ENEMY_VASSAL,
            [[SEMAN, {"card": HUNGARY, "queens": [ELZBIETA]}], [STAR_CHAMBER], [], [HRE]],
        ),
        (OWN_KING, [[{"card": HUNGARY, "queens": [ELZBIETA]}, SEMAN], [STAR_CHAMBER], [], []]),
        (
            OWN_VASSAL,
            [
                [SEMAN],
                [
                    {"card": HRE, "vassals": [{"card": HUNGARY, "queens": [ELZBIETA]}]},
                    STAR_CHAMBER,
                ],
                [],
                [],
            ],
        ),
    ],
    ids=["throne", "enemy king", "enemy vassal", "own king", "own vassal"],
)
def test_b11_a_coronation_moves_the_king_outermost_but_not_ones_own(where, expected):
    position = position_of(where, hand=[ELZBIETA], west=[STAR_CHAMBER])
    take(position, "play", "crown her Queen of Hungary", *NO_MORE)
    assert tableaux(position) == expected


# --- step 3: the concession -----------------------------------------------------------------------
def conquered(florins=3, **rest):
    """Player 0 has just conquered Hungary from its throne; the concession is asked."""
    position = game([{"florins": florins, "hand": [RUSZENIE]}, {}], **rest)
    take(position, "play", "let", "place the surviving", "in Buda")
    assert position.decision == "concession"
    return position


def test_b11_the_concession_is_free_on_an_empty_border():
    position = conquered()
    assert legal(position, BORDER) == {
        "byzantium-hungary", "hungary-ottoman", "holy_roman_empire-hungary",
    }  # fmt: skip
    assert changes(position.to_dict(), take(position, "on the Hungary-Ottoman border")) == {
        "borders.hungary-ottoman": ["pawn 0"],
    }  # fmt: skip


def test_b11_the_concession_may_be_declined():
    position = conquered()
    assert changes(position.to_dict(), take(position, "place no concession")) == {}
    assert position.decision == "main"


@pytest.mark.parametrize("owner", [0, 1])
def test_b11_the_concession_displaces_a_pawn_for_a_florin_into_the_same_empire(owner):
    pawn = f"pawn {owner}"
    position = conquered(borders={"byzantium-hungary": [pawn]})
    words = ("on the Byzantium-Hungary border, repressing", "free nobody")
    change = changes(position.to_dict(), take(position, *words))
    square = {"card": HUNGARY, "repressed": {pawn: 1}}
    expected = {"0.florins": 2, "0.east": [RUSZENIE, square]}
    if owner == 1:
        expected["borders.byzantium-hungary"] = ["pawn 0"]
    assert change == expected


def test_b11_without_a_florin_no_pawn_is_displaced():
    position = conquered(florins=0, borders={"byzantium-hungary": ["pawn 1"]})
    assert legal(position, BORDER) == {"hungary-ottoman", "holy_roman_empire-hungary"}


def test_b11_no_concession_enters_a_border_with_a_pirate():
    # The pirate attacks, and survives.
    position = conquered(borders={"byzantium-hungary": ["red pirate"]})
    assert legal(position, BORDER) == {"hungary-ottoman", "holy_roman_empire-hungary"}


def test_b11_no_concession_joins_a_protected_one_beside_a_pirate():
    position = game(
        [{"florins": 3, "hand": [RUSZENIE]}, {"east": ["PREN113X"]}],
        borders={"byzantium-hungary": ["pawn 1", "red pirate"]},
    )
    take(position, "play", "let", "place the surviving", "in Buda")
    assert legal(position, BORDER) == {"hungary-ottoman", "holy_roman_empire-hungary"}


# --- step 4: emancipation -------------------------------------------------------------------------
REPRESSED_THERE = {"hungary": {"repressed": {"pawn 1": 1, "pawn 0": 1}}}


def test_b11_the_concession_comes_before_emancipation():
    position = conquered(
        thrones=REPRESSED_THERE,
        borders={"byzantium-hungary": ["red pirate"], "hungary-ottoman": ["pawn 1"]},
    )
    take(position, "on the Holy Roman Empire-Hungary border")
    assert position.decision == "main"  # no border is left for the serfs


def test_b11_a_pawn_displaced_by_the_concession_may_be_freed_at_once():
    position = conquered(borders={"byzantium-hungary": ["pawn 1"]})
    take(position, "on the Byzantium-Hungary border, repressing", "free the Medici pawn")
    assert legal(position, BORDER) == {"hungary-ottoman", "holy_roman_empire-hungary"}
    take(position, "Hungary-Ottoman")
    table = position.to_dict()
    assert table["borders"] == {
        "byzantium-hungary": ["pawn 0"], "hungary-ottoman": ["pawn 1"],
    }  # fmt: skip
    assert table["players"][0]["florins"] == 2


def test_b11_emancipation_is_free_optional_and_goes_on_while_there_is_room():
    position = conquered(florins=0, thrones=REPRESSED_THERE)
    take(position, "place no concession", "free the Medici pawn", "to the Hungary-Ottoman border")
    assert position.decision == "emancipate"
    assert legal(position, REPRESSED) == {"pawn 0"}
    assert NO in position.legal_actions()
    take(position, "free nobody")
    table = position.to_dict()
    assert table["borders"] == {"hungary-ottoman": ["pawn 1"]}
    assert table["players"][0]["east"][-1] == {"card": HUNGARY, "repressed": {"pawn 0": 1}}


def test_b11_emancipation_reaches_empty_cities_and_borders_only():
    position = game(
        [{"florins": 2, "hand": [ELZBIETA]}, {}],
        thrones={"hungary": {"repressed": {"red rook": 1, "pawn 1": 1}}},
        cities={"buda": "gold knight"},
        borders={"byzantium-hungary": ["red pirate"], "hungary-ottoman": ["pawn 1"]},
    )
    take(position, "play", "crown her Queen of Hungary", "place no concession")
    assert legal(position, REPRESSED) == {"red rook", "pawn 1"}
    take(position, "free the red rook")
    assert legal(position, CITY) == {"varna"}
    take(position, "to Varna", "free the Medici pawn")
    assert legal(position, BORDER) == {"holy_roman_empire-hungary"}
    take(position, "to the Holy Roman Empire-Hungary border")
    table = position.to_dict()
    assert table["cities"] == {"buda": "gold knight", "varna": "red rook"}
    assert table["borders"]["holy_roman_empire-hungary"] == ["pawn 1"]
    assert table["players"][0]["florins"] == 2
    assert position.decision == "main"


def test_b11_tokens_that_did_not_fight_may_be_freed_too():
    position = conquered(thrones=REPRESSED_THERE)  # serfs do not fight in a conspiracy
    assert legal(take(position, "place no concession"), REPRESSED) == {"pawn 0", "pawn 1"}


def test_b11_repressed_tokens_of_other_squares_are_not_freed():
    position = conquered(thrones={"byzantium": {"repressed": {"pawn 1": 1}}})
    assert take(position, "place no concession").decision == "main"


# --- step 5: golden liberty -----------------------------------------------------------------------
def voted(religion):
    position = position_of(
        ENEMY_KING, east=[ACADEMIA], borders=CONCESSION,
        religions={"hungary": religion}, cities={"buda": "red rook"},
    )  # fmt: skip
    take(position, "East ops", "use Academia", "East vote", "vote in Hungary")
    return take(position, "place no concession")


def test_b11_a_vote_may_make_a_theocracy_medieval():
    position = voted("reformist")
    assert position.decision == "golden_liberty"
    assert changes(position.to_dict(), take(position, "golden liberty")) == {
        "religions.hungary": "medieval",
    }  # fmt: skip


def test_b11_golden_liberty_may_be_declined():
    position = voted("reformist")
    assert changes(position.to_dict(), take(position, "keep it Reformist")) == {}


def test_b11_a_medieval_empire_is_not_asked_for_golden_liberty():
    assert voted("medieval").decision != "golden_liberty"


def test_b11_golden_liberty_comes_after_emancipation():
    square = {"card": HUNGARY, "repressed": {"pawn 1": 1}}
    position = position_of(
        ({}, {"east": [square]}), east=[ACADEMIA], borders=CONCESSION,
        religions={"hungary": "catholic"},
    )  # fmt: skip
    take(position, "East ops", "use Academia", "East vote", "vote in Hungary for 1 florin")
    take(position, "place no concession")
    assert position.decision == "emancipate"
    assert take(position, "free nobody").decision == "golden_liberty"


def test_b11_only_votes_bring_golden_liberty():
    position = conquered(religions={"hungary": "catholic"})
    assert take(position, "place no concession").decision == "main"
    assert position.to_dict()["religions"]["hungary"] == "catholic"


# --- what does not change -------------------------------------------------------------------------
def test_b11_the_mark_of_a_used_op_sticks_through_a_flip():
    used = {"card": HUNGARY, "used": True}
    position = game([{"hand": [RUSZENIE], "east": [used]}, {}])
    take(position, "play", "let", "place the surviving", "in Buda", *NO_MORE)
    assert tableaux(position)[0] == [RUSZENIE, {**REPUBLIC, "used": True}]


def test_b11_the_loser_keeps_florins_and_tokens():
    position = game(
        [{"hand": [RUSZENIE]}, {"florins": 5, "east": [HUNGARY]}],
        borders={"hungary-ottoman": ["pawn 1"]},
    )
    words = ("play", "let", "place the surviving", "in Buda", *NO_MORE)
    assert changes(position.to_dict(), take(position, *words)) == {
        "cities.buda": "gold rook", "0.hand": [], "0.east": [RUSZENIE, HUNGARY], "1.east": [],
    }  # fmt: skip
