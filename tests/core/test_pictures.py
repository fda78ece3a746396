"""The picture of every game: whole, of one size, without secrets, and every answer on its thing."""

import re
from importlib import import_module
from xml.etree import ElementTree

import pytest

from paxren_env.core import svg as shapes
from paxren_env.core.board import cells, shared
from paxren_env.core.constants import CHANCE
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.replay import read_replay, replay_text
from paxren_env.core.svg import HOUSE, SEAT_SHAPES, Answers, Pen, stylesheet
from paxren_env.core.viewer import MOST_FRAMES
from paxren_env.core.viewer import positions as frames_of
from tests.support.games import (
    ALL_VARIANTS,
    GAMES,
    TOY,
    finished,
    middle,
    new_game,
    positions,
    spaced,
    variant_id,
)
from tests.support.pictures import SVG, answers, parsed, things, words
from tests.support.secrets import imagined

pytestmark = pytest.mark.interpreted

LARGEST = 300_000  # bytes of a picture
LARGEST_PAGE = 400_000  # of a replay
EVERY = 12 if INTERPRETED else 5  # decisions from one picture to the next


def pictured(game, options, every=EVERY, seed=3):
    """Positions of a game, each with the picture of whoever must answer."""
    for one in spaced(positions(game, seed, **options), 1 if game == TOY else every):
        player = one.deciding_player
        yield one, one.svg(player if player >= 0 else None)


# --- the file -------------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_every_picture_is_whole_and_of_one_size(game, options):
    sizes = set()
    for one, svg in pictured(game, options):
        root = parsed(svg)
        sizes.add((root.get("width"), root.get("height"), root.get("viewBox")))
        sizes.add((*size_of(one.svg()), root.get("viewBox")))
        assert len(svg.encode()) < LARGEST
        assert root.tag == f"{SVG}svg" and root.get("role") and root.get("aria-label")
    assert len(sizes) == 1


def size_of(svg):
    root = parsed(svg)
    return root.get("width"), root.get("height")


def one_of_each(svg):
    """Names of elements and attributes."""
    root = parsed(svg)
    elements = {element.tag.removeprefix(SVG) for element in root.iter()}
    return elements, {name for element in root.iter() for name in element.attrib}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_runs_and_nothing_is_fetched(game):
    svg = middle(game, 2).svg(0)
    elements, attributes = one_of_each(svg)
    assert elements <= {"svg", "style", "g", "title", "rect", "circle", "path", "polygon", "text"}
    assert not {"style", "href"} & attributes and not any(
        name.startswith("on") for name in attributes
    )
    bare = svg.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"url\(|@import|https?:|javascript:|data:", bare)


@pytest.mark.parametrize("game", GAMES)
def test_every_colour_is_known_on_light_and_dark_pages(game):
    svg = middle(game, 2).svg(0)
    style = re.search(r"<style>(.*?)</style>", svg, re.DOTALL)[1]
    light, dark = re.findall(r"\.table\{(--[^}]*)\}", style)
    names = [set(re.findall(r"--([\w-]+):", block)) for block in (light, dark)]
    assert names[0] == names[1] >= set(HOUSE)
    assert set(re.findall(r"var\(--([\w-]+)\)", style)) <= names[0]
    known = set(re.findall(r"\.([\w-]+)", style)) | {"thing"}
    used = {look for element in parsed(svg).iter() for look in element.get("class", "").split()}
    assert used - known <= {"edge", "thing"}


def test_words_are_escaped():
    pen = Pen(10, 10)
    with pen.thing('a "<b>" & c', label="<d>"):
        pen.text(1, 1, "<script>&", 5)
    svg = pen.svg('"<x>"', {})
    assert "<script>" not in svg
    (thing,) = things(svg)
    assert thing.title == 'a "<b>" & c' and thing.label == "<d>"
    assert parsed(svg).get("aria-label") == '"<x>"'


def test_seats_differ_without_colours():
    assert len({(corners, angle) for corners, angle, _ in SEAT_SHAPES}) == len(SEAT_SHAPES)
    assert all(f"seat{seat}" in HOUSE for seat in range(len(SEAT_SHAPES)))


# --- secrets --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_the_picture_of_everybody_shows_no_hidden_thing(game, options):
    """What a seat sees is compared by the tests of leaks; here nobody in particular looks."""
    for one, _ in pictured(game, options):
        for viewer in one.spec.asked_seats(one.options):
            for other in imagined(one, viewer, (1,)):
                assert other.svg() == one.svg()


@pytest.mark.parametrize("game", GAMES)
def test_only_whoever_is_asked_has_answers(game):
    for one, svg in pictured(game, {}):
        assert (
            one.is_over
            or one.deciding_player == CHANCE
            or 'data-actions="' in svg
            or words_only(one)
        )
        for seat in range(one.num_players):
            if seat != one.deciding_player:
                assert not answers(one.svg(seat))
        assert not answers(one.svg())


def words_only(game):
    """Every legal answer is of a kind that no thing stands for."""
    line = game.spec.line
    kinds = {line.segment_of(action).name for action in game.legal_actions()}
    return kinds <= set(game.spec.module("draw").WORDS_ONLY)


