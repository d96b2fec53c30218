#!/bin/sh
# Sells one thing, from the shelf to the paid invoice and its PDF, with curl alone: FOLIO_TOKEN=… sh sell.sh AGU-GL
set -eu
url=${FOLIO_URL:-http://localhost:4000}
sale=$(date +%s)-$$

# ask QUERY VARIABLES [KEY]: what was lost or refused for now is asked again; under its key a mutation is done once.
ask() {
  answer=$(curl --silent --show-error --retry 5 --retry-all-errors --max-time 30 "$url/graphql" \
    --header "Authorization: Bearer $FOLIO_TOKEN" --header 'Content-Type: application/json' \
    ${3:+--header "Idempotency-Key: $3"} --data "{\"query\": \"$1\", \"variables\": $2}")
  case $answer in *'"errors":'*)
    printf '%s\n' "$answer" >&2
    exit 1
    ;;
  esac
}
# The value of a field in the last answer. Where there is jq, that does it better.
value() { printf '%s' "$answer" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# shellcheck disable=SC2016 # The dollars are GraphQL's.
{
  ask 'query ($sku: String!) { itemBySku(sku: $sku) { id name } }' "{ \"sku\": \"$1\" }"
  item=$(value id)
  echo "$(value name)"

  ask 'mutation { createClient(input: { name: \"Ana Pérez\" }) { id } }' '{}' "$sale client"
  ask 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id number } }' \
    "{ \"input\": { \"clientId\": \"$(value id)\", \"lines\": [{ \"itemId\": \"$item\", \"quantity\": \"2\" }] } }" "$sale order"
  echo "order $(value number)"

  ask 'mutation ($id: UUID!) { generateInvoice(orderId: $id) { id number } }' "{ \"id\": \"$(value id)\" }" "$sale invoice"
  invoice=$(value id)
  echo "invoice $(value number)"

  # The verdict of the DGI comes after some seconds, and the PDF before it or after.
  for _ in $(seq 120); do
    ask 'query ($id: UUID!) { invoice(id: $id) { legalStatus balance pdf { filename url } } }' "{ \"id\": \"$invoice\" }"
    case "$(value legalStatus) $(value url)" in *REJECTED* | "DGI_AUTHORIZED /"*) break ;; esac
    sleep 0.5
  done
  [ "$(value legalStatus)" = DGI_AUTHORIZED ] || { printf '%s\n' "$answer" >&2; exit 1; }
  file=$(value filename)
  curl --silent --show-error --fail --output "$file" --header "Authorization: Bearer $FOLIO_TOKEN" "$url$(value url)"
  echo "its PDF is $file"

  ask 'mutation ($id: UUID!, $amount: Decimal!) { registerPayment(invoiceId: $id, amount: $amount, method: CASH) { invoiceStatus paid } }' \
    "{ \"id\": \"$invoice\", \"amount\": \"$(value balance)\" }" "$sale payment"
  echo "$(value invoiceStatus): $(value paid)"
}
