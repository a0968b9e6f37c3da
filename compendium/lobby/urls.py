"""The lobby's URLs."""

from django.urls import path

from . import invitations, views
from .api import api

urlpatterns = [
    path("", views.home, name="home"),
    path("play/<slug:slug>", views.play, name="play"),
    path("new/<slug:slug>", views.new, name="new"),
    path("rules/<slug:slug>", views.rules, name="rules"),
    path("t/<str:code>", views.table, name="table"),
    path("j/", invitations.by_code, name="by_code"),
    path("j/<str:code>.svg", invitations.qr, name="qr"),
    path("j/<str:code>", invitations.invitation, name="invitation"),
    path("api/", api.urls),
]
