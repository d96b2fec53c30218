"""Sells one thing, from the shelf to the paid invoice, with nothing but Python: FOLIO_TOKEN=… python3 sell.py AGU-GL"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("FOLIO_URL", "http://localhost:4000")
TRIES = 6


def ask(query, variables, key=None):
    """The data of an answer. What was lost is asked for again; under its key a mutation is done once."""
    headers = {"Authorization": f"Bearer {os.environ['FOLIO_TOKEN']}", "Content-Type": "application/json"}
    if key is not None:
        headers["Idempotency-Key"] = key
    body = json.dumps({"query": query, "variables": variables}).encode()
    for attempt in range(1, TRIES + 1):
        least = 0
        try:
            with urllib.request.urlopen(urllib.request.Request(f"{URL}/graphql", body, headers), timeout=30) as response:
                return data_of(json.load(response))
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504) or attempt == TRIES:
                data_of(json.load(error))
            least = float(error.headers.get("Retry-After") or 0)
        except (OSError, ValueError):
            if attempt == TRIES:
                raise
        time.sleep(least + random.random() * 0.25 * 2**attempt)


def data_of(answer):
    for error in answer.get("errors", []):
        sys.exit(f"{error['extensions']['code']}: {error['message']}")
    return answer["data"]


def mutate(query, variables):
    return ask(query, variables, key=str(uuid.uuid4()))


item = ask("query ($sku: String!) { itemBySku(sku: $sku) { id name unitPrice } }", {"sku": sys.argv[1]})["itemBySku"]
print(f"{item['name']} at {item['unitPrice']}")

client = mutate("mutation { createClient(input: { name: \"Ana Pérez\" }) { id } }", {})["createClient"]
order = mutate(
    "mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id number total } }",
    {"input": {"clientId": client["id"], "lines": [{"itemId": item["id"], "quantity": "2"}]}},
)["createOrder"]
print(f"order {order['number']} over {order['total']}")

invoice = mutate("mutation ($id: UUID!) { generateInvoice(orderId: $id) { id number } }", {"id": order["id"]})["generateInvoice"]
print(f"invoice {invoice['number']}")

# The verdict of the DGI comes after some seconds. A program that listens to webhooks or follows the feed need not ask.
STATE = "query ($id: UUID!) { invoice(id: $id) { legalStatus rejectionReasons balance } }"
for _ in range(120):
    state = ask(STATE, {"id": invoice["id"]})["invoice"]
    if state["legalStatus"] not in (None, "PAC_AUTHORIZED"):
        break
    time.sleep(0.5)
if state["legalStatus"] != "DGI_AUTHORIZED":
    sys.exit(f"{state['legalStatus']}: {'; '.join(state['rejectionReasons'])}")

paid = mutate(
    "mutation ($id: UUID!, $amount: Decimal!) { registerPayment(invoiceId: $id, amount: $amount, method: CASH) { invoiceStatus paid } }",
    {"id": invoice["id"], "amount": state["balance"]},
)["registerPayment"]
print(f"{paid['invoiceStatus']}: {paid['paid']}")
