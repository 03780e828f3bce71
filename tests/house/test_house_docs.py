"""What the pages point at is there: links, anchors, paths, `make` targets and modules."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
TOP = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
BESIDE = (
    "models/README.md",
    "hardware/dtp/README.md",
    "hardware/firmware/README.md",
    "tests/independent/README.md",
)
PAGES = sorted({REPOSITORY / name for name in (*TOP, *BESIDE)} | set((REPOSITORY / "docs").rglob("*.md")))
ROOMS = ("companion", "vision", "hardware", "calibration", "models", "tests", "tools", "docs")
FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")

# A page may be followed by an example of its own, in folders called as the repository's.
EXAMPLES = {"docs/new-device.md": REPOSITORY / "tests/newdevice"}

# It names what there was, and may be gone.
HISTORY = REPOSITORY / "CHANGELOG.md"


def name_of(page):
    return page.relative_to(REPOSITORY).as_posix()


@cache
def text_of(page):
    return page.read_text(encoding="utf-8")


@cache
def prose_of(page):
    """The page without its blocks between fences, where brackets are no links."""
    return FENCE.sub("", text_of(page))


@cache
def anchors(page):
    """The anchors that a page's headings make, as GitHub makes them."""
    found = []
    for heading in re.findall(r"^#+ +(.+?)\s*$", prose_of(page), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        again = found.count(slug)
        found.append(slug)
        if again:
            found.append(f"{slug}-{again}")
    return frozenset(found)


def broken_links(page):
    """The links of a page that lead nowhere within the repository; the web is not asked."""
    broken = []
    for target in LINK.findall(prose_of(page)):
        if re.match(r"[a-z]+:", target):
            continue
        place, _, anchor = target.partition("#")
        there = (page.parent / place).resolve() if place else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            broken.append(target)
    return broken


def paths_named(text):
    """Paths between backticks that begin with a folder of the repository."""
    rooms = "|".join(ROOMS)
    return [word for word in CODE.findall(text) if re.fullmatch(rf"({rooms})/[\w./*-]*[\w/*]", word)]


def exists(path):
    """Whether something of that name is there; a word in capitals stands for any name."""
    pattern = PLACEHOLDER.sub("*", path.rstrip("/"))
    if "*" not in pattern:
        whole = REPOSITORY / pattern
        return whole.exists() or whole.with_name(f"{whole.name}.py").is_file()
    return bool(list(REPOSITORY.glob(pattern)))


def test_there_are_pages_to_look_at():
    assert len(PAGES) > 15
    assert sum(len(LINK.findall(prose_of(page))) for page in PAGES) > 100
    assert sum(len(paths_named(text_of(page))) for page in PAGES) > 50


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_and_anchor_leads_somewhere(page):
    assert broken_links(page) == []


@pytest.mark.parametrize("page", [page for page in PAGES if page != HISTORY], ids=name_of)
def test_every_path_that_is_named_is_there(page):
    example = EXAMPLES.get(name_of(page), REPOSITORY)
    missing = [path for path in paths_named(text_of(page)) if not exists(path)]
    missing = [path for path in missing if not (example / path).exists()]
    assert missing == []


def test_every_make_target_that_is_named_is_there():
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    for page in PAGES:
        named = set(re.findall(r"^    make ([a-z]+)", text_of(page), re.MULTILINE))
        named |= set(re.findall(r"`make\s+([a-z]+)[^`]*`", text_of(page)))
        assert named <= targets, f"{name_of(page)}: {named - targets}"


def test_contributing_names_every_make_target():
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    told = re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE)
    text = " ".join(text_of(REPOSITORY / "CONTRIBUTING.md").split())
    missing = [name for name in told if not re.search(rf"`make {name}\b", text)]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_module_that_is_to_be_run_is_there(page):
    for module in re.findall(r"python3? -m ([a-z_.]+)", text_of(page)):
        if module.partition(".")[0] in ROOMS:
            assert exists(module.replace(".", "/")), module
    for script in re.findall(r"python3? ((?:tools|tests)/[\w/.]+\.py)", text_of(page)):
        assert exists(script), script


def options_missing(page):
    """Options that a page gives to modules of ours, and that these do not have."""
    missing = []
    for module, words in re.findall(r"python3? -m ([a-z_.]+)([^`\n#>]*)", page):
        if module.partition(".")[0] not in ROOMS:
            continue
        path = REPOSITORY / module.replace(".", "/")
        files = path.glob("*.py") if path.is_dir() else [path.with_suffix(".py")]
        source = "".join(map(text_of, files))
        found = re.findall(r"(?<![\w-])--[a-z-]+", words)
        missing += [f"{module} {option}" for option in found if f'"{option}"' not in source]
    return missing


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_module_that_is_to_be_run_has_the_options(page):
    assert options_missing(text_of(page)) == []


def test_every_page_is_reached_from_the_readme():
    seen = set()
    ahead = [REPOSITORY / "README.md"]
    while ahead:
        page = ahead.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        links = (target.partition("#")[0] for target in LINK.findall(prose_of(page)))
        near = ((page.parent / link).resolve() for link in links if link and ":" not in link)
        ahead += [path for path in near if path.is_file()]
    assert [name_of(page) for page in PAGES if page not in seen] == []


RULE = re.compile(r"\b(?:X|RSF|FGT|MON|MD|GMM)-[A-Z]?\d+[a-z]?\b")


def rules():
    """The ids of all rules of all games, and of those they share."""
    files = [*(REPOSITORY / "companion/games").glob("*/rules.toml")]
    files.append(REPOSITORY / "companion/core/rules.toml")
    return {rule["id"] for path in files for rule in tomllib.loads(path.read_text("utf-8"))["rule"]}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_rule_that_is_cited_is_one(page):
    assert set(RULE.findall(text_of(page))) - rules() == set()


def test_a_broken_link_a_lost_anchor_and_a_lost_path_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# One & two\n\n[fine](#one--two) [gone](gone.md) [lost](#three) [web](https://x.org)\n"
        "`tools/no_such_tool.py` `tools/coverage/NAME.py`\n",
        encoding="utf-8",
    )
    assert broken_links(page) == ["gone.md", "#three"]
    assert [exists(path) for path in paths_named(text_of(page))] == [False, False]
    assert options_missing("python -m models.workshop.measure.fit_confidence --dry --wet") == [
        "models.workshop.measure.fit_confidence --wet"
    ]
    assert exists("companion/games/GAME/rules.toml")
    assert exists("hardware/dtp/link")
