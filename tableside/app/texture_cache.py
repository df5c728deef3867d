"""LRU cache of textures for text, rounded boxes and discs, bounded by their total number of pixels."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, lru_cache, partial
from math import ceil, hypot, sqrt
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.graphics.texture import Texture

from tableside.app.i18n import drawn

Ink = tuple[float, ...]
MOST = 4_000_000
"""Bound of the cache in pixels; least recently used textures are dropped first."""
SMALLEST = 0.55
"""Smallest scale of text that has to fit a box."""
NONE: Ink = (0.0, 0.0, 0.0, 0.0)
_COUNTED = re.compile(r"(\d|\d\.(?= [a-záéíóöőúüű])) (?=[^\W\d])|(=) (?=\d)")
"""A number and what it counts; with a capital letter after its dot a new sentence begins."""
_kept: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
_pixels = [0]
WORDS = 20_000
"""Words whose extents are kept; more than that begin anew."""
_words: dict[tuple[str, str], tuple[int, int]] = {}


def held(words: str) -> str:
    """The words with every number on the line of what it counts, or of the sign it comes after."""
    return _COUNTED.sub("\\1\\2\u00a0", words)


def _lasting(key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
    """The cached texture, created on a miss."""
    found = _kept.get(key)
    if found is not None:
        _kept.move_to_end(key)
        return found
    found = _kept[key] = make()
    _pixels[0] += found.width * found.height
    while _pixels[0] > MOST and len(_kept) > 1:
        _, old = _kept.popitem(last=False)
        _pixels[0] -= old.width * old.height
    return found


def words_texture(
    words: str, size: float, bold: bool, width: float | None = None, strike: bool = False, halign: str = "center"
) -> Any:
    """Text rendered in white, to be tinted when drawn; sizes in pixels."""
    whole = _whole(size)
    if width is None and "\n" not in words:
        halign = "center"  # one line has no other
    key = (words, whole, bold, None if width is None else round(width), strike, halign)
    return _lasting(key, lambda: _write(words, whole, bold, width, strike, halign))


def words_size(words: str, size: float, bold: bool, width: float | None = None) -> tuple[int, int]:
    """How large the text would be, without rendering it; sizes in pixels."""
    return _extent(words, _whole(size), bold, None if width is None else round(width))


def _whole(size: float) -> int:
    """SDL cuts a font size to whole pixels anyway, but would open the font again for every fraction."""
    return max(int(size), 1)


@lru_cache(maxsize=4096)
def _extent(words: str, size: int, bold: bool, width: int | None) -> tuple[int, int]:
    words = words or " "
    if drawn(words) != words:
        label = _label(words, size, bold, width, False, "left")
        label.resolve_font_name()
    else:
        label = _ruler(size, bold)
        label.text, label.text_size = held(words), (width, None)
    wide, high = label.render()
    return wide, high


@lru_cache(maxsize=64)
def _ruler(size: int, bold: bool) -> Any:
    """A label that only measures: making one takes as long as measuring."""
    label = _label("", size, bold, None, False, "left")
    label.resolve_font_name()
    return label


def _write(words: str, size: int, bold: bool, width: float | None, strike: bool, halign: str) -> Any:
    label = _label(words, size, bold, width, strike, halign)
    label.refresh()
    # Words stand on whole pixels at their own size: nothing has to be mixed from neighbours.
    label.texture.mag_filter = label.texture.min_filter = "nearest"
    return label.texture


def _remembering(label: Any) -> Callable[[str], tuple[int, int]]:
    """Kivy asks SDL how wide each word is, for every size and width that is tried; words come again and again."""
    font, measure = label._get_font_id(), label.get_extents

    def extents(word: str) -> tuple[int, int]:
        found = _words.get((font, word))
        if found is None:
            if len(_words) >= WORDS:
                _words.clear()
            found = _words[font, word] = measure(word)
        return found

    return extents


def _label(words: str, size: int, bold: bool, width: float | None, strike: bool, halign: str) -> Any:
    marked = drawn(held(words))
    plain = marked == held(words) and not strike
    kind = CoreLabel if plain else MarkupLabel
    label = kind(
        text=f"[s]{marked}[/s]" if strike else marked,
        font_size=size,
        font_name="Roboto",
        bold=bold,
        halign=halign,
        valign="middle",
        text_size=(width, None),
        color=(1, 1, 1, 1),
    )
    label.get_cached_extents = partial(_remembering, label)
    return label


def narrowed(words: str, size: float, bold: bool, width: float) -> float:
    """Font size in pixels at which the longest word fits the width."""
    longest = max(held(words).replace("\n", " ").split(" "), key=len)
    if not longest or len(longest) * size * 0.75 < width:
        return size
    wide, _ = words_size(longest, size, bold)
    return size if wide <= width else max(size * width / wide * 0.97, size * SMALLEST)


def parted(words: str, size: float, bold: bool, width: float) -> str:
    """The words, those too long for the width parted after their hyphen."""
    if "-" not in words:
        return words
    return " ".join(
        each.replace("-", "-\n") if words_size(each, size, bold)[0] > width else each for each in words.split(" ")
    )


def boxed(words: str, size: float, bold: bool, width: float, height: float, smallest: float = SMALLEST) -> float:
    """Font size in pixels at which the text fits the box, wrapped if need be; at least `smallest` of the given size."""
    wide, high = words_size(words, size, bold)
    if wide <= width and high <= height + 1:
        return size
    small, least = narrowed(words, size, bold, width), size * smallest
    while small > least:
        # Not even lines filled to the last pixel would fit: that need not be laid out.
        lines = ceil(0.9 * wide * small / size / width)
        if lines * 0.9 * high * small / size <= height and words_size(words, small, bold, width)[1] <= height + 1:
            return small
        small -= size * 0.05
    return small


def shortened(words: str, size: float, bold: bool, width: float, height: float) -> str:
    """The text cut at a word with an ellipsis so that it fits the box at this font size."""
    if words_size(words, size, bold, width)[1] <= height + 1:
        return words
    parts = words.split(" ")
    few, many = 1, len(parts) - 1
    while few < many:
        half = (few + many + 1) // 2
        if words_size(" ".join(parts[:half]) + "…", size, bold, width)[1] <= height + 1:
            few = half
        else:
            many = half - 1
    return " ".join(parts[:few]).rstrip(",;:") + "…"


@cache
def white() -> Any:
    """A 1x1 white texture for plain fills."""
    return _texture(1, 1, b"\xff\xff\xff\xff")


def box_texture(wide: int, high: int, radius: float, width: float, fill: Ink | None, edge: Ink | None) -> Any:
    """A rounded box with outline at whole-pixel positions, in its own colours."""
    key = ("box", wide, high, round(radius, 1), round(width, 1), fill, edge)
    return _lasting(key, lambda: _bake(wide, high, _round(wide, high, radius), width, fill, edge))


def small_texture(wide: float, high: float, radius: float, width: float, fill: Ink | None, edge: Ink | None) -> Any:
    """A rounded box for subpixel positions, with a transparent border of one pixel."""
    key = ("small", wide, high, round(radius, 1), round(width, 1), fill, edge)
    size = ceil(wide) + 2, ceil(high) + 2
    return _lasting(key, lambda: _bake(*size, _round(wide, high, radius), width, fill, edge, smooth=True))


def _round(wide: float, high: float, radius: float) -> Callable[[float, float], float]:
    """Signed distance to the edge of a rounded box, as a function of offsets from its centre."""

    def depth(x: float, y: float) -> float:
        dx, dy = x - wide / 2 + radius, y - high / 2 + radius
        if dx > 0 and dy > 0:
            return radius - hypot(dx, dy)
        return radius - max(dx, dy)

    return depth


def disc_texture(radius: float, width: float, fill: Ink | None, edge: Ink | None) -> Any:
    """A disc with outline and a transparent border of one pixel."""
    size = 2 * ceil(radius) + 2
    key = ("disc", radius, round(width, 1), fill, edge)
    return _lasting(key, lambda: _bake(size, size, lambda x, y: radius - hypot(x, y), width, fill, edge, smooth=True))


def hexagon_texture(radius: float, width: float, fill: Ink | None, edge: Ink | None) -> Any:
    """A hexagon with a corner at its top, with outline and a transparent border of one pixel."""
    size = 2 * ceil(radius) + 2
    key = ("hexagon", radius, round(width, 1), fill, edge)
    steep = sqrt(3) / 2

    def depth(x: float, y: float) -> float:
        return radius * steep - max(x, x / 2 + y * steep)

    return _lasting(key, lambda: _bake(size, size, depth, width, fill, edge, smooth=True))


def bar_texture(width: float) -> Any:
    """A one-dimensional antialiased profile across a line of this width."""
    steps, whole = 32, width + 2

    def make() -> Any:
        depth = [width / 2 - abs((n + 0.5) / steps * whole - whole / 2) + 0.5 for n in range(steps)]
        data = b"".join(b"\xff\xff\xff" + bytes([round(255 * min(max(d, 0.0), 1.0))]) for d in depth)
        return _texture(1, steps, data, smooth=True)

    return _lasting(("bar", round(width, 1)), make)


def _bake(
    wide: int,
    high: int,
    depth: Callable[[float, float], float],
    width: float,
    fill: Ink | None,
    edge: Ink | None,
    smooth: bool = False,
) -> Any:
    """Rasterise a shape given by its signed distance; one quadrant is computed and mirrored."""
    outer, inner = edge if edge is not None else fill, fill if fill is not None else NONE
    assert outer is not None
    if edge is None:
        width = 0.0
    seen: dict[float, bytes] = {}

    def point(deep: float) -> bytes:
        deep = max(-0.5, min(round(deep, 2), width + 0.5))
        found = seen.get(deep)
        if found is None:
            cover = min(max(deep + 0.5, 0.0), 1.0)
            share = min(max(deep - width + 0.5, 0.0), 1.0) if edge is not None else 1.0
            alpha = outer[3] * (1 - share) + inner[3] * share
            colour = [o * (1 - share) + i * share for o, i in zip(outer, inner)] if inner[3] else outer
            found = seen[deep] = bytes(round(255 * part) for part in (*colour[:3], alpha * cover))
        return found

    across, down = -(-wide // 2), -(-high // 2)
    whole = width + 0.5
    rows = []
    for y in range(down):
        # From the edge inwards it only gets deeper: where the edge is passed, the rest of the row is plain.
        half, up = [], y + 0.5 + high / 2 - down
        for x in range(across - 1, -1, -1):
            deep = depth(x + 0.5 - wide / 2 + (wide - across), up)
            half.append(point(deep))
            if deep >= whole:
                half += [point(deep)] * x
                break
        rows.append(b"".join(half + half[::-1][wide % 2 :]))
    return _texture(wide, high, b"".join(rows[::-1] + rows[high % 2 :]), smooth)


def _texture(wide: int, high: int, data: bytes, smooth: bool = False) -> Any:
    made = Texture.create(size=(wide, high), colorfmt="rgba")
    made.mag_filter = made.min_filter = "linear" if smooth else "nearest"
    made.wrap = "clamp_to_edge"
    made.blit_buffer(data, colorfmt="rgba", bufferfmt="ubyte")
    return made


def forget() -> None:
    """Empty the cache."""
    _kept.clear()
    _words.clear()
    _pixels[0] = 0
    _extent.cache_clear()
