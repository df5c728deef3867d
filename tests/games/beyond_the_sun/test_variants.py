"""P: advanced factions with innovations, and the technology tableau."""

from dataclasses import replace

from tableside.core.moves import move
from tableside.games.beyond_the_sun.effects import COLOURS, Effect, Verb
from tableside.games.beyond_the_sun.rules import counts, decks, research
from tableside.games.beyond_the_sun.state import Ask, Phase, Turn
from tests.games.beyond_the_sun.scene import Scene, after, sample_game


def test_p1_mats_are_chosen_in_reverse_turn_order() -> None:
    game = sample_game()
    for advanced, order in ((True, [2, 1, 0]), (False, [0, 1, 2])):
        state = game.setup(game.info.settle({"advanced": advanced}), 3)
        state = after(game, state, move(None, "lay_out"))
        assert [task.seat for task in state.tasks if task.ask is Ask.MAT] == order


def test_p1_all_or_none() -> None:
    scene = Scene(advanced=True)
    assert all(scene.facts.mat(player.mat).advanced for player in scene.state.players)
    game = sample_game()
    state = game.setup(game.info.settle({}), 2)
    while state.front is not None and state.front.ask is not Ask.MAT:
        state = after(game, state, next(iter(game.moves(state, None))))
    assert not game.judge(state, move(0, "choose_mat", mat="kek_h")).legal


def test_p1_two_innovations_and_columns_of_their_own() -> None:
    scene = Scene(advanced=True)
    assert len(counts.innovations(scene.facts, scene.state, 0)) == 2
    assert scene.player(0).supply == (5, 3, 3, 2, 2, 2)
    assert scene.player(0).ore == 2, "its own preparation gave one more"


def test_p1_a_one_time_innovation_happens_once() -> None:
    scene = Scene(advanced=True)
    ore = scene.player(0).ore
    scene.settle(Effect(Verb.AUTOMATE, track="food", n=2))
    assert scene.player(0).innovations == ("Első lecke",)
    assert scene.player(0).ore == ore + 3
    scene.settle(Effect(Verb.AUTOMATE, track="food", n=2))
    assert scene.player(0).ore == ore + 3


def test_p1_a_lasting_innovation_holds_while_production_does() -> None:
    scene = Scene(advanced=True)
    jumps = Effect(Verb.JUMP, n=2)
    scene.settle(jumps)
    assert scene.front.left == 2
    scene.give(0, ore_discs=5)
    scene.settle(jumps)
    assert scene.front.left == 3, "active"
    scene.give(0, ore_discs=8)
    scene.settle(jumps)
    assert scene.front.left == 2, "no longer"


def test_p2_row_two_is_filled_column_by_column_and_the_deck_reshuffled() -> None:
    scene = Scene(tableau=True)
    row = scene.state.row(2)
    assert row is not None
    for colour, card in zip(COLOURS, row.cards):
        assert colour in (scene.facts.technology(card).colours or ())
    assert scene.state.batches("2") == ()
    assert not scene.state.row(3).open  # type: ignore[union-attr]


def researching(scene: Scene, *known: str, slot: str = "II.A") -> None:
    scene.knows(0, *known)
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)))
    scene.do(0, "research", slot=slot, using=known)
    scene.turn_up("jo_termes")


def test_p2_a_card_of_the_row_or_luck() -> None:
    scene = Scene(tableau=True)
    researching(scene, "I.1")
    assert {made.kind for made in scene.moves(0)} == {"choose_technology", "gamble"}
    card = scene.moves(0, "choose_technology")[0]["card"]
    scene.do(0, "choose_technology", card=card)
    assert scene.state.site("II.A").card == card  # type: ignore[union-attr]
    assert card not in scene.state.row(2).cards  # type: ignore[union-attr]


def test_p2_luck_is_the_first_card_that_fits_any_prerequisite() -> None:
    scene = Scene(tableau=True)
    researching(scene, "I.1", "I.2", slot="II.B")
    scene.do(0, "gamble")
    fitting = {"military", "commercial"}
    can = decks.technologies(scene.facts, scene.state, 2)
    misfit = next(card for card in can if not fitting & set(scene.facts.technology(card).colours or ()))
    fits = next(card for card in can if fitting & set(scene.facts.technology(card).colours or ()))
    scene.do(None, "reveal", card=misfit)
    scene.do(None, "reveal", card=fits)
    assert scene.state.site("II.B").card == fits  # type: ignore[union-attr]
    assert (misfit,) in scene.state.batches("2")


