"""Digits and letters of real typefaces as polygons, from TrueType files of the system or of an installed package."""

from __future__ import annotations

import struct
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.cards.drawing import SHIFT, Image

HERSHEY = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)
Rings = tuple[NDArray[np.float64], ...]


@cache
def typefaces() -> tuple[Path, ...]:
    """The TrueType files the interface's toolkit brings, by name."""
    spec = find_spec("kivy")
    folders = spec.submodule_search_locations if spec is not None else None
    files = [file for folder in folders or () for file in Path(folder, "data", "fonts").glob("*.ttf")]
    return tuple(sorted(file for file in files if len(outlines(file)) == 10))


DIGITS = "0123456789"
LETTERS = " ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzáéíóöőúüűÁÉÍÓÖŐÚÜŰ-"


@cache
def outlines(file: Path, letters: str = DIGITS) -> dict[str, Rings]:
    """The rings of each of these letters, in units of the typeface's em, y downwards; a letter it lacks has none."""
    data = file.read_bytes()
    tables = {}
    for k in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * k)
        tables[tag.decode()] = offset
    em = struct.unpack_from(">H", data, tables["head"] + 18)[0]
    glyphs = _cmap(data, tables["cmap"], letters)
    found = {letter: tuple(ring / em * (1, -1) for ring in _glyph(data, tables, glyphs[letter])) for letter in letters}
    return {letter: rings for letter, rings in found.items() if rings}


def _cmap(data: bytes, at: int, letters: str) -> dict[str, int]:
    """The glyph numbers of letters by a character map of format 4."""
    for k in range(struct.unpack_from(">H", data, at + 2)[0]):
        start = at + struct.unpack_from(">I", data, at + 8 + 8 * k)[0]
        if struct.unpack_from(">H", data, start)[0] != 4:
            continue
        n = struct.unpack_from(">H", data, start + 6)[0] // 2
        ends = struct.unpack_from(f">{n}H", data, start + 14)
        begins = struct.unpack_from(f">{n}H", data, start + 16 + 2 * n)
        deltas = struct.unpack_from(f">{n}h", data, start + 16 + 4 * n)
        ranges = struct.unpack_from(f">{n}H", data, start + 16 + 6 * n)
        found = {}
        for code in map(ord, letters):
            i = next(i for i in range(n) if ends[i] >= code)
            if ranges[i]:
                place = start + 16 + 6 * n + 2 * i + ranges[i] + 2 * (code - begins[i])
                found[chr(code)] = (struct.unpack_from(">H", data, place)[0] + deltas[i]) % 65536
            else:
                found[chr(code)] = (code + deltas[i]) % 65536
        return found
    raise ValueError("no character map of format 4")


def _glyph(data: bytes, tables: dict[str, int], number: int) -> list[NDArray[np.float64]]:
    """The rings of a glyph; one put together from others has theirs."""
    if struct.unpack_from(">h", data, tables["head"] + 50)[0]:
        start, end = struct.unpack_from(">2I", data, tables["loca"] + 4 * number)
    else:
        start, end = (2 * half for half in struct.unpack_from(">2H", data, tables["loca"] + 2 * number))
    if start == end:
        return []
    at = tables["glyf"] + start
    rings = struct.unpack_from(">h", data, at)[0]
    return _simple(data, at, rings) if rings >= 0 else _composite(data, tables, at + 10)


def _composite(data: bytes, tables: dict[str, int], at: int) -> list[NDArray[np.float64]]:
    """Letter and accent, each where it is put; parts that are scaled stay as large as they are."""
    out: list[NDArray[np.float64]] = []
    flags = 0x20
    while flags & 0x20:
        flags, number = struct.unpack_from(">2H", data, at)
        shift = struct.unpack_from(">2h" if flags & 1 else ">2b", data, at + 4)
        at += (8 if flags & 1 else 6) + (2 if flags & 8 else 4 if flags & 0x40 else 8 if flags & 0x80 else 0)
        out += [ring + np.array(shift, float) for ring in _glyph(data, tables, number)]
    return out


