"""WebSocket routes: /ws/<code>."""

from django.urls import path

from .consumer import TableConsumer

websocket_urlpatterns = [path("ws/<str:code>", TableConsumer.as_asgi())]
