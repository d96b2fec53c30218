// Charges more for what an invoice sold: interest, freight, a price that was too low. No goods move.
import { v7 as uuid } from 'uuid';
import {
  claimExternalId,
  findClient,
  nextNumberAt,
  readOwnWords,
  requiredText,
  type OwnWords,
  type OwnWordsColumns,
} from '../catalog/index.ts';
import { isBeingVoided, lockDocument, type FiscalDocument } from '../certification/index.ts';
import type { GenerationMode } from '../fiscal/document.ts';
import { seriesOf, USUAL_TYPE } from '../fiscal/document-types.ts';
import { isRejected } from '../fiscal/legal-status.ts';
import type { Totals } from '../fiscal/money.ts';
import type { Clock } from '../platform/clock.ts';
import { compare } from '../platform/decimal.ts';
import { conflict, readAll } from '../platform/errors.ts';
import { json } from '../platform/sql.ts';
import { pipeline, type TenantDb } from '../tenancy/index.ts';
import { assertNotCertified, issuing, MAX_REASON_LENGTH, open, type Writes } from './certify.ts';
import { issuance, type Issued } from './fiscal-day.ts';
import {
  assertDebitLines,
  payloadLines,
  priceDebitLines,
  type DebitLine,
  type NewDebitLine,
} from './debit-note-lines.ts';
import { commitAndReadDebitNote, debitNotesOfInvoices, linesOfDebitNotes } from './debit-note-records.ts';
import { originalOf } from './payload/exportation.ts';
import { receiverOf } from './payload/receiver.ts';
import type { PaymentTerms } from './payment-terms.ts';
import type { InvoiceRecord } from './records.ts';
import type { PaperReference } from './tables.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import { isWithinTwins, plainReason } from './twin-credit.ts';

export interface NewDebitNote extends OwnWords {
  invoiceId: string;
  mode: GenerationMode;
  reason: string;
  lines: readonly NewDebitLine[];
  /** Point of issue; default: the invoice's point. */
  billingPointId?: string | null | undefined;
  /** The caller has said by a key of its own that this is no repetition. */
  hasKey?: boolean;
}

const TYPE = USUAL_TYPE.DEBIT_NOTE;

const writeDebitNote: Writes<NewDebitNote> = async (context, db, input, createdBy) => {
  const { reason, words } = readAll({
    reason: () => requiredText('reason', input.reason, MAX_REASON_LENGTH),
    lines: () => assertDebitLines(input.lines),
    words: () => readOwnWords(input),
  });
  const { invoiceId, mode } = input;
  const document = await lockDocument(db, invoiceId);
  const invoice = await lockInvoice(db, invoiceId);
  assertDebitable(document, invoice, mode);
  const { lines, totals } = await priceDebitLines(db, invoiceId, input.lines);
  if (!input.hasKey) await assertNoTwin(db, context.clock, { invoiceId, reason, lines, totals });
  const filing = { type: TYPE, name: document.number, begun: document.created_at };
  const contingency = mode === 'DGI' ? await assertNotCertified(context, db, filing) : null;
  const client = await findClient(db, invoice.client_id);
  const days = issuance(db, mode, context.clock.now());
  const { issuedAt, issueDay } = days;
  // All has been read: the tenant's next debit note waits for the number.
  const choice = { chosenId: input.billingPointId, billingPointId: document.billing_point_id };
  const intent = { type: TYPE, number: await nextNumberAt(db, seriesOf(TYPE, mode), choice), createdBy, mode };
  const id = await open(context, db, intent, () => ({
    issuedAt,
    contingency,
    lines: payloadLines(lines),
    total: totals.total,
    terms: termsOf(invoice, issueDay, totals),
    receiver: receiverOf(client),
    referenced: originalOf(document, invoice.issued_at),
  }));
  const note = { id, invoiceId, clientId: client.id, reason, reference: null, ...days, createdBy, words };
  await insertDebitNote(db, note, lines, totals);
  await refreshInvoiceStatus(db, invoiceId);
  return id;
};

export const createDebitNote = issuing(({ mode }) => ({ mode, type: TYPE }), writeDebitNote, commitAndReadDebitNote);

