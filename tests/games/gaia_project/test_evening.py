"""What stopped an evening: federations that could not be entered, reasons that were not told, edits refused."""

import random

import pytest

from models.store import Seated, Store
from tableside.app.move_builder import MoveBuilder
from tableside.core import manual_edit
from tableside.core.game import Choice
from tableside.core.moves import SILENT, Move, move
from tableside.core.ruling import Illegal
from tableside.core.table import Table
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.federation import linkable, proposals
from tableside.games.gaia_project.map_geometry import Geometry, bits
from tableside.games.gaia_project.records import TRACKS
from tableside.games.gaia_project.rules.laying import clashes, places_laid
from tableside.games.gaia_project.scoring import tile_points
from tableside.games.gaia_project.state import State, Task, evolve
from tableside.language import LANGUAGES, language
from tests.games.gaia_project.table import agreed, bare, build, do, events, laid, put, refusal, rich, started, turn_of


def figure() -> State:
    """The first figure of page 14: an institute and two stations that one satellite links in more ways than one."""
    state = turn_of(bare(started("terrans", "xenos", "taklons"), 0), 0)
    return build(put(state, 0, bowl1=9, bowl2=0, bowl3=0), 0, institute="8B4", academy1="2B4", stations="8B0 8B2 4A9")


def layouts(state: State, seat: int) -> list[tuple[str, ...]]:
    """Every legal federation of at most three satellites: laid by trying all."""
    parts = linkable(state, seat)
    player, grid = state.players[seat], state.map
    own = [name for name in parts if player.land >> grid.number[name] & 1]
    space = [name for name in parts if name not in own]
    found = []
    chance = random.Random(4)
    for base in proposals(state, seat):
        satellites = [name for name in base if name in space]
        planets = tuple(name for name in base if name not in space)
        for _ in range(60):
            moved = chance.choice(satellites) if satellites else ""
            near = [grid.name[n] for n in grid.name if moved and grid.within(grid.number[moved], 2) >> n & 1]
            other = chance.choice([name for name in near if name in space] or [""])
            hexes = tuple(sorted({*planets, *(other if name == moved else name for name in satellites)}))
            if GAME.judge(state, move(seat, "federation", hexes=hexes, token="fed4")).legal:
                found.append(hexes)
    return sorted(set(found))


def question(state: State, **chosen: object) -> Choice:
    (choice,) = GAME.choices(state, move(0, "federation", **chosen))
    return choice


def test_any_legal_federation_can_be_entered() -> None:
    """The tablet offers some layouts; every other legal one is put together hex by hex, in any order."""
    state = figure()
    asked = question(state)
    offered = [offer.value for offer in asked.offers]
    parts = {offer.value for offer in asked.parts}
    legal = layouts(state, 0)
    assert set(legal) - set(offered), "there are federations the referee did not think of"
    for hexes in legal:
        assert set(hexes) <= parts
        shuffled = tuple(random.Random(7).sample(hexes, len(hexes)))
        tokens = question(state, hexes=shuffled)
        assert [offer.why_not for offer in tokens.offers] == [None] * len(tokens.offers)
        wanted = move(0, "federation", hexes=shuffled, token="fed4")
        assert do(state, wanted) == do(state, wanted.given(hexes=hexes))


def test_the_best_proposal_comes_first() -> None:
    offered = [offer.value for offer in question(figure()).offers]
    satellites = [sum(1 for name in hexes if name in ("8C",) or name in _space(figure())) for hexes in offered]
    assert satellites == sorted(satellites)


def _space(state: State) -> set[str]:
    return set(state.map.names(state.map.of["e"]))


def test_a_federation_in_the_making_has_a_verdict() -> None:
    """While hexes are picked, the next question says what is still wrong."""
    state = figure()
    for hexes, key in (((), "no_hexes_chosen"), (("8B4",), "value"), (("8B4", "8B0"), "not_connected")):
        refusals = {o.why_not.reason.key for o in question(state, hexes=hexes).offers if o.why_not is not None}
        assert refusals == {f"gaia_project.no.{key}"}


