"""The site's URLs."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("compendium.lobby.urls")),
    path("", include("compendium.accounts.urls")),
    path("admin/", admin.site.urls),
]
