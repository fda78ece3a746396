"""Pixels: every kind of row that a PNG may have is read as it was written."""

import struct
import sys
import zlib

import numpy as np
import pytest

from paxren_env.core.raster import AVERAGE, PAETH, SUB, UP, decode, png

pytestmark = pytest.mark.interpreted

NONE = 0


def written(image, filters):
    """A PNG with these filters, by the definition of each, pixel by pixel."""
    height, width, depth = image.shape
    rows = b""
    for y in range(height):
        row = bytearray([filters[y]])
        for x in range(width):
            for k in range(depth):
                left = int(image[y, x - 1, k]) if x else 0
                above = int(image[y - 1, x, k]) if y else 0
                corner = int(image[y - 1, x - 1, k]) if x and y else 0
                row.append((int(image[y, x, k]) - guess(filters[y], left, above, corner)) % 256)
        rows += bytes(row)
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    packed = zlib.compress(rows)
    parts = [(b"IHDR", head), (b"IDAT", packed[:40]), (b"IDAT", packed[40:]), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def guess(kind, left, above, corner):
    if kind == PAETH:
        near = left + above - corner
        return min((left, above, corner), key=lambda value: abs(near - value))
    return {NONE: 0, SUB: left, UP: above, AVERAGE: (left + above) // 2}[kind]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


@pytest.mark.parametrize("kind", [NONE, SUB, UP, AVERAGE, PAETH, None])
def test_every_filter_is_undone(kind):
    rng = np.random.default_rng(4)
    image = rng.integers(0, 256, (13, 9, 4)).astype(np.uint8)
    image[5:8] = 77
    filters = [int(k) for k in rng.integers(0, 5, 13)] if kind is None else [kind] * 13
    assert (decode(written(image, filters)) == image[..., :3]).all()


def test_another_kind_of_png_is_refused():
    file = bytearray(written(np.zeros((2, 2, 4), np.uint8), [0, 0]))
    file[25] = 2
    with pytest.raises(ValueError, match="another kind"):
        decode(bytes(file))


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"paxren-env\[render\]"):
        png("<svg/>")
