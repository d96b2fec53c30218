// A shop's orders become certified and paid invoices, each of them once, however often this is killed: shop.ts orders.json book.json
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createClient, FolioError, type FolioEvent } from '@folio/client';

interface ShopOrder {
  number: string;
  customer: string;
  lines: { sku: string; quantity: string }[];
}

/** The shop's own record of its invoice; after issuing it is updated by the feed alone. */
interface Sale {
  invoiceId: string;
  number: string;
  total: string;
  status: 'ISSUED' | 'AUTHORIZED' | 'REJECTED';
  paid: string;
}

interface Book {
  /** The last event that is in the book. */
  cursor?: string;
  sales: Record<string, Sale>;
}

const [ordersFile = 'orders.json', bookFile = 'book.json'] = process.argv.slice(2);
const orders = JSON.parse(readFileSync(ordersFile, 'utf8')) as ShopOrder[];
const book = (existsSync(bookFile) ? JSON.parse(readFileSync(bookFile, 'utf8')) : { sales: {} }) as Book;
const folio = createClient({
  url: process.env['FOLIO_URL'] ?? 'http://localhost:4000',
  token: process.env['FOLIO_TOKEN'] ?? '',
});

try {
  for (const order of orders) {
    if (book.sales[order.number]) continue;
    book.sales[order.number] = await sell(order);
    keepBook();
  }
  if (!isDone()) await followFeed();
  for (const [order, { number, status, paid }] of Object.entries(book.sales))
    say(`${order}: ${number} ${status}, paid ${paid}`);
} catch (error) {
  if (!(error instanceof FolioError)) throw error;
  process.stderr.write(`${error.code}: ${error.message}\n`);
  process.exitCode = 1;
}

/** Repeats the same keys after a kill: finished requests return their first answer and have no second effect. */
async function sell({ number, customer, lines }: ShopOrder): Promise<Sale> {
  const key = (step: string) => ({ key: `${number} ${step}` });
  const { id: clientId } = await folio.mutate(
    'createClient',
    { input: { name: customer } },
    { id: true },
    key('client'),
  );
  const items = await Promise.all(lines.map(({ sku }) => folio.query('itemBySku', { sku }, { id: true })));
  const ordered = lines.map(({ quantity }, at) => ({ itemId: items[at]!.id, quantity }));
  const order = await folio.mutate(
    'createOrder',
    { input: { clientId, lines: ordered, externalId: number } },
    { id: true },
    key('order'),
  );
  const asked = { id: true, number: true, total: true } as const;
  const invoice = await folio.mutate('generateInvoice', { orderId: order.id }, asked, key('invoice'));
  say(`${number}: ${invoice.number} over ${invoice.total}`);
  return { invoiceId: invoice.id, number: invoice.number, total: invoice.total, status: 'ISSUED', paid: '0' };
}

async function followFeed(): Promise<void> {
  const types = ['invoice.dgi_authorized', 'invoice.rejected', 'payment.recorded'];
  for await (const event of folio.events({ after: book.cursor, types })) {
    await take(event);
    // The effect of an event and its cursor are saved together; after a kill the event is delivered again.
    book.cursor = event.cursor;
    keepBook();
    if (isDone()) return;
  }
}

async function take({ type, data }: FolioEvent): Promise<void> {
  const [order, sale] =
    Object.entries(book.sales).find(([, { invoiceId }]) => invoiceId === (data['invoiceId'] ?? data['id'])) ?? [];
  if (!sale) return;
  if (type === 'invoice.rejected') sale.status = 'REJECTED';
  if (type === 'payment.recorded') sale.paid = String(data['amount']);
  if (type !== 'invoice.dgi_authorized') return;
  sale.status = 'AUTHORIZED';
  const payment = { invoiceId: sale.invoiceId, amount: sale.total, method: 'CREDIT_CARD', reference: order } as const;
  await folio.mutate('registerPayment', payment, { invoiceStatus: true }, { key: `${order} payment` });
}

function isDone(): boolean {
  return orders.every(({ number }) => {
    const sale = book.sales[number];
    return sale?.status === 'REJECTED' || (sale?.status === 'AUTHORIZED' && sale.paid === sale.total);
  });
}

/** Whole or not at all: a file is replaced by another in one step. */
function keepBook(): void {
  writeFileSync(`${bookFile}.new`, JSON.stringify(book, null, 2));
  renameSync(`${bookFile}.new`, bookFile);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
