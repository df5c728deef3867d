"""Half-covered cards by their edges: where one lies follows from a corner that shows and from how the others lie."""

import cv2
import numpy as np

from vision.cards.corners import Borders
from vision.cards.geometry import from_quad
from vision.cards.layout import carried_on

UNDER = np.array([(200, 100), (320, 100), (320, 280), (200, 280)], float)
UPON = UNDER + np.array((10, 80))


def _table() -> np.ndarray:
    """A pale card half under a dark one, on grey."""
    photo = np.full((480, 640, 3), 120, np.uint8)
    for quad, colour in ((UNDER, (225, 230, 235)), (UPON, (60, 40, 30))):
        cv2.fillPoly(photo, [quad.astype(np.int32)], colour)
    return photo


def test_a_card_half_under_another_is_borne_out_by_its_edges() -> None:
    borders, everywhere = Borders(_table()), np.full((480, 640), 255, np.uint8)
    best = borders.likely(borders.quads([UPON], everywhere), [UPON], everywhere)[0]
    off = min(np.abs(np.roll(best.quad, k, axis=0) - UNDER).max() for k in range(4))
    assert off < 8 and best.borne_out > 0.9 and 0.3 < best.shown < 0.6


def test_the_card_whose_edge_runs_on_lies_on_the_other() -> None:
    borders = Borders(_table())
    assert borders.lies_on(UPON, UNDER) and not borders.lies_on(UNDER, UPON)


def test_a_fan_is_carried_on_by_its_own_turn() -> None:
    def turned(degrees: float) -> np.ndarray:
        t = np.radians(degrees)
        about = np.array([(np.cos(t), np.sin(t)), (-np.sin(t), np.cos(t))])
        return (UNDER - (260, 500)) @ about + (320, 450)

    places = carried_on([from_quad(turned(-15), "rect"), from_quad(turned(0), "rect")], "rect", (640, 480))
    assert any(np.abs(place - turned(15)).max() < 2 for place in places)
