"""The table as a picture: well-formed at every step, with everything that lies there."""

from xml.etree import ElementTree

from tests import contract
from tests.games.onward_to_venus.scenes import GAME, on, scene, there, tiles


def words(state) -> list[str]:
    root = ElementTree.fromstring(GAME.draw(state))
    return [element.text or "" for element in root.iter() if element.tag.endswith("text")]


def test_units_buildings_tiles_and_aliens_are_in_the_picture() -> None:
    state = on(scene(aliens=2), 0, "mars", orbit=(4, 0, 2), surface=(0, 1, 0), mine=1, factory=2)
    state = there(there(tiles(state, "mars", "mine_3", "trophy"), "venus", dead=True), "titan", alien=True)
    said = words(state)
    assert {"4i 2c", "2F 1M 1t", "M3 ★", "☄", "♀ ✝", "1/3 ◆5"} <= set(said)


def test_every_step_of_a_game_can_be_drawn() -> None:
    for state in contract.play(GAME, {}, 5, "drawn").states[::10]:
        assert words(state)
