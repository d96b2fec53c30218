// Requests of one tenant that come at once are done in one transaction; each keeps its own answer, its refusal, its key and its act.
import { inBatches } from '../platform/in-batches.ts';
import { oncePer } from '../platform/once-per.ts';
import { isOfTheData } from '../platform/refuse.ts';
import { inTenant, recordActs, type Act, type DatabaseContext, type Tenant, type TenantDb } from '../tenancy/index.ts';
import type { KeyedRequest } from './key.ts';
import { idsIn, keepResults, takeKeys } from './once.ts';

const MOST_TOGETHER = 64;

/** Rows of a request beside its effect. */
export interface JoiningRequest {
  keyed: KeyedRequest | undefined;
  act: Omit<Act, 'entityIds'>;
  /** By what its answer is found again. */
  remember: (answer: unknown) => unknown;
}

/** Does a request with others, or else `alone`. */
export type Join = (request: JoiningRequest, alone: () => Promise<unknown>) => Promise<unknown>;

/** One of those that come at once. */
export interface Joined<Input> {
  input: Input;
  /** A request whose key was used must go alone. */
  key: string | undefined;
}

/** Input of a request, and the plan for its effect. */
export interface Planned<Input, Plan> {
  input: Input;
  plan: Plan;
}

interface Verb<Input, Plan> {
  /** Undefined for one that must go alone. If they are refused, it is asked once more, to find out which that is. */
  plan: (db: TenantDb, joined: readonly Joined<Input>[], wasRefused: boolean) => Promise<readonly (Plan | undefined)[]>;
  /** Does all in their order, and answers each in its place. */
  write: (db: TenantDb, planned: readonly Planned<Input, Plan>[]) => Promise<readonly unknown[]>;
}

interface Waiting<Input> extends Joined<Input> {
  tenant: Tenant;
  request: JoiningRequest;
}

/** One transaction of a tenant runs at a time, so requests are done in the order in which they come. */
export function together<Input extends object, Plan>(verb: Verb<Input, Plan>) {
  const lineOf = oncePer((context: DatabaseContext) =>
    inBatches(BATCHES, (batch: readonly Waiting<Input>[]) => doBatch(context, verb, batch)),
  );

  return (context: DatabaseContext, tenant: Tenant, grouping: Input | undefined): Join | undefined =>
    grouping &&
    (async (request, alone) => {
      const { done } = await lineOf(context)({ tenant, input: grouping, request, key: request.keyed?.key });
      return done === undefined ? alone() : done;
    });
}

const BATCHES = { most: MOST_TOGETHER, groupOf: ({ tenant }: Pick<Waiting<object>, 'tenant'>) => tenant.id };

async function doBatch<Input, Plan>(
  context: DatabaseContext,
  verb: Verb<Input, Plan>,
  batch: readonly Waiting<Input>[],
  wasRefused = false,
): Promise<{ done: unknown }[]> {
  const keys = new Set<string>();
  // The second of one key waits for what the first comes to.
  const joined = batch.filter(({ key }) => key === undefined || (!keys.has(key) && keys.add(key)));
  try {
    const done = await inTenant(context, batch[0]!.tenant, async (db) => {
      const plans = await verb.plan(db, joined, wasRefused);
      const planned = joined.flatMap((one, at) => {
        const plan = plans[at];
        return plan === undefined ? [] : [{ ...one, plan, one }];
      });
      if (planned.length === 0) return new Map<Joined<Input>, unknown>();
      const keyed = planned.flatMap(({ request }) => request.keyed ?? []);
      await takeKeys(db, keyed);
      const answers = await verb.write(db, planned);
      const results = planned.map(({ request }, at) => ({ ...request, result: request.remember(answers[at]) }));
      await keep(db, results);
      return new Map(planned.map(({ one }, at) => [one, answers[at]]));
    });
    return batch.map((one) => ({ done: done.get(one) }));
  } catch (error) {
    // After a refusal nothing was saved.
    if (!isOfTheData(error)) throw error;
    return wasRefused ? batch.map(() => ({ done: undefined })) : doBatch(context, verb, batch, true);
  }
}

async function keep(db: TenantDb, done: readonly (JoiningRequest & { result: unknown })[]): Promise<void> {
  const results = done.flatMap(({ keyed, result }) => (keyed ? [{ key: keyed.key, result }] : []));
  await keepResults(db, results);
  const acts = done.map(({ act, result }) => ({ ...act, entityIds: idsIn(result), rowIds: allIdsIn(result) }));
  await recordActs(db, acts);
}

/** Ids at any depth. */
function allIdsIn(result: unknown): string[] {
  const within = typeof result === 'object' && result !== null ? Object.values(result) : [];
  return [...idsIn(result), ...within.flatMap((one) => (typeof one === 'object' ? allIdsIn(one) : []))];
}
