// docs/api.md: what holds for all operations, written from the limits in force and the types of documents.
import { DOCUMENT_TYPE_CODES, rulesOf, type Rule } from '../../src/fiscal/document-types.ts';
import { isCash, isTerm, METHODS, MOST_PARTS, paymentType } from '../../src/fiscal/payment-methods.ts';
import { RECEIVER_TYPES } from '../../src/fiscal/receiver.ts';
import { BOUNDS, OPERATION_LIMITS } from '../../src/graphql/limits.ts';
import { table } from '../../site/reference.ts';

const PREFACE = `# The API

One address: \`POST /graphql\`, [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/). The contract is
[schema.graphql](../schema.graphql); in a browser, \`GET /graphql\` is a page to try it on. A typed client, examples for
Python and curl, and a collection for Bruno: [clients](clients.md).

\`\`\`
POST /graphql
Authorization: Bearer <token>
Content-Type: application/json

{ "query": "query ($id: UUID!) { invoice(id: $id) { number } }", "variables": { "id": "…" } }
\`\`\`

- **One operation for each request**; a list of them is refused. Only \`application/json\` is read, and a GET runs queries alone, for a
  token in its \`Authorization\` header; so no page elsewhere can make a browser send anything.
- With \`Accept: application/graphql-response+json\` a request that could not be run is HTTP 400; with anything else it is 200, and
  \`errors\` says why. A refusal of a field is always 200.
- **Decimals are texts** (\`"12.50"\`), never numbers of JavaScript. An instant is in UTC, a day is the business's own calendar day.
- **A key makes a retry harmless**: every mutation takes an \`idempotencyKey\` of 1 to 255 printable characters, in its \`input\` where it
  has one. The same key with the same content is answered with the same entity and does nothing again, whatever has happened since; with
  another content, or for another mutation, it is \`CONFLICT\`. A request that was refused leaves its key free. Keys belong to the company and
  are kept for 30 days. A request with one mutation may carry the key in the header \`Idempotency-Key\` instead.
- **Without a key** a credit or debit note that is equal to one of the last 24 hours (same invoice, lines and reason) is \`CONFLICT\`, which names
  that one.
- **A refusal of one mutation leaves the others their answers**, and what they did stays done: the roots of mutations, and of queries
  for one object by its id, are null where they were refused. A list or one of the five analytics queries that is refused makes the
  whole \`data\` null.
- **An answer that is unknown is no error**: when the PAC does not answer, \`generateInvoice\` answers with \`submissionState: UNKNOWN\` or
  \`PENDING\`; the service goes on by itself, and the invoice says how it stands.
- A file's \`url\` is fetched with the same token: \`GET /files/{id}\`, for the role viewer and those above it; a cashier gets \`FORBIDDEN\`.
`;

const COST = `What an operation costs is counted before anything of it runs. **Each object costs 1, and each entry of a list costs all that is asked of
it, as often as the \`limit\` says** (\`rangeDays\` for the points of a history); a list without a limit, such as the lines of an invoice,
counts as 10. Plain values cost nothing.

\`\`\`graphql
{ invoices(limit: 25) { totalCount records { number client { name } lines { item { sku } } } } }
#  1 page + 25 × (1 invoice + 1 client + 10 × (1 line + 1 item)) = 551
\`\`\`

Fragments count wherever they are spread. Beyond a limit the answer is \`QUERY_TOO_COMPLEX\`: ask for shorter pages, or in two requests.
What lists without a limit really hold is counted once more while the answer is written, with the same limit.`;

const MONEY = `- **A line** comes to quantity × (\`unitPrice\` − \`discount\`), rounded to the cent: its net. ISC, ITBMS and another tax by rate are each counted
  on the net, and rounded; the sums of a document are sums of what is rounded. \`total\` is \`subtotal\` + \`isc\` + \`otherTax\` + \`tax\` (with \`roundsOnce\` the sum of the exact lines, rounded once, which may be a cent beside), and
  \`taxes\` has base and ITBMS by rate.
- **Discounts**: \`discount\` of a line is an amount per unit, \`discount\` of an order an amount that is spread over the lines in proportion to their
  nets. A stored line has both in its own \`discount\`, to six decimals, as the PAC is sent it. Where the PAC could not count the same to the cent
  from six decimals, as on a single line of many thousand units, the order is \`BAD_USER_INPUT\`: another amount will do, or discounts per unit.
- **Other taxes**: \`iscRate\` in per cent; \`otherTax\` by its code (01 to 11), with an amount on the line or a rate. An item may have both, and its
  lines have them unless they say otherwise. A credit of some units has its share of each amount; the last one takes what is left.
- **Several payments in one sale**: \`payment: { payments }\` of \`generateInvoice\` and \`convertInvoiceToDgi\`. They must come to what is due; of CASH
  more may be handed over, and \`change\` is what goes back. CREDIT is due after \`days\`. All others are registered with the invoice, also where
  the PAC rejects it later: \`refundPayment\` gives them back, \`movePayment\` pays the next invoice, \`correctPayment\` puts right
  what was recorded wrongly, on the day of the mistake. Filing a proforma that is paid already registers nothing: the PAC is told how.
  \`method\` and \`instalments\` register nothing, as before.
- **Retention**: what the client withholds of the ITBMS, by code: 1 and 3 all of it, 2, 4 and 7 half, 8 an amount. \`Client.retentionCode\` withholds
  of each invoice; \`retention\` says otherwise for one, and an amount of 0 that nothing is withheld. It counts like a payment: \`balance\` is
  \`total\` + \`debited\` − retention − \`paid\` − \`credited\`. A credit leaves it as it is.`;

