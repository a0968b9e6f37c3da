"""The lobby's URLs."""

from django.urls import path
from django.views.generic import RedirectView

from . import day_pages, invitations, papers, views
from .api import api, nowhere

urlpatterns = [
    path("", views.home, name="home"),
    path("play/<slug:slug>", views.play, name="play"),
    path("new/<slug:slug>", views.new, name="new"),
    path("rules/<slug:slug>", views.rules, name="rules"),
    path("day/<slug:slug>", day_pages.day, name="day"),
    path("day/<slug:slug>/<str:day>", day_pages.day, name="day_of"),
    path("t/<str:code>", views.table, name="table"),
    path("j/", invitations.by_code, name="by_code"),
    path("j/<str:code>.svg", invitations.qr, name="qr"),
    path("j/<str:code>", invitations.invitation, name="invitation"),
    path("docs/<path:name>", papers.paper, name="paper"),
    path("api", RedirectView.as_view(pattern_name="api:openapi-view")),
    path("api/", RedirectView.as_view(pattern_name="api:openapi-view")),
    path("api/docs/", RedirectView.as_view(pattern_name="api:openapi-view")),
    path("api/", api.urls),
    path("api/<path:rest>", nowhere),
]
