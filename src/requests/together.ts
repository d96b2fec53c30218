// Requests of one tenant that come at once are done in one transaction; each keeps its own answer, its refusal, its key and its act.
import { inBatches } from '../platform/in-batches.ts';
import { isOfTheData } from '../platform/refuse.ts';
import { inTenant, recordActs, type DatabaseContext, type Tenant, type TenantDb } from '../tenancy/index.ts';
import type { KeyedRequest } from './key.ts';
import { idsIn, keepNew } from './once.ts';

const MOST_TOGETHER = 64;

/** What is written of a request beside its effect. */
export interface JoiningRequest {
  keyed: KeyedRequest | undefined;
  act: { actor: string; operation: string };
  /** By what its answer is found again. */
  remember: (answer: unknown) => unknown;
}

/** Does a request with others, or else `alone`. */
export type Join = (request: JoiningRequest, alone: () => Promise<unknown>) => Promise<unknown>;

/** One of those that come at once. */
export interface Joined<Asked> {
  asked: Asked;
  /** A request whose key was used must go alone. */
  key: string | undefined;
}

/**
 * Does all in their order and answers each in its place; undefined, with nothing done, where one must go alone. If they are refused, it
 * is asked once more, to find out first which of them must go alone.
 */
type DoAll<Asked> = (
  db: TenantDb,
  joined: readonly Joined<Asked>[],
  wasRefused: boolean,
) => Promise<readonly unknown[]>;

interface Waiting<Asked> extends Joined<Asked> {
  tenant: Tenant;
  request: JoiningRequest;
}

/** Of a tenant one transaction is under way at a time, so they are done in the order in which they come. */
export function together<Asked extends object>(doAll: DoAll<Asked>) {
  const lines = new WeakMap<DatabaseContext, (one: Waiting<Asked>) => Promise<{ done: unknown }>>();

  function lineOf(context: DatabaseContext) {
    const line =
      lines.get(context) ?? inBatches(BATCHES, (batch: readonly Waiting<Asked>[]) => doBatch(context, doAll, batch));
    lines.set(context, line);
    return line;
  }

  return (context: DatabaseContext, tenant: Tenant, asked: Asked | undefined): Join | undefined =>
    asked &&
    (async (request, alone) => {
      const { done } = await lineOf(context)({ tenant, asked, request, key: request.keyed?.key });
      return done === undefined ? alone() : done;
    });
}

const BATCHES = { most: MOST_TOGETHER, groupOf: ({ tenant }: Pick<Waiting<object>, 'tenant'>) => tenant.id };

async function doBatch<Asked>(
  context: DatabaseContext,
  doAll: DoAll<Asked>,
  batch: readonly Waiting<Asked>[],
  wasRefused = false,
): Promise<{ done: unknown }[]> {
  const keys = new Set<string>();
  // The second of one key waits for what the first comes to.
  const joined = batch.filter(({ key }) => key === undefined || (!keys.has(key) && keys.add(key)));
  try {
    const done = await inTenant(context, batch[0]!.tenant, async (db) => {
      const answers = await doAll(db, joined, wasRefused);
      const done = new Map(joined.map((one, at) => [one, answers[at]]));
      await keep(db, done);
      return done;
    });
    return batch.map((one) => ({ done: done.get(one) }));
  } catch (error) {
    // After a refusal nothing was saved.
    if (!isOfTheData(error)) throw error;
    return wasRefused ? batch.map(() => ({ done: undefined })) : doBatch(context, doAll, batch, true);
  }
}

async function keep(db: TenantDb, done: ReadonlyMap<{ request: JoiningRequest }, unknown>): Promise<void> {
  const kept = [...done]
    .filter(([, answer]) => answer !== undefined)
    .map(([{ request }, answer]) => ({ ...request, result: request.remember(answer) }));
  if (kept.length === 0) return;
  await keepNew(
    db,
    kept.flatMap(({ keyed, result }) => (keyed ? [{ keyed, result }] : [])),
  );
  await recordActs(
    db,
    kept.map(({ act, result }) => ({ ...act, entityIds: idsIn(result) })),
  );
}
