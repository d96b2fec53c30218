"""An ERP in one file: sells, is told of the verdict by a webhook, is paid, keeps the PDF and the XML. With nothing but Python:

WEBHOOK_HOSTS=127.0.0.1:9900 npm start
FOLIO_TOKEN=… python3 examples/erp.py erp.json     # again with the same book: nothing is done twice"""

import base64, hashlib, hmac, http.server, json, os, queue, random, sys, threading, time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

URL = os.environ.get("FOLIO_URL", "http://localhost:4000")
PORT = int(os.environ.get("ERP_PORT", "9900"))
PATIENCE = 60
BOOK = sys.argv[1]
book = json.load(open(BOOK)) if os.path.exists(BOOK) else {"run": f"{time.time_ns():x}", "cursor": None}
arrived = queue.Queue()


def keep(**what):
    book.update(what)
    open(f"{BOOK}.new", "w").write(json.dumps(book))
    os.replace(f"{BOOK}.new", BOOK)


def send(path, body=None, key=None):
    """What is answered; what is lost, comes too often or must wait is sent again, the same under the same key."""
    headers = {"Authorization": f"Bearer {os.environ['FOLIO_TOKEN']}", "Content-Type": "application/json"}
    headers |= {"Idempotency-Key": key} if key else {}
    until, pause = time.monotonic() + PATIENCE, 0.25
    while True:
        wait = 0
        try:
            with urlopen(Request(URL + path, body, headers), timeout=30) as answer:
                said = answer.read()
            if not body or not (errors := json.loads(said).get("errors")):
                return said
            passes = errors[0]["extensions"]["code"] in ("SERVICE_UNAVAILABLE", "PAC_UNAVAILABLE")
        except HTTPError as error:
            said, passes, wait = error.read(), error.code in (429, 502, 503, 504), float(error.headers.get("Retry-After") or 0)
        except (OSError, ValueError) as error:
            said, passes = str(error), True
        if not passes or time.monotonic() > until:
            sys.exit(f"{path}: {said}")
        print(f"again in {wait:.0f} s: {said}", file=sys.stderr)
        time.sleep(wait + pause / 2 + random.random() * pause / 2)
        pause = min(pause * 2, 10)


def ask(query, key=None, **variables):
    return json.loads(send("/graphql", json.dumps({"query": query, "variables": variables}).encode(), key))["data"]


def verify(secret, headers, body):
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(wanted, one.removeprefix("v1,")) for one in headers["webhook-signature"].split(" ")):
        raise ValueError("not signed with this secret")

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            verify(book["secret"], self.headers, body)
            arrived.put(json.loads(body))
            self.send_response(204)
        except (ValueError, TypeError, KeyError):
            self.send_response(401)
        self.end_headers()

    log_message = lambda *_: None
threading.Thread(target=http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Receiver).serve_forever, daemon=True).start()
if "secret" not in book:
    made = ask("mutation ($url: String!) { createWebhookEndpoint(url: $url, types: [\"invoice.*\"]) { secret endpoint { id } } }",
               f"{book['run']}-endpoint", url=f"http://127.0.0.1:{PORT}/")["createWebhookEndpoint"]
    if made["secret"] is None:  # The answer with it was lost.
        made["secret"] = ask("mutation ($id: UUID!) { rotateWebhookEndpointSecret(endpointId: $id, overlapHours: 0) { secret } }",
                             id=made["endpoint"]["id"])["rotateWebhookEndpointSecret"]["secret"]
    keep(secret=made["secret"], cursor=ask('{ events(after: "now") { pageInfo { endCursor } } }')["events"]["pageInfo"]["endCursor"])

items, page = [], {"endCursor": None, "hasNextPage": True}
while page["hasNextPage"]:
    listed = ask("query ($after: String) { items(first: 50, after: $after) { records { id sku kind trackingMode inventory { available } } "
                 "pageInfo { endCursor hasNextPage } } }", after=page["endCursor"])["items"]
    items, page = items + listed["records"], listed["pageInfo"]
item = next(one for one in items if one["kind"] == "GOODS" and one["trackingMode"] == "NONE" and float(one["inventory"]["available"]) >= 2)
print(f"{len(items)} items, selling {item['sku']}")

client = ask("mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }", f"{book['run']}-client",
             input={"name": "Panadería La Espiga", "externalId": f"{book['run']}-client"})["createClient"]
keep(item=book.get("item", item["id"]))  # A key stands for one content: what is sent again is what was sent.
order = ask("mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id total } }", f"{book['run']}-order",
            input={"clientId": client["id"], "lines": [{"itemId": book["item"], "quantity": "2"}]})["createOrder"]
INVOICE = "mutation ($id: UUID!) { generateInvoice(orderId: $id) { id number total balance } }"
invoice = ask(INVOICE, f"{book['run']}-invoice", id=order["id"])["generateInvoice"]
assert ask(INVOICE, f"{book['run']}-invoice", id=order["id"])["generateInvoice"]["id"] == invoice["id"], "done once"

STATE = "query ($id: UUID!) { invoice(id: $id) { legalStatus rejectionReasons balance pdf { url filename } xml { url filename } } }"
while (now := ask(STATE, id=invoice["id"])["invoice"])["legalStatus"] != "DGI_AUTHORIZED":
    assert now["legalStatus"] not in ("PAC_REJECTED", "DGI_REJECTED"), now["rejectionReasons"]
    event = arrived.get(timeout=PATIENCE)
    if event["data"]["id"] == invoice["id"]:
        print(f"told by webhook: {event['type']}")

ask("mutation ($id: UUID!, $amount: Decimal!) { registerPayment(invoiceId: $id, amount: $amount, method: YAPPY) { id } }",
    f"{book['run']}-payment", id=invoice["id"], amount=invoice["total"])
told, more = [], True
while more:
    events = ask("query ($after: String) { events(after: $after, first: 100) { records { type entityId } pageInfo { endCursor hasNextPage } } }",
                 after=book["cursor"])["events"]
    told += [event["type"] for event in events["records"] if event["entityId"] == invoice["id"]]
    more = events["pageInfo"]["hasNextPage"]
    keep(cursor=events["pageInfo"]["endCursor"])
for file in ("pdf", "xml"):
    while (found := ask(STATE, id=invoice["id"])["invoice"][file]) is None:
        time.sleep(1)
    print(f"kept {found['filename']}, {open(found['filename'], 'wb').write(send(found['url']))} bytes")
print(f"{invoice['number']} over {invoice['total']}: {ask(STATE, id=invoice['id'])['invoice']['balance']} is owed; the feed told {', '.join(told)}")
