// A month that runs is compared with the month before up to the same day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { createWorld, type Answer, type TestTenant } from '../support/world.ts';

const here = await createWorld({ works: false });

const MONTH = `query ($year: Int!, $month: Int!) { fiscalMonth(year: $year, month: $month) {
  net { base itbms total } before { base itbms total } beforeToSameDay { base itbms total } comparedTo } }`;

/** A sale at 7 %: its day in Panama, and its price before tax, in balboas. */
type Sale = [day: string, base: bigint];

/** Ten minutes before midnight in Panama, which by UTC is the next day. */
function lateOn(day: string): void {
  here.clock.offsetMs = Date.parse(`${day}T23:50:00-05:00`) - Date.now();
}

async function sold(shop: TestTenant, sales: Sale[]): Promise<void> {
  const clientId = await newClient(shop);
  for (const [day, base] of sales) {
    lateOn(day);
    const itemId = await newItem(shop, { stock: '10', price: String(base), taxRate: '7' });
    await invoice(shop, (await newOrder(shop, clientId, [{ itemId, quantity: '1' }])).id, 'DGI');
  }
}

const inCents = (amount: string): bigint => {
  const [whole, part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(2, '0'));
};

/** By the texts of the days alone. */
function sumOf(sales: Sale[], from: string, to: string): Record<string, bigint> {
  const base = sales.filter(([day]) => from <= day && day <= to).reduce((sum, [, price]) => sum + price, 0n);
  return { base: base * 100n, itbms: base * 7n, total: base * 107n };
}

const read = (amounts: Answer) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, inCents(String(amount))]));

async function monthOn(shop: TestTenant, today: string, named: string): Promise<Answer> {
  lateOn(today);
  const [year, month] = named.split('-').map(Number);
  return (await shop.get(MONTH, { year, month })).fiscalMonth;
}

test('like is compared with like, at each end of a month and of a year', async () => {
  const shop = await here.tenant();
  const sales: Sale[] = [
    ['2025-12-01', 1n],
    ['2025-12-10', 2n],
    ['2025-12-11', 4n],
    ['2025-12-31', 8n],
    ['2026-01-01', 16n],
    ['2026-01-10', 32n],
    ['2026-01-28', 64n],
    ['2026-01-31', 128n],
    ['2026-02-28', 256n],
    ['2026-03-31', 512n],
    ['2026-04-30', 1024n],
    ['2026-05-31', 2048n],
  ];
  await sold(shop, sales);
  for (const [today, month, from, wholeTo, comparedTo] of [
    ['2026-01-10', '2026-01', '2025-12-01', '2025-12-31', '2025-12-10'],
    ['2026-01-31', '2026-01', '2025-12-01', '2025-12-31', '2025-12-31'],
    ['2026-02-28', '2026-02', '2026-01-01', '2026-01-31', '2026-01-28'],
    ['2026-03-27', '2026-03', '2026-02-01', '2026-02-28', '2026-02-27'],
    ['2026-03-31', '2026-03', '2026-02-01', '2026-02-28', '2026-02-28'],
    ['2026-04-30', '2026-04', '2026-03-01', '2026-03-31', '2026-03-30'],
    ['2026-05-31', '2026-05', '2026-04-01', '2026-04-30', '2026-04-30'],
    ['2024-03-30', '2024-03', '2024-02-01', '2024-02-29', '2024-02-29'],
    // Over: whole, whatever day it is.
    ['2026-06-03', '2026-01', '2025-12-01', '2025-12-31', '2025-12-31'],
    ['2026-03-01', '2026-02', '2026-01-01', '2026-01-31', '2026-01-31'],
  ] as const) {
    const answer = await monthOn(shop, today, month);
    assert.equal(answer.comparedTo, comparedTo, `${month} on ${today}`);
    assert.deepEqual(read(answer.before), sumOf(sales, from, wholeTo), `before ${month} on ${today}`);
    assert.deepEqual(read(answer.beforeToSameDay), sumOf(sales, from, comparedTo), `${month} on ${today}`);
  }
});

test('the day is Panama’s in every zone, as the month is', async () => {
  const shop = await here.tenant();
  await here.query(`update tenants set time_zone = 'Pacific/Kiritimati' where id = $1`, [shop.tenant.id]);
  assert.equal((await monthOn(shop, '2026-01-10', '2026-01')).comparedTo, '2025-12-10');
});
