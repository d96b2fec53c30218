"""Listens to Folio's webhooks and prints what has happened, once each: WEBHOOK_SECRET=whsec_… python3 webhook.py [PORT]"""

import base64
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_S = 300


def is_signed(headers, body, secret):
    """Standard Webhooks: HMAC-SHA256 over id, timestamp and the body as it came. While a secret is renewed there are two signatures."""
    sent = headers["webhook-timestamp"] or ""
    if not sent.isdigit() or abs(time.time() - int(sent)) > TOLERANCE_S:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{headers['webhook-id']}.{sent}.".encode() + body, "sha256")
    expected = f"v1,{base64.b64encode(digest).decode()}"
    return any(hmac.compare_digest(expected, given) for given in (headers["webhook-signature"] or "").split())


class Receiver(BaseHTTPRequestHandler):
    seen = set()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        is_ours = is_signed(self.headers, body, os.environ["WEBHOOK_SECRET"])
        if is_ours:
            event = json.loads(body)
            # An event may come more than once. A real program keeps the ids where it keeps what it makes of the events.
            if event["id"] not in self.seen:
                self.seen.add(event["id"])
                print(event["type"], event["data"].get("number", ""), flush=True)
        self.send_response(204 if is_ours else 403)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Receiver)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()
