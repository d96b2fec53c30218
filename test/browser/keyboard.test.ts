// The dashboard by keyboard, with colleagues in other tabs, and with time to think again before something is sent.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noBrowser } from './support/browser.ts';
import { chip, dashboard, heading, issuedInvoice, settled } from './support/dashboard.ts';

describe('what happens elsewhere', { skip: noBrowser }, () => {
  const it = dashboard();

  test('is seen without asking: a payment, once it is told of', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    await it.look(`/invoices/${id}`, async ({ page, live, operations }) => {
      await heading(page)
        .filter({ hasText: /PRO|FAC/ })
        .waitFor();
      await settled(page);
      await live;
      const before = operations.length;
      await it.service.ask(
        'mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "1", method: CASH) { id } }',
        { id },
      );
      await chip(page, 'Abonada').waitFor();
      assert.ok(operations.length - before <= 3, operations.join(', '));
    });
  });
});
