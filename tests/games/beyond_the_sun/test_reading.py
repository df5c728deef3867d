"""What a photo means: a revealed card, ships at a location, a mat; always as a proposal."""

from dataclasses import fields, replace

from tableside.control.reading import Meant, corrected
from tableside.core import manual_edit
from tableside.core.moves import move
from tableside.core.readings import Alternative, CardReading, DieKind, DieReading, Quad, Readings, Verdict
from tableside.core.table import Table
from tableside.games.beyond_the_sun import reading
from tableside.games.beyond_the_sun.effects import Effect, Verb
from tableside.games.beyond_the_sun.position import Final, FinalColony
from tableside.games.beyond_the_sun.state import Ask, Phase
from tableside.language import language
from tests import contract
from tests.games.beyond_the_sun.scene import Scene, sample_game

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def cube(colour: str, **faces: float) -> DieReading:
    ranked = sorted(faces.items(), key=lambda item: -item[1])
    alternatives = tuple(Alternative(face, p) for face, p in ranked)
    return DieReading((0, 0, 1, 1), QUAD, DieKind.CUSTOM, colour, alternatives)


def card(shape: str = "rect", quad: Quad = QUAD, **ids: float) -> CardReading:
    ranked = sorted(ids.items(), key=lambda item: -item[1])
    return CardReading(quad, shape, 0, 0.0, "up", tuple(Alternative(id, p) for id, p in ranked))


def seen(dice: tuple[DieReading, ...] = (), cards: tuple[CardReading, ...] = ()) -> Readings:
    return Readings(Verdict.CLEAR, (100, 100), dice, cards)


def revealing() -> Scene:
    scene = Scene()
    scene.knows(0, "I.1")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)))
    scene.do(0, "research", slot="II.A", using=("I.1",))
    return scene


def test_a_revealed_card_is_a_guess_that_the_rules_weigh() -> None:
    scene = revealing()
    guesses = scene.game.read(scene.state, seen(cards=(card(kc_24x=0.6, jo_termes=0.4),)))
    assert guesses[0].move["card"] == "jo_termes", "a level III event cannot lie on a level II slot"
    assert guesses[0].ruling.legal
    assert not guesses[1].ruling.legal


def test_an_unknown_card_is_offered_for_entry() -> None:
    scene = revealing()
    guesses = scene.game.read(scene.state, seen(cards=(card(never_seen=0.9),)))
    assert guesses[0].ruling.needs[0].id == "never_seen"  # type: ignore[union-attr]


def test_the_camera_is_told_which_cards_can_come() -> None:
    scene = revealing()
    expected = scene.game.expect(scene.state)
    assert expected is not None
    assert set(expected.cards) == {id for id, record in scene.facts.complete("events").items() if record.level == 2}


def test_the_camera_is_told_the_faces_and_colours_of_the_cubes() -> None:
    scene = Scene()
    expected = scene.game.expect(scene.state)
    assert expected is not None
    assert expected.values == reading.FACES
    assert expected.colours == ("blue", "green", "red")


def test_a_jump_is_found_by_what_it_leaves_at_the_location() -> None:
    scene = Scene()
    scene.ship(0, "p4.sol", 1, 2)
    scene.ship(1, "p4.A1", 1)
    scene.outpost(1, "p4.A1", (scene.facts.specialties(scene.state.place("p4.A1")) or ("food",))[0])  # type: ignore[arg-type]
    scene.settle(Effect(Verb.JUMP, n=1))
    photo = seen((cube("blue", ship1=0.4, ship2=0.6), cube("green", ship1=0.9)))
    guesses = scene.game.read(scene.state, photo)
    best = guesses[0].move
    assert (best.kind, best["level"]) == ("jump", 2)
    assert best["target"] == "p4.A1"
    assert guesses[0].p > guesses[1].p


def test_nothing_fits_nothing_is_guessed() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.JUMP, n=1))
    assert scene.game.read(scene.state, seen((cube("purple", ship1=1.0),))) == ()


