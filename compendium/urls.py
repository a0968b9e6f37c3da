"""The site's URLs."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from compendium.lobby.slashes import without
from compendium.setup.built import asset

handler400 = "compendium.lobby.hosts.bad_request"

urlpatterns = [
    path("", include("compendium.lobby.urls")),
    path("", include("compendium.accounts.urls")),
    path("", include("compendium.notices.urls")),
    path("admin/", admin.site.urls),
    path(
        "favicon.ico", RedirectView.as_view(url=static("art/mark.svg"), permanent=True)
    ),  # the admin asks for it
    path("static/assets/<name>", asset),
    path("<path:path>/", without),
]
