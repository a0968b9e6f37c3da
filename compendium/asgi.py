"""The ASGI application: HTTP to Django, WebSockets to the tables."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "compendium.settings")
django_application = get_asgi_application()

from compendium.notices.postman import Postman  # noqa: E402
from compendium.operating.doors import Doors  # noqa: E402  (all of these need the apps loaded)
from compendium.operating.lag import Lag  # noqa: E402
from compendium.setup.lifespan import Lifespan  # noqa: E402
from compendium.setup.proxies import BehindProxies  # noqa: E402
from compendium.tables import hub  # noqa: E402
from compendium.tables.origin import OriginOrToken  # noqa: E402
from compendium.tables.routing import websocket_urlpatterns  # noqa: E402

doors = Doors(django_application)
lag = Lag()
postman = Postman()
site = ProtocolTypeRouter(
    {
        "http": doors,
        "websocket": OriginOrToken(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
        "lifespan": Lifespan(
            start=[hub.start, doors.peers.start, lag.start, postman.start],
            stop=[postman.stop, lag.stop, doors.peers.stop, hub.stop],
        ),
    }
)
application = BehindProxies(site, settings.PROXIES)
