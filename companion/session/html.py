"""Pages of HTML, made from templates that lie beside the module that fills them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from companion.core.printable import printable_lines
from companion.core.texts import language, of, tr, trn

if TYPE_CHECKING:
    from jinja2 import Environment


def render(package: str, name: str, **values: object) -> str:
    """Fill the template of that file name, which lies in a package.

    Every text is escaped, and what does not show is written so that it does.
    """
    return _templates(package).get_template(name).render(values)


@cache
def _templates(package: str) -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # few commands write a page

    environment = Environment(
        loader=FunctionLoader(lambda name: files(package).joinpath(name).read_text("utf-8")),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(of=of, tr=tr, trn=trn, language=language)
    return environment


def _shown(value: object) -> object:
    """Write what does not show so that it does; markup is a subclass of text and left alone."""
    return printable_lines(value) if type(value) is str else value