const GOODS = `- **A service** (\`kind: SERVICE\`) is sold, taxed, credited and filed like goods, and has no stock: nothing is reserved or moved, the
  stock queries answer with nothing, and adjusting, transferring, reserving or ordering it is \`BAD_USER_INPUT\`. A supplier's invoice may have
  it on a line. The kind of an item never changes.
- **Units**: an item has its own \`unit\`, in which stock is counted, and \`units\` with a \`factor\`. \`quantity\` and \`unitPrice\` (\`unitCost\`) of
  a line are in the line's unit; quantity × factor is what is reserved, moved and counted as sold. A line keeps the factor that it was
  written with. Without a unit a line is in the item's own.
- **Barcodes** belong to an item in one of its units. A line of an order may name a \`barcode\` in place of \`itemId\` and \`unit\`;
  \`itemByBarcode\` finds the item, \`items(search:)\` puts it first.
- **The price of a line** is the first of these that there is: its \`unitPrice\`; what the client's price list says of the unit; what it says of
  the item's own unit, times the factor; the unit's \`price\`; the item's \`unitPrice\`, times the factor (rounded to six decimals). A list's price
  of a unit is that of one of it, and stays when its factor changes.
- **An order is edited** by \`updateOrder\` until it is invoiced, and again once its invoice is void, rejected or canceled. Lines that are given
  replace all lines, and are priced anew; the reservations follow in the same transaction, and a shortage refuses the whole. With
  \`expectedVersion\` a change that another one has overtaken is \`CONFLICT\`; without it the last one stands.`;

const SETTINGS: [name: string, standard: string, meaning: string][] = [
  [
    'GRAPHIQL',
    'on; off with `PAC_ENVIRONMENT=production` or `NODE_ENV=production`',
    'the page to try the API on, in a browser that is not signed in to the dashboard',
  ],
  [
    'GRAPHQL_INTROSPECTION',
    'on',
    '`off`: the schema is not told, errors do not guess what was meant, and there is no GraphiQL',
  ],
  [
    'GRAPHQL_OPERATIONS',
    'any',
    '`persisted`: only the operations of the file below are run; others are `FORBIDDEN`, ids that are not in it `NOT_FOUND`',
  ],
  [
    'GRAPHQL_OPERATIONS_FILE',
    'unset',
    'a JSON object of SHA-256 (hex) and text, as graphql-codegen writes `persisted-documents.json` with `hashAlgorithm: \'sha256\'`. A request names one by `"documentId": "sha256:…"`, by `extensions.persistedQuery.sha256Hash`, or sends its text. What the dashboard asks belongs into it as well: `node bin/start.mjs web/print-operations.ts` prints that',
  ],
  [
    'RATE_LIMIT_PER_MINUTE',
    '60000',
    'requests of one caller (business and user; without a valid token the address) to one process, all at once or spread out; an operation counts once more for each 1,000 that it costs. `0`: no limit',
  ],
  [
    'WEBHOOK_REFUSALS_PER_MINUTE',
    '100',
    'badly signed notices from one address for one company before they are answered with 429; well signed ones always pass. `0`: no limit',
  ],
  [
    'TRUST_PROXY',
    'unset',
    'addresses or networks of proxies whose `X-Forwarded-For` is believed, such as `loopback, 10.0.0.0/8`',
  ],
  [
    'CORS_ORIGINS',
    'unset',
    'origins whose pages may ask with a token of their own, such as `https://shop.example, http://localhost:5173`; see [clients](clients.md#pages-of-other-origins)',
  ],
];

const TYPES = `What the DGI knows, as the service has it in \`src/fiscal/document-types.ts\`, with the source of each rule. A rule with the mark H (several
sources, or seen at a PAC) refuses; M (one good source) and L only warn in \`previewInvoice\`. \`generateInvoice(documentType:)\` makes the
invoices; \`createCredit\`, \`createDebitNote\`, \`createGenericCredit\` and \`createGenericDebitNote\` the notes. What is not filed is numbered
PRO-, PNC- and PND-.`;

