"""A day of a shop by REST, with nothing but Python: goods, an order, an invoice that is paid, one that is voided, a credit, and the
events of all that. FOLIO_TOKEN=… of the role admin; python3 shop_rest.py DAY, and with the same DAY again nothing is done twice."""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

V1 = os.environ.get("FOLIO_URL", "http://localhost:4000") + "/v1"
DAY = sys.argv[1]


def ask(method, path, body=None, key=None, **query):
    """The record of an answer, or its refusal. Under its key an act is done once, whatever is lost and sent again."""
    headers = {"Authorization": f"Bearer {os.environ['FOLIO_TOKEN']}", "Content-Type": "application/json"}
    if key:
        headers["Idempotency-Key"] = f"{DAY} {key}"
    data = None if method == "GET" else json.dumps(body or {}).encode()
    address = V1 + path + ("?" + urllib.parse.urlencode(query) if query else "")
    for attempt in range(6):
        try:
            with urllib.request.urlopen(urllib.request.Request(address, data, headers, method=method), timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504):
                return json.load(error)
            time.sleep(float(error.headers.get("Retry-After") or 2**attempt / 4))
        except OSError:
            time.sleep(2**attempt / 4)
    sys.exit("the service does not answer")


def done(record):
    """A refusal ends the program, in words for people."""
    if "code" in record and "detail" in record:
        sys.exit(f"{record['code']}: {record['detail']}")
    return record


start = done(ask("GET", "/events", after="now"))["pageInfo"]["endCursor"]
goods = {"sku": f"CAFE-{DAY}", "name": "Café de Boquete", "unitPrice": "8.50", "taxRate": "7", "openingStock": {"quantity": "12"}}
item = done(ask("POST", "/items", goods, "item"))
client = done(ask("POST", "/clients", {"name": "Ana Pérez", "externalId": f"web-{DAY}", "email": "ana@example.com"}, "client"))


def sell(name, quantity):
    lines = [{"itemId": item["id"], "quantity": quantity}]
    order = done(ask("POST", "/orders", {"clientId": client["id"], "externalId": f"{DAY}-{name}", "lines": lines}, f"order {name}"))
    invoice = done(ask("POST", "/invoices", {"orderId": order["id"]}, f"invoice {name}"))
    # The verdict of the DGI comes after some seconds.
    for _ in range(120):
        if invoice["legalStatus"] not in (None, "PAC_AUTHORIZED"):
            break
        time.sleep(0.5)
        invoice = done(ask("GET", f"/invoices/{invoice['id']}"))
    if invoice["legalStatus"] != "DGI_AUTHORIZED":
        sys.exit(f"{invoice['legalStatus']}: {'; '.join(invoice['rejectionReasons'])}")
    return invoice


kept = sell("kept", "3")
paid = done(ask("POST", f"/invoices/{kept['id']}/pay", {"amount": kept["total"], "method": "YAPPY"}, "payment"))
print(f"{paid['number']} {paid['total']} {paid['invoiceStatus']}")

wrong = sell("wrong", "1")
void = done(ask("POST", f"/invoices/{wrong['id']}/void", {"reason": "The client was another one"}, "void"))
print(f"{void['number']} {void['invoiceStatus']}")

line = {"invoiceLineId": kept["lines"][0]["id"], "quantity": "1"}
credit = done(ask("POST", "/credits", {"invoiceId": kept["id"], "reason": "One came back", "restock": True, "lines": [line]}, "credit"))
print(f"{credit['number']} {credit['total']}")

stock = done(ask("GET", f"/items/{item['id']}/stock"))["inventory"]
print(f"on the shelf {stock['onHand']}")
refused = ask("POST", "/orders", {"clientId": client["id"], "lines": [{"itemId": item["id"], "quantity": "100"}]})
print(refused["code"])

seen = []
while True:
    page = done(ask("GET", "/events", after=start, types="order.created,invoice.*,payment.*,credit.*", first=50))
    seen += [one["type"] for one in page["records"]]
    start = page["pageInfo"]["endCursor"]
    if not page["pageInfo"]["hasNextPage"]:
        break
print(f"{len(seen)} events, {seen.count('order.created')} orders")