def galaxy(scene: Scene, place: str, *ships: tuple[str, str]) -> Readings:
    """A photo of one planet card with these ships on it."""
    here = scene.state.place(place)
    assert here is not None
    dice = tuple(replace(cube(colour, **{face: 0.9}), card=0) for colour, face in ships)
    return seen(dice, (card(**{here.system: 0.95}),))


def test_a_photo_of_the_galaxy_offers_what_lies_there_otherwise() -> None:
    """A ship more than the referee has comes from population, and the outpost follows; what agrees offers nothing."""
    scene = Scene()
    scene.give(0, population=3)
    before = scene.game.audit(scene.state)
    assert before == ()
    (guess,) = scene.game.read(scene.state, galaxy(scene, "p4.A1", ("blue", "ship2")))
    assert guess.ruling.legal and guess.p > 0.8
    told = language("hu").say(manual_edit.say(scene.game, scene.state, guess.move["changes"]))
    assert "1. játékos" in told and "places." not in told and "players." not in told
    after = scene.state
    for happened in guess.ruling.events:  # type: ignore[union-attr]
        after = manual_edit.apply(scene.game, after, happened)
    place = after.place("p4.A1")
    assert place is not None and place.ships[0] == (2,) and place.owner == 0 and place.disc
    assert after.players[0].population == scene.state.players[0].population - 1
    assert scene.game.audit(after) == ()
    assert scene.game.read(after, galaxy(scene, "p4.A1", ("blue", "ship2"))) == ()


def test_an_unclear_cube_leaves_its_planet_alone() -> None:
    scene = Scene()
    scene.give(0, population=3)
    assert scene.game.read(scene.state, galaxy(scene, "p4.A1", ("purple", "ship1"))) == ()
    assert scene.game.read(scene.state, galaxy(scene, "p4.A1", ("blue", "population"))) == ()


def test_a_photo_of_the_tree_offers_the_cubes_that_lie_there_otherwise() -> None:
    scene = Scene()
    scene.give(0, population=3)
    scene.knows(1, "I.1")
    (number, site), owners = next(enumerate(scene.state.sites)), ("blue", "green")

    def tree(*colours: str) -> Readings:
        dice = tuple(replace(cube(colour, population=0.9), card=0) for colour in colours)
        return seen(dice, (card(**{site.card: 0.95}),))

    (guess,) = scene.game.read(scene.state, tree(*owners))
    assert guess.ruling.legal and dict(guess.move["changes"])[f"sites.{number}.cubes"] == (1, 0)
    after = scene.state
    for happened in guess.ruling.events:  # type: ignore[union-attr]
        after = manual_edit.apply(scene.game, after, happened)
    assert after.players[0].population == scene.state.players[0].population - 1
    assert scene.game.audit(after) == () and scene.game.read(after, tree(*owners)) == ()
    assert scene.game.read(scene.state, tree()) == (), "a cube that is hidden takes nothing away"
    assert scene.game.read(scene.state, tree("blue", "purple")) == (), "an unclear cube leaves its card alone"
    assert scene.game.read(scene.state, tree("blue")) == (), "one that is new where another is missing was misread"
    doubtful = replace(cube("blue", population=0.4), card=0)
    unsure = seen((*tree("green").dice, doubtful), tree().cards)
    assert scene.game.read(scene.state, unsure) == (), "what hardly shows a face may be printed on the card"
    assert site.card in scene.game.expect(scene.state).cards  # type: ignore[union-attr]


