// The sales of the demo as the writer of the past takes them, with who has paid what by now: over the counter at once, on terms
// around the due day, some in two parts, some late, some not at all.
import { v7 as uuid } from 'uuid';
import type { PastDocument, PastInvoice, PastPayment } from '../../src/invoicing/index.ts';
import type { PaymentMethod } from '../../src/invoicing/tables.ts';
import { add, compare, multiply, roundMoney, subtract, type Decimal } from '../../src/platform/decimal.ts';
import { lineAmounts, totalsOf } from '../../src/fiscal/money.ts';
import { addDays } from '../../src/platform/days.ts';
import { instantOf } from './calendar.ts';
import { STORES, type DemoDocument, type Ids } from './data.ts';
import type { Plan } from './plan.ts';

const AT_THE_COUNTER: readonly PaymentMethod[] = ['CASH', 'DEBIT_CARD', 'CASH', 'CREDIT_CARD', 'BANK_TRANSFER'];
const REFERENCES: Partial<Record<PaymentMethod, string>> = {
  BANK_TRANSFER: 'ACH',
  OTHER: 'Cheque',
  DEBIT_CARD: 'Voucher',
  CREDIT_CARD: 'Voucher',
};
const DAMAGED = 'Producto dañado en el transporte';
const UNWANTED = ['Cliente devolvió el excedente', 'Error en el pedido', 'Producto equivocado en el despacho'];

/** By their code in the file. */
export function pastDocuments({ weeks }: Plan, ids: Ids, now: Date): Map<string, PastDocument> {
  const written = new Map<string, PastDocument>();
  const documents = weeks.flatMap((week) => week.documents);
  for (const document of documents.filter(({ credits }) => credits === '')) {
    const { client, day } = document;
    const dueDate = client.termDays === 0 ? null : addDays(day, client.termDays);
    written.set(document.code, { ...issued(document, ids, 'FAC'), kind: 'INVOICE', dueDate, credited: '0' });
  }
  for (const document of documents.filter(({ credits }) => credits !== '')) {
    written.set(document.code, creditOf(document, written.get(document.credits) as PastInvoice, ids));
  }
  for (const document of documents.filter(({ credits }) => credits === '')) {
    const invoice = written.get(document.code) as PastInvoice;
    invoice.payments = paymentsOf(document, invoice).filter(({ paidAt }) => paidAt <= now);
  }
  return written;
}

function issued({ code, at, day, client, lines }: DemoDocument, ids: Ids, series: 'FAC' | 'NC') {
  return {
    id: uuid({ msecs: at.getTime() }),
    number: `${series}-${code.replace('C', '').padStart(10, '0')}`,
    clientId: ids.clients.get(client.code)!,
    issuedAt: at,
    issueDay: day,
    createdBy: STORES.find(({ code: store }) => store === client.store)!.user,
    lines: lines.map(({ item: { sku, name, unitPrice, taxRate }, quantity }) => ({
      id: uuid(),
      itemId: ids.items.get(sku)!.id,
      locationId: ids.stores.get(client.store)!,
      description: name,
      quantity,
      quantityCredited: '0',
      unitPrice,
      taxRate,
      ...lineAmounts({ quantity, unitPrice, taxRate }),
    })),
  };
}

/** Takes whole lines back, and notes so on the invoice. Who has paid at the counter takes the note along and spends it another day. */
function creditOf(document: DemoDocument, invoice: PastInvoice, ids: Ids): PastDocument {
  const number = Number(document.code.slice(1));
  const restock = number % 5 !== 0;
  const credit = issued(document, ids, 'NC');
  const isApplied = document.client.termDays > 0;
  const lines = credit.lines.map((line) => {
    const original = invoice.lines.find(({ itemId }) => itemId === line.itemId)!;
    original.quantityCredited = original.quantity;
    return { ...line, invoiceLineId: original.id };
  });
  if (isApplied) invoice.credited = add(invoice.credited!, totalsOf(lines).total);
  const reason = restock ? UNWANTED[number % UNWANTED.length]! : DAMAGED;
  return { ...credit, kind: 'CREDIT_NOTE', invoiceId: invoice.id, lines, reason, restock, isApplied };
}

function paymentsOf({ code, at, day, client }: DemoDocument, { lines, credited }: PastInvoice): PastPayment[] {
  const owed = subtract(totalsOf(lines).total, credited!);
  const turn = Number(code);
  if (compare(owed, '0') <= 0) return [];
  if (client.termDays === 0) {
    const method = AT_THE_COUNTER[turn % AT_THE_COUNTER.length]!;
    return [payment(turn, method, owed, at)];
  }
  if (turn % (client.paysLate ? 8 : 50) === 0) return [];
  const days = client.paysLate ? 3 + ((turn * 7) % 28) : ((turn * 5) % 9) - 6;
  const paidAt = instantOf(addDays(day, client.termDays + days), '10:40');
  const method = turn % 5 === 0 ? 'OTHER' : 'BANK_TRANSFER';
  if (turn % 7 === 0) {
    const deposit = roundMoney(multiply(owed, '0.5'));
    return [
      payment(turn, method, deposit, instantOf(addDays(day, 2), '14:15')),
      payment(turn + 1, method, subtract(owed, deposit), paidAt),
    ];
  }
  // Now and then a round sum is paid, which is more than is owed.
  return [payment(turn, method, turn % 97 === 0 ? roundedUp(owed) : owed, paidAt)];
}

function payment(turn: number, method: PaymentMethod, amount: Decimal, paidAt: Date): PastPayment {
  const digits = String(100_000 + ((turn * 7919) % 900_000));
  const kind = REFERENCES[method];
  return { amount, method, reference: kind === undefined ? null : `${kind} ${digits}`, paidAt };
}

/** To the next ten. */
function roundedUp(owed: Decimal): Decimal {
  const tens = multiply(roundMoney(multiply(owed, '0.001')), '1000');
  return compare(tens, owed) > 0 ? tens : add(tens, '10');
}
