"""The letter that stands for a person."""

from __future__ import annotations

from django import template

from ..names import initial

register = template.Library()
register.filter("initial", initial)
