"""What the site adds to the pages of docs/: the pages that stand beside the code they describe.

RULES.md, ACTIONS.md and OBSERVATION.md of every game, CONTRIBUTING.md and CHANGELOG.md are shown
where they fit; links between them and to examples, which are written for readers of the sources,
become links of the site.
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
GAME_PAGES = ("RULES", "ACTIONS", "OBSERVATION")
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")


def shown() -> dict[str, str]:
    """Where a file of the sources is on the site, both from their roots."""
    pages = {"CONTRIBUTING.md": "tutorials/add_a_game.md", "CHANGELOG.md": "changelog.md"}
    for folder in sorted((ROOT / "paxren_env" / "games").iterdir()):
        for page in GAME_PAGES:
            if (folder / f"{page}.md").exists():
                source = f"paxren_env/games/{folder.name}/{page}.md"
                pages[source] = f"{folder.name}/{page.lower()}.md"
    return pages


def assets() -> list[str]:
    """Files of the sources that pages link to or show."""
    found = [*ROOT.glob("examples/**/*"), *ROOT.glob("benchmarks/*.png")]
    found += ROOT.glob("train/checkpoints/*.png")
    return [path.relative_to(ROOT).as_posix() for path in found if path.is_file()]


def on_files(files: Files, config: Any) -> Files:
    for source, target in shown().items():
        files.append(File.generated(config, target, content=(ROOT / source).read_text("utf-8")))
    for source in assets():
        if "__pycache__" not in source:
            files.append(File.generated(config, source, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Point the links of this page to where their targets are on the site."""
    by_source = {target: source for source, target in shown().items()}
    target = page.file.src_uri
    home = posixpath.dirname(by_source.get(target, f"docs/{target}"))

    def rewritten(found: "re.Match[str]") -> str:
        goal = posixpath.normpath(posixpath.join(home, found[1]))
        goal = shown().get(goal, goal.removeprefix("docs/"))
        link = posixpath.relpath(goal, posixpath.dirname(target) or ".")
        return f"]({link}{found[2] or ''})"

    return LINK.sub(rewritten, markdown)
