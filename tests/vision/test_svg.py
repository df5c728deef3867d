"""Our own drawings become pictures."""

import cv2
import numpy as np

from vision.svg import png

DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">
<rect x="0" y="0" width="200" height="100" fill="#10131c"/>
<circle cx="50" cy="50" r="30" fill="#ff0000" stroke="#000000"/>
<polygon points="120,20 180,20 150,80" fill="#00ff00"><title>háromszög</title></polygon>
<rect x="90" y="5" width="20" height="10" rx="3" fill="none" stroke="#ffffff" stroke-width="2"/>
<text x="100" y="95" fill="#ffffff" font-size="14" text-anchor="middle">Űrállomás</text>
</svg>"""


def test_shapes_and_letters_are_where_they_should_be() -> None:
    image = cv2.imdecode(np.frombuffer(png(DRAWING, 400), np.uint8), cv2.IMREAD_COLOR)
    assert image.shape == (200, 400, 3)
    assert tuple(image[100, 100]) == (0, 0, 255), "the circle is red"
    assert tuple(image[80, 300]) == (0, 255, 0), "the triangle is green"
    assert tuple(image[5, 5]) == (28, 19, 16)
    assert tuple(image[20, 200]) == (28, 19, 16), "a frame without a fill is empty inside"
    assert image[170:195, 150:250].max() == 255, "letters are written"
