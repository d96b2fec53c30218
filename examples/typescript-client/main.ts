// Sells one thing, from the shelf to the paid invoice: FOLIO_TOKEN=… node main.ts [SKU]
import { writeFile } from 'node:fs/promises';
import { folioClient, FolioError } from './client.ts';
import { CreateClient, CreateOrder, FindItem, InvoiceState, Pay, Sell } from './operations.ts';

const folio = folioClient(process.env['FOLIO_URL'] ?? 'http://localhost:4000', process.env['FOLIO_TOKEN'] ?? '');

try {
  await sell(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof FolioError)) throw error;
  process.stderr.write(`${error.code}: ${error.message}\n`);
  process.exitCode = 1;
}

async function sell(search: string): Promise<void> {
  const [item] = (await folio.ask(FindItem, { search })).items.records;
  if (!item) throw new FolioError('NOT_FOUND', `nothing is called ${search}`);
  say(`${item.sku} ${item.name}: ${item.inventory.available} available at ${item.unitPrice}`);

  const { createClient: client } = await folio.ask(CreateClient, { input: { name: 'Ana Pérez' } });
  const lines = [{ itemId: item.id, quantity: '2' }];
  const { createOrder: order } = await folio.ask(CreateOrder, { input: { clientId: client.id, lines } });
  say(`order ${order.number} over ${order.total}`);

  // Asking twice for the invoice of an order answers the same invoice, so this may be repeated after any failure.
  const { generateInvoice: sold } = await folio.ask(Sell, { orderId: order.id });
  say(`invoice ${sold.number}: ${sold.legalStatus ?? sold.submissionState}`);

  const invoice = await verdictOf(sold.id);
  if (invoice.legalStatus !== 'DGI_AUTHORIZED') throw new FolioError('REJECTED', invoice.rejectionReasons.join('; '));
  if (invoice.pdf) {
    await writeFile(invoice.pdf.filename, await folio.download(invoice.pdf.url));
    say(`its PDF is ${invoice.pdf.filename}`);
  }

  // With a key, a payment whose answer is lost can be sent again and is booked once.
  const payment = { invoiceId: sold.id, amount: invoice.balance, key: `till-1 ${sold.number}` };
  const { registerPayment: paid } = await folio.ask(Pay, payment);
  say(`${paid.invoiceStatus}: ${paid.paid}`);
}

/** The DGI takes its time, and the PDF comes a moment after its verdict. */
async function verdictOf(id: string) {
  for (let asked = 0; ; asked += 1) {
    const { invoice } = await folio.ask(InvoiceState, { id });
    const { legalStatus, pdf } = invoice;
    const isSettled = legalStatus?.endsWith('REJECTED') || (legalStatus === 'DGI_AUTHORIZED' && pdf !== null);
    if (isSettled || asked === 120) return invoice;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