def test_a_federation_is_entered_on_the_tablet(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The move builder takes a layout that was not offered and makes the move."""
    store = Store.open(f"sqlite:///{tmp_path_factory.mktemp('data') / 'games.db'}")
    state = put(figure(), 0, income=())
    unseen = next(hexes for hexes in layouts(state, 0) if hexes not in proposals(state, 0))
    session = store.begin(GAME, {}, [Seated("Anna"), Seated("Béla"), Seated("Cili")])
    session.table.state = state
    play = MoveBuilder(session)
    for slot, value in (("kind", "federation"), ("hexes", tuple(reversed(unseen))), ("token", "fed4")):
        play.choose(slot, value, SILENT)
    assert play.ready
    store.close()


# -- reasons -----------------------------------------------------------------------------------


def why(state: State, kind: str) -> Illegal:
    (choice,) = GAME.choices(state, Move(0, ""))
    refused = next(offer for offer in choice.offers if offer.value == kind).why_not
    assert refused is not None
    for code in LANGUAGES:
        assert "⟦" not in language(code).say(refused.reason)
    return refused


def key(refused: Illegal) -> str:
    return refused.reason.key.removeprefix("gaia_project.no.")


def test_no_mine_says_what_lacks_for_the_nearest_one() -> None:
    state = turn_of(put(started("terrans", "xenos"), 0, credits=1, ore=0, qic=0), 0)
    assert key(why(state, "mine")) == "none_because.mine"
    assert why(state, "mine").reason["why"].key.endswith(".missing")
    far = turn_of(rich(started("terrans", "xenos"), 0, qic=0, ore=1), 0)
    taken = build(far, 1, mines=" ".join(m["hex"] for m in GAME.moves(far, 0) if m.kind == "mine"))
    assert why(taken, "mine").reason["why"].key.endswith((".too_far", ".missing"))


def test_no_project_says_whether_gaiaformer_or_tokens_lack() -> None:
    state = turn_of(started("xenos", "terrans"), 0)
    assert key(why(state, "project")) == "no_former"
    state = turn_of(put(started("terrans", "xenos"), 0, bowl1=1, bowl2=0, bowl3=0, qic=9), 0)
    refused = why(state, "project")
    assert (key(refused), refused.reason["needed"], refused.reason["have"]) == ("tokens_missing", 6, 1)


def test_no_research_says_how_much_knowledge_lacks() -> None:
    refused = why(turn_of(put(started("terrans", "xenos"), 0, knowledge=1), 0), "research")
    assert (key(refused), refused.reason["n"]) == ("knowledge", 3)


def test_no_federation_names_value_or_tokens() -> None:
    assert key(why(turn_of(started("terrans", "xenos"), 0), "federation")) == "no_value"
    refused = why(put(figure(), 0, bowl1=0), "federation")
    assert (key(refused), refused.reason["n"], refused.reason["have"]) == ("no_tokens_to_link", 1, 0)


def test_a_booster_that_cannot_be_taken_says_whose_it_is() -> None:
    state = turn_of(started("terrans", "xenos"), 0)
    own, other = (player.booster for player in state.players)
    assert key(refusal(state, move(0, "pass", booster=own))) == "own_booster"
    assert key(refusal(state, move(0, "pass", booster=other))) == "others_booster"
    assert key(refusal(state, move(0, "pass", booster="booster10"))) == "no_such_booster"


def test_a_free_action_in_mid_action_cites_its_own_rule() -> None:
    state = put(turn_of(rich(started("terrans", "xenos"), 0, bowl3=9), 0), 0)
    stepped = do(state, move(0, "action", action="power6"))
    refused = refusal(stepped, move(0, "convert", of="o", into=("c",)))
    assert (key(refused), refused.cite.rule, refused.cite.page) == ("finish_first", "L2", 16)
    (choice,) = GAME.choices(stepped, Move(0, ""))
    assert [offer.value for offer in choice.offers] == ["mine"], "a step never starts a project"
    assert key(refusal(stepped, move(0, "project", hex="1C"))) == "step_needs_mine"


def test_a_conversion_takes_its_units_in_any_order() -> None:
    state = turn_of(put(started("terrans", "xenos"), 0, bowl3=4), 0)
    both = [do(state, move(0, "convert", of="pw", into=into)) for into in (("o", "c"), ("c", "o"))]
    assert both[0] == both[1]


# -- by the book -------------------------------------------------------------------------------


def test_a_marker_on_0_takes_part_in_the_places() -> None:
    assert tile_points((3, 2, 0, 0), None, started("terrans", "xenos").rules.zero_scores) == (18, 12, 3, 3)
    unless = agreed(laid(2), zero_scores=False).rules.zero_scores
    assert tile_points((3, 2, 0, 0), None, unless) == (18, 12, 0, 0)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_drawn_map_has_no_equal_planets_side_by_side(seats: int) -> None:
    state = laid(seats, map="free")
    for seed in range(8):
        made = GAME.sample(state, None, random.Random(seed).randrange)
        assert clashes(Geometry(places_laid(dict(made.args), seats)), "rovdstigm") == []
        assert GAME.judge(state, made).legal


def test_the_first_game_follows_the_picture_on_page_7() -> None:
    lines = [
        line.key.removeprefix("gaia_project.check.") for line in GAME.checklist({"setup": "first", "map": "free"}, 3)
    ]
    assert "mines_first" in lines and "mines" not in lines
    assert "map_standard" in lines and "map_free" not in lines


def test_the_last_faction_of_a_first_game_is_nobodys_choice() -> None:
    table = Table(GAME, {"setup": "first"}, 3)
    chance = random.Random(3)
    while table.state.phase != "factions":
        table.confirm(GAME.sample(table.state, None, chance.randrange))
    for _ in range(2):
        (seat,) = table.to_act()
        table.confirm(next(iter(GAME.moves(table.state, seat))))
    assert all(player.faction for player in table.state.players) and table.state.phase == "start"


# -- by hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", ["terrans", "taklons", "ivits", "geodens"])
def test_every_counter_can_be_set_by_hand(faction: str) -> None:
    """Goods, bowls, points and levels; income and Gaiaformers follow a level."""
    table = Table(GAME, {}, 2, start=turn_of(started(faction, "xenos"), 0))
    for counter in GAME.counters(table.state, 0):
        number = counter.value + 1 if counter.most is None or counter.value < counter.most else counter.value - 1
        table.adjust_all(manual_edit.changes(GAME, table.state, [(counter, number)]), "elnéztük")
        (now,) = [other for other in GAME.counters(table.state, 0) if other.path == counter.path]
        assert now.value == number
        assert GAME.audit(table.state) == ()
        for code in LANGUAGES:
            assert "⟦" not in language(code).say(counter.label)
    names = {counter.path for counter in GAME.counters(table.state, 0)}
    assert {f"players.0.{name}" for name in ("credits", "ore", "knowledge", "qic", "bowl3", "bonus")} <= names
    assert {f"players.0.research.{n}" for n in range(len(TRACKS))} <= names


def test_records_are_called_by_what_is_printed_on_them() -> None:
    for code in LANGUAGES:
        for table, id, _ in GAME.catalog:
            said = language(code).say(GAME.say_record(table, id))
            assert "⟦" not in said, (table, id)
            if table != "sectors" and any(letter.isdigit() for letter in id):
                assert id not in said.split(), (table, id, said)


# -- words -------------------------------------------------------------------------------------


def test_bookkeeping_is_not_told_as_news() -> None:
    state = turn_of(rich(started("terrans", "xenos"), 0), 0)
    made = next(made for made in GAME.moves(state, 0) if made.kind == "research")
    told = []
    for happened in events(state, made):
        told.append(GAME.say_event(state, happened))
        state = GAME.apply(state, happened)
    assert told.count(SILENT) == 1
    ended = [GAME.say_event(state, happened) for happened in events(state, Move(0, "end"))]
    assert [said.key for said in ended if said != SILENT] == ["gaia_project.event.turn"]


def test_offers_carry_their_price() -> None:
    state = turn_of(rich(started("terrans", "xenos"), 0), 0)
    (choice,) = GAME.choices(state, Move(0, "mine"))
    said = [language("hu").say(offer.label) for offer in choice.offers if offer.why_not is None]
    assert all("2 kredit" in words and "érc" in words for words in said)
    assert any("lépés)" in words for words in said)
    (choice,) = GAME.choices(state, move(0, "convert", of="q"))
    assert language("hu").say(choice.offers[0].label) == "1 érc (1 KTK helyett)"


# -- fewer taps --------------------------------------------------------------------------------


def test_a_charge_that_costs_nothing_is_taken_by_itself() -> None:
    """One power for no points; a charge for points is asked, and the table may switch the routine off."""
    state = turn_of(rich(started("terrans", "xenos"), 0), 0)
    home = state.map.name[state.players[1].mines.bit_length() - 1]
    near = next(
        state.map.name[hex]
        for hex in bits(state.map.within(state.map.number[home], 2) & state.map.planets)
        if GAME.judge(state, move(0, "mine", hex=state.map.name[hex])).legal
    )
    table = Table(GAME, {}, 2, start=put(state, 1, bowl1=4))
    table.confirm(move(0, "mine", hex=near))
    done = [entry.move for entry in table.log.entries if entry.auto]
    assert done == [Move(0, "end"), move(1, "charge", token="none")]
    assert table.state.players[1].bowl1 == 3
    asked = do(build(put(state, 1, bowl1=4), 1, stations=home), move(0, "mine", hex=near), Move(0, "end"))
    assert asked.todo[0].kind == "charge" and GAME.routine(asked) is None


def test_few_moves_are_one_button_each_with_their_price() -> None:
    """All ways of the rarest kinds have a button, no more than fit beside the picture; their kinds need none."""
    state = turn_of(rich(started("terrans", "xenos"), 0), 0)
    (asked,) = GAME.choices(put(state, 0, ore=1, knowledge=0, qic=0, credits=5), Move(0, ""))
    kinds = {offer.value for offer in asked.offers if offer.why_not is None} - set(asked.covered)
    assert asked.ready and len(asked.ready) + len(kinds) <= 7
    for kind in asked.covered:
        whole = set(GAME.moves_of(put(state, 0, ore=1, knowledge=0, qic=0, credits=5), 0, str(kind)))
        assert whole == {made for made in asked.ready if made.kind == kind}
    mine = next(GAME.moves_of(state, 0, "mine"))
    assert "2 kredit" in language("hu").say(GAME.say_ready(state, mine))
    upgrade = next(GAME.moves_of(state, 0, "upgrade"))
    assert "kredit" in language("hu").say(GAME.say_ready(state, upgrade))


def test_a_touched_thing_means_whole_moves() -> None:
    """A planet, a track, an action space: the second tap makes the move, whatever it becomes."""
    state = turn_of(rich(started("terrans", "xenos"), 0), 0)
    station = state.map.name[state.players[0].mines.bit_length() - 1]
    state = build(bare(state, 0), 0, stations=station)
    meant = GAME.about(state, 0, ("hex",), station)
    assert {made["to"] for made in meant if made.kind == "upgrade"} == {"lab", "PI"}
    assert [made.kind for made in GAME.about(state, 0, ("track",), "nav")] == ["research"]
    assert [made.kind for made in GAME.about(put(state, 0, bowl3=6), 0, ("action",), "power3")] == ["action"]


def test_a_player_says_once_at_which_price_to_charge() -> None:
    """Always at this price, or never for points: from then on nobody is asked, and by hand it is taken back."""
    state = turn_of(rich(started("terrans", "xenos"), 0), 0)
    home = state.map.name[state.players[1].mines.bit_length() - 1]
    near = next(
        state.map.name[hex]
        for hex in bits(state.map.within(state.map.number[home], 2) & state.map.planets)
        if GAME.judge(state, move(0, "mine", hex=state.map.name[hex])).legal
    )
    asked = do(build(put(state, 1, bowl1=4), 1, stations=home), move(0, "mine", hex=near), Move(0, "end"))
    points = asked.players[1].vp
    charged = do(asked, Move(1, "always"))
    assert charged.players[1].bowl1 == 2 and charged.players[1].vp == points - 1
    assert charged.players[1].willing == 1
    assert GAME.routine(put(asked, 1, willing=1)) == move(1, "charge", token="none")
    declined = do(asked, Move(1, "never"))
    assert declined.players[1].bowl1 == 4 and declined.players[1].vp == points
    assert GAME.routine(put(asked, 1, willing=-1)) == Move(1, "decline")
    assert any(counter.path == "players.1.willing" for counter in GAME.counters(charged, 1))


def test_a_turn_ends_itself_and_is_taken_back_for_a_free_action() -> None:
    """After the action the turn ends; who still wants to convert takes the end back, and then the action."""
    state = turn_of(put(started("terrans", "xenos"), 0, knowledge=4, qic=1), 0)
    table = Table(GAME, {}, 2, start=state)
    table.confirm(move(0, "research", track="sci"))
    assert [entry.move for entry in table.log.entries if entry.auto] == [Move(0, "end")] and table.state.turn == 1
    table.undo()
    assert table.state.acted and table.to_act() == {0}, "only the end was taken back"
    table.confirm(move(0, "convert", of="q", into=("o",)))
    assert table.state.turn == 1, "and comes again by itself"
    table.undo()
    table.undo()
    table.undo()
    assert table.state == state
    by_hand = Table(GAME, {}, 2, start=state, automatic=lambda made: made.kind != "end")
    by_hand.confirm(move(0, "research", track="sci"))
    assert by_hand.to_act() == {0}, "the table may switch it off"


def test_answers_are_whole_moves_and_stand_beside_nothing_else() -> None:
    state = turn_of(rich(started("terrans", "xenos"), 0), 0)
    (asked,) = GAME.choices(state, Move(0, "convert"))
    assert move(0, "convert", of="q", into=("o",)) in asked.ready
    (asked,) = GAME.choices(state, move(0, "convert", of="q"))
    assert move(0, "convert", of="q", into=("o", "o", "o")) in asked.ready and asked.complete
    charging = evolve(state, todo=(Task("charge", 1, 2, 0),))
    (asked,) = GAME.choices(charging, Move(1, ""))
    assert {made.kind for made in asked.ready} == {"charge", "decline", "always", "never"} and asked.complete
    assert not GAME.choices(state, Move(0, ""))[0].complete, "the actions of a turn are chosen by kind"
