from django.db import migrations, models

# Named after the columns, alike in every database.
NAME = "tables_entry_table_id_50b50550"


class Migration(migrations.Migration):
    """The index of (table, seq) finds a table's entries too, and each move wrote both.

    Dropped by name: Django would copy all entries on SQLite.
    """

    dependencies = [
        ("tables", "0007_shared_luck"),
    ]

    operations = [
        migrations.RunSQL(
            f'DROP INDEX IF EXISTS "{NAME}"',
            f'CREATE INDEX "{NAME}" ON "tables_entry" ("table_id")',
            state_operations=[
                migrations.AlterField(
                    model_name="entry",
                    name="table",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=models.deletion.CASCADE,
                        related_name="entries",
                        to="tables.table",
                    ),
                ),
            ],
        ),
    ]
