"""The venue in browsers: the second screen's site, with a page for all tables and one for each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from aiohttp import web

from companion.core.texts import tr
from companion.journal.rows import Refusal
from companion.venue.hall import Board, Hall, Row
from companion.web import page
from companion.web.site import Site

if TYPE_CHECKING:
    from companion.web.door import Door
    from companion.web.stage import Stage


class HallSite(Site):
    """Answers browsers; admission and pace are the second screen's.

    Args:
        hall: all tables.
        door: decides who may see them.
        names: this machine's names besides its addresses, in lower case.
        venue: what the venue is called.
        address: by which a table joins it, without secrets.
    """

    def __init__(self, hall: Hall, door: Door, names: frozenset[str], venue: str, address: str) -> None:
        super().__init__(hall.stage, door, names)
        self._hall, self._venue, self._address = hall, venue, address

    def app(self) -> web.Application:
        """Return the application: the second screen's, and a page for each table."""
        app = super().app()
        app.router.add_get("/table/{name}/", self._page)
        app.router.add_get("/table/{name}/events", self._events, allow_head=False)
        return app

    def close(self) -> None:
        """End all waiting."""
        super().close()
        for stage in self._hall.tables.values():
            stage.close()

    def stage_of(self, request: web.Request) -> Stage:
        """Return the stage of all tables, or that of one."""
        name = request.match_info.get("name")
        if name is None:
            return self.stage
        if name not in self._hall.tables:
            raise web.HTTPNotFound(text=tr("This table is not at the venue.\n"))
        return self._hall.tables[name]

    def face(self, sight: object) -> page.Face:
        """Return what a page shows of all tables, or of one."""
        match sight:
            case Row(name=name, shown=one):
                title = f"{name} · {one.headline}"
                scene = SimpleNamespace(title=f"{name} · {one.title}", view=one, standing=one, seats=one.seats)
                waits = [*([call_text(one.judge)] if one.judge else []), *one.awaited]
                values = {"notice": "", "back": self._venue, "scene": scene, "awaited": waits, "lines": one.moves[::-1]}
                return page.Face(title, title, "words.html", values)
            case Board() as board:
                called = ", ".join(row.name for row in board.rows if row.shown.judge)
                title = tr("Judge: {tables}", tables=called) if called else self._venue
                return page.Face(title, title, "tables.html", {
                    "venue": self._venue, "address": self._address, "call": call_text, "board": board,
                })  # fmt: skip
            case _:
                return super().face(sight)


def call_text(call: Refusal) -> str:
    """Say that a table calls for a judge, and what was refused there last."""
    if not call.what:
        return tr("calls for a judge")
    who = call.who or tr("the table")
    return tr("calls for a judge: {who}: {what} was refused ({rules})", what=call.what, who=who,
              rules=", ".join(call.rules))  # fmt: skip
