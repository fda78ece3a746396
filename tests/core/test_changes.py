"""Writing only what has changed of an observation gives what writing all of it gives."""

import numpy as np
import pytest

from paxren_env.core import hooks
from paxren_env.core.changes import exceptions, is_on, new_copy, readers
from paxren_env.core.jit import entry
from paxren_env.core.observation import Layout
from paxren_env.core.record import row, view
from paxren_env.core.spec import find
from paxren_env.envs.vector import VectorEnv
from tests.support.games import ALL_VARIANTS, GAMES, positions, spaced, variant_id

CUT_UP = [name for name in GAMES if find(name).layout.sections]
VARIANTS_CUT_UP = [(game, options) for game, options in ALL_VARIANTS if game in CUT_UP]


class Watched:
    """An array that notes which of its items are read."""

    def __init__(self, array, seen):
        self.array, self.seen = array, seen

    def __getitem__(self, index):
        first = index[0] if isinstance(index, tuple) else index
        self.seen.add(int(first))
        return self.array[index]


class Watcher:
    """A record that notes which fields are read, and which items of them."""

    def __init__(self, s):
        self.s, self.seen = s, {}

    def __getattr__(self, name):
        found = getattr(self.s, name)
        items = self.seen.setdefault(name, set())
        return Watched(found, items) if isinstance(found, np.ndarray) else found


def ends(layout):
    """Where each section ends."""
    return [*(section.start for section in layout.sections[1:]), layout.size]


def check_section(spec, s, seat, section, end):
    """It writes all of its slices and nothing else, from nothing but what it says it reads."""
    watcher = Watcher(s)
    written = [np.full(spec.observation_size, blank, np.int8) for blank in (99, 55)]
    for obs in written:
        spec.rules["rewrite_observation"](watcher, seat, False, section.bit, obs)
    one, other = written
    own = slice(section.start, end)
    assert (one[own] == other[own]).all()
    assert (np.delete(one, range(section.start, end)) == 99).all()
    if section.unless and getattr(s, section.unless):
        return one[own]
    for name, items in watcher.seen.items():
        assert name in section.reads, (spec.layout.parts, name)
        allowed = section.reads[name]
        assert allowed is None or items <= set(allowed), name
    return one[own]


@pytest.mark.interpreted
@pytest.mark.parametrize(("game", "options"), VARIANTS_CUT_UP, ids=variant_id)
def test_a_section_reads_what_it_says_and_writes_all_of_its_slices(game, options):
    spec = find(game)
    for played in spaced(positions(game, 3, **options), 9):
        for seat in range(played.num_players):
            parts = [
                check_section(spec, view(played.states, 0), seat, section, end)
                for section, end in zip(spec.layout.sections, ends(spec.layout))
            ]
            assert (np.concatenate(parts) == played.observe(seat)["observation"]).all()


@pytest.mark.interpreted
@pytest.mark.parametrize(("game", "options"), VARIANTS_CUT_UP, ids=variant_id)
def test_sections_that_do_not_go_by_the_seat_are_alike_for_all(game, options):
    spec = find(game)
    for played in spaced(positions(game, 4, **options), 9):
        seen = [played.observe(seat)["observation"] for seat in range(played.num_players)]
        for section, end in zip(spec.layout.sections, ends(spec.layout)):
            if not section.by_seat:
                for other in seen:
                    assert (other[section.start : end] == seen[0][section.start : end]).all()


@entry
def differences(states, kept, found):
    """Of each game from the first one."""
    hooks.keep_what_is_read(row(states, 0), kept)
    for i in range(len(found)):
        found[i] = hooks.changed_sections(row(states, i), kept)


@pytest.mark.interpreted
@pytest.mark.parametrize("game", CUT_UP)
def test_every_byte_that_changes_is_noticed_by_those_who_read_it(game):
    """Nothing at all in the first row, and then one bit of each byte of the record in turn."""
    record, sections = find(game).record, find(game).layout.sections
    memory = np.random.default_rng(1).integers(0, 256, record.itemsize, np.uint8)
    always = exceptions(record, sections)
    memory[[*always]] = 0
    memory = np.tile(memory, (record.itemsize + 1, 1))
    for byte in range(record.itemsize):
        memory[1 + byte, byte] ^= 1 << byte % 8
    found = np.zeros(len(memory), np.int64)
    differences(memory.view(record).reshape(-1), new_copy(record, sections), found)
    assert found.tolist() == [0, *readers(record, sections).tolist()]


@pytest.mark.interpreted
@pytest.mark.parametrize("game", CUT_UP)
def test_a_section_is_always_written_while_it_may_read_anything(game):
    record, sections = find(game).record, find(game).layout.sections
    states, found = np.zeros(1, record), np.zeros(1, np.int64)
    for byte, bits in exceptions(record, sections).items():
        states.view(np.uint8)[byte] = 1
        differences(states, new_copy(record, sections), found)
        assert found[0] == bits
        states.view(np.uint8)[byte] = 0


def paired(game, **options):
    """Two environments of the same games; the second writes all, for its array is the caller's."""
    size = find(game).observation_size
    one = VectorEnv(6, seed=5, game=game, **options)
    other = VectorEnv(
        6, seed=5, game=game, buffers={"obs": np.zeros((6, size), np.int8)}, **options
    )
    return one, other


def check_alike(one, other, steps):
    rng = np.random.default_rng(2)
    for _ in range(steps):
        actions = (one.masks * rng.random(one.masks.shape)).argmax(axis=1)
        one.step(actions)
        other.step(actions)
        assert (one.obs == other.obs).all()


@pytest.mark.parametrize(("game", "options"), ALL_VARIANTS, ids=variant_id)
def test_a_vector_step_that_writes_changes_shows_what_one_that_writes_all_does(game, options):
    one, other = paired(game, **options)
    for env in (one, other):
        env.reset()
    check_alike(one, other, 2000)
    for env in (one, other):
        env.reset(slots=[1, 4])
    assert (one.obs == other.obs).all()
    check_alike(one, other, 100)


@pytest.mark.parametrize("game", GAMES)
def test_so_it_does_with_opponents_and_after_a_restore(game):
    one, other = paired(game, opponents="random", seat="random")
    for env in (one, other):
        env.reset()
    check_alike(one, other, 300)
    one, other = paired(game)
    for env in (one, other):
        env.reset()
    check_alike(one, other, 50)
    games, dealt = [one.game(slot) for slot in range(6)], one.games.copy()
    check_alike(one, other, 50)
    for env in (one, other):
        env.restore(games, dealt)
    check_alike(one, other, 100)


def test_it_can_be_turned_off(monkeypatch):
    monkeypatch.setenv("PAXREN_REWRITE", "0")
    assert not is_on()


def test_slices_before_the_first_section_belong_to_none():
    layout = Layout()
    layout.add("seat", 4, 1, "which seat the viewer has")
    with pytest.raises(ValueError, match="first section"):
        layout.section("turn")
