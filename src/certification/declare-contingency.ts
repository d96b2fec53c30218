// Declares that the PAC or the DGI is down, explains what lasts, and ends it: then what was made meanwhile is sent.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import {
  CONTINGENCY,
  LONGEST_REASON,
  longestExplanation,
  mustBeExplained,
  reasonBeside,
  reasonTold,
} from '../fiscal/issue-type.ts';
import { badInput, conflict, ofLength, readAll } from '../platform/errors.ts';
import { adding, changeRow, rowsOf, tenantRows, type TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { openContingency, type Contingency } from './contingency.ts';
import { submitDuty } from './duties.ts';

type Context = Pick<CertificationContext, 'clock' | 'jobs'>;

export interface NewContingency {
  reason: string;
  /** Now, where it is left out. */
  startedAt?: Date | null | undefined;
  /** Why normal operation was not resumed, where it has lasted for long already. */
  explanation?: string | null | undefined;
}

export async function startContingency(
  { clock }: Pick<Context, 'clock'>,
  db: TenantDb,
  input: NewContingency,
  actor: string,
): Promise<Contingency> {
  const now = clock.now();
  const startedAt = input.startedAt ?? now;
  const { reason, explanation } = readAll({
    startedAt: () => {
      if (startedAt > now) throw badInput('{field} must not lie in the future', { field: 'startedAt' });
    },
    reason: () => textOf('reason', input.reason, LONGEST_REASON),
    explanation: () => (input.explanation == null ? null : explanationOf(inOneLine(input.reason), input.explanation)),
  });
  if (explanation === null) assertBrief(startedAt, now);
  const inserted = await adding(db, 'contingencies', {
    ...{ id: uuid(), started_at: startedAt, reason, explanation, started_by: actor },
  })
    .onConflict((on) => on.columns(['tenant_id']).where('ended_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return inserted;
  const open = await openContingency(db);
  throw conflict('A contingency is open since {since}; end it first', { since: open?.started_at.toISOString() ?? '-' });
}

/** Explains a contingency that lasts longer than the law allows without an explanation. Unsent documents take it over as well. */
export async function explainContingency(db: TenantDb, value: string): Promise<Contingency> {
  return explain(db, await lockOpen(db), value);
}

export async function endContingency(
  context: Context,
  db: TenantDb,
  value: string | null | undefined,
  actor: string,
): Promise<Contingency> {
  const now = context.clock.now();
  const locked = await lockOpen(db);
  const open = value == null ? locked : await explain(db, locked, value);
  if (open.explanation === null) assertBrief(open.started_at, now);
  const ended = await changeRow(db, 'contingencies', open.id, { ended_at: now, ended_by: actor });
  await sendWhatWaits(context, db, open.id);
  return ended;
}

async function lockOpen(db: TenantDb): Promise<Contingency> {
  const open = await rowsOf(db, 'contingencies').where('ended_at', 'is', null).forUpdate().executeTakeFirst();
  if (!open) throw conflict('No contingency is open');
  return open;
}

async function explain(db: TenantDb, { id, reason: begun }: Contingency, value: string): Promise<Contingency> {
  const explanation = explanationOf(begun, value);
  const reason = reasonBeside(explanation, begun);
  const explained = await changeRow(db, 'contingencies', id, { reason, explanation });
  const text = reasonTold({ reason, explanation });
  // Nothing of it is in the CUFE, and nothing of these has left.
  await sql`
    update fiscal_documents d
    set pac_input = jsonb_set(pac_input, '{information,contingency,reason}', to_jsonb(${text}::text))
    where d.tenant_id = ${db.tenant.id} and d.contingency_id = ${id} and d.submission_state = 'PENDING'
      and exists (select from pac_requests r
        where r.tenant_id = d.tenant_id and r.document_id = d.id and r.what = 'SUBMIT' and r.attempts = 0)`.execute(db);
  return explained;
}

/** At once; of more, and of those that are being written at this moment, the duties are found within minutes. */
const AT_ONCE = 200;

async function sendWhatWaits({ jobs }: Context, db: TenantDb, id: string): Promise<void> {
  const waiting = await tenantRows(db, 'fiscal_documents')
    .select('id')
    .where('contingency_id', '=', id)
    .where('submission_state', '=', 'PENDING')
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute();
  for (const { id: documentId } of waiting) {
    await jobs.enqueue(db, submitDuty, { tenantId: db.tenant.id, documentId });
  }
}

/** Throws where the law wants an explanation. */
function assertBrief(startedAt: Date, now: Date): void {
  if (!mustBeExplained(startedAt, now)) return;
  throw badInput(
    'The contingency lasts for more than {hours} hours: {field} must say why normal operation was not resumed',
    { hours: CONTINGENCY.hoursUnexplained, field: 'explanation' },
  );
}

function explanationOf(reason: string, value: string): string {
  return textOf('explanation', value, longestExplanation(reason));
}

const inOneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

function textOf(field: string, value: string, most: number): string {
  return ofLength(field, inOneLine(value), { least: CONTINGENCY.reasonLength.least, most });
}
