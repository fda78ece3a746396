"""The decorators, hooks and the cache, proved on a small package and not on the engine.

The package `trio` has its own copy of the decorators and one game of three functions.
"""

import os
import time
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core import config, types

from paxren_env.core import cache, fast_compile
from paxren_env.core import jit as _jit
from tests.support.trio import LEAF, RUN, finish, game_of, make_trio, run, start

compiled_only = pytest.mark.skipif(_jit.INTERPRETED, reason="there is nothing compiled")


@pytest.fixture
def trio(tmp_path):
    return make_trio(tmp_path)


# --- the cache ------------------------------------------------------------------------------------


def test_cache_sees_an_edit_in_a_callee_of_a_callee(trio):
    assert run(trio) == "20 0 1"
    (game_of(trio) / "leaf.py").write_text(LEAF.replace("+ 1", "+ 2"))
    assert run(trio) == "40 0 1"


def test_cache_loads_a_second_run_without_compiling(trio):
    count = """
from numba.core import event
compiled = event.RecordingListener()
event.register("numba:compile", compiled)
"""
    report = "print(len(compiled.buffer) > 0)"
    assert run(trio, count + RUN + report) == "20 0 1\nTrue"
    assert run(trio, count + RUN + report) == "20 1 0\nFalse"


def test_cache_is_taken_up_again_when_an_edit_is_undone(trio):
    assert run(trio) == "20 0 1"
    (game_of(trio) / "leaf.py").write_text(LEAF.replace("+ 1", "+ 2"))
    assert run(trio) == "40 0 1"
    (game_of(trio) / "leaf.py").write_text(LEAF)
    assert run(trio) == "20 1 0"


def test_cache_keeps_no_code_edited_after_its_import(trio):
    edit_after_import = f"""
import trio.games.coins.top
from pathlib import Path
leaf = Path("trio/games/coins/leaf.py")
leaf.write_text(leaf.read_text().replace("+ 1", "+ 2"))
{RUN}
"""
    assert run(trio, edit_after_import).startswith("20 ")  # what was imported
    assert run(trio) == "40 0 1"  # and not the other under this key


def test_cache_is_compiled_once_by_two_processes_that_start_together(trio):
    processes = [start(trio.parent, RUN) for _ in range(2)]
    outcomes = [finish(process) for process in processes]
    assert sorted(out for out, _ in outcomes) == ["20 0 1", "20 1 0"]
    assert sum("compiling the rules, once" in errors for _, errors in outcomes) == 1


def test_cache_is_compiled_once_by_threads_that_start_together(trio):
    code = """
from concurrent.futures import ThreadPoolExecutor
from trio.games.coins.top import dispatcher, play
with ThreadPoolExecutor(4) as pool:
    results = set(pool.map(lambda _: play(), range(8)))
print(results, sum(dispatcher().stats.cache_misses.values()))
"""
    assert run(trio, code) == "{20} 1"


def test_cache_of_bounds_checked_code_is_its_own(trio):
    assert run(trio) == "20 0 1"
    assert run(trio, NUMBA_BOUNDSCHECK="1") == "20 0 1"
    past_the_end = """
from trio.games.coins.top import *
try:
    top(np.zeros(2, STATE), 2)
except IndexError:
    print("caught")
"""
    assert run(trio, past_the_end, NUMBA_BOUNDSCHECK="1") == "caught"


def test_cache_falls_back_to_a_folder_that_can_be_written(trio):
    (trio.parent / "a_file").touch()
    closed = str(trio.parent / "a_file" / "below")
    environment = {"NUMBA_CACHE_DIR": closed, "XDG_CACHE_HOME": closed, "HOME": closed}
    temporary = trio.parent / "temporary"
    temporary.mkdir()
    assert run(trio, TMPDIR=str(temporary), **environment) == "20 0 1"
    assert run(trio, TMPDIR=str(temporary), **environment) == "20 1 0"


@pytest.mark.interpreted
def test_key_changes_with_sources_data_agents_and_flags(trio, monkeypatch):
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    game = game_of(trio)
    keys = [cache.cache_key(game, trio)]

    def is_changed():
        keys.append(cache.cache_key(game, trio))
        return keys[-1] not in keys[:-1]

    assert not is_changed()
    (game / "data" / "facts.csv").write_text("name\nrook\n")
    assert is_changed()
    (game / "leaf.py").rename(game / "leaves.py")
    assert is_changed()
    (trio / "core" / "jit.py").write_text("# another one")
    assert is_changed()
    (trio.parent / "agents").mkdir()
    (trio.parent / "agents" / "greedy.py").touch()
    assert not is_changed()  # somebody's package of that name
    (trio.parent / "pyproject.toml").touch()
    assert is_changed()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert is_changed()
    monkeypatch.setenv("PAXREN_FAST_COMPILE", "0")
    assert is_changed()
    monkeypatch.setenv("NUMBA_NUM_THREADS", "1")
    assert not is_changed()


