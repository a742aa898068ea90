#!/usr/bin/env python3
"""Makes a DocC catalog, "Guide", of the project's Markdown, which stays as people read it in the sources.

usage: site.py PROJECT OUT

Documents/README.md is the start page; what it links to is in its order. Links between pages become DocC's, so that one that leads
nowhere is an error there.
"""

import pathlib
import re
import shutil
import sys


def anchor(text):
    """Returns what DocC calls a heading, by what Markdown calls it."""
    return re.sub(r"[^\w-]", "", text.lower().replace(" ", "-"))


class Site:
    def __init__(self, project):
        self.project = project.resolve()
        self.start = self.project / "Documents" / "README.md"
        self.pages = {self.start: "Guide"}
        for target in self.targets(self.start):
            if target.suffix == ".md":
                name = target.parent.name if target.stem == "README" else target.stem
                # No library has such a name.
                self.pages[target] = name.lower()

    def targets(self, page):
        for link in re.findall(r"\]\(([^)#:]+)[^)]*\)", page.read_text()):
            yield (page.parent / link).resolve()

    def headings(self, page):
        return {anchor(title): title.strip() for title in re.findall(r"^#+ (.*)$", page.read_text(), re.M)}

    def link(self, page, text, target):
        path, _, part = target.partition("#")
        if ":" in path:
            return f"[{text}]({target})"
        file = (page.parent / path).resolve() if path else page
        if file.suffix == ".png":
            return f"[{text}]({file.name})"
        if file.parent.suffix == ".docc":
            module = file.parent.stem
            return f"[{text}](doc:/{module}" + (f"/{file.stem})" if file.stem != module else ")")
        if file not in self.pages:
            # A file of the sources, which the site does not have.
            return text if file.exists() else f"[{text}](doc:{target})"
        heading = "#" + re.sub(r"[ ]+", "-", self.headings(file)[part]) if part else ""
        return f"[{text}](doc:{self.pages[file]}{heading})"

    def converted(self, page):
        parts = re.split(r"(```.*?```)", page.read_text(), flags=re.S)
        for index, part in enumerate(parts):
            if index % 2:
                # What a block needs is for those who run it; the site colours by language alone.
                parts[index] = re.sub(r"\A```(\w+) .*", r"```\1", part)
            else:
                parts[index] = re.sub(r"\[([^\[\]]*)\]\(([^)\s]+)\)", lambda match: self.link(page, *match.groups()), part)
        return "".join(parts)

    def topics(self):
        """The pages by the start page's headings, for the list beside each page."""
        groups = ["## Topics\n"]
        for part in re.split(r"^(?=## )", self.start.read_text(), flags=re.M):
            title = re.match(r"## (.*)", part)
            names = re.findall(r"\| \[[^\]]*\]\(([^)#]+\.md)\)", part)
            links = [f"- <doc:{self.pages[(self.start.parent / name).resolve()]}>" for name in names]
            groups.append("\n".join([f"### {title[1] if title else 'Ways in'}\n", *links, ""]))
        return "\n".join(groups)

    def write(self, out):
        out.mkdir(parents=True)
        for page, name in self.pages.items():
            title, _, text = self.converted(page).partition("\n")
            root = ""
            if page == self.start:
                # The page itself shows its links; as topics they are beside every page.
                title, root = "# Hyzer Voice", "@Metadata {\n  @TechnologyRoot\n}\n\n"
                text = f"{text}\n{self.topics()}"
            options = "@Options {\n  @AutomaticSeeAlso(disabled)\n  @TopicsVisualStyle(hidden)\n}\n"
            (out / f"{name}.md").write_text(f"{title}\n\n{root}{options}{text}")
        for picture in self.start.parent.glob("*.png"):
            shutil.copy(picture, out)


if __name__ == "__main__":
    Site(pathlib.Path(sys.argv[1])).write(pathlib.Path(sys.argv[2]))
