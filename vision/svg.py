"""A drawing as a picture: the few SVG shapes our own drawings use, painted by OpenCV."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import cv2
import numpy as np

from vision.images import as_png

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.images import Image

FINE = 2
"""Painted this much larger and shrunk, so that edges are smooth."""
SHIFT = 4
NAMED = {"white": "#ffffff", "black": "#000000"}
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def png(drawing: str, longest: int = 1600) -> bytes:
    """The drawing as a PNG; letters lose their accents, which OpenCV's own lettering lacks."""
    root = ElementTree.fromstring(drawing)  # noqa: S314 - our own drawing
    _, _, width, height = (float(part) for part in root.attrib["viewBox"].split())
    scale = longest / max(width, height) * FINE
    image = np.full((round(height * scale), round(width * scale), 3), 255, np.uint8)
    for shape in root.iter():
        _paint(image, shape, scale)
    size = (image.shape[1] // FINE, image.shape[0] // FINE)
    return as_png(np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8))


def _paint(image: Image, shape: ElementTree.Element, scale: float) -> None:
    given = shape.attrib
    number = {key: float(given.get(key, 0)) * scale for key in ("x", "y", "width", "height", "cx", "cy", "r", "rx")}
    match shape.tag.rpartition("}")[2]:
        case "rect":
            x, y, w, h = (number[key] for key in ("x", "y", "width", "height"))
            _fill(image, _rounded(x, y, w, h, number["rx"]), given, scale)
        case "circle":
            turn = np.linspace(0, 2 * np.pi, 72, endpoint=False)
            ring = np.stack([number["cx"] + number["r"] * np.cos(turn), number["cy"] + number["r"] * np.sin(turn)], 1)
            _fill(image, ring, given, scale)
        case "polygon" | "polyline":
            flat = [float(part) for part in given["points"].replace(",", " ").split()]
            _fill(image, np.array(flat).reshape(-1, 2) * scale, given, scale, closed=shape.tag.endswith("polygon"))
        case "line":
            ends = [float(given[key]) for key in ("x1", "y1", "x2", "y2")]
            _fill(image, np.array(ends).reshape(-1, 2) * scale, given, scale, closed=False)
        case "text":
            _write(image, "".join(shape.itertext()), number["x"], number["y"], given, scale)


def _rounded(x: float, y: float, w: float, h: float, r: float) -> NDArray[np.float64]:
    corners = ((x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180))
    points = []
    for cx, cy, start in corners:
        for step in np.radians(np.linspace(start, start + 90, 8 if r else 1)):
            points.append((cx + r * np.cos(step), cy + r * np.sin(step)))
    if not r:
        points = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    return np.array(points)


def _fill(image: Image, points: NDArray[np.float64], given: dict[str, str], scale: float, closed: bool = True) -> None:
    fixed = [np.round(points * 2**SHIFT).astype(np.int32)]
    inside, edge = _colour(given.get("fill", "black")), _colour(given.get("stroke", "none"))
    if inside is not None and closed:
        cv2.fillPoly(image, fixed, inside, cv2.LINE_AA, SHIFT)
    if edge is not None:
        thick = max(1, round(float(given.get("stroke-width", 1)) * scale))
        cv2.polylines(image, fixed, closed, edge, thick, cv2.LINE_AA, SHIFT)


def _write(image: Image, words: str, x: float, y: float, given: dict[str, str], scale: float) -> None:
    plain = unicodedata.normalize("NFKD", words.replace("–", "-").replace("−", "-").replace("·", "-"))
    letters = plain.encode("ascii", "ignore").decode()
    size = float(given.get("font-size", 14)) * scale
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(size / 14))
    factor = size / 30
    (wide, _), _ = cv2.getTextSize(letters, font, factor, thick)
    left = x - wide * ANCHORS.get(given.get("text-anchor", "start"), 0.0)
    ink = _colour(given.get("fill", "black")) or (0, 0, 0)
    cv2.putText(image, letters, (round(left), round(y)), font, factor, ink, thick, cv2.LINE_AA)


def _colour(code: str) -> tuple[int, int, int] | None:
    """Blue, green, red of a colour code; None for no paint."""
    code = NAMED.get(code, code)
    if not code.startswith("#"):
        return None
    digits = code[1:] if len(code) == 7 else "".join(letter * 2 for letter in code[1:4])
    return int(digits[4:6], 16), int(digits[2:4], 16), int(digits[0:2], 16)
