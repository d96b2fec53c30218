// The dashboard by keyboard, with colleagues in other tabs, and with time to think again before something is sent.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from './support/browser.ts';
import { chip, dashboard, heading, issuedInvoice, openOrder, settled } from './support/dashboard.ts';

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

describe('five seconds before anything leaves for the PAC', { skip: noBrowser }, () => {
  const it = dashboard();

  const invoices = async (): Promise<number> => {
    const { invoices } = await it.service.ask<{ invoices: { totalCount: number } }>('{ invoices { totalCount } }');
    return invoices.totalCount;
  };
  async function emit(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Facturar' }).click();
    await page.getByRole('button', { name: 'Emitir factura' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('se enviará al PAC en').first().waitFor();
  }

  test('it is undone by Ctrl Z: nothing was sent, and the form is there again', async () => {
    const id = await openOrder(it);
    const before = await invoices();
    await it.look(`/orders/${id}`, async ({ page, operations }) => {
      await emit(page);
      await page.keyboard.press('Control+z');
      await page.getByRole('dialog').getByRole('button', { name: 'Emitir factura' }).waitFor();
      assert.equal(await page.getByText('se enviará al PAC en').count(), 0);
      // From another page it leads back to it.
      await page.getByRole('button', { name: 'Emitir factura' }).click();
      await page.getByRole('link', { name: 'Artículos', exact: true }).click();
      await heading(page).filter({ hasText: 'Artículos' }).waitFor();
      await page.getByRole('button', { name: 'Deshacer' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Emitir factura' }).waitFor();
      assert.ok(!operations.includes('GenerateInvoice'));
      assert.equal(await invoices(), before);
    });
  });

  test('it is sent at once when told so, and by itself after that', async () => {
    for (const isHurried of [true, false]) {
      const id = await openOrder(it);
      await it.look(`/orders/${id}`, async ({ page, operations }) => {
        await emit(page);
        assert.ok(!operations.includes('GenerateInvoice'));
        if (isHurried) await page.getByRole('button', { name: 'Enviar ya' }).click();
        await page.waitForURL('**/invoices/*');
        await heading(page).filter({ hasText: 'FAC' }).waitFor();
        assert.equal(operations.filter((name) => name === 'GenerateInvoice').length, 1);
      });
    }
  });

  test('a page that is reloaded meanwhile sends it once', async () => {
    const id = await openOrder(it);
    const before = await invoices();
    await it.look(`/orders/${id}`, async ({ page }) => {
      await emit(page);
      await page.reload();
      await page
        .getByRole('link', { name: /^Ver FAC|^Ver la factura|FAC-/ })
        .first()
        .waitFor();
      assert.equal(await invoices(), before + 1);
      assert.deepEqual(
        await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.held.'))),
        [],
      );
    });
  });
});
