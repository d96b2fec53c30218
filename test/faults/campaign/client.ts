// A client of the API that may not get its answer: each request has a key, and now and then it is sent twice.
import { graphql } from 'graphql';
import { requestContext, type App } from '../../../src/graphql/context.ts';
import { schema } from '../../../src/api/schema.ts';
import type { Life, Outcome } from './life.ts';

const REPEATED = 0.2;
/** Without an answer a client cannot know, and tries again more often than not. */
const REPEATED_WITHOUT_ANSWER = 0.6;

/** How many requests there were of each mutation, and how many of those were sent twice. */
export interface Sent {
  requests: Map<string, number>;
  repeated: Map<string, number>;
}

export function nothingSent(): Sent {
  return { requests: new Map(), repeated: new Map() };
}

export async function request(
  life: Life,
  sent: Sent,
  mutation: string,
  variables: Record<string, unknown>,
): Promise<Outcome> {
  const number = (sent.requests.get(mutation) ?? 0) + 1;
  sent.requests.set(mutation, number);
  const send = (app: App): Promise<unknown> => run(life, app, mutation, variables, `${mutation} ${number}`);
  const first = await life.act(mutation, send);
  const isAnswered = first.is === 'done' || first.is === 'refused';
  if (!life.chance.happens(isAnswered ? REPEATED : REPEATED_WITHOUT_ANSWER)) return first;
  sent.repeated.set(mutation, (sent.repeated.get(mutation) ?? 0) + 1);
  const again = await life.act(`${mutation} again`, send);
  const ids = [first, again].map((outcome) =>
    outcome.is === 'done' ? (outcome.value as { id: string } | null)?.id : null,
  );
  if (ids[0] && ids[1] && ids[0] !== ids[1]) {
    life.problems.push(`${mutation} under one key was answered with ${ids[0]} and then with ${ids[1]}`);
  }
  return first.is === 'done' ? first : again;
}

async function run(
  life: Life,
  app: App,
  mutation: string,
  variables: Record<string, unknown>,
  key: string,
): Promise<unknown> {
  const { args } = schema.getMutationType()!.getFields()[mutation]!;
  const given: Record<string, unknown> =
    'input' in variables
      ? { ...variables, input: { ...(variables['input'] as object), idempotencyKey: key } }
      : { ...variables, idempotencyKey: key };
  const taken = args.filter(({ name }) => name in given);
  const declared = taken.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = taken.map(({ name }) => `${name}: $${name}`).join(', ');
  const viewer = {
    userName: 'campaign',
    actor: 'user:campaign',
    tokenId: null,
    roles: ['admin' as const],
    tenant: life.tenant,
  };
  const { data, errors } = await graphql({
    schema,
    source: `mutation (${declared}) { ${mutation}(${passed}) { id } }`,
    variableValues: given,
    contextValue: requestContext(app, { requestId: key, language: 'en' }, viewer),
  });
  const [error] = errors ?? [];
  if (error) throw error.originalError ?? error;
  return data![mutation];
}

/** Each of these mutations makes one row, and a credit note of the PAC is filed once for each row. */
const MAKES = {
  createOrder: 'orders',
  createCredit: 'credits',
  createDebitNote: 'debit_notes',
  registerPayment: 'payments',
  refundPayment: 'refunds',
} as const;

/** P7: no more was made than was asked for, however often each request came. */
export async function checkRequests(life: Life, sent: Sent): Promise<void> {
  for (const [mutation, table] of Object.entries(MAKES)) {
    const [row] = await life.look<{ made: number }>(`select count(*)::int as made from ${table} where tenant_id = $1`, [
      life.tenant.id,
    ]);
    const asked = sent.requests.get(mutation) ?? 0;
    if (row!.made > asked) life.problems.push(`${asked} requests of ${mutation} have made ${row!.made} ${table}`);
  }
}