# --- answers --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_every_legal_answer_that_names_a_thing_is_on_it(game, options):
    for one, svg in pictured(game, options, every=3):
        if one.is_over or one.deciding_player == CHANCE:
            continue
        line, legal = one.spec.line, set(one.legal_actions())
        in_words = set(one.spec.module("draw").WORDS_ONLY)
        named = {action for action in legal if line.segment_of(action).name not in in_words}
        shown = things(svg)
        assert named <= answers(svg), (one.decision, sorted(named - answers(svg)))
        for thing in shown:
            assert thing.is_marked == bool(legal & set(thing.actions)), thing
            assert all(line.segment_of(a).name not in in_words for a in thing.actions), thing


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_legal_can_be_asked_about(game):
    """Things of the pending decision's kind carry their actions, legal or not."""
    for one, svg in pictured(game, {}):
        if one.is_over or one.deciding_player == CHANCE:
            continue
        own = Answers(one, one.deciding_player).own
        assert answers(svg) <= own and set(one.legal_actions()) <= own


@pytest.mark.parametrize("game", GAMES)
def test_the_kinds_without_things_are_kinds(game):
    spec = new_game(game).spec
    names = {segment.name for segment in spec.line.segments}
    assert set(spec.module("draw").WORDS_ONLY) <= names


# --- words ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_everything_explains_itself(game, options):
    for _, svg in pictured(game, options, every=30):
        assert all(thing.title.strip() and thing.label.strip() for thing in things(svg))


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_no_words_lie_over_others_or_beyond_the_edge(game, options):
    """As wide as the widest of the usual fonts would make them."""
    for _, svg in pictured(game, options, every=25):
        width, height = (float(value) for value in size_of(svg))
        written = [one for one in words(svg) if one.text]
        assert all(0 <= one.left and one.right <= width and one.bottom <= height for one in written)
        for i, one in enumerate(written):
            over = [other.text for other in written[i + 1 :] if one.covers(other, slack=1.0)]
            assert not over, (one.text, over)


def test_words_are_cut_and_folded_to_their_room():
    assert shapes.cut("Constantinople", 200, 10) == "Constantinople"
    short = shapes.cut("Constantinople", 40, 10)
    assert short.endswith("…") and shapes.width_of(short, 10) <= 40
    lines = shapes.fold("the quick brown fox jumps over the lazy dog", 80, 10, 2)
    assert len(lines) == 2 and all(shapes.width_of(line, 10) <= 80 for line in lines)
    assert shapes.fold("", 80, 10, 2) == ()


# --- boards ---------------------------------------------------------------------------------------
def test_two_cells_have_their_border_in_common():
    land = cells([(25, 50), (75, 50), (50, 150)], 100, 200)
    assert sorted(shared(land)) == [(0, 1), (0, 2), (1, 2)]
    for i, j in shared(land):
        assert set(land[i].borders[j]) == set(land[j].borders[i])


def test_the_cell_of_a_point_is_the_land_nearest_to_it():
    (one, other) = cells([(20, 50), (80, 50)], 100, 100)
    assert max(x for x, _ in one.outline) < 60 < 80 < max(x for x, _ in other.outline)
    assert abs(sum(x for x, _ in one.borders[1]) / len(one.borders[1]) - 50) < 5


# --- notebooks ------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_a_notebook_shows_the_table_of_whoever_must_answer(game):
    one = new_game(game)
    assert one._repr_svg_() == one.svg(one.deciding_player)
    over = finished(game, 1)
    assert over._repr_svg_() == over.svg()
    with pytest.raises(ValueError, match="player"):
        one.svg(one.num_players)


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_in_a_notebook_has_a_slider_and_stays_small(game):
    one = finished(game, 1)
    replay = read_replay(replay_text(one, ["somebody"] * one.num_players))
    shown = [(len(step.history), step.svg()) for step in frames_of(replay, MOST_FRAMES)]
    assert len(shown) <= MOST_FRAMES and shown[0][0] == len(new_game(game).history)
    assert shown[-1] == (len(one.history), one.svg())
    page = replay._repr_html_()
    assert len(page) < LARGEST_PAGE and page.startswith("<iframe") and "range" in page
    assert not re.search(r"https?://|src=", page)
    assert 'sandbox="allow-scripts"' in page


def test_the_style_can_be_served_apart():
    """A page with a strict policy links it instead."""
    assert stylesheet() in Pen(1, 1).svg("nothing", {})


def test_a_broken_picture_would_be_noticed():
    with pytest.raises(ElementTree.ParseError):
        parsed("<svg><g></svg>")


# --- pixels ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_the_pixels_are_those_of_the_picture(game):
    pytest.importorskip("resvg_py")
    raster = import_module("paxren_env.core.raster")
    svg = new_game(game).svg()
    image = raster.pixels(svg)
    width, height = (int(value) for value in size_of(svg))
    assert image.shape == (height, width, 3) and image.dtype == "uint8"
    paper = tuple(bytes.fromhex(HOUSE["paper"][0][1:]))
    assert tuple(image[1, 1]) == paper and len({tuple(pixel) for pixel in image[height // 2]}) > 3
    dark = raster.decode(raster.png(svg, is_dark=True))
    assert tuple(dark[1, 1]) == tuple(bytes.fromhex(HOUSE["paper"][1][1:]))