@pytest.mark.interpreted
def test_an_edit_in_one_game_leaves_the_others_warm(trio):
    other = trio / "games" / "cards"
    other.mkdir()
    before = cache.cache_key(other, trio), cache.cache_key(game_of(trio), trio)
    (game_of(trio) / "leaf.py").write_text(LEAF.replace("+ 1", "+ 2"))
    assert cache.cache_key(other, trio) == before[0]
    assert cache.cache_key(game_of(trio), trio) != before[1]


@pytest.mark.interpreted
def test_folders_unused_for_a_month_are_removed_and_nothing_else(tmp_path):
    long_ago = time.time() - 31 * 24 * 3600
    for name in ("0" * 20, "f" * 20, "not-a-key-of-20-char", "0" * 19):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.nbc").touch()
        if name != "f" * 20:
            os.utime(tmp_path / name, (long_ago, long_ago))
    cache.remove_old_folders(tmp_path)
    left = {folder.name for folder in tmp_path.iterdir()}
    assert left == {"f" * 20, "not-a-key-of-20-char", "0" * 19}


def test_import_compiles_nothing_and_prints_nothing(tmp_path):
    code = """
from numba.core import config, event
before = (config.CACHE_DIR, config.LOOP_VECTORIZE, config.SLP_VECTORIZE)
compiled = event.RecordingListener()
event.register("numba:compile", compiled)
import paxren_env.core.jit
assert not compiled.buffer
assert before == (config.CACHE_DIR, config.LOOP_VECTORIZE, config.SLP_VECTORIZE)
"""
    assert finish(start(tmp_path, code)) == ("", "")
    assert not (tmp_path / "cache").exists()


# --- entries --------------------------------------------------------------------------------------


def test_entry_refuses_a_second_type_and_names_both(trio):
    code = """
from trio.games.coins.top import *
play()
for bad in [(np.zeros(2, "f8"), 1), (np.zeros(2, STATE), None), (np.zeros(2, STATE),)]:
    try:
        top(*bad)
    except TypeError as error:
        print(error)
print(play(), len(dispatcher().signatures))
"""
    takes = "top is compiled for (array(record of 10 bytes, 1d, C), int64), not for"
    assert run(trio, code).splitlines() == [
        "top: these are records of no known game",
        f"{takes} (array(record of 10 bytes, 1d, C), none)",
        f"{takes} (array(record of 10 bytes, 1d, C))",
        "20 1",
    ]


def test_entry_is_prepared_without_being_run(trio):
    code = """
from trio.core.jit import prepare
from trio.games.coins.top import *
states = np.zeros(1, STATE)
bare = prepare(top, states, 0)
print(states[0].gold, bare(states, 0), states[0].gold)
"""
    assert run(trio, code) == "0 20 20"


def test_entry_leaves_numbas_settings_to_others(trio):
    code = """
from numba.core import config
before = (config.CACHE_DIR, config.LOOP_VECTORIZE, config.SLP_VECTORIZE)
from trio.games.coins.top import play
play()
print(before == (config.CACHE_DIR, config.LOOP_VECTORIZE, config.SLP_VECTORIZE))
"""
    assert run(trio, code) == "True"


def test_interpreted_package_gives_the_same_and_writes_no_cache(trio):
    code = """
from trio.core.jit import ENTRIES, RULES, prepare
from trio.games.coins.top import *
print(play(), ENTRIES, RULES, prepare(top, None) is top)
"""
    assert run(trio, code, NUMBA_DISABLE_JIT="1") == "20 [] [] True"
    assert not (trio.parent / "cache").exists()


@pytest.mark.interpreted
def test_decorators_leave_plain_python_when_interpreted(interpreted):
    def double(number):
        return 2 * number

    if interpreted:
        assert _jit.rule(double) is double
        assert _jit.entry(double) is double
    assert _jit.prepare(double, 1) is double


# --- rules ----------------------------------------------------------------------------------------


@compiled_only
def test_rule_is_compiled_once_for_integers_of_all_widths():
    def double(number):
        return 2 * number

    double = _jit.rule(double)
    _jit.RULES.remove(double)

    @numba.njit
    def call(tiny, small, unsigned, wide):
        by_position = double(tiny), double(small), double(unsigned), double(wide)
        return by_position, double(7), double(number=tiny)

    # None of these fits in its own width when doubled.
    numbers = np.int8(-128), np.int16(20000), np.uint8(200), 2**40
    assert call(*numbers) == ((-256, 40000, 400, 2**41), 14, -256)
    assert double.signatures == [(types.int64,)]


@compiled_only
def test_rule_keeps_uint64_and_what_is_no_integer():
    def top_bit(word):
        return word >> np.uint64(63)

    def half(number):
        return number / 2

    top_bit, half = _jit.rule(top_bit), _jit.rule(half)
    _jit.RULES.remove(top_bit)
    _jit.RULES.remove(half)

    @numba.njit
    def call(word):
        return top_bit(word), half(1.5), half(True)

    assert call(np.uint64(2**63)) == (1, 0.75, 0.5)
    assert top_bit.signatures == [(types.uint64,)]
    assert half.signatures == [(types.float64,), (types.boolean,)]


