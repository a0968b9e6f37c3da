"""Load on a server: people at many tables, over real sockets, from a process of their own."""