const CASHIER = `Beside \`viewer\`, not above it: whatever is not named here is \`FORBIDDEN\` to it, in a list of the fields that are open as well
(\`src/api/cashier-view.txt\`). [The till's day](till.md) says how they belong together.

| | |
| --- | --- |
| Sells | \`createClient\`, \`createOrder\`, \`generateInvoice\`; prices and taxes of the catalog, a discount up to \`cashierDiscount\`; what a client withholds is that of the catalog, too. A token that names \`madeBy\` sends a key with each act: asked again without one, the sale of another person is not found |
| Shows a document to its client | \`shareDocument\`, of what it made and, where it takes returns, of the office of its open till |
| Takes back | \`saleToReturn\`, \`returnSale\`, where the company allows it and with an open till in the office of the sale |
| Keeps a till | \`openTill\`, \`moveTillCash\`, \`countTill\`, \`closeTill\`, in a session of its own, or with \`madeBy\` in that of the person whose acts a shared till has kept |
| Counts | \`countStock\`, \`stockCount\`, \`stockCountItems\`, \`stockCounts\`, where a count is for cashiers |
| Tells what waits | \`reportTillSales\` |
| Reads the catalog | \`items\`, \`getItemById\`, \`listPrices\`, \`priceLists\`, \`clients\`, \`clientByExternalId\`, without costs, and in no order by what was sold; of a client's contact data the first address of e-mail alone |
| Reads the place | \`viewer\`, \`tenant\`, \`locations\`, \`offices\`, \`documentsNeedingPerson\` |
| Reads its own | \`invoice\`, \`tillSession\`, \`tillSessions\` |
`;

const aboutMethods =
  (): string => `The methods of \`payments\` of a sale, of \`registerPayment\` and \`movePayment\`, as the service has them in
\`src/fiscal/payment-methods.ts\`, with the code under which the DGI is told of each. A document has ${MOST_PARTS} payments at most; what the client
withholds of the ITBMS is one of them, as 99.`;

/** A rule with its mark. */
const ruleCell = ({ is, mark }: Rule<string | number | readonly string[]>): string =>
  `${typeof is === 'object' ? is.join(', ') : is} ${mark}`;

function tableOfTypes(): string {
  return table(
    ['Type', 'documentType', 'Series', 'Receiver', 'In', 'Names', 'Export data', 'ITBMS %', 'Goods', 'Owed'],
    DOCUMENT_TYPE_CODES.map((type) => {
      const { name, series, receivers, country, references, exportData, taxRates, stock, owed } = rulesOf(type);
      const all = typeof receivers.is === 'object' && receivers.is.length === RECEIVER_TYPES.length;
      const told = [all ? { ...receivers, is: 'ALL' } : receivers, country, references, exportData, taxRates];
      return [type, `\`${name}\``, `${series}-`, ...told.map(ruleCell), stock, owed];
    }),
  );
}

/** Method 99 is told with the name that the DGI knows. */
function tableOfMethods(): string {
  return table(
    ['method', 'DGI', 'Told as', 'Pays'],
    METHODS.map((method) => {
      const { type, description = '' } = paymentType(method);
      const pays = isTerm(method) ? 'after `days`; settles no debt' : isCash(method) ? 'gives change' : 'to the cent';
      return [`\`${method}\``, type, description, pays];
    }),
  );
}

export function printApiPage(): string {
  const parts = [
    PREFACE,
    `## The role cashier\n\n${CASHIER}`,
    `## Types of documents\n\n${TYPES}\n`,
    tableOfTypes(),
    `\n## How one pays\n\n${aboutMethods()}\n`,
    tableOfMethods(),
    '\n## Errors\n\nEach error has a `code` to branch on in its `extensions`, and a message for people: [the codes, and what to do](errors.md).',
    `\n## Limits\n\n${COST}\n`,
    table(
      ['an operation has at most', ''],
      Object.values(OPERATION_LIMITS).map(({ most, of }) => [most.toLocaleString('en-US'), of]),
    ),
    '',
    table(
      ['argument', 'from', 'to'],
      Object.entries(BOUNDS).map(([name, [least, most]]) => [
        `\`${name}\``,
        String(least),
        most.toLocaleString('en-US'),
      ]),
    ),
    '\n`events` and `acts` take a `first`, `openDocuments` a `limit`, of up to 1,000. A text has at most 10,000 characters (most have much less), a list at most 1,000 entries, a request at most a megabyte.\n',
    `## Goods, services, prices\n\n${GOODS}\n`,
    `## Money of a sale\n\n${MONEY}\n`,
    '## Settings of the service\n',
    table(
      ['name', 'default', 'meaning'],
      SETTINGS.map(([name, standard, meaning]) => [`\`${name}\``, standard, meaning]),
    ),
    '\n## Every operation and type\n',
    'The service shows them below `/docs/`: `/docs/reference/queries.html` and `/docs/reference/mutations.html` have each operation with an',
    'example and its answer, `/docs/reference/types.html` each type.',
  ];
  return `${parts.join('\n').trimEnd()}\n`;
}
