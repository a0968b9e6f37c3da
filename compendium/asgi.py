"""The ASGI application: HTTP to Django, WebSockets to the tables."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "compendium.settings")
django_application = get_asgi_application()

from compendium.setup.lifespan import Lifespan  # noqa: E402  (all of these need the apps loaded)
from compendium.tables import hub  # noqa: E402
from compendium.tables.origin import OriginOrToken  # noqa: E402
from compendium.tables.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": OriginOrToken(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
        "lifespan": Lifespan(start=[hub.start], stop=[hub.stop]),
    }
)