/** It is due with its invoice, or at once where that is due already. */
function termsOf(invoice: Pick<InvoiceRecord, 'due_date'>, issueDay: string, { total }: Totals): PaymentTerms {
  const { due_date: dueDate } = invoice;
  const isDueLater = dueDate !== null && dueDate >= issueDay;
  return { method: 'CASH', instalments: isDueLater ? [{ dueDate, amount: total }] : [] };
}

export interface IssuedDebitNote extends Omit<Issued, 'number'> {
  invoiceId: string | null;
  clientId: string;
  reason: string;
  reference: PaperReference | null;
  words: OwnWordsColumns;
}

export async function insertDebitNote(
  db: TenantDb,
  { id, invoiceId, clientId, reason, reference, issuedAt, issueDay, fiscalDay, createdBy, words }: IssuedDebitNote,
  lines: readonly DebitLine[],
  { subtotal, tax, total }: Totals,
): Promise<void> {
  await claimExternalId(db, 'debit_notes', words.external_id);
  const note = {
    ...{ tenant_id: db.tenant.id, id, invoice_id: invoiceId, client_id: clientId },
    debit_status: 'ISSUED' as const,
    reference: reference === null ? null : json(reference),
    ...{ reason, subtotal, tax, total },
    ...{ issued_at: issuedAt, issue_day: issueDay, fiscal_day: fiscalDay, created_by: createdBy },
    ...words,
  };
  const rows = lines.map((line, index) => ({
    ...{ tenant_id: db.tenant.id, id: uuid(), debit_note_id: id, line_number: index + 1 },
    ...{ invoice_line_id: line.invoiceLineId, item_id: line.item?.id ?? null, description: line.description },
    ...{ quantity: line.quantity, unit_price: line.unitPrice, tax_rate: line.taxRate, net: line.net, tax: line.tax },
  }));
  const written = db.with('note', (one) => one.insertInto('debit_notes').values(note));
  await pipeline(db, written.insertInto('debit_note_lines').values(rows));
}

/** Throws the refusal of `createDebitNote`, if there is one. */
export function assertDebitable(
  document: FiscalDocument,
  invoice: Pick<InvoiceRecord, 'invoice_status' | 'canceled_at' | 'is_owed'>,
  mode: GenerationMode,
): void {
  const { number, legal_status: legalStatus } = document;
  const { invoice_status: status, canceled_at: canceledAt, is_owed: isOwed } = invoice;
  if (status === 'VOID' || status === 'CANCELED' || canceledAt !== null)
    throw conflict('Invoice {number} is {status} and takes no debit note', { number, status });
  if (isRejected(legalStatus))
    throw conflict('Invoice {number} is {legalStatus} and takes no debit note', { number, legalStatus });
  if (!isOwed) throw conflict('Nothing is owed on {number}', { number });
  if (isBeingVoided(document))
    throw conflict('Invoice {number} is being voided at the PAC and takes no debit note meanwhile', { number });
  if (mode === 'DGI' && (legalStatus !== 'DGI_AUTHORIZED' || document.cufe === null))
    throw conflict('A debit note of mode DGI needs an invoice that is DGI_AUTHORIZED; {number} is {status}', {
      ...{ number, status: legalStatus ?? document.mode },
    });
}

/** The caller holds the invoice locked. */
async function assertNoTwin(
  db: TenantDb,
  clock: Clock,
  wanted: { invoiceId: string; reason: string; lines: readonly DebitLine[]; totals: Totals },
): Promise<void> {
  const recent = (await debitNotesOfInvoices(db, [wanted.invoiceId])).filter(
    (note) =>
      note.debit_status === 'ISSUED' &&
      isWithinTwins(clock, note.issued_at) &&
      plainReason(note.reason) === plainReason(wanted.reason) &&
      compare(note.total, wanted.totals.total) === 0,
  );
  if (recent.length === 0) return;
  const ids = recent.map(({ id }) => id);
  const lines = await linesOfDebitNotes(db, ids);
  const twin = recent.findLast(({ id }) => {
    const theirs = lines.filter((line) => line.debit_note_id === id);
    return (
      theirs.length === wanted.lines.length &&
      theirs.every((line, index) => {
        const { description, net, tax } = wanted.lines[index]!;
        return line.description === description && compare(line.net, net) === 0 && compare(line.tax, tax) === 0;
      })
    );
  });
  if (!twin) return;
  throw conflict(
    'Debit note {number} of the last 24 hours is the same; give the request an idempotencyKey if another one is meant',
    { number: twin.number },
  );
}
