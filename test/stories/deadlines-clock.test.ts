// Deadlines by a clock that is wrong, or on the evening that is another month in Greenwich: the day of Panama counts, and the issue that was sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCufe } from '../../src/fiscal/cufe.ts';
import { voidInvoice } from '../../src/invoicing/void-document.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import { createOrder } from '../../src/sales/index.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { newClient, newItem } from '../support/business.ts';
import { createWorld, type Answer } from '../support/world.ts';

const HOUR = 3_600_000;
const VOID = 'El cliente no lo quiso';

/** The last evening of this month in Panama, ten minutes to midnight; in Greenwich it is the first of the next. */
function lastEvening(): Date {
  const [year, month] = new Date(Date.now() - 5 * HOUR).toISOString().split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 1, 4, 50));
}

test('a sale of the last evening is of that month, and its deadlines count from it whatever the clock says later', async (t) => {
  const here = await createWorld({ works: false });
  const shop = await here.tenant();
  const setTo = (at: number): void => void (here.clock.offsetMs = at - Date.now());
  t.after(() => (here.clock.offsetMs = 0));
  const evening = lastEvening();
  const day = new Date(evening.getTime() - 5 * HOUR).toISOString().slice(0, 10);
  const [clientId, itemId] = [await newClient(shop), await newItem(shop, { stock: '10' })];
  // Past the door, which would find the token too old.
  setTo(evening.getTime());
  for (let nth = 0; nth < 3; nth += 1) {
    const lines = [{ itemId, quantity: '1' }];
    const order = await inTenant(here.app, shop.tenant, (db) => createOrder(db, { clientId, lines }, 'user:ana'));
    const asked = { orderId: order.id, mode: 'DGI', billingPointId: null } as const;
    await generateInvoice(ofTenant(here.app, shop.tenant), asked, 'user:ana');
  }
  const rows = await here.sql<Answer>`
     select d.id, i.issued_at, i.issue_day::text as day, d.expected_cufe, d.pac_input -> 'information' ->> 'issueDate' as sent
     from fiscal_documents d join invoices i on i.tenant_id = d.tenant_id and i.id = d.id where d.tenant_id = ${shop.tenant.id}`;
  assert.equal(rows.length, 3);
  for (const row of rows) {
    assert.deepEqual([row.day, row.sent.slice(0, 10), row.sent.slice(-6)], [day, day, '-05:00']);
    assert.equal(parseCufe(row.expected_cufe)!.issueDate, day);
    assert.ok(row.issued_at.toISOString().slice(0, 7) > day.slice(0, 7), 'in Greenwich it is another month');
  }
  const [first, second, third] = rows as [Answer, Answer, Answer];
  const voided = (id: string) => voidInvoice(ofTenant(here.app, shop.tenant), id, VOID, 'user:ana');

  // The clock is set back by two days: the sale is of the future, and no window is over.
  setTo(evening.getTime() - 48 * HOUR);
  await voided(first.id);
  assert.equal(here.simulator.documents(shop.companyId).filter((one) => one.voided).length, 1);

  // The last second of the window, by the issue that is kept, and the one after it.
  const end = second.issued_at.getTime() + 182 * HOUR;
  here.simulator.setKnobs({ voidWindowHours: 1_000 });
  setTo(end - 2 * 60_000);
  await voided(second.id);
  setTo(end + 60_000);
  await assert.rejects(voided(third.id), /issued more than 182 hours ago/);
  // An hour of a clock that was wrong is put right, and the sale is in its window again: nothing was written by the refusal.
  setTo(end - HOUR);
  await voided(third.id);
  assert.equal(here.simulator.documents(shop.companyId).filter((one) => one.voided).length, 3);
});
