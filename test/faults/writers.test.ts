// Sixty-four writers on one item: some roll back, some are killed. Afterwards the ledger is compared with what each of them reported.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { createItem, ensureDefaultLocation } from '../../src/catalog/index.ts';
import { adjustStock, verifyLedger } from '../../src/stock/index.ts';
import { createTenant } from '../../src/company/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { invoice, newClient, newItem, newOrder, stockOf } from '../support/business.ts';
import { newShop, openMigratedDatabase } from '../support/world.ts';

const PROCESSES = 4;
const WRITERS = 16;
/** Killed when it has been told so many times that something is done; the last time it may go on to the end. */
const KILLED_AFTER = [40];
const DONE_IN_THE_END = 80;
const OPENING = 1000;

/** Writers of one process. Each reports every movement before it begins and after it ends, on a line that is flushed first. */
const WRITER = `
  import { randomUUID } from 'node:crypto';
  import { writeSync } from 'node:fs';
  import { Kysely, PostgresDialect } from 'kysely';
  import { openPool } from '${import.meta.resolve('../../src/platform/postgres.ts')}';
  import { moveGoods } from '${import.meta.resolve('../../src/stock/index.ts')}';
  import { findTenant, inTenant } from '${import.meta.resolve('../../src/tenancy/index.ts')}';

  const [url, tenantId, itemId, locationId, writers, most] = process.argv.slice(1);
  const pool = openPool({ url }, { max: Number(writers) });
  const context = { db: new Kysely({ dialect: new PostgresDialect({ pool }) }) };
  const tenant = await findTenant(context, tenantId);
  const say = (word, id, change) => writeSync(1, word + ' ' + id + ' ' + change + '\\n');
  let left = Number(most);

  async function write() {
    while (left > 0) {
      left -= 1;
      const id = randomUUID();
      const change = (Math.random() < 0.5 ? '-' : '') + (Math.floor(Math.random() * 900) + 1) / 100;
      const thinksBetter = Math.random() < 0.25;
      say(thinksBetter ? 'may' : 'will', id, change);
      const source = { type: Math.random() < 0.5 ? 'INVOICE' : 'MANUAL_ADJUSTMENT', id };
      try {
        await inTenant(context, tenant, async (db) => {
          await moveGoods(db, [{ itemId, locationId, change, source }], { createdBy: 'writer' });
          if (thinksBetter) throw new RangeError('thinks better of it');
        });
        say('did', id, change);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        say('undid', id, change);
      }
    }
  }
  await Promise.all(Array.from({ length: Number(writers) }, write));
  await pool.end();
`;

/** The last report about each movement. */
type Words = Map<string, { word: string; change: string }>;

async function letWrite(args: readonly string[], words: Words, killAfter: number): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WRITER, '--', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  let done = 0;
  for await (const line of createInterface(child.stdout)) {
    const [word, id, change] = line.split(' ');
    // The last line of one who was killed may be broken off.
    if (change === undefined || change === '') continue;
    words.set(id!, { word: word!, change });
    if (word === 'did') done += 1;
    if (done === killAfter) child.kill('SIGKILL');
  }
  assert.equal(await ended, killAfter === Infinity ? 0 : 'SIGKILL');
}