def test_p2_no_type_is_fixed_beforehand() -> None:
    scene = Scene(tableau=True)
    researching(scene, "I.1", "I.2", slot="II.B")
    assert scene.refused(0, "choose_type", colour="military")[0] == "not_now"


def test_p2_gaps_are_refilled_at_the_end_of_the_turn() -> None:
    scene = Scene(tableau=True)
    researching(scene, "I.1")
    scene.do(0, "choose_technology", card=scene.moves(0, "choose_technology")[0]["card"])
    while scene.state.tasks:
        scene.do(0, scene.moves(0)[0].kind, **dict(scene.moves(0)[0].args))
    scene.do(0, "mine")
    if scene.state.phase is Phase.GOAL:
        scene.do(0, "claim", goal=scene.moves(0)[0]["goal"])
    assert scene.front.ask is Ask.ROW
    while scene.state.tasks:
        scene.turn_up()
    assert all(scene.state.row(2).cards)  # type: ignore[union-attr]
    assert scene.state.turn == 1


def test_p2_an_exhausted_type_is_refilled_with_any_card() -> None:
    scene = Scene(tableau=True)
    row = scene.state.row(2)
    assert row is not None
    keep = next(card for card in decks.technologies(scene.facts, scene.state, 2) if card not in row.cards)
    wrong = next(
        number for number, colour in enumerate(COLOURS) if colour not in (scene.facts.technology(keep).colours or ())
    )
    gone = tuple(card for card in decks.technologies(scene.facts, scene.state, 2) if card != keep)
    cards = tuple("" if number == wrong else card for number, card in enumerate(row.cards))
    rows = (replace(row, cards=cards), *scene.state.rows[1:])
    taken = (*gone, row.cards[wrong])
    scene.state = replace(scene.state, rows=rows, discarded=taken)
    scene.at(Phase.PRODUCTION)
    scene.do(0, "mine")
    scene.do(None, "reveal", card=keep)
    scene.do(None, "no_more")
    assert scene.state.row(2).cards[wrong] == keep  # type: ignore[union-attr]


def test_p2_row_three_fills_with_the_first_access() -> None:
    scene = Scene(tableau=True)
    scene.settle(Effect(Verb.UNLOCK, guild="pathfinders"))
    assert scene.state.row(3).open  # type: ignore[union-attr]
    assert [task.ask for task in scene.state.tasks] == [Ask.ROW] * 4
    while scene.state.tasks:
        scene.turn_up()
    assert all(scene.state.row(3).cards)  # type: ignore[union-attr]
    assert not scene.state.row(4).open  # type: ignore[union-attr]


def test_p2_a_closed_row_leaves_only_luck() -> None:
    scene = Scene(tableau=True)
    scene.known("II.A", "plazmaagyu")
    scene.knows(0, "I.1", "II.A")
    scene.settle(Effect(Verb.RESEARCH, levels=(3,)))
    scene.do(0, "research", slot="III.A", using=("II.A",))
    scene.turn_up("csillageso")
    assert scene.front.ask is Ask.REVEAL


def test_p2_a_complete_level_clears_its_row() -> None:
    scene = Scene(tableau=True)
    row = scene.state.row(2)
    assert row is not None
    free = [card for card in decks.technologies(scene.facts, scene.state, 2) if card not in row.cards]
    for slot, card in zip(("II.B", "II.C", "II.D", "II.E", "II.F"), free):
        scene.known(slot, card)
    researching(scene, "I.1")
    chosen = scene.moves(0, "choose_technology")[0]["card"]
    scene.do(0, "choose_technology", card=chosen)
    assert not scene.state.row(2).open  # type: ignore[union-attr]
    back = set(row.cards) - {chosen}
    assert back <= set(decks.technologies(scene.facts, scene.state, 2)), "shuffled back into the deck"


def test_p2_the_row_offers_only_what_fits() -> None:
    scene = Scene(tableau=True)
    researching(scene, "I.1")
    offered = research.row_cards(Turn(scene.game, scene.state, 0), scene.front)
    assert offered
    assert all("military" in (scene.facts.technology(card).colours or ()) for card in offered)
