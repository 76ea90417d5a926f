"""A small Drive: the seven endpoints of Drive Platform Contract v1 on plain Python. verify.py checks the signatures."""
import hmac
import json
import math
import os
import re
import secrets
import signal
import sys
import threading
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from verify import refusal

VERSION = "1.0.0"
PORT = int(os.environ.get("PORT", "4020"))
HOST = os.environ.get("HOST", "127.0.0.1")
PUBLIC_URL = os.environ.get("PUBLIC_URL", "")
DATA_FILE = os.environ.get("DATA_FILE", "data.json")
MAX_BODY_BYTES = 64 * 1024
STARTED = time.monotonic()

# Both the new and the old secret are good while a rotation lasts.
NAMES = ("PLATFORM_AGENT_SECRET", "PLATFORM_AGENT_SECRET_PREVIOUS")
SECRETS = [os.environ[name] for name in NAMES if os.environ.get(name)]
if any(secret != secret.strip() for secret in SECRETS):
    sys.exit("PLATFORM_AGENT_SECRET begins or ends with a blank or a line end. Set it to exactly what the portal showed.")
if not SECRETS:
    sys.exit("PLATFORM_AGENT_SECRET is not set. An empty secret would let everybody in, so this Drive does not start.")

# One request at a time reads and changes the store.
lock = threading.Lock()
store = {"installs": [], "events": []}
if os.path.exists(DATA_FILE):
    with open(DATA_FILE, encoding="utf-8") as file:
        store = json.load(file)


def save():
    with open(f"{DATA_FILE}.tmp", "w", encoding="utf-8") as file:
        json.dump(store, file)
    os.replace(f"{DATA_FILE}.tmp", DATA_FILE)


def now_ms():
    return int(time.time() * 1000)


def emit(kind, payload):
    # Strictly rising, because the host requests rows that are newer than the last one it received.
    newest = store["events"][-1]["ts"] if store["events"] else 0
    row = {"id": secrets.token_hex(12), "type": kind, "payload": payload, "ts": max(now_ms(), newest + 1)}
    store["events"].append(row)


def manifest():
    return {
        "schema_version": 1,
        "drive": {
            "id": "my-drive",
            "name": "My Drive",
            "tagline": "Says in at most 80 characters what it does for a venture.",
            "category": "Productivity",
            "motion": "build",
            "homepage": None,
            "support_url": f"{PUBLIC_URL}/support",
            "support_email": "support@example.com",
            "icon_url": f"{PUBLIC_URL}/icon.svg",
            "pricing_tier": "free",
            "version": VERSION,
        },
        "endpoints": {
            "health": "/api/platform/health",
            "manifest": "/api/platform/drive/manifest",
            "metrics": "/api/platform/metrics",
            "events": "/api/platform/events",
            "billing": "/api/platform/billing",
            "install": "/api/platform/install",
            "uninstall": "/api/platform/install/:id",
        },
        "capabilities": ["install", "uninstall", "metrics", "events"],
        "events_emitted": ["install.created", "install.revoked"],
        "events_consumed": [],
        "contract_version": "1.0.0",
    }


def success(data):
    meta = {"version": VERSION, "generated_at": datetime.now(timezone.utc).isoformat(timespec="milliseconds")}
    return 200, {"ok": True, "data": data, "meta": meta}


def failure(status, error):
    return status, {"ok": False, "error": error}


def install(body):
    try:
        request = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        return failure(400, "invalid_json")
    if not isinstance(request, dict):
        return failure(400, "invalid_json")
    # Both variants of the install request.
    tenant = request.get("merkava_tenant_id") or request.get("tenant_id")
    venture = request.get("merkava_venture_id") or request.get("venture_id")
    if not isinstance(tenant, str) or tenant == "":
        return failure(400, "missing tenant_id")
    if venture is not None and not isinstance(venture, str):
        return failure(400, "invalid venture_id")
    # The host asks again when an answer was lost: the same tenant and venture get the same install.
    found = next((one for one in store["installs"] if (one["tenant"], one["venture"]) == (tenant, venture)), None)
    if found is None:
        token = secrets.token_urlsafe(32)
        found = {"id": f"ins_{secrets.token_hex(12)}", "tenant": tenant, "venture": venture, "token": token}
        store["installs"].append(found)
        emit("install.created", {"install_id": found["id"], "tenant_id": tenant, "venture_id": venture})
        save()
    capabilities = manifest()["capabilities"]
    return success({"install_id": found["id"], "scoped_token": found["token"], "capabilities": capabilities})


