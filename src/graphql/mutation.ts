// Every mutation runs through this wrapper: role check, idempotency key, audit record.
import { Kind, type GraphQLResolveInfo } from 'graphql';
import type { InputFieldMap, InputShapeFromFields, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import { badInput, DomainError } from '../platform/errors.ts';
import {
  claim,
  earlierRequest,
  giveUpKey,
  idsIn,
  keepResult,
  outcomeOf,
  readKey,
  type Earlier,
  type Join,
  type JoiningRequest,
} from '../requests/index.ts';
import {
  assertActive,
  recordAct,
  ofTenant,
  type Effect,
  type Role,
  type Tenant,
  type TenantDb,
  type Viewer,
  type OfTenant,
} from '../tenancy/index.ts';
import { keepWithin, digestOf } from '../access/index.ts';
import { inputType, type Types, type MutationFields, type InputFields } from './builder.ts';
import type { App, RequestContext } from './context.ts';

type Entity<Type extends TypeParam<Types>> = ShapeFromTypeParam<Types, Type, false>;

export interface Caller {
  app: App;
  tenant: Tenant;
  userName: string;
  roles: readonly Role[];
  /** The request has an idempotency key. */
  hasKey: boolean;
  charge: RequestContext['charge'];
}

interface Common<Type extends TypeParam<Types>, Args extends InputFieldMap, Result> {
  type: Type;
  role: Role;
  args: Args;
  description?: string;
  deprecationReason?: string | undefined;
  /** Also where the tenant is suspended: what only takes away trust. */
  whileSuspended?: boolean;
  /** Fields of the input that must not be kept: of them a digest tells whether a request is the same. */
  secrets?: readonly string[];
  /** Value stored with the key to find the entity again; its id by default. */
  remember?: (entity: Entity<Type>) => Result;
  /** Reads the entity of the first request in its current state. */
  answer: (db: TenantDb, remembered: Result) => Promise<Entity<Type>>;
}

/** A mutation that is one transaction. */
interface Writing<Type extends TypeParam<Types>, Args extends InputFieldMap> {
  write: (db: TenantDb, args: InputShapeFromFields<Args>, caller: Caller) => Promise<Entity<Type>>;
  /** How it joins others that come at once; by default it goes alone. */
  join?: (args: InputShapeFromFields<Args>, caller: Caller) => Join | undefined;
}

/** With a context that opens its own transactions. */
interface CallerOfPac extends Caller {
  app: OfTenant<App>;
  effect: Effect;
}

/** A mutation that calls the PAC outside of its transaction, which it opens through `effect`. Null: nothing was done. */
interface Calling<Type extends TypeParam<Types>, Args extends InputFieldMap> {
  run: (args: InputShapeFromFields<Args>, caller: CallerOfPac) => Promise<Entity<Type> | null>;
}

/** The key of an input object; without an input object it is an argument. */
export const KEY = {
  description: 'A repeated key with the same content returns the first answer and has no second effect.',
};

/** Input of a mutation, which has the key of the request. */
export function requestInput<Parts extends InputFieldMap>(name: string, fields: (t: InputFields) => Parts) {
  return inputType(name, (t) => ({ ...fields(t), idempotencyKey: t.string(KEY) }));
}

export function mutation<Type extends TypeParam<Types>, Args extends InputFieldMap, Result = string>(
  t: MutationFields,
  options: Common<Type, Args, Result> & (Writing<Type, Args> | Calling<Type, Args>),
) {
  const { type, role, description, deprecationReason } = options;
  const args = 'input' in options.args ? options.args : { idempotencyKey: t.arg.string(KEY), ...options.args };
  async function resolve(_: unknown, sent: object, context: RequestContext, info: GraphQLResolveInfo) {
    const operation = info.fieldName.replaceAll(/_([a-z])/g, (__, letter: string) => letter.toUpperCase());
    const viewer = context.viewer(role, operation);
    const { tenant, userName, actor, credential = null } = viewer;
    const roles = viewer.limited?.roles ?? viewer.roles;
    if (options.whileSuspended !== true) assertActive(tenant);
    const read = readArguments(operation, sent, context.idempotencyKey, options.secrets);
    const input = read.args as InputShapeFromFields<Args>;
    const { app, charge } = context;
    const caller = { app, tenant, userName, roles, hasKey: read.keyed !== undefined, charge };
    const request: Request = {
      keyed: read.keyed,
      act: { actor, operation, credential },
      judge: viewer.limited || context.judge ? judged(context, viewer, operation) : undefined,
      remember: (options.remember ?? idOf) as Request['remember'],
      answer: (db, remembered) => {
        context.isReplayed = true;
        return options.answer(db, remembered as Result);
      },
    };
    if (!('write' in options))
      return runOnce(context, request, isIdAlone(info), (effect) =>
        options.run(input, { ...caller, app: ofTenant(context.app, tenant), effect }),
      );
    const alone = () => writeOnce(context, request, (db) => options.write(db, input, caller));
    const join = request.judge ? undefined : options.join?.(input, caller);
    return join ? join(request, alone) : alone();
  }
  return t.field({
    type,
    // Nullable, so that one refused mutation of a request does not null the others.
    nullable: true,
    ...(description === undefined ? {} : { description }),
    ...(deprecationReason === undefined ? {} : { deprecationReason }),
    args,
    extensions: { role },
    // The compiler cannot infer generic arguments here; the types of `write` and `run` are checked above.
    resolve: resolve as never,
  });
}

interface Request extends JoiningRequest {
  /** Judge of an assistant's act: it takes the act back by throwing. */
  judge: ((db: TenantDb, ids: readonly string[]) => Promise<void>) | undefined;
  answer: (db: TenantDb, remembered: unknown) => Promise<unknown>;
}

/** The one place where limits of a token hold, whichever face is asked. */
function judged({ app, judge }: RequestContext, viewer: Viewer, operation: string): NonNullable<Request['judge']> {
  return async (db, ids) => {
    const outcome = await outcomeOf(db, ids);
    const isApproved = (await judge?.(db, outcome)) ?? false;
    if (viewer.limited) await keepWithin(db, viewer.tokenId!, { operation, ...outcome, isApproved }, app.clock.now());
  };
}

function idOf(entity: string | { id: string }): string {
  return typeof entity === 'string' ? entity : entity.id;
}

/** The arguments without the key. */
function readArguments(operation: string, sent: object, header: string | undefined, secrets: readonly string[] = []) {
  const { idempotencyKey, input, ...others } = sent as Record<string, unknown>;
  const { idempotencyKey: keyOfInput, ...fields } = (input ?? {}) as Record<string, unknown>;
  if (Object.values(fields).some((part) => typeof part === 'object' && part !== null && 'idempotencyKey' in part)) {
    throw badInput('{field} belongs to the whole request, not to a part of it', { field: 'idempotencyKey' });
  }
  const key = chooseKey((idempotencyKey ?? keyOfInput ?? undefined) as string | undefined, header);
  return {
    args: input === undefined ? others : { ...others, input: fields },
    // In whose name it is done is not what is asked: the key of a sale stands for it also when another user sends it again.
    keyed:
      key === undefined
        ? undefined
        : { key, operation, content: digested({ ...others, ...fields, madeBy: undefined }, secrets) },
  };
}

function digested(content: Record<string, unknown>, secrets: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(content).map(([name, value]) =>
    secrets.includes(name) && typeof value === 'string' ? [name, digestOf(value)] : [name, value],
  );
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function chooseKey(value: string | undefined, header: string | undefined): string | undefined {
  const keys = new Set([value, header].filter((key) => key !== undefined).map(readKey));
  if (keys.size > 1)
    throw badInput('{field} and the header Idempotency-Key must be the same', { field: 'idempotencyKey' });
  return [...keys][0];
}

/** In one transaction: claim the key, do the work, record who did it. */
async function once(
  db: TenantDb,
  { keyed, act, remember, judge }: Request,
  work: (db: TenantDb) => Promise<unknown>,
  last: (db: TenantDb, done: never) => Promise<unknown> = (_, done) => Promise.resolve(done),
): Promise<{ done: unknown } | { earlier: Earlier }> {
  const earlier = keyed && (await claim(db, keyed));
  if (earlier) return { earlier };
  const done = await work(db);
  const remembered = remember(done);
  if (keyed) await keepResult(db, keyed, remembered);
  await judge?.(db, idsIn(remembered));
  await recordAct(db, { ...act, entityIds: idsIn(remembered) });
  return { done: await last(db, done as never) };
}

function writeOnce(context: RequestContext, request: Request, write: (db: TenantDb) => Promise<unknown>) {
  return context.inTenant(async (db) => {
    const outcome = await once(db, request, write);
    return 'earlier' in outcome ? request.answer(db, outcome.earlier.result) : outcome.done;
  });
}

type Works = [work: (db: TenantDb) => Promise<unknown>, last?: (db: TenantDb, done: never) => Promise<unknown>];

class DoneMeanwhile extends Error {
  readonly earlier: Earlier;

  constructor(earlier: Earlier) {
    super('the same request has been done meanwhile');
    this.earlier = earlier;
  }
}

function isIdAlone({ fieldNodes }: GraphQLResolveInfo): boolean {
  const selections = fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  return selections.every((one) => one.kind === Kind.FIELD && ['id', '__typename'].includes(one.name.value));
}

/** As far as the transaction goes: what would follow, such as a call to the PAC, does not. */
async function rehearsed(context: RequestContext, request: Request, work: Works[0]): Promise<Earlier> {
  const outcome = await context.inTenant((db) => once(db, request, work));
  return 'earlier' in outcome ? outcome.earlier : { result: request.remember(outcome.done) };
}

async function runOnce(
  context: RequestContext,
  request: Request,
  isIdAlone: boolean,
  run: (effect: Effect) => Promise<unknown>,
) {
  const { keyed } = request;
  const answer = ({ result }: Earlier) => context.inTenant((db) => request.answer(db, result));
  // A repeated request is answered without a call to the PAC.
  const earlier = keyed && (await context.inTenant((db) => earlierRequest(db, keyed)));
  if (earlier) return answer(earlier);
  let isDone = false;
  try {
    const effect = async (...works: Works): Promise<unknown> => {
      if (context.isRehearsal) throw new DoneMeanwhile(await rehearsed(context, request, works[0]));
      const outcome = await context.inTenant((db) => once(db, request, ...works));
      if ('earlier' in outcome) throw new DoneMeanwhile(outcome.earlier);
      isDone = true;
      return outcome.done;
    };
    return await run(Object.assign(effect as Effect, { isIdAlone }));
  } catch (error) {
    if (error instanceof DoneMeanwhile) return answer(error.earlier);
    // Committed and then refused, as by the PAC: release the key.
    if (keyed && isDone && error instanceof DomainError) await context.inTenant((db) => giveUpKey(db, keyed));
    throw error;
  }
}
