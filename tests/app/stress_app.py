"""A real app with its own loop, in which somebody plays without pause and tells each confirmed entry."""

import os
import sys

os.environ["TABLESIDE_GAMES"] = "tests.sample_games"
os.environ["KIVY_NO_ARGS"] = "1"
os.environ["KIVY_NO_CONSOLELOG"] = "1"

from tableside.app import routes
from tableside.app.launch import prepare


def main() -> None:
    prepare(1280, 800)
    from kivy.clock import Clock

    from models.store import Seated
    from tableside.app.app import TablesideApp
    from tableside.core import registry

    app = TablesideApp()

    def turn(_: float) -> None:
        page = app.page
        if type(page).__name__ == "HomePage":
            begun = app.store.begin(registry.find("kavicsok"), {}, [Seated("Anna"), Seated("Béla")])
            app.go(routes.Table(session=begun.id))
            return
        play = page.play
        if play.can_undo and play.table.log.next_number % 7 == 0:
            page.undo()
        elif play.seat is None:
            page.draw()
            page.confirm()
        elif play.ready:
            page.confirm()
        else:
            choice = play.choices[0]
            offer = next(offer for offer in choice.offers if offer.why_not is None)
            page.choose(choice.slot, offer.value, offer.label)
            return
        if type(app.page).__name__ == "ScorePage":
            app.back()
            app.page.undo()
            app.page.undo()
        print("done", app.page.session.id, len(app.page.session.table.log.entries), flush=True)

    Clock.schedule_interval(turn, 0)
    app.run()
    sys.exit(1)


if __name__ == "__main__":
    main()
