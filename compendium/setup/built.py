"""Files of a build newer than this process: pages of others, already renewed, ask any process for them."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe
from django.views.static import serve

FOR_EVER = f"max-age={365 * 86_400}, public, immutable"


@require_safe
def asset(request: HttpRequest, name: str) -> HttpResponseBase:
    """One that WhiteNoise did not find when this process began. It is named by its content."""
    answer = serve(request, name, document_root=settings.FRONTEND_DIST / "assets")
    answer["Cache-Control"] = FOR_EVER
    return answer
