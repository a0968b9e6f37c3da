"""A program for test_supervisor: a supervisor whose workers are small programs that answer with their number.

What a worker does at its start stands in a file: it serves, or it exits with that status.
"""

import asyncio
import logging
import sys
from pathlib import Path

from compendium.setup import supervisor
from compendium.setup.supervisor import GivesUp, Supervisor, listen

WORKER = """
import os, socket, sys, threading
listener, line = (socket.socket(fileno=int(number)) for number in sys.argv[1:3])
mood = open(sys.argv[3]).read()
if mood != "serve":
    sys.exit(int(mood))
line.send(b"ready")
def end():
    try:
        line.recv(1)
    finally:
        os._exit(0)
threading.Thread(target=end, daemon=True).start()
while True:
    connection, _ = listener.accept()
    connection.send(str(os.getpid()).encode())
    connection.close()
"""


def main(folder: Path) -> None:
    supervisor.SHORTEST_DELAY = 0.02  # the tests have less patience
    listener = listen("127.0.0.1", 0)
    listener.setblocking(True)
    port = listener.getsockname()[1]
    try:
        asyncio.run(
            Supervisor(
                listener,
                2,
                lambda: print(f"port {port}", flush=True),
                lambda number, listener, line: [
                    *(sys.executable, "-c", WORKER),
                    *(str(listener), str(line), str(folder / "mood")),
                ],
                ["sh", str(folder / "prepare")],
            ).run()
        )
    except GivesUp as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    logging.basicConfig(level="INFO", format="%(message)s", stream=sys.stdout)
    main(Path(sys.argv[1]))
