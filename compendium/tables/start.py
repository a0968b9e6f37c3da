"""Begin: lay out the table and write its first entry."""

from .clock import wall
from .models import Table


def start(table: Table) -> None:
    """Lay out and deal. Raises seating.Refused."""
    Table.objects.filter(pk=table.pk).update(started_at=wall(), head=1)
