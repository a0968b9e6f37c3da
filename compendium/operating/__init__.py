"""What whoever hosts a site needs: health, metrics of all its processes on a machine, logs, backups."""