def test_a_cube_beside_a_technology_belongs_to_it_and_its_colour_must_be_clear() -> None:
    scene = Scene()
    scene.give(0, population=3)
    site = scene.state.sites[0]
    lying = card(**{site.card: 0.95})
    (x, y), (right, _) = lying.centre, lying.quad[1]
    at = right + 0.1 * (right - x)
    beside = cube("blue", population=0.9)
    quad = tuple((at + dx, y + dy) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    beside = replace(beside, quad=quad, colours=(Alternative("blue", 0.9), Alternative("green", 0.1)))
    (guess,) = scene.game.read(scene.state, seen((beside,), (lying,)))
    assert dict(guess.move["changes"])["sites.0.cubes"] == (0,)
    assert round(guess.p, 3) == 0.855


def test_a_lone_card_where_one_is_kept_is_the_one_that_was_kept() -> None:
    scene = revealing()
    scene.turn_up("jo_termes")
    kept = next(made["card"] for made in scene.game.moves(scene.state, None) if made.kind == "keep")
    guesses = scene.game.read(scene.state, seen(cards=(card(**{kept: 0.95}),)))
    assert [guess.move.kind for guess in guesses] == ["keep", "reveal"] and guesses[0].ruling.legal
    assert Meant(guesses).moves == () and Meant(guesses).told is None, "which of the two it is, is asked"


def test_one_photo_tells_all_cards_turned_up() -> None:
    scene = revealing()
    scene.turn_up("jo_termes")
    fitting = [made["card"] for made in scene.game.moves(scene.state, None) if made.kind == "reveal"]
    first, second = fitting[:2]
    guesses = scene.game.read(scene.state, seen(cards=(card(**{first: 0.95}), card(**{second: 0.9}))))
    assert guesses[0].move["card"] == first
    assert [made["card"] for made in guesses[0].then] == [second]
    assert [made["card"] for made in Meant(guesses).moves] == [first, second], "by one tap"
    doubtful = scene.game.read(scene.state, seen(cards=(card(**{first: 0.95}), card(**{second: 0.4}))))
    assert doubtful[0].then == (), "what is not clear is asked"


def in_a_row(*ids: str, turned: bool = False) -> tuple[CardReading, ...]:
    """Cards side by side, each upright for whoever reads them from left to right, given in no order."""
    found = []
    for place, id in enumerate(ids):
        x, y, to = (900.0 - 100 * place, 400.0, -50.0) if turned else (100.0 + 100 * place, 40.0, 50.0)
        quad = ((x, y), (x + to, y), (x + to, y + 2 * to), (x, y + 2 * to))
        found.append(replace(card(quad=quad, **{id: 0.95}), angle=180.0 if turned else 0.0))
    return tuple(found[::2] + found[1::2])


def dealing() -> Scene:
    scene = Scene()
    played = contract.play(scene.game, {}, 2, "rows")
    scene.state = next(one for one in played.states if one.front is not None and one.front.ask is Ask.DEAL)
    return scene


def test_the_cards_of_a_row_go_to_its_places_in_their_order() -> None:
    scene = dealing()
    places = [task.place for task in scene.state.tasks if task.ask is Ask.DEAL]
    ids = [made["card"] for made in scene.game.moves(scene.state, None) if made.kind == "reveal"][: len(places)]
    ids = ids[::-1]
    assert len(ids) == len(places) > 2
    for turned in (False, True):
        meant = Meant(scene.game.read(scene.state, seen(cards=in_a_row(*ids, turned=turned))))
        assert [made["card"] for made in meant.moves] == ids, "one tap, each at its own place"


def test_of_a_row_that_is_not_whole_it_is_asked_which_card_comes_first() -> None:
    scene = dealing()
    places = [task.place for task in scene.state.tasks if task.ask is Ask.DEAL]
    ids = [made["card"] for made in scene.game.moves(scene.state, None) if made.kind == "reveal"][: len(places) - 1]
    meant = Meant(scene.game.read(scene.state, seen(cards=in_a_row(*ids))))
    assert not meant.moves and set(meant.left[0].offered) <= set(ids) and len(meant.left[0].offered) > 1
    lone = Meant(scene.game.read(scene.state, seen(cards=in_a_row(ids[0]))))
    assert lone.told is None and lone.left[0].offered == (("reveal", None),), "it may lie at any of the places"


def test_a_card_of_a_row_that_is_seen_but_not_named_keeps_its_place_and_the_others_theirs() -> None:
    scene = dealing()
    places = [task.place for task in scene.state.tasks if task.ask is Ask.DEAL]
    ids = [made["card"] for made in scene.game.moves(scene.state, None) if made.kind == "reveal"][: len(places)]
    for turned in (False, True):
        for gap in range(len(ids)):
            lying = in_a_row(*ids, turned=turned)
            number = next(n for n, card in enumerate(lying) if card.id == ids[gap])
            nameless = replace(lying[number], alternatives=())
            readings = seen(cards=(*lying[:number], nameless, *lying[number + 1 :]))
            meant = Meant(scene.game.read(scene.state, readings))
            assert [made["card"] for made in meant.moves] == ids[:gap], "those before it stand"
            named = corrected(readings, "card", number, ids[gap])
            assert [made["card"] for made in Meant(scene.game.read(scene.state, named)).moves] == ids, (
                "one word is enough"
            )


def test_a_strange_thing_takes_no_place_in_a_row() -> None:
    """A card of the row was not seen at all; what was seen without a name is smaller, or lies beside the row."""
    scene = dealing()
    places = [task.place for task in scene.state.tasks if task.ask is Ask.DEAL]
    ids = [made["card"] for made in scene.game.moves(scene.state, None) if made.kind == "reveal"][: len(places)]
    lying = tuple(card for card in in_a_row(*ids) if card.id != ids[1])
    small = ((205.0, 60.0), (230.0, 60.0), (230.0, 110.0), (205.0, 110.0))
    for quad in (small, tuple((x + 90, y + 190) for x, y in lying[0].quad)):
        strange = replace(lying[0], quad=quad, alternatives=())
        assert not Meant(scene.game.read(scene.state, seen(cards=(*lying, strange)))).moves


def test_a_mat_is_compared_with_what_the_referee_knows() -> None:
    scene = Scene()
    dice = (*(cube("blue", supply=1.0) for _ in range(17)), cube("blue", population=1.0))
    discs = tuple(card("round", food=1.0) for _ in range(8)) + tuple(card("round", ore=1.0) for _ in range(7))
    proposal = reading.propose_mat(scene.facts, scene.state, 0, seen(dice, discs))
    assert (proposal.food, proposal.ore_discs, proposal.supply, proposal.population) == (8, 7, 17, 1)
    assert proposal.differences == ("ore_discs", "population")


def test_at_production_the_mat_after_it_tells_which_was_chosen() -> None:
    scene = Scene()
    scene.at(Phase.PRODUCTION)
    dice = tuple(cube("blue", supply=1.0) for _ in range(16)) + tuple(cube("blue", population=1.0) for _ in range(3))
    guesses = scene.game.read(scene.state, seen(dice))
    assert guesses[0].move.kind == "grow"
    assert scene.game.read(scene.state, seen()) == ()


def test_the_end_of_a_faction_is_proposed_from_a_photo_of_its_mat() -> None:
    scene = Scene()
    far: Quad = ((10.0, 10.0), (20.0, 10.0), (20.0, 30.0), (10.0, 30.0))
    on_it: Quad = ((12.0, 12.0), (14.0, 12.0), (14.0, 14.0), (12.0, 14.0))
    photo = seen(
        (cube("blue", population=1.0), cube("blue", supply=0.9), cube("blue", ship1=1.0)),
        (
            card("rect", far, kapteyn=0.9),
            card("round", on_it, food=0.9),
            card("round", on_it, ore=0.9),
            card("round", food=1.0),
            card("rect", ((50.0, 50.0), (60.0, 50.0), (60.0, 70.0), (50.0, 70.0)), plazmaagyu=0.8),
        ),
    )
    told = {
        field.name: [one.value for one in field.metadata["photo"].read(scene.facts.catalog, photo)]
        for field in fields(Final)
        if "photo" in field.metadata
    }
    assert told.pop("achievements") == []
    assert told == {
        "private": [2],
        "colonies": [FinalColony(5, ("food", "ore"))],
        "food_left": [1],
        "ore_left": [],
        "population": [1],
    }


def test_what_a_photo_cannot_tell_is_left_open() -> None:
    catalog = Scene().facts.catalog.learn("systems", "kapteyn", {"source": "a test", "sure": False})
    photo = seen(cards=(card("rect", kapteyn=0.9), card("rect", **{next(iter(catalog.table("achievements"))): 0.9})))
    colonies, goals = (
        next(field for field in fields(Final) if field.name == name).metadata["photo"].read(catalog, photo)
        for name in ("colonies", "achievements")
    )
    assert [(one.name, one.value) for one in colonies] == [("kapteyn", None)], "its points are not known"
    assert [one.value.points for one in goals] == [0], "the space of the disc is for the players to say"


def test_a_photo_of_the_galaxy_compares_sol_and_shipyards_whose_spot_was_taught() -> None:
    scene = Scene()
    scene.give(0, population=3)
    assert {"p4.sol", "p4.deep", "p4.yard_left"} <= set(scene.game.expect(scene.state).cards)  # type: ignore[union-attr]
    lying = replace(cube("blue", ship2=0.9), card=0)
    (guess,) = scene.game.read(scene.state, seen((lying,), (card(**{"p4.yard_left": 0.95}),)))
    after = scene.state
    for happened in guess.ruling.events:  # type: ignore[union-attr]
        after = manual_edit.apply(scene.game, after, happened)
    yard = after.place("p4.yard_left")
    assert yard is not None and yard.ships[0] == (2,) and yard.owner == 0 and scene.game.audit(after) == ()
    sol = seen((), (card(**{"p4.sol": 0.95}),))
    (guess,) = scene.game.read(scene.state, sol)
    assert guess.ruling.legal, "the ships that do not lie there any more are population again"


def test_a_photo_of_a_mat_offers_the_cubes_that_lie_otherwise() -> None:
    scene = Scene()
    player = scene.state.players[0]
    supply, population = sum(player.supply), player.population

    def mat(supply: int, population: int, colour: str = "blue") -> Readings:
        return seen(
            (*(cube(colour, supply=0.99),) * supply, *(cube(colour, population=0.99),) * population),
        )

    (guess,) = scene.game.read(scene.state, mat(supply - 2, population + 2))
    after = scene.state
    for happened in guess.ruling.events:  # type: ignore[union-attr]
        after = manual_edit.apply(scene.game, after, happened)
    assert after.players[0].population == population + 2 and sum(after.players[0].supply) == supply - 2
    assert after.players[0].supply[0] == player.supply[0] - 2, "from the left"
    assert scene.game.audit(after) == () and scene.game.read(after, mat(supply - 2, population + 2)) == ()
    (back,) = scene.game.read(after, mat(supply, population))
    for happened in back.ruling.events:  # type: ignore[union-attr]
        after = manual_edit.apply(scene.game, after, happened)
    assert after.players[0].population == population
    assert scene.game.read(scene.state, mat(supply - 1, population)) == (), "a cube that is missing may be anywhere"
    assert scene.game.read(scene.state, mat(supply - 1, population + 1, "purple")) == ()


def test_a_mat_is_chosen_by_a_photo_of_it() -> None:
    play = Table(sample_game(), {}, 3)
    play.run_routine()
    while play.state.front is not None and play.state.front.ask is not Ask.MAT:
        play.confirm(move(None, "tell_later"))
    expected = play.game.expect(play.state)
    assert expected is not None and "kek" in expected.cards
    guesses = play.game.read(play.state, seen(cards=(card(kek=0.9, zold=0.1),)))
    assert guesses[0].move == move(0, "choose_mat", mat="kek") and guesses[0].ruling.legal
    both = play.game.read(play.state, seen(cards=(card(kek=0.9), card(zold=0.9))))
    assert max(guess.p for guess in both) < 0.5, "whose is whose is for the players to say"