def _simple(data: bytes, at: int, rings: int) -> list[NDArray[np.float64]]:
    ends = struct.unpack_from(f">{rings}H", data, at + 10)
    count = ends[-1] + 1
    at += 10 + 2 * rings
    at += 2 + struct.unpack_from(">H", data, at)[0]
    flags: list[int] = []
    while len(flags) < count:
        flag = data[at]
        at += 1
        flags.append(flag)
        if flag & 8:
            flags += [flag] * data[at]
            at += 1
    axes = []
    for short, same in ((2, 16), (4, 32)):
        value, values = 0, []
        for flag in flags[:count]:
            if flag & short:
                value += data[at] if flag & same else -data[at]
                at += 1
            elif not flag & same:
                value += struct.unpack_from(">h", data, at)[0]
                at += 2
            values.append(value)
        axes.append(values)
    points, on = np.array(axes, float).T, np.array([flag & 1 for flag in flags[:count]], bool)
    return [_curve(points[a : b + 1], on[a : b + 1]) for a, b in zip((0, *(e + 1 for e in ends)), ends, strict=False)]


def _curve(points: NDArray[np.float64], on: NDArray[np.bool_]) -> NDArray[np.float64]:
    """A ring of quadratic curves as a polygon."""
    whole: list[tuple[NDArray[np.float64], bool]] = []
    for k in range(len(points)):
        whole.append((points[k], bool(on[k])))
        if not on[k] and not on[(k + 1) % len(points)]:
            whole.append(((points[k] + points[(k + 1) % len(points)]) / 2, True))
    first = next(k for k, (_, on_curve) in enumerate(whole) if on_curve)
    whole = whole[first:] + whole[: first + 1]
    out = [whole[0][0]]
    k = 1
    while k < len(whole):
        if whole[k][1]:
            out.append(whole[k][0])
            k += 1
            continue
        a, b, c = out[-1], whole[k][0], whole[k + 1][0]
        t = np.linspace(0, 1, 7)[1:, None]
        out += list((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c)
        k += 2
    return np.array(out)


def draw(
    image: Image, face: Path | int, number: str, at: tuple[float, float], high: float, ink: tuple[int, int, int]
) -> None:
    """A number about a middle, its digits so many pixels high; the face is a TrueType file or one of HERSHEY."""
    if isinstance(face, int):
        thick = max(1, round(high / 7))
        (_, h), _ = cv2.getTextSize("0", face, 1.0, 1)
        (w, h2), _ = cv2.getTextSize(number, face, high / h, thick)
        cv2.putText(
            image, number, (round(at[0] - w / 2), round(at[1] + h2 / 2)), face, high / h, ink, thick, cv2.LINE_AA
        )
        return
    rings, x = [], 0.0
    for digit in number:
        mine = outlines(face)[digit]
        left, right = min(r[:, 0].min() for r in mine), max(r[:, 0].max() for r in mine)
        rings += [r + np.array([x - left, 0.0]) for r in mine]
        x += right - left + 0.08
    points = np.concatenate(rings)
    low, top = points.min(axis=0), points.max(axis=0)
    scale = high / (top - low)[1]
    made = [np.round(((r - (low + top) / 2) * scale + at) * 2**SHIFT).astype(np.int32) for r in rings]
    cv2.fillPoly(image, made, ink, cv2.LINE_AA, SHIFT)


def write(
    image: Image, face: Path, words: str, at: tuple[float, float], high: float, ink: tuple[int, int, int]
) -> float:
    """Words from a place on their line onwards, capitals so many pixels high; where they end."""
    glyphs = outlines(face, LETTERS)
    scale = high / -min(ring[:, 1].min() for ring in glyphs["H"])
    x, made = at[0], []
    for letter in words:
        if letter not in glyphs:
            x += 0.28 * scale
            continue
        left, right = (f(edge(ring[:, 0]) for ring in glyphs[letter]) for f, edge in ((min, np.min), (max, np.max)))
        made += [(ring - (left, 0.0)) * scale + (x, at[1]) for ring in glyphs[letter]]
        x += (right - left + 0.08) * scale
    cv2.fillPoly(image, [np.round(r * 2**SHIFT).astype(np.int32) for r in made], ink, cv2.LINE_AA, SHIFT)
    return x
