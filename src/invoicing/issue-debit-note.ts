// Charges more for what an invoice sold: interest, freight, a price that was too low. No goods move.
import { v7 as uuid } from 'uuid';
import {
  claimExternalId,
  findClient,
  nextNumberAt,
  readOwnWords,
  requiredText,
  type Client,
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
import {
  assertNotCertified,
  issuing,
  MAX_REASON_LENGTH,
  open,
  type DocumentFacts,
  type DocumentIntent,
  type Writes,
} from './certify.ts';
import type { InvoicingContext } from './context.ts';
import { issuance, type Issuance } from './fiscal-day.ts';
import {
  assertDebitLines,
  payloadLines,
  priceDebitLines,
  type NewDebitLine,
  type PricedLines,
} from './debit-note-lines.ts';
import { commitAndReadDebitNote, debitNotesOfInvoices, linesOfDebitNotes } from './debit-note-records.ts';
import { originalOf } from './payload/exportation.ts';
import { receiverOf } from './payload/receiver.ts';
import type { PaymentTerms } from './payment-terms.ts';
import type { InvoiceRecord } from './records.ts';
import type { PaperReference } from './tables.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import { recentFor } from './twin-credit.ts';

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
  const priced = await priceDebitLines(db, invoiceId, input.lines);
  if (!input.hasKey) await assertNoTwin(db, context.clock, { invoiceId, reason, ...priced });
  const filing = { mode, type: TYPE, name: document.number, begun: document.created_at };
  const contingency = await assertNotCertified(context, db, filing);
  const client = await findClient(db, invoice.client_id);
  const days = issuance(db, mode, context.clock.now());
  // All has been read: the tenant's next debit note waits for the number.
  const choice = { chosenId: input.billingPointId, billingPointId: document.billing_point_id };
  const intent = { type: TYPE, number: await nextNumberAt(db, seriesOf(TYPE, mode), choice), createdBy, mode };
  const note = { invoiceId, client, reason, reference: null, days, words };
  const id = await writeNote(context, db, intent, note, priced, () => ({
    contingency,
    terms: termsOf(invoice, days.fiscalDay ?? days.issueDay, priced.totals),
    referenced: originalOf(document, invoice.issued_at),
  }));
  await refreshInvoiceStatus(db, invoiceId);
  return id;
};

export const createDebitNote = issuing(({ mode }) => ({ mode, type: TYPE }), writeDebitNote, commitAndReadDebitNote);

/** It is due with its invoice, or at once where that is due already. */
function termsOf(invoice: Pick<InvoiceRecord, 'due_date'>, day: string, { total }: Totals): PaymentTerms {
  const { due_date: dueDate } = invoice;
  const isDueLater = dueDate !== null && dueDate >= day;
  return { method: 'CASH', instalments: isDueLater ? [{ dueDate, amount: total }] : [] };
}

interface NewNote {
  invoiceId: string | null;
  client: Client;
  reason: string;
  reference: PaperReference | null;
  days: Issuance;
  words: OwnWordsColumns;
}

/** Opens a note of either kind and writes it with its lines; `facts`: what the PAC is told beside them. */
export async function writeNote(
  context: InvoicingContext,
  db: TenantDb,
  intent: DocumentIntent,
  { invoiceId, client, reason, reference, days: { issuedAt, issueDay, fiscalDay }, words }: NewNote,
  { lines, totals: { subtotal, tax, total } }: PricedLines,
  facts: () => Pick<DocumentFacts, 'contingency' | 'terms' | 'referenced' | 'paper'>,
): Promise<string> {
  const id = await open(context, db, intent, () => ({
    ...{ issuedAt, receiver: receiverOf(client), lines: payloadLines(lines), total, ...facts() },
  }));
  await claimExternalId(db, 'debit_notes', words.external_id);
  const note = {
    ...{ tenant_id: db.tenant.id, id, invoice_id: invoiceId, client_id: client.id },
    debit_status: 'ISSUED' as const,
    reference: reference === null ? null : json(reference),
    ...{ reason, subtotal, tax, total },
    ...{ issued_at: issuedAt, issue_day: issueDay, fiscal_day: fiscalDay, created_by: intent.createdBy },
    ...words,
  };
  const rows = lines.map((line, index) => ({
    ...{ tenant_id: db.tenant.id, id: uuid(), debit_note_id: id, line_number: index + 1 },
    ...{ invoice_line_id: line.invoiceLineId, item_id: line.item?.id ?? null, description: line.description },
    ...{ quantity: line.quantity, unit_price: line.unitPrice, tax_rate: line.taxRate, net: line.net, tax: line.tax },
  }));
  const written = db.with('note', (one) => one.insertInto('debit_notes').values(note));
  await pipeline(db, written.insertInto('debit_note_lines').values(rows));
  return id;
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
  wanted: PricedLines & { invoiceId: string; reason: string },
): Promise<void> {
  const recent = recentFor(wanted.reason, await debitNotesOfInvoices(db, [wanted.invoiceId]), clock).filter(
    (note) => note.debit_status === 'ISSUED' && compare(note.total, wanted.totals.total) === 0,
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
