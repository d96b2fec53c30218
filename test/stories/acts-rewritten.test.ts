// History that a superuser of the database rewrites, past every trigger and grant: `folio verify` finds each way.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { handOutHead, verifyActs, type SignedHead } from '../../src/acts/index.ts';
import { forgetInActs, inTenant, placeActs } from '../../src/tenancy/index.ts';
import { invoice, newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { eventually, quietWorld, type TestTenant, type World } from '../support/world.ts';

interface History {
  shop: TestTenant;
  invoiceId: string;
  /** Handed out. */
  head: SignedHead;
  last: number;
}

let here: World;

before(async () => {
  here = await quietWorld();
});

async function history(): Promise<History> {
  const shop = await here.tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const clientId = await newClient(shop, 'Ana Pérez');
  const { id: orderId } = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
  const { id: invoiceId } = await invoice(shop, orderId);
  await eventually(
    () => readInvoice(shop, invoiceId),
    ({ legalStatus }) => legalStatus !== null,
  );
  await newClient(shop, 'Berta');
  const head = await handOutHead(here.app, shop.tenant);
  return { shop, invoiceId, head, last: head.number };
}

const problemsOf = async ({ shop, head }: History, heads = [head]): Promise<string[]> =>
  (await verifyActs(here.app, shop.tenant, heads)).problems.map(({ detail }) => detail);

const ACT = 'update acts set';
const FOURTH = 'where tenant_id = :tenant and number = 4';

/** The whole chain as it would be without the act: counted in the way that is written in docs/security.md. */
async function recounted({ shop }: History): Promise<[string, unknown[]][]> {
  const rows = await here.query<{ id: string; content: string }>(
    `select id, json_build_array(tenant_id, row_number() over (order by number), id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
       actor, operation, entity_ids, credential, encode(before_digest, 'hex'), encode(after_digest, 'hex'))::text as content
     from acts where tenant_id = $1 and number <> 3 order by number`,
    [shop.tenant.id],
  );
  let hash = Buffer.alloc(0);
  const updates = rows.map(({ id, content }, at): [string, unknown[]] => {
    hash = createHash('sha256')
      .update(hash)
      .update(JSON.stringify(JSON.parse(content)))
      .digest();
    return [`${ACT} number = $3, hash = $4 where tenant_id = $1 and id = $2`, [shop.tenant.id, id, at + 1, hash]];
  });
  return [
    ['delete from acts where tenant_id = $1 and number = 3', [shop.tenant.id]],
    ...updates,
    ['update act_heads set number = $2, hash = $3 where tenant_id = $1', [shop.tenant.id, rows.length, hash]],
  ];
}

type Rewriting = (of: History) => (readonly [string, unknown[]])[] | Promise<(readonly [string, unknown[]])[]>;

/** :tenant, :invoice and :last are its own; the fourth act is what is rewritten. */
const of =
  (...texts: string[]): Rewriting =>
  ({ shop, last, invoiceId }) =>
    texts.map((text) => [
      text
        .replaceAll(':tenant', `'${shop.tenant.id}'`)
        .replaceAll(':invoice', `'${invoiceId}'`)
        .replaceAll(':last', String(last)),
      [],
    ]);

const WAYS: Readonly<Record<string, Rewriting>> = {
  'who did it': of(`${ACT} actor = 'user:eva' ${FOURTH}`),
  'when it was done': of(`${ACT} at = at - interval '1 day' ${FOURTH}`),
  'what was done': of(`${ACT} operation = 'updateClient' ${FOURTH}`),
  'the token that was shown': of(`${ACT} credential = 'token:x' ${FOURTH}`),
  'what was there before and after': of(`${ACT} after = '{}' ${FOURTH}`),
  'a text, as if it had been forgotten': of(`${ACT} before = null, after = null, salt = null ${FOURTH}`),
  'an act in the middle is gone': of(`delete from acts ${FOURTH}`),
  'the last act is gone': of('delete from acts where tenant_id = :tenant and number = :last'),
  'the last acts are gone, and the head is set back': of(
    'delete from acts where tenant_id = :tenant and number > 4',
    'update act_heads set (number, hash) = (select number, hash from acts where tenant_id = :tenant and number = 4) where tenant_id = :tenant',
  ),
  'two acts have changed places': of(
    `${ACT} number = 1000000 ${FOURTH}`,
    `${ACT} number = 4 where tenant_id = :tenant and number = 5`,
    `${ACT} number = 5 where tenant_id = :tenant and number = 1000000`,
  ),
  'an act is put in': ({ shop, last }) => [
    [
      `insert into acts (tenant_id, id, actor, operation, entity_ids, number, hash) values ($1, $2, 'user:eva', 'createClient', '{}', $3, $4)`,
      [shop.tenant.id, randomUUID(), last + 1, Buffer.alloc(32)],
    ],
  ],
  'the head says something else': of(`update act_heads set hash = sha256(hash) where tenant_id = :tenant`),
  'numbers are taken back, so that the chain is made anew': of(
    `${ACT} operation = 'nothing' ${FOURTH}`,
    `${ACT} number = null, hash = null where tenant_id = :tenant and number >= 4`,
    'update act_heads set (number, hash) = (select number, hash from acts where tenant_id = :tenant and number = 4 - 1) where tenant_id = :tenant',
  ),
  'an act is gone, and the whole chain is counted anew': (one) => recounted(one),
  'what was sent': of(
    `update fiscal_documents set pac_input = jsonb_set(pac_input, '{x}', '1') where tenant_id = :tenant and id = :invoice`,
  ),
  'what was answered': of(
    `update fiscal_documents set pac_response = '{}' where tenant_id = :tenant and id = :invoice`,
  ),
  'a CUFE': of(`update fiscal_documents set cufe = 'FE' || cufe where tenant_id = :tenant and id = :invoice`),
  'a total': of('update invoices set total = total + 1 where tenant_id = :tenant and id = :invoice'),
  'what happened to a document': of(
    `update document_events set actor = 'user:eva' where tenant_id = :tenant and document_id = :invoice`,
  ),
  'when it happened': of(
    `update document_events set at = at - interval '1 hour' where tenant_id = :tenant and document_id = :invoice`,
  ),
  'something that happened to a document is gone': of(
    'delete from document_events where tenant_id = :tenant and document_id = :invoice',
  ),
  'something that has not happened': of(
    `insert into document_events (tenant_id, id, document_id, kind, actor, detail)
     values (:tenant, gen_random_uuid(), :invoice, 'LEGAL_STATUS', 'service:pac-webhook', '{}')`,
  ),
};

describe('a superuser rewrites', () => {
  for (const [name, way] of Object.entries(WAYS)) {
    test(`${name}, and verify finds it`, async () => {
      const one = await history();
      assert.deepEqual(await problemsOf(one), []);
      await here.rewrite(...(await way(one)));
      assert.notDeepEqual(await problemsOf(one), []);
    });
  }
});

test('where no head was handed over, those of the file store tell', async () => {
  const one = await history();
  await here.rewrite(...(await recounted(one)));
  assert.match((await problemsOf(one, [])).join(), /kept/);
});

test('a head that was not signed with our key is refused', async () => {
  const one = await history();
  const problems = await problemsOf(one, [{ ...one.head, sha256: '00'.repeat(32) }]);
  assert.match(problems.join(), /signed/);
});

test('work, forgetting and heads of earlier days are no alarm', async () => {
  const one = await history();
  const { shop } = one;
  const clientId = await newClient(shop, 'Carla');
  await placeActs(here.app, shop.tenant);
  await inTenant(here.app, shop.tenant, (db) =>
    forgetInActs(db, [clientId], { actor: 'cli:root', operation: 'person forget' }),
  );
  assert.deepEqual(await problemsOf(one), []);
  const { actsHead, acts } = await shop.get(
    'query ($id: UUID!) { actsHead { number sha256 signature } acts(entityId: $id) { records { operation actor after } pageInfo { hasNextPage } } }',
    { id: clientId },
    'admin',
  );
  assert.ok(actsHead.number > one.last);
  assert.deepEqual(
    acts.records.map(({ operation }: { operation: string }) => operation),
    ['person forget', 'createClient'],
  );
  assert.equal((await shop.refusal('{ actsHead { number } }', {}, 'operator')).code, 'FORBIDDEN');
});
