// A movement that is refused is refused by its statement, which nothing waits for: with the next one, or with the commit.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { moveGoods, type Movement } from '../../src/stock/index.ts';
import { inTenant, rehearse, type TenantDb } from '../../src/tenancy/index.ts';
import { newItem, stockOf } from '../support/business.ts';
import { newShop } from '../support/world.ts';

async function shopWith(stock: string) {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { sku: 'SHORT', stock });
  const other = await newItem(shop, { stock });
  const { locations } = await shop.get('{ locations { id } }');
  const move = (id: string, change: string, more: Partial<Movement> = {}): Movement => ({
    ...{ itemId: id, locationId: locations[0].id, change, ...more },
    source: { type: 'MANUAL_ADJUSTMENT', id: randomUUID() },
  });
  return { app: here.app, shop, itemId, other, move };
}

test('the refusal names the first item that is short, and all that was asked for of it', async () => {
  const { app, shop, itemId, other, move } = await shopWith('5');
  const movements = [move(itemId, '-4'), move(other, '-6'), move(itemId, '-3.5')];
  const told = {
    code: 'INSUFFICIENT_STOCK',
    message: 'Not enough stock of SHORT: -4, -3.5 asked for, which would leave -2.5 on hand with 0 reserved',
  };
  const take = (db: TenantDb): Promise<void> => moveGoods(db, movements, { createdBy: 'test' });
  const andAsk = async (db: TenantDb): Promise<void> => {
    await take(db);
    await sql`select 1`.execute(db);
  };
  await assert.rejects(inTenant(app, shop.tenant, take), told);
  await assert.rejects(inTenant(app, shop.tenant, andAsk), told);
  await assert.rejects(
    rehearse(app, shop.tenant, (rehearsal) => inTenant(rehearsal, shop.tenant, take)),
    told,
  );
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '5', available: '5' });
  await inTenant(app, shop.tenant, (db) => moveGoods(db, movements, { createdBy: 'test', allowShortage: true }));
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '-2.5', available: '-2.5' });
});

test('of a shortage and a balance that is not the expected one the shortage is told', async () => {
  const { app, shop, itemId, other, move } = await shopWith('5');
  const attempt = (...movements: Movement[]): Promise<void> =>
    inTenant(app, shop.tenant, (db) => moveGoods(db, movements, { createdBy: 'test' }));
  const unexpected = move(other, '1', { expectedBalance: '4.50' });
  await assert.rejects(attempt(unexpected, move(itemId, '-6')), { code: 'INSUFFICIENT_STOCK' });
  await assert.rejects(attempt(unexpected, move(itemId, '-5')), {
    code: 'CONFLICT',
    message: 'The balance is 5, not 4.5: it was moved meanwhile',
  });
  await attempt(move(other, '1', { expectedBalance: '5.0' }), move(other, '-6', { expectedBalance: '6' }));
  assert.deepEqual(await stockOf(shop, other), { onHand: '0', available: '0' });
});
