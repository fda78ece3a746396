"""Damaged, incomplete or unwritable caches: the code is compiled again, never run and no error.

Proved on the small package `trio`, whose entry gives 20 and says how often it was loaded.
"""

import shutil

import pytest

from paxren_env.core.cache import StoredEntry
from tests.support.trio import RUN, finish, make_trio, start

LOADED, COMPILED = "20 1 0", "20 0 1"


@pytest.fixture
def trio(tmp_path):
    return make_trio(tmp_path)


@pytest.fixture(scope="module")
def warm_trio(tmp_path_factory):
    """One for many tests: each leaves it with a whole cache."""
    package = make_trio(tmp_path_factory.mktemp("warm"))
    assert outcome(package)[0] == COMPILED
    return package


def outcome(package, code=RUN, **environment):
    """What a run printed, and what it said on stderr."""
    return finish(start(package.parent, code, **environment))


def stored(package, ending):
    """The one file of the cache that ends so."""
    (found,) = (package.parent / "cache").rglob(f"*{ending}")
    return found


# --- damage ---------------------------------------------------------------------------------------
def flip_a_bit(path):
    """In the middle: of an .nbc that is machine code, which runs or loads as if nothing was."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def cut(path):
    path.write_bytes(path.read_bytes()[:-20])


def empty(path):
    path.write_bytes(b"")


def garble(path):
    path.write_bytes(b"\x80\x04no pickle at all" * 50)


def lengthen(path):
    path.write_bytes(path.read_bytes() + b"x")


def make_a_folder(path):
    path.unlink()
    path.mkdir()


def remove(path):
    path.unlink()


def run_a_pickle(path):
    """A file that would run a command when it is unpickled."""
    path.write_bytes(b"cos\nsystem\n(S'touch was_run'\ntR.")


DAMAGES = [flip_a_bit, cut, empty, garble, lengthen, make_a_folder, remove, run_a_pickle]


RUINED = [
    *((".nbi", damage) for damage in (flip_a_bit, cut, empty, garble, run_a_pickle)),
    *((".nbc", damage) for damage in (flip_a_bit, cut, empty, garble, remove, make_a_folder)),
    *((".compiled", damage) for damage in (flip_a_bit, cut, empty, make_a_folder)),
]


@pytest.mark.parametrize(("ending", "damage"), RUINED)
def test_damaged_file_is_compiled_again_and_never_used(warm_trio, ending, damage):
    damage(stored(warm_trio, ending))
    out, said = outcome(warm_trio)
    assert out == COMPILED
    assert len(said.splitlines()) == 1 and "is damaged; compiling it again" in said
    assert not (warm_trio.parent / "was_run").exists()


def test_flipped_bit_in_machine_code_gives_no_other_result(warm_trio):
    """One of these was the constant 20 of the result: loaded unchecked, it gave 21 in silence."""
    outcome(warm_trio)
    for number in range(3):
        code = stored(warm_trio, ".nbc")
        content = bytearray(code.read_bytes())
        begin = max(0, content.find(b"\x7fELF"))
        content[[i for i in range(begin, len(content)) if content[i] == 20][number]] ^= 1
        code.write_bytes(content)
        assert outcome(warm_trio)[0] == COMPILED
    assert outcome(warm_trio) == (LOADED, "")


def test_damage_in_one_entry_leaves_the_others_alone(trio):
    second = """
from trio.core.jit import entry
from trio.games.coins.top import *

@entry
def other(states, i):
    return states[i].gold + 7
"""
    (trio / "games" / "coins" / "second.py").write_text(second)
    code = """
from trio.games.coins.second import *
def counts(an_entry):
    stats = an_entry.dispatchers[STATE].stats
    return sum(stats.cache_hits.values()), sum(stats.cache_misses.values())
print(play(), other(np.zeros(1, STATE), 0), counts(top), counts(other))
"""
    assert outcome(trio, code)[0] == "20 7 (0, 1) (0, 1)"
    (found,) = (trio.parent / "cache").rglob("second.other*.nbc")
    empty(found)
    assert outcome(trio, code)[0] == "20 7 (1, 0) (0, 1)"
    assert outcome(trio, code) == ("20 7 (1, 0) (1, 0)", "")


def test_code_of_another_entry_under_this_name_is_not_loaded(trio):
    outcome(trio)
    code = stored(trio, ".nbc")
    code.rename(code.with_name(code.name.replace(".1.", ".2.")))
    assert outcome(trio)[0] == COMPILED


def test_files_of_a_killed_compilation_are_no_damage(trio):
    """Numba wrote something, but the mark is missing."""
    outcome(trio)
    remove(stored(trio, ".compiled"))
    empty(stored(trio, ".nbi"))
    out, said = outcome(trio)
    assert out == COMPILED and "damaged" not in said
    assert outcome(trio) == (LOADED, "")


def test_sound_files_that_do_not_load_are_compiled_again(trio):
    """The checksum is right, but Numba cannot read it."""
    reseal = """
