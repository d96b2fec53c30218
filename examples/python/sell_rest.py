"""Sells one thing by REST, from the shelf to the paid invoice, with nothing but Python: FOLIO_TOKEN=… python3 sell_rest.py AGU-GL"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

V1 = os.environ.get("FOLIO_URL", "http://localhost:4000") + "/v1"
TRIES = 6


def ask(method, path, body=None):
    """The record of an answer. What was lost is asked for again; under its key an act is done once."""
    headers = {"Authorization": f"Bearer {os.environ['FOLIO_TOKEN']}"}
    if method != "GET":
        headers |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(1, TRIES + 1):
        least = 0
        try:
            request = urllib.request.Request(V1 + path, data, headers, method=method)
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504) or attempt == TRIES:
                problem = json.load(error)
                sys.exit(f"{problem['code']}: {problem['detail']}")
            least = float(error.headers.get("Retry-After") or 0)
        except (OSError, ValueError):
            if attempt == TRIES:
                raise
        time.sleep(least + random.random() * 0.25 * 2**attempt)


item = ask("GET", f"/items/by-sku/{urllib.parse.quote(sys.argv[1], safe='')}")
print(f"{item['name']} at {item['unitPrice']}")

client = ask("POST", "/clients", {"name": "Ana Pérez"})
order = ask("POST", "/orders", {"clientId": client["id"], "lines": [{"itemId": item["id"], "quantity": "2"}]})
print(f"order {order['number']} over {order['total']}")

invoice = ask("POST", "/invoices", {"orderId": order["id"]})
print(f"invoice {invoice['number']}")

# The verdict of the DGI comes after some seconds. A program that listens to webhooks or follows the feed need not ask.
for _ in range(120):
    invoice = ask("GET", f"/invoices/{invoice['id']}")
    if invoice["legalStatus"] not in (None, "PAC_AUTHORIZED"):
        break
    time.sleep(0.5)
if invoice["legalStatus"] != "DGI_AUTHORIZED":
    sys.exit(f"{invoice['legalStatus']}: {'; '.join(invoice['rejectionReasons'])}")

paid = ask("POST", f"/invoices/{invoice['id']}/pay", {"amount": invoice["balance"], "method": "CASH"})
print(f"{paid['invoiceStatus']}: {paid['paid']}")
