"""Pixels of a picture: SVG to PNG with resvg, and to the array of `render_mode="rgb_array"`.

The rasteriser knows no CSS variables and no dark pages, so the colours are written in before.
"""

import re
import struct
import zlib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")  # of matplotlib, where it is installed
SUB, UP, AVERAGE, PAETH = 1, 2, 3, 4  # how a row of a PNG was filtered
CHANNELS = 4


def png(svg: str, is_dark: bool = False) -> bytes:
    """The picture as a PNG file."""
    try:
        resvg = import_module("resvg_py")
    except ImportError as error:
        raise ImportError(
            'pictures in pixels need resvg: pip install "paxren-env[render]"'
        ) from error
    return bytes(resvg.svg_to_bytes(svg_string=_plain_colours(svg, is_dark), **_fonts()))


def pixels(svg: str) -> np.ndarray:
    """The picture as an array (height, width, 3) of uint8."""
    return decode(png(svg))


def _plain_colours(svg: str, is_dark: bool) -> str:
    """Without variables: each use gets the value of the light or of the dark page."""
    blocks = re.findall(r"\.table\{(--[^}]*)\}", svg)
    values = dict(re.findall(r"--([\w-]+):([^;]+);", blocks[is_dark]))
    svg = re.sub(r"@media[^{]*\{[^}]*\}\s*\}", "", svg)
    return re.sub(r"var\(--([\w-]+)\)", lambda found: values[found[1]], svg)


def _fonts() -> dict[str, Any]:
    """The same letters everywhere if matplotlib brings its font, else what the system has."""
    found = find_spec("matplotlib")
    if found is None or found.origin is None:
        return {}
    folder = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    files = [str(folder / name) for name in FONTS]
    return {
        "skip_system_fonts": True, "font_files": files, "font_family": "DejaVu Sans",
        "sans_serif_family": "DejaVu Sans",
    }  # fmt: skip


# --- PNG ------------------------------------------------------------------------------------------
def decode(file: bytes) -> np.ndarray:
    """The pixels (height, width, 3) of a PNG as the rasteriser writes it: 8 bits, RGBA."""
    width, height = struct.unpack(">II", file[16:24])
    if file[24:29] != bytes((8, 6, 0, 0, 0)):
        raise ValueError("the rasteriser wrote another kind of PNG than expected")
    data = np.frombuffer(zlib.decompress(_compressed(file)), np.uint8)
    rows = data.reshape(height, 1 + width * CHANNELS)
    return _unfiltered(rows[:, 0], rows[:, 1:].reshape(height, width, CHANNELS)[..., :3])


def _compressed(file: bytes) -> bytes:
    at, data = 8, b""
    while at < len(file):
        (size,) = struct.unpack(">I", file[at : at + 4])
        if file[at + 4 : at + 8] == b"IDAT":
            data += file[at + 8 : at + 8 + size]
        at += size + 12
    return data


def _unfiltered(filters: np.ndarray, written: np.ndarray) -> np.ndarray:
    """What was written is the difference to a guess from the pixels to the left and above.

    Pixels of one diagonal do not depend on each other, so a diagonal is one step; beyond the edge
    lie zeros.
    """
    height, width, depth = written.shape
    image = np.zeros((height, width + 2 * height, depth), np.int16)
    inside = image[:, height : height + width]
    inside[:] = written
    down, right, one = image.strides
    shape = (width + height - 1, height, depth)
    diagonals = as_strided(image[:, height:], shape, (right, down - right, one))
    kinds = [(filters == kind)[:, None] for kind in (SUB, UP, AVERAGE, PAETH)]
    before = last = np.zeros((height + 1, depth), np.int16)  # the row above the first one too
    for diagonal in diagonals:
        diagonal += _guess(kinds, last[1:], last[:-1], before[:-1])
        diagonal &= 255
        before, last = last, np.concatenate((last[:1] * 0, diagonal))
    return inside.astype(np.uint8)


def _guess(
    kinds: list[np.ndarray], left: np.ndarray, above: np.ndarray, corner: np.ndarray
) -> np.ndarray:
    """By the filter of each row."""
    is_sub, is_up, is_average, is_paeth = kinds
    to_left, to_above = abs(above - corner), abs(left - corner)
    to_corner = abs(left + above - 2 * corner)
    nearest = np.where(to_above <= to_corner, above, corner)
    nearest = np.where((to_left <= to_above) & (to_left <= to_corner), left, nearest)
    guess = is_sub * left + is_up * above + is_paeth * nearest
    return guess + is_average * (left + above >> 1)
