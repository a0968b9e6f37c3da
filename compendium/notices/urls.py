"""The notices' URLs."""

from django.urls import path

from . import views

urlpatterns = [
    path("me/notices/email", views.email, name="notices_email"),
    path("me/notices/when", views.when, name="notices_when"),
    path("me/notices/email/delete", views.forget_email, name="forget_email"),
    path("me/notices/device", views.device, name="notices_device"),
    path("me/notices/devices/delete", views.forget_devices, name="forget_devices"),
    path("notices/confirm/<str:signed>", views.confirm, name="confirm_notices"),
    path("notices/stop/<str:signed>", views.stop, name="stop_notices"),
    path("push-worker.js", views.worker, name="push_worker"),
]
