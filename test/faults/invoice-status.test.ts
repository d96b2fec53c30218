// P9: what is owed follows from the facts alone: whatever comes in whatever order, the database ends where the pure rule does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { applyCredit } from '../../src/invoicing/apply-credit.ts';
import { cancelCredit, cancelInvoice } from '../../src/invoicing/cancel-document.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import { invoiceStatus } from '../../src/invoicing/invoice-status.ts';
import { cancelDebitNote } from '../../src/invoicing/end-debit-note.ts';
import { createCredit } from '../../src/invoicing/issue-credit.ts';
import { createDebitNote } from '../../src/invoicing/issue-debit-note.ts';
import { markPastDue } from '../../src/invoicing/mark-past-due.ts';
import { registerPayment } from '../../src/invoicing/register-payment.ts';
import { voidInvoice } from '../../src/invoicing/void-document.ts';
import type { App } from '../../src/graphql/context.ts';
import { createOrder } from '../../src/sales/index.ts';
import { inTenant, localDay, ofTenant, type TenantDb } from '../../src/tenancy/index.ts';
import type { Life } from './campaign/life.ts';
import { scriptedLife } from './campaign/scripted-lives.ts';

/** Ten at 10.70 each, so that cents and parts of it meet the total exactly as well as nearly. */
const fact = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('payment' as const),
      amount: fc.constantFrom('10.70', '53.5', '107', '0.01', '96.30'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('credit' as const), quantity: fc.constantFrom('1', '5', '10') }),
  },
  { weight: 4, arbitrary: fc.record({ is: fc.constant('apply' as const), which: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('cancelCredit' as const), which: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant('debit' as const), unitPrice: fc.constantFrom('10', '0.01', '46.30') }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('cancelDebit' as const), which: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('days' as const), days: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('void' as const) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('cancel' as const) }) },
);
type Fact = typeof fact extends fc.Arbitrary<infer T> ? T : never;

async function bring(life: Life, invoiceId: string, one: Fact): Promise<void> {
  const { tenant } = life;
  const credits = await life.look<{ id: string }>('select id from credits where tenant_id = $1 order by id', [
    tenant.id,
  ]);
  const within = (work: (app: App, db: TenantDb) => Promise<unknown>) => (app: App) =>
    inTenant(app, tenant, (db) => work(app, db));
  switch (one.is) {
    case 'payment': {
      const payment = { invoiceId, amount: one.amount, method: 'CASH' as const };
      await life.act(
        'pay',
        within((app, db) => registerPayment(db, app.clock, payment, 'test')),
      );
      return;
    }
    case 'credit': {
      const [line] = await life.look<{ id: string }>('select id from invoice_lines where invoice_id = $1', [invoiceId]);
      const lines = [{ invoiceLineId: line!.id, quantity: one.quantity }];
      const credit = { invoiceId, mode: 'PROFORM' as const, reason: 'Goods came back', lines, restock: true };
      await life.act('credit', (app) => createCredit(ofTenant(app, tenant), credit, 'test'));
      return;
    }
    case 'apply':
    case 'cancelCredit': {
      const id = credits[one.which]?.id;
      if (id === undefined) return;
      const verb = one.is;
      await life.act(
        verb,
        within((app, db) =>
          verb === 'apply' ? applyCredit(db, app.clock, id) : cancelCredit(db, app.clock, id, 'test'),
        ),
      );
      return;
    }
    case 'debit': {
      const lines = [{ description: 'Interest', quantity: '1', unitPrice: one.unitPrice, taxRate: '7' }];
      const note = { invoiceId, mode: 'PROFORM' as const, reason: 'Paid late', lines, hasKey: true };
      await life.act('debit', (app) => createDebitNote(ofTenant(app, tenant), note, 'test'));
      return;
    }
    case 'cancelDebit': {
      const notes = await life.look<{ id: string }>('select id from debit_notes where tenant_id = $1 order by id', [
        tenant.id,
      ]);
      const id = notes[one.which]?.id;
      if (id === undefined) return;
      await life.act(
        'cancelDebit',
        within((app, db) => cancelDebitNote(db, app.clock, id)),
      );
      return;
    }
    case 'days':
      life.pass(one.days * 86_400_000);
      await life.act('mark past due', (app) => inTenant(app, tenant, markPastDue));
      return;
    case 'void':
      await life.act('void', (app) =>
        voidInvoice(ofTenant(app, tenant), invoiceId, 'The client gave the order twice', 'test'),
      );
      return;
    case 'cancel':
      await life.act(
        'cancel',
        within((app, db) => cancelInvoice(db, app.clock, invoiceId, 'test')),
      );
      return;
    default:
      one satisfies never;
  }
}

interface Facts {
  invoice_status: string;
  total: string;
  paid: string;
  credited: string;
  debited: string;
  notes: string;
  payments: string;
  applied: string;
  voided_at: Date | null;
  canceled_at: Date | null;
  due_date: string;
}

async function factsOf(life: Life, invoiceId: string): Promise<Facts> {
  const [facts] = await life.look<Facts>(
    `select invoice_status, total, paid, credited, debited, voided_at, canceled_at, due_date,
       (select coalesce(sum(amount), 0) from payments where invoice_id = invoices.id) as payments,
       (select coalesce(sum(total), 0) from credits where invoice_id = invoices.id and credit_status = 'APPLIED') as applied,
       (select coalesce(sum(total), 0) from debit_notes where invoice_id = invoices.id and debit_status = 'ISSUED') as notes
     from invoices where id = $1`,
    [invoiceId],
  );
  return facts!;
}

for (const mode of ['DGI', 'PROFORM'] as const) {
  test(`P9: after each fact, in any order, the status of a ${mode} invoice is what the rule says of the facts`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 3, maxLength: 9 }), async (facts) => {
        const life = await scriptedLife('status ', {});
        const order = {
          clientId: life.clientId,
          lines: [{ itemId: life.itemIds[0]!, quantity: '10' }],
          dueDate: '2026-03-04',
        };
        await life.act('sell', async (app) => {
          const { id } = await inTenant(app, life.tenant, (db) => createOrder(db, order, 'test'));
          return generateInvoice(ofTenant(app, life.tenant), { orderId: id, mode }, 'test');
        });
        const [invoice] = await life.look<{ id: string }>('select id from invoices where tenant_id = $1', [
          life.tenant.id,
        ]);
        for (const one of facts) {
          await bring(life, invoice!.id, one);
          const now = await factsOf(life, invoice!.id);
          assert.deepEqual([now.paid, now.credited, now.debited], [now.payments, now.applied, now.notes]);
          const should = invoiceStatus(
            {
              total: now.total,
              retention: '0',
              paid: now.payments,
              credited: now.applied,
              debited: now.notes,
              voided_at: now.voided_at,
              canceled_at: now.canceled_at,
              due_date: now.due_date,
            },
            localDay(life.tenant.timeZone, life.now()),
          );
          assert.equal(now.invoice_status, should, `after ${JSON.stringify(one)}`);
        }
        assert.deepEqual(life.problems, []);
      }),
      { numRuns: 15 },
    );
  });
}
