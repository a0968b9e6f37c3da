"""What it takes to get from a clone to a running site: environment, front end, static files, server."""