@compiled_only
def test_python_may_call_a_rule_that_only_entries_contain(monkeypatch):
    """It has no machine code of its own, and runs as plain Python."""

    def triple(number):
        return 3 * number

    def call(number):
        return triple(number)

    triple = _jit.rule(triple)
    monkeypatch.setattr(_jit, "cache_key", lambda game: "another")  # keep it out of the cache
    call = _jit.entry(call)
    assert call(4) == 12
    assert triple(4) == 12
    _jit.RULES.remove(triple)
    _jit.ENTRIES.remove(call)


@pytest.mark.interpreted
def test_rule_takes_no_default_arguments():
    def levy(city, count=1):
        return count

    with pytest.raises(TypeError, match="levy must not have default arguments"):
        _jit.rule(levy)


@pytest.mark.interpreted
def test_widen_changes_integers_only():
    assert {_jit.widen(t) for t in types.integer_domain - {types.uint64}} == {types.int64}
    assert _jit.widen(types.literal(3)) == types.int64
    for kept in (types.uint64, types.boolean, types.float32, types.int8[:]):
        assert _jit.widen(kept) == kept
    assert _jit.INTERPRETED == bool(config.DISABLE_JIT)


# --- hooks ----------------------------------------------------------------------------------------
HOOKS = """
from pathlib import Path
import numpy as np
from trio.core import jit
from trio.core.jit import add_game, entry, hook, required_hook, rule

@required_hook
def worth(s, number):
    '''What a number is worth.'''

@hook
def bonus(s):
    return 1

@entry
def total(states, i, number):
    return worth(states[i], number) + bonus(states[i])

def record(**fields):
    return np.dtype((np.record, np.dtype(list(fields.items()), align=True)))

COINS, CARDS = record(gold="i2"), record(hand="i4")

@rule
def worth_in_coins(s, number):
    return s.gold * number

@rule
def worth_in_cards(s, number):
    return s.hand - number

@rule
def bonus_in_cards(s):
    return 100

here = Path(__file__).parent if "__file__" in globals() else Path("trio/games/coins")
add_game(COINS, "coins", here, {"worth": worth_in_coins})
add_game(CARDS, "cards", here, {"worth": worth_in_cards, "bonus": bonus_in_cards})
coins, cards = np.zeros(1, COINS), np.zeros(1, CARDS)
coins["gold"], cards["hand"] = 7, 7
"""


def test_hooks_are_resolved_by_the_record_and_one_entry_serves_both_games(trio):
    (game_of(trio) / "hooked.py").write_text(HOOKS)
    code = """
from trio.games.coins.hooked import *
print(total(coins, 0, 3), total(cards, 0, 3), total(coins, 0, 4), len(total.dispatchers))
"""
    assert run(trio, code) == "22 104 29 2"
    assert run(trio, code) == "22 104 29 2"  # from the cache


def test_a_hook_without_a_record_or_with_an_unknown_one_is_refused(trio):
    lost = "@entry\ndef lost(number):\n    return worth(number, number)\n"
    (game_of(trio) / "hooked.py").write_text(HOOKS + lost)
    code = """
from trio.games.coins.hooked import *
for call in (lambda: lost(1), lambda: total(np.zeros(1, record(other="i8")), 0, 1)):
    try:
        call()
    except Exception as error:
        print("without the record" in str(error) or "no known game" in str(error))
"""
    assert run(trio, code) == "True\nTrue"


@pytest.mark.interpreted
def test_two_games_cannot_have_the_same_record():
    record = np.dtype((np.record, np.dtype([("same_in_two_games", "i2")])))
    try:
        _jit.add_game(record, "first", Path(), {})
        with pytest.raises(ValueError, match="the record of second is the one of first"):
            _jit.add_game(record, "second", Path(), {})
    finally:
        del _jit.GAMES[record]


# --- the shortcut ---------------------------------------------------------------------------------
def test_plain_numba_gives_the_same(trio):
    assert run(trio, PAXREN_FAST_COMPILE="0") == "20 0 1"
    assert run(trio) == "20 0 1"  # its own folder
    assert run(trio, PAXREN_FAST_COMPILE="0") == "20 1 0"


def test_without_numbas_internals_plain_numba_compiles_and_says_so(trio):
    missing = f"""
from trio.core import fast_compile
fast_compile.missing_internals = lambda: "CPUContext.get_executable"
{RUN}
"""
    out, errors = finish(start(trio.parent, missing))
    assert out == "20 0 1"
    assert "Numba has no CPUContext.get_executable: compiling without the shortcut" in errors


@compiled_only
def test_the_installed_numba_has_all_that_the_shortcut_needs():
    assert fast_compile.missing_internals() == ""