from pathlib import Path
from trio.core.cache import StoredEntry
(mark,) = Path("cache").rglob("*.compiled")
(index,) = Path("cache").rglob("*.nbi")
index.write_bytes(b"no pickle")
entry = StoredEntry(mark.parent, mark.stem)
entry.seal()
assert entry.is_sound()
"""
    outcome(trio)
    outcome(trio, reseal)
    out, said = outcome(trio)
    assert out == COMPILED and "is damaged; compiling it again" in said
    assert outcome(trio) == (LOADED, "")


# --- disks that take nothing ----------------------------------------------------------------------
FULL = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))  # larger files are an OSError
"""


@pytest.mark.parametrize("room", [0, 300, 2000])
def test_full_disk_runs_uncached_and_says_so_in_one_line(trio, room):
    out, said = outcome(trio, FULL.format(room=room) + RUN, PYTHONDONTWRITEBYTECODE="1")
    assert out == COMPILED
    notices = [line for line in said.splitlines() if "cannot be stored" in line]
    assert len(notices) == 1 and "File too large" in notices[0]
    assert not [file for file in (trio.parent / "cache").rglob("*.nb?*") if file.is_file()]
    assert outcome(trio)[0] == COMPILED  # with room again it is stored
    assert outcome(trio) == (LOADED, "")


def test_full_disk_loads_what_is_there(trio):
    outcome(trio)
    assert outcome(trio, FULL.format(room=0) + RUN) == (LOADED, "")


def test_nothing_can_be_written_anywhere(trio):
    (trio.parent / "a_file").touch()
    closed = str(trio.parent / "a_file" / "below")
    nowhere = f"import tempfile\ntempfile.tempdir = {closed!r}\n"
    environment = {"NUMBA_CACHE_DIR": closed, "XDG_CACHE_HOME": closed, "HOME": closed}
    out, said = outcome(trio, nowhere + RUN, **environment)
    assert out == COMPILED
    assert "no folder can be written to: compiled code is used only now" in said


def test_damage_that_cannot_be_removed_is_not_used(trio):
    outcome(trio)
    garble(stored(trio, ".nbc"))
    stuck = """
import shutil
def refuse(path, *arguments, **options):
    raise PermissionError(13, "Permission denied", str(path))
shutil.rmtree = refuse
"""
    for _ in range(2):
        out, said = outcome(trio, stuck + RUN)
        assert out == COMPILED and "Permission denied" in said


# --- the checksums --------------------------------------------------------------------------------
@pytest.mark.interpreted
def test_an_entry_is_sound_only_as_it_was_sealed(tmp_path):
    def fresh():
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()
        entry = StoredEntry(tmp_path, "step")
        assert not entry.is_sound() and entry.begin() and not entry.is_sound()
        (entry.code / "sub").mkdir()
        (entry.code / "sub" / "a.nbi").write_bytes(b"index")
        (entry.code / "sub" / "a.1.nbc").write_bytes(b"code")
        assert not entry.is_sound()
        entry.seal()
        assert entry.is_sound()
        return entry

    for damage in DAMAGES:
        for name in ("step/sub/a.nbi", "step/sub/a.1.nbc", "step.compiled"):
            entry = fresh()
            if damage is not cut or name == "step.compiled":
                damage(tmp_path / name)
                assert not entry.is_sound(), (damage, name)
                assert entry.begin() and not list(entry.code.iterdir())
    entry = fresh()
    (entry.code / "more.nbc").touch()
    assert not entry.is_sound()
    entry = fresh()
    shutil.rmtree(entry.code)
    empty(entry.mark)
    assert not entry.is_sound(), "no files have no checksum"


@pytest.mark.interpreted
def test_an_entry_that_stored_nothing_gets_no_mark(tmp_path):
    entry = StoredEntry(tmp_path, "step")
    assert entry.begin()
    entry.seal()
    assert not entry.is_marked() and [path.name for path in tmp_path.iterdir()] == ["step"]
