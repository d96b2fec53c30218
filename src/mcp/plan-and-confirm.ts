// Writing in two steps: an act is rehearsed and told, then done once, as it was told.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { badInput, conflict, forbidden, notFound } from '../platform/errors.ts';
import { compare } from '../platform/decimal.ts';
import { isUuid } from '../platform/uuid.ts';
import { askForApproval, assertOpen, findPlan, isUsed, judgeOf, keepPlan, type Outcome } from '../requests/index.ts';
import { agentOf, inTenant, rehearse, type Viewer } from '../tenancy/index.ts';
import { runOperation, type Asker } from '../verbs/index.ts';
import { actOf } from './acts.ts';
import { money } from './tell.ts';

export interface Planned {
  planId: string;
  expiresAt: Date;
  amount: string;
  needsApproval: boolean;
  data: Record<string, unknown>;
}

/** Name of an assistant whose token has none. */
const UNNAMED = 'assistant';

/** Through this face an assistant acts, also with a token that names none. */
export function asAssistant(viewer: Viewer): Viewer {
  return viewer.limited ? viewer : { ...viewer, actor: agentOf(UNNAMED, viewer.userName) };
}

export async function plan(asker: Asker, name: string, input: Record<string, unknown>): Promise<Planned> {
  const { app, viewer } = asker;
  const act = actOf(name);
  // GraphQL passes over variables that it does not declare; the key of an act is its plan's id.
  const ownKey = Object.keys(Object(input['input'])).find((field) => field === 'idempotencyKey');
  const unknown = ownKey ?? Object.keys(input).find((field) => !act.args.some((one) => one.name === field));
  if (unknown !== undefined) throw badInput('No argument has the name {field}', { field: unknown.slice(0, 60) });
  let outcome: Outcome | undefined;
  const judge = async (_: unknown, found: Outcome): Promise<boolean> => {
    outcome = found;
    return true;
  };
  const { read: _replica, ...own } = app;
  const { text } = await rehearse(app, viewer.tenant, ({ db }) =>
    runOperation(
      { ...asker, app: { ...own, db }, reader: { ...readerOf(asker), judge, isRehearsal: true } },
      act,
      input,
    ),
  );
  if (!outcome) throw conflict('Nothing would be done: {act} has been done already', { act: name });
  const planId = uuid();
  const { credential = '', actor, userName, tenant, limited } = viewer;
  const answer = (JSON.parse(text) as Record<string, Record<string, unknown>>)[name] ?? {};
  const kept = { id: planId, credential, actor, user_name: userName, operation: name, input, told: answer };
  const expiresAt = await inTenant(app, tenant, (db) => keepPlan(db, kept, outcome!, app.clock.now()));
  const above = limited?.limits.approvalAbove;
  return {
    ...{ planId, expiresAt, amount: outcome.amount },
    needsApproval: above != null && compare(outcome.amount, above) > 0,
    data: answer,
  };
}

const readerOf = ({ reader }: Asker) => ({ requestId: reader.requestId, language: reader.language });

/** The plan's id is the key of the request: whatever is repeated is answered with the same entity. */
export async function confirm(asker: Asker, planId: string) {
  if (!isUuid(planId)) throw badInput('{field} must be an id that plan has answered', { field: 'planId' });
  const { app, viewer } = asker;
  const { limited } = viewer;
  const found = await inTenant(app, viewer.tenant, async (db) => {
    const kept = await findPlan(db, planId);
    // A plan of another token is not known here.
    if (kept.credential !== viewer.credential) throw notFound('Plan');
    const { rows } = await sql<{ used: boolean }>`select ${isUsed(db, sql`${planId}`)} as used`.execute(db);
    const isDone = rows[0]!.used;
    assertOpen(kept, isDone, app.clock.now());
    const above = limited?.limits.approvalAbove;
    const waits = !isDone && above != null && compare(kept.amount, above) > 0 && kept.is_approved !== true;
    if (waits) await askForApproval(db, planId, app.clock.now());
    return { kept, waits };
  });
  const { kept, waits } = found;
  if (waits) {
    throw forbidden('The plan is of {amount} and waits for the approval of a second person; confirm it again then', {
      amount: money(kept.amount),
    });
  }
  const act = actOf(kept.operation);
  const reader = { ...readerOf(asker), idempotencyKey: planId, judge: judgeOf(kept, app.clock) };
  const { text, isReplayed } = await runOperation({ ...asker, reader }, act, kept.input as Record<string, unknown>);
  const data = JSON.parse(text) as Record<string, Record<string, unknown>>;
  return { operation: act.name, isRepeated: isReplayed, data: data[act.name] ?? {} };
}