test('F51: of sixty-four writers, some of whom are killed and some think better of it, the ledger says what was done', async (t) => {
  const database = await openMigratedDatabase();
  t.after(() => database.close());
  const tenant = await createTenant(database, { name: 'Many hands' });
  const { itemId, locationId } = await inTenant(database, tenant, async (db) => {
    const { id: locationId } = await ensureDefaultLocation(db);
    const { id: itemId } = await createItem(db, {
      ...{ sku: 'HOT', name: 'Hot', unit: 'und', unitPrice: '1', taxRate: '7', trackingMode: 'NONE' },
      allowNegativeStock: true,
    });
    await adjustStock(db, { itemId, quantityChange: String(OPENING), description: 'Counted' }, 'test');
    return { itemId, locationId };
  });
  const { connectionString } = database.pool.options;
  const args = [connectionString!, tenant.id, itemId, locationId, String(WRITERS)];
  const words: Words = new Map();
  const lives = async (): Promise<void> => {
    for (const killAfter of KILLED_AFTER) await letWrite([...args, '1000000'], words, killAfter);
    await letWrite([...args, String(DONE_IN_THE_END)], words, Infinity);
  };
  await Promise.all(Array.from({ length: PROCESSES }, lives));

  const { rows: logs } = await database.pool.query<Record<'source_id' | 'quantity_change' | 'new_quantity', string>>(
    `select source_id, trim_scale(quantity_change)::text as quantity_change, trim_scale(new_quantity)::text as new_quantity
         from inventory_logs where item_id = $1 order by occurred_at offset 1`,
    [itemId],
  );
  const found = new Map(logs.map((log) => [log.source_id, log.quantity_change]));
  assert.equal(found.size, logs.length, 'each movement is there once');
  for (const [id, { word, change }] of words) {
    if (word === 'did') assert.equal(found.get(id), change, 'what was done is there');
    // Effects of a writer that was killed before it reported are known from the ledger alone.
    else if (word !== 'will') assert.ok(!found.has(id), `${word}: what was thought better of is not there`);
  }
  for (const id of found.keys()) assert.ok(words.has(id), 'nothing is there that no writer wrote');
  const count = (wanted: string): number => [...words.values()].filter(({ word }) => word === wanted).length;
  assert.ok(count('did') > PROCESSES * 40 && count('undid') > 20, 'they wrote, and thought better of it');

  // Counted in hundredths, so that nothing is rounded.
  const hundredths = (text: string): number => Math.round(Number(text) * 100);
  let balance = OPENING * 100;
  for (const log of logs) {
    balance += hundredths(log.quantity_change);
    assert.equal(hundredths(log.new_quantity), balance);
  }
  const { rows: levels } = await database.pool.query(
    'select (on_hand * 100)::int as hundredths, last_seq from stock_levels where item_id = $1',
    [itemId],
  );
  assert.deepEqual(levels, [{ hundredths: balance, last_seq: logs.length + 1 }]);
  assert.deepEqual((await inTenant(database, tenant, (db) => verifyLedger(db))).problems, []);
});

test('documents that name the same goods in any order never deadlock', async () => {
  const { here, shop } = await newShop();
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const { locations } = await shop.get('{ locations { id isDefault } }');
  const places = [locations.find((one: { isDefault: boolean }) => one.isDefault).id, createLocation.id];
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Bodega") { id } }');
  const clientId = await newClient(shop);
  const itemIds: string[] = [];
  for (let n = 0; n < 6; n += 1) itemIds.push(await newItem(shop, { negative: true, stock: '100' }));
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((one) => ({ one, at: Math.random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one);
  const lines = (): { itemId: string; locationId: string; quantity: string }[] =>
    shuffled(itemIds.flatMap((itemId) => places.map((locationId) => ({ itemId, locationId, quantity: '1' }))));

  async function sell(): Promise<void> {
    const order = await newOrder(shop, clientId, lines());
    const { id } = await invoice(shop, order.id, 'PROFORM');
    await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id });
  }
  async function buy(): Promise<void> {
    const input = { supplierId: createSupplier.id, lines: lines().map((line) => ({ ...line, unitCost: '2' })) };
    await shop.call('recordSupplierInvoice', input);
  }
  async function carry(): Promise<void> {
    for (const itemId of shuffled(itemIds)) {
      const [fromLocationId, toLocationId] = shuffled(places);
      await shop.call('transferStock', { itemId, fromLocationId, toLocationId, quantity: '1' });
    }
  }
  const ROUNDS = 3;
  await Promise.all(
    [sell, sell, sell, sell, buy, buy, buy, carry, carry].map(async (work) => {
      for (let round = 0; round < ROUNDS; round += 1) await work();
    }),
  );
  // Sold units came back, transfers changed no total, and purchases are there.
  for (const itemId of itemIds) assert.equal((await stockOf(shop, itemId)).onHand, String(100 + 3 * ROUNDS * 2));
  assert.deepEqual((await inTenant(here.app, shop.tenant, (db) => verifyLedger(db))).problems, []);
});
