// Uses of the operator's key at the PAC by a caller: questions cost the asker, e-mails have limits and valid addresses.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { invoicedOrder, newSale } from '../support/business.ts';
import { serving } from '../support/serving.ts';
import { graphql, newShop, quietWorld, type TestTenant } from '../support/world.ts';

const SEND = 'mutation ($id: UUID!, $email: String) { sendDocument(documentId: $id, email: $email) { id } }';
const ASK = '{ checkRuc(ruc: "155596713-2-2015", asksPac: true) { pac { dv } } }';

test('a question to the PAC takes much of its asker’s share, and no one else’s', async (t) => {
  const here = await quietWorld();
  const [shop, other] = [await here.tenant(), await here.tenant()];
  const url = await serving(t, here, { requestsPerMinute: 6000 });
  const askedBy = async (one: TestTenant, query = ASK) =>
    (await graphql(url, query, {}, await one.token('viewer'))).errors;
  const calls = () => here.simulator.calls().filter(({ operation }) => operation === 'checkDigit').length;
  const before = calls();
  const codes = new Set<string>();
  for (let nth = 0; nth < 200; nth += 1) codes.add((await askedBy(shop))?.[0]?.extensions.code ?? 'asked');
  assert.deepEqual(codes, new Set(['asked', 'RATE_LIMITED']));
  const made = calls() - before;
  assert.ok(made >= 50 && made <= 75, `${made} calls`);
  assert.equal(await askedBy(other), undefined);
  const rule = '{ checkRuc(ruc: "155596713-2-2015") { dv } }';
  for (let nth = 0; nth < 80; nth += 1)
    assert.equal(await askedBy(other, rule), undefined, 'what asks no PAC costs as before');
});

test('so does the preview of a sale that asks the PAC', async (t) => {
  const { here, shop } = await newShop(quietWorld());
  const url = await serving(t, here, { requestsPerMinute: 6000 });
  const { order } = await invoicedOrder(shop);
  const token = await shop.token('viewer');
  const preview = (more: string) =>
    graphql(url, `query ($id: UUID!) { previewInvoice(orderId: $id${more}) { total } }`, { id: order.id }, token);
  for (let nth = 0; nth < 80; nth += 1) assert.equal((await preview('')).errors, undefined, 'what asks no PAC');
  const codes: string[] = [];
  for (let nth = 0; nth < 100; nth += 1) {
    codes.push((await preview(', asksPac: true')).errors?.[0]?.extensions.code ?? 'asked');
  }
  const asked = codes.filter((code) => code !== 'RATE_LIMITED').length;
  assert.ok(asked >= 50 && asked <= 75, `${asked} were taken`);
});

test('so does an act that asks the PAC about a document', async (t) => {
  const { here, shop, invoice } = await newSale(quietWorld());
  const url = await serving(t, here, { requestsPerMinute: 6000 });
  const token = await shop.token('admin');
  const CHECK = 'mutation ($id: UUID!) { checkDocument(documentId: $id) { id } }';
  const refusedOf = async (count: number) => {
    const asked = Array.from({ length: count }, () => graphql(url, CHECK, { id: invoice.id }, token));
    return (await Promise.all(asked)).filter(({ errors }) => errors?.[0]?.extensions.code === 'RATE_LIMITED').length;
  };
  const refused = await refusedOf(200);
  assert.ok(refused >= 100 && refused < 200, `${refused} of 200 were refused`);
  const calls = here.callsOf(shop).length;
  assert.ok(calls > 0, 'what is taken asks');
  assert.equal(await refusedOf(50), 50);
  assert.equal(here.callsOf(shop).length, calls, 'what is refused asks nothing');
});

describe('letters', () => {
  test('a document goes to ten addresses a day, a company sends five hundred', async () => {
    const { here, shop } = await newShop(quietWorld());
    const [{ invoice: one }, { invoice: other }] = [await invoicedOrder(shop), await invoicedOrder(shop)];
    const send = async (id: string, nth: number) =>
      (await shop.ask(SEND, { id, email: `stranger${nth}@example.com` })).errors?.[0]?.extensions.code ?? 'sent';
    const said = [];
    for (let nth = 0; nth < 60; nth += 1) said.push(await send(one.id, nth));
    assert.deepEqual([said.filter((word) => word === 'sent').length, said.at(-1)], [10, 'CONFLICT']);
    assert.equal(await send(other.id, 0), 'sent');
    await here.sql`insert into document_events (tenant_id, id, document_id, kind, actor)
       select ${shop.tenant.id}, gen_random_uuid(), ${one.id}, 'EMAIL_ASKED', 'user:x' from generate_series(1, 489)`;
    assert.deepEqual(
      [await send(other.id, 1), await send((await invoicedOrder(shop)).invoice.id, 0)],
      ['CONFLICT', 'CONFLICT'],
    );
    await here.sql`update document_events set at = at - interval '1 day'
      where tenant_id = ${shop.tenant.id} and kind = 'EMAIL_ASKED'`;
    assert.equal(await send(one.id, 61), 'sent', 'on the next day again');
  });

  const BAD = [
    'a@b',
    '<a@b.test>',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@b..test',
    '.a@b.test',
    'a.@b.test',
    'a..a@b.test',
  ]
    .concat([
      'a@-b.test',
      'a@b-.test',
      'a@b.test\u202E',
      'a@b\u200B.test',
      '"a b"@b.test',
      'a,b@c.test',
      'a@b.test.',
      `${'x'.repeat(65)}@b.test`,
    ])
    .concat(['a@b.test\r\nBcc: c@d.test', 'a@b@c.test', 'a;b@c.test', 'a@b_c.test']);
  const GOOD = [
    'a@b.pa',
    'ana.rios+facturas@mi-empresa.com.pa',
    "o'neil@b.test",
    'josé@compañía.com.pa',
    '1@2.pa',
    'a@xn--bcher-kva.test',
  ];

  test('an address is right by one rule: for a letter and for a client', async () => {
    const { shop, invoice } = await newSale(quietWorld());
    const CLIENT = 'mutation ($email: String!) { createClient(input: { name: "A", email: $email }) { id } }';
    for (const [emails, wanted] of [
      [BAD, 'BAD_USER_INPUT'],
      [GOOD, undefined],
    ] as const) {
      for (const email of emails) {
        for (const [query, variables] of [
          [SEND, { id: invoice.id, email }],
          [CLIENT, { email }],
        ] as const) {
          const { errors } = await shop.ask(query, variables);
          assert.equal(errors?.[0]?.extensions.code, wanted, JSON.stringify([email, query]));
        }
      }
    }
  });
});
