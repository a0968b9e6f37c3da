"""The site's URLs."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from compendium.lobby.slashes import without

handler400 = "compendium.lobby.hosts.bad_request"

urlpatterns = [
    path("", include("compendium.lobby.urls")),
    path("", include("compendium.accounts.urls")),
    path("admin/", admin.site.urls),
    path(
        "favicon.ico", RedirectView.as_view(url=static("art/mark.svg"), permanent=True)
    ),  # the admin asks for it
    path("<path:path>/", without),
]
