"""The profile's URLs."""

from django.urls import path

from . import views

urlpatterns = [
    path("me", views.me, name="me"),
    path("me/tokens", views.make_token, name="make_token"),
    path("me/tokens/<int:token_id>/revoke", views.revoke_token, name="revoke_token"),
]
