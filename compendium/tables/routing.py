"""WebSocket routes: /ws/<code>; what is at no other address is an unknown table."""

from django.urls import path, re_path

from .consumer import TableConsumer

websocket_urlpatterns = [path("ws/<str:code>", TableConsumer.as_asgi()), re_path("", TableConsumer.as_asgi())]
