// Commands that are operations: what the API refuses they refuse, what it does once they do once, and the acts are the operator's.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { invoicedOrder, newClient, newItem } from '../../test/support/business.ts';
import { newShop, quietWorld, type Answer } from '../../test/support/world.ts';
import { readConfig } from '../wiring/config.ts';
import type { Command } from './command.ts';
import { HELP } from './help.ts';
import { loadCommand } from './files.ts';
import { operations } from './operations.ts';

const named = (words: string): Command => operations.find((one) => one.words === words)!;

test('a contingency is declared, shown and ended at the command line', async () => {
  const { here, shop } = await newShop(quietWorld());
  const config = readConfig({ DATABASE_URL: here.database.pool.options.connectionString, DATA_DIR: here.dataDir });
  const terminal = { isInteractive: false, write: () => undefined };
  const run = async (words: string, options: Record<string, string> = {}): Promise<Answer> =>
    named(words).run({ config, options: { tenant: shop.tenant.id, ...options }, positionals: [], terminal });
  const reason = 'The PAC has not answered since eight';

  await assert.rejects(run('contingency end'), /No contingency is open/);
  await assert.rejects(run('contingency start', { reason, since: 'yesterday' }), /startedAt/);
  await assert.rejects(run('contingency start', { reason, since: '2026-01-01T00:00:00Z' }), /72 hours/);
  assert.match((await run('contingency start', { reason })).text, /A contingency is open since/);
  const { invoice } = await invoicedOrder(shop);
  assert.equal(invoice.pacInput.information.issueType, '02');
  assert.match((await run('contingency show')).text, /open +The PAC has not answered/);
  const ended = await run('contingency end');
  assert.ok(Date.parse(ended.json.endedAt) > 0 && ended.json.endedBy.startsWith('cli:'));
  const duties = await here.sql<{ start_after: Date }>`select start_after from pgboss.job
    where name = 'submit' and data->>'documentId' = ${invoice.id} and start_after <= now()`;
  assert.equal(duties.length, 1);
});

test('a verb is run by its name, once under its key, in the name of the operator', async () => {
  const { here, shop } = await newShop(quietWorld());
  const config = readConfig({ DATABASE_URL: here.database.pool.options.connectionString, DATA_DIR: here.dataDir });
  const terminal = { isInteractive: false, write: () => undefined };
  const run = async (verb: string, input?: unknown, more: Record<string, string> = {}): Promise<Answer> => {
    const options = { tenant: shop.tenant.id, ...(input === undefined ? {} : { input: '-' }), ...more };
    const stdin = Readable.from([typeof input === 'string' ? input : JSON.stringify(input ?? null)]);
    return (await named('run').run({ config, options, positionals: [verb], terminal, stdin })).json as Answer;
  };
  const [itemId, clientId] = [await newItem(shop, { stock: '5' }), await newClient(shop)];
  const wanted = { clientId, lines: [{ itemId, quantity: '2' }] };
  const order = await run('createOrder', wanted, { key: 'k-1' });
  assert.equal((await run('createOrder', wanted, { key: 'k-1' })).id, order.id);
  await assert.rejects(run('createOrder', { ...wanted, externalId: 'x' }, { key: 'k-1' }), { code: 'CONFLICT' });
  assert.equal((await run('order', { id: order.id })).number, order.number);
  assert.equal((await run('orders', { first: 5, isOpen: true })).records.length, 1);
  // Arguments of the path stand beside those of the body, within the input or not.
  assert.equal(
    (await run('adjustInventory', { itemId, quantityChange: '1', description: 'Counted' })).newQuantity,
    '6',
  );
  assert.equal((await run('updateItem', { itemId, name: 'Otro' })).name, 'Otro');
  // The PAC is not in this environment, so what is to be sent waits for the service.
  const invoice = await run('generateInvoice', { orderId: order.id });
  assert.equal(invoice.submissionState, 'PENDING');
  await assert.rejects(run('createClient', { name: ' ' }), { code: 'BAD_USER_INPUT' });
  await assert.rejects(run('createClient', { name: 'Ana', size: 1 }), { code: 'BAD_USER_INPUT' });
  await assert.rejects(run('order', { id: itemId }), { code: 'NOT_FOUND' });
  await assert.rejects(run('createClient', '{'), /- is not JSON/);
  await assert.rejects(run('fly'), /There is no operation fly; there are items, createItem/);
  const acts = await here.sql<{ operation: string; count: number }>`select operation, count(*)::int as count from acts
     where tenant_id = ${shop.tenant.id} and actor like 'cli:%' and operation <> 'tenant create' group by 1 order by 1`;
  assert.deepEqual(acts, [
    { operation: 'adjustInventory', count: 1 },
    { operation: 'createOrder', count: 1 },
    { operation: 'generateInvoice', count: 1 },
    { operation: 'updateItem', count: 1 },
  ]);
});

/** Commands about a company that are no operation of the API, and why. */
const NO_OPERATIONS: Readonly<Record<string, string>> = {
  'tenant update': 'the operator sets what the API refuses: a company at the PAC under the key of the service',
  'tenant show': 'it tells of a company that is closed, and of what is under way',
  'tenant suspend': 'life of a company, which ends what the API may do',
  'tenant resume': 'life of a company, which ends what the API may do',
  'tenant close': 'life of a company, which ends what the API may do',
  'tenant export': 'it writes a folder of this machine',
  conformance: 'it sends documents of its own to the PAC',
  'tenant move': 'it works on two installations',
  'tenant webhook-secret set': 'the secret is in a file of this machine',
  'tenant webhook-secret rotate': 'the secret is in a file of this machine',
  'tenant webhook-secret remove': 'the secret is in a file of this machine',
  'person export': 'it writes a folder of this machine',
  'person forget': 'the law asks it of the operator, with a proof in a file',
  invite: 'first person of a company, or its only administrator, who cannot sign in',
  'token create': 'first key of a company, before a user can sign in',
  'token list': 'keys of a company, before a user can sign in',
  'token revoke': 'a token is found in all companies',
  'import sales': 'it reads a file of this machine, of any length',
  'import items': 'it reads a file of this machine, of any length',
  'import clients': 'it reads a file of this machine, of any length',
  'import suppliers': 'it reads a file of this machine, of any length',
  'import receivables': 'it reads a file of this machine, of any length',
  'import stock': 'it reads a file of this machine, of any length',
  'evidence month': 'it writes a file of this machine',
  evidence: 'it writes a file of this machine',
  month: 'a printed page, with an exit code',
  verify: 'repair of an installation',
  'read-files': 'repair of an installation',
  rebuild: 'repair of an installation',
  reconcile: 'repair of an installation',
  'after-restore': 'repair of an installation',
  'rebuild-document': 'repair of an installation',
  listen: 'it forwards events as they come',
};

test('each command about a company is an operation, or says why it is none', async () => {
  const about = HELP.filter(({ usage }) => usage.includes('--tenant ID'));
  const others = about.map(async ({ words }) => (operations.includes(await loadCommand(words)) ? [] : [words]));
  assert.deepEqual((await Promise.all(others)).flat().toSorted(), Object.keys(NO_OPERATIONS).toSorted());
  assert.equal(operations.length + Object.keys(NO_OPERATIONS).length, about.length);
});