def uninstall(install_id):
    left = [one for one in store["installs"] if one["id"] != install_id]
    if len(left) == len(store["installs"]):
        return failure(404, "not-found")
    # With the row its token is gone too.
    store["installs"] = left
    emit("install.revoked", {"install_id": install_id})
    save()
    return success({"install_id": install_id, "revoked": True})


def since_of(query):
    """Unix milliseconds; 0 when it is absent or no number."""
    try:
        since = float(query.get("since", ["0"])[0])
    except ValueError:
        return 0
    return since if math.isfinite(since) else 0


def install_of(authorization):
    """The install that a call speaks for by its scoped token; None for a token that opens nothing (any more)."""
    token = authorization[len("bearer ") :].strip().encode()
    return next((one for one in store["installs"] if hmac.compare_digest(one["token"].encode(), token)), None)


def answer(method, target, headers, body):
    path, _, text = target.partition("?")
    query = parse_qs(text, keep_blank_values=True)
    route = f"{method} {path}"
    if route == "GET /api/platform/health":
        return success({"status": "ok", "uptime_s": int(time.monotonic() - STARTED)})
    if route == "GET /api/platform/drive/manifest":
        return success(manifest())
    if not path.startswith("/api/platform/"):
        return failure(404, "not-found")

    reason = refusal(headers, target, SECRETS, now_ms())
    if reason:
        return failure(401, reason)
    own = None
    authorization = headers.get("authorization", "")
    if authorization.lower().startswith("bearer "):
        own = install_of(authorization)
        if own is None:
            return failure(401, "invalid_token")
    if route == "GET /api/platform/metrics":
        return success({"installs_active": 1 if own else len(store["installs"])})
    if route == "GET /api/platform/events":
        since = since_of(query)
        rows = [row for row in store["events"] if row["ts"] > since]
        if own:
            rows = [row for row in rows if row["payload"].get("install_id") == own["id"]]
        return success({"events": rows[:1000]})
    if route == "GET /api/platform/billing":
        tenant = own["tenant"] if own else query.get("tenant_id", [None])[0]
        return success({"tenant_id": tenant, "plan": "free", "amount_cents": 0, "currency": "usd"})
    if route == "POST /api/platform/install":
        return install(body)
    found = re.fullmatch(r"DELETE /api/platform/install/([^/]+)", route)
    return uninstall(found[1]) if found else failure(404, "not-found")


ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">'
    '<rect width="512" height="512" rx="96" fill="#3b5bdb"/><circle cx="256" cy="256" r="120" fill="#fff"/></svg>'
)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Names no software and no version.
    server_version, sys_version = "drive", ""
    timeout = 60
    # Headers and body are written apart; without this each answer waits for an acknowledgement.
    disable_nagle_algorithm = True

    def handle_request(self):
        length = self.headers.get("content-length", "0")
        size = int(length) if length.isdecimal() else MAX_BODY_BYTES + 1
        if size > MAX_BODY_BYTES or "transfer-encoding" in self.headers:
            # What was not read must not be taken for the next request.
            self.close_connection = True
            return self.send(*failure(413, "too_large"))
        body = self.rfile.read(size)
        if self.command == "GET" and self.path == "/icon.svg":
            return self.send(200, ICON, "image/svg+xml")
        headers = {name.lower(): ", ".join(self.headers.get_all(name)) for name in self.headers.keys()}
        try:
            with lock:
                status, data = answer(self.command, self.path, headers, body)
        except Exception as error:
            print(repr(error), file=sys.stderr)
            status, data = failure(500, "internal_error")
        return self.send(status, data)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = handle_request

    def send(self, status, data, kind="application/json"):
        content = (data if isinstance(data, str) else json.dumps(data)).encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("cache-control", "no-store")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # Connections that wait to be accepted: the host may send many at once.
    request_queue_size = 128


if __name__ == "__main__":
    try:
        server = Server((HOST, PORT), Handler)
    except OSError as error:
        sys.exit(f"My Drive cannot listen on {HOST}:{PORT}: {error}")
    # With PORT=0 the real port is known only now.
    PUBLIC_URL = PUBLIC_URL or f"http://127.0.0.1:{server.server_port}"
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"My Drive listens on http://{HOST}:{server.server_port}", flush=True)
    server.serve_forever()
