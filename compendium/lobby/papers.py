"""The pages for people who write programs and games: the Markdown files in compendium/docs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

import compendium

FOLDER = Path(compendium.__file__).parent / "docs"
PAPERS = {str(file.relative_to(FOLDER).with_suffix("")): file for file in FOLDER.rglob("*.md")}
NGINX = "nginx.conf"


@require_safe
def paper(request: HttpRequest, name: str) -> HttpResponse:
    """One of the files, as a page; by the name of its file, as the files name each other, it is led to."""
    if name == NGINX:
        return HttpResponse((FOLDER / NGINX).read_bytes(), content_type="text/plain; charset=utf-8")
    if name.removesuffix(".md") not in PAPERS:
        raise Http404(name)
    if name.endswith(".md"):
        return redirect("paper", name.removesuffix(".md"))
    title, html = _read(name)
    return render(request, "paper.html", {"title": title, "html": html})


@cache
def _read(name: str) -> tuple[str, SafeString]:
    """A file's heading and the whole of it as HTML. It is our own text; HTML in it would be escaped."""
    text = PAPERS[name].read_text(encoding="utf-8")
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return text.partition("\n")[0].removeprefix("# ").replace("`", ""), mark_safe(html)
