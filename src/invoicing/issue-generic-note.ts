// Notes about invoices that are not here, on paper or of a fiscal printer: a credit of type 06 or a debit of type 07. No goods move.
import { sql } from 'kysely';
import { findClient, nextNumberAt, readOwnWords, requiredText } from '../catalog/index.ts';
import { seriesOf } from '../fiscal/document-types.ts';
import { badInput, conflict, readAll } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { assertNotCertified, issuing, MAX_REASON_LENGTH } from './certify.ts';
import type { InvoicingContext } from './context.ts';
import { issuance } from './fiscal-day.ts';
import { assertDebitLines, priceDebitLines, type NewDebitLine } from './debit-note-lines.ts';
import { readNote } from './debit-note-records.ts';
import { writeNote, type NewDebitNote } from './issue-debit-note.ts';
import type { PaperReference } from './tables.ts';
import { twinsSince } from './twin-credit.ts';

export interface NewGenericNote extends Omit<NewDebitNote, 'invoiceId' | 'lines'> {
  type: '06' | '07';
  clientId: string;
  reference: PaperReference;
  lines: readonly Omit<NewDebitLine, 'invoiceLineId'>[];
}

const MAX_NUMBER_LENGTH = 22;

export const createGenericNote = issuing(({ mode, type }: NewGenericNote) => ({ mode, type }), write, readNote);

async function write(
  context: InvoicingContext,
  db: TenantDb,
  { type, clientId, mode, billingPointId, hasKey, ...input }: NewGenericNote,
  createdBy: string,
): Promise<string> {
  const client = await findClient(db, clientId);
  const days = issuance(db, mode, context.clock.now());
  const { reason, referenced, words } = readAll({
    reason: () => requiredText('reason', input.reason, MAX_REASON_LENGTH),
    referenced: () => requiredText('reference.number', input.reference.number, MAX_NUMBER_LENGTH),
    date: () => {
      if (input.reference.date > days.issueDay)
        throw badInput('{field} must not lie in the future', { field: 'reference.date' });
    },
    lines: () => assertDebitLines(input.lines),
    words: () => readOwnWords(input),
  });
  const reference = { ...input.reference, number: referenced };
  const priced = await priceDebitLines(db, null, input.lines);
  const { total } = priced.totals;
  const filing = { mode, type, name: reference.number, begun: days.issuedAt };
  const contingency = await assertNotCertified(context, db, filing);
  const number = await nextNumberAt(db, seriesOf(type, mode), { chosenId: billingPointId });
  // The next number of the series sees the note that was written under the one before.
  if (!hasKey) await assertNoTwin(db, twinsSince(context.clock), { type, clientId, reason, reference, total });
  const note = { invoiceId: null, client, reason, reference, days, words };
  return writeNote(context, db, { type, number, createdBy, mode }, note, priced, () => ({
    ...{ contingency, terms: { method: 'CASH', instalments: [] }, paper: reference },
  }));
}

async function assertNoTwin(
  db: TenantDb,
  since: Date,
  wanted: { type: string; clientId: string; reason: string; reference: PaperReference; total: string },
): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select document.number from debit_notes note
    join fiscal_documents document on document.tenant_id = note.tenant_id and document.id = note.id
    where note.tenant_id = ${db.tenant.id} and note.client_id = ${wanted.clientId} and note.invoice_id is null
      and document.document_type = ${wanted.type} and note.debit_status = 'ISSUED' and note.issued_at > ${since}
      and note.total = ${wanted.total} and note.reason = ${wanted.reason}
      and note.reference ->> 'number' = ${wanted.reference.number}
    limit 1`.execute(db);
  if (rows[0])
    throw conflict(
      'The note {number} of the last 24 hours is the same; give the request an idempotencyKey if another one is meant',
      { number: rows[0].number },
    );
}
