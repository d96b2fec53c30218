// The printed page of a document that is looked up by its slip: a sale as it was paid, or a note as it was given back. Pure.
import { isCash } from '../../../src/fiscal/payment-methods.ts';
import type { PaymentPartInput, ReceiptAnswer, SaleToReturnAnswer } from '../api/answers.ts';
import { add } from '../format/decimal.ts';
import type { Sale } from './sale.ts';

export type Returned = SaleToReturnAnswer['saleToReturn'];
export type SoldInvoice = Returned['invoice'];
type Note = SoldInvoice['credits'][number];

export interface Slip {
  kept: { soldAt: string; change: string; sale: Pick<Sale, 'mode' | 'client' | 'parts' | 'lines' | 'discount'> };
  filed: ReceiptAnswer;
  isNote: boolean;
}

const keptOf = ({ mode, issuedAt }: SoldInvoice | Note, parts: PaymentPartInput[], change = '0'): Slip['kept'] => ({
  ...{ soldAt: issuedAt, change },
  sale: { mode, parts, client: null, lines: [], discount: '0' },
});

export function slipOfSale({ saleToReturn: { invoice }, tenant }: SaleToReturnAnswer): Slip {
  const last = invoice.payments.findLast(({ method }) => isCash(method));
  // Change is taken off what was handed over; both stand on the slip.
  const parts = invoice.payments.map((one) => ({
    method: one.method,
    amount: one === last ? add(one.amount, invoice.change) : one.amount,
  }));
  return { kept: keptOf(invoice, parts, last ? invoice.change : '0'), filed: { invoice, tenant }, isNote: false };
}

export function slipOfNote({ saleToReturn: { invoice }, offices, tenant }: SaleToReturnAnswer, note: Note): Slip {
  const point = note.billingPoint;
  const office = offices.find(({ billingPoints }) => billingPoints.some(({ id }) => id === point?.id));
  const parts = invoice.payments.flatMap(({ method, refunds }) =>
    refunds
      .filter(({ reason, movedTo }) => reason === note.number && movedTo === null)
      .map(({ amount }) => ({ method, amount })),
  );
  const lines = note.lines.map(({ invoiceLineId, ...line }) => {
    const { description, unitPrice, discount } = invoice.lines.find(({ id }) => id === invoiceLineId)!;
    return { ...line, description, unitPrice, discount };
  });
  const billingPoint = point && office ? { code: point.code, office } : null;
  const printed = {
    ...note,
    billingPoint,
    lines,
    client: invoice.client,
    dueDate: null,
    change: '0',
    payments: [],
    pdf: null,
  };
  return { kept: keptOf(note, parts), filed: { invoice: printed, tenant }, isNote: true };
}
