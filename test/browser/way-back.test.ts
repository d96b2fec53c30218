// Money goes back: what is owed to the client is told on the invoice's page and paid back once, and an order to a supplier is canceled.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { dashboard, held, issuedInvoice } from './support/dashboard.ts';

const cents = (amount: string): number => Math.round(Number(amount) * 100);

describe('the way back for money', { skip: noBrowser }, () => {
  const it = dashboard();

  const read = async (id: string) =>
    await it.service.call<{ total: string; paid: string; payments: { refunds: { amount: string }[] }[] }>(
      'invoice { total paid payments { refunds { amount } } }',
      { id },
    );
  test('a sale that was paid and credited says what the client is owed; it is refunded once, whatever answer is lost', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    const { total } = await read(id);
    await it.service.call('registerPayment', { invoiceId: id, amount: total, method: 'CASH' });
    const createCredit = await it.service.call('createCredit', { invoiceId: id, mode: 'PROFORM', reason: 'Vuelve' });
    await it.service.ask('mutation ($id: UUID!) { applyCredit(creditId: $id) { id } }', { id: createCredit.id });
    await it.look(`/invoices/${id}`, async ({ page, errors }) => {
      await page.getByText(/^A favor del cliente/).waitFor();
      const told = await page.getByText(/^A favor del cliente/).innerText();
      assert.equal(cents(told.replace(/[^\d.]/g, '').replace(/^\./, '')), cents(total));

      await page.getByRole('button', { name: 'Devolver lo que está a favor' }).click();
      const dialog = page.getByRole('dialog');
      assert.equal(cents(await dialog.getByLabel('Monto en B/.').inputValue()), cents(total));
      await dialog.getByLabel('Motivo').fill('Mercancía devuelta');
      await dialog.getByLabel('Monto en B/.').fill(String((cents(total) + 1) / 100));
      await dialog.getByRole('button', { name: 'Devolver dinero' }).click();
      await page.waitForFunction(() =>
        document.querySelector('[role=dialog] [aria-invalid=true], dialog [aria-invalid=true]'),
      );
      assert.equal(cents((await read(id)).paid), cents(total), 'more than is left was refused');

      let lost = 1;
      await page.route('**/graphql', async (route) => {
        const { operationName } = route.request().postDataJSON() as { operationName: string };
        if (operationName !== 'RefundPayment') return route.continue();
        const response = await route.fetch();
        return lost-- > 0 ? route.abort() : route.fulfill({ response });
      });
      await dialog.getByLabel('Monto en B/.').fill(total);
      await dialog.getByRole('button', { name: 'Devolver dinero' }).dblclick();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(/^Se devolvió .*Mercancía devuelta/).waitFor();
      await page.getByText(/^A favor del cliente/).waitFor({ state: 'detached' });
      errors.splice(0, Infinity, ...errors.filter((error) => !error.includes('net::ERR_FAILED')));
    });
    const after = await read(id);
    assert.equal(cents(after.paid), 0);
    assert.deepEqual(
      after.payments.flatMap(({ refunds }) => refunds.map(({ amount }) => cents(amount))),
      [cents(total)],
    );
  });

  test('a payment of the wrong invoice pays another one of the same client', async () => {
    const createClient = await it.service.call('createClient', { name: 'Dos facturas' });
    const wrong = await issuedInvoice(it, 'PROFORM', createClient.id);
    const right = await issuedInvoice(it, 'PROFORM', createClient.id);
    await it.service.call('registerPayment', { invoiceId: wrong, amount: '1.25', method: 'CASH' });
    await it.look(`/invoices/${wrong}`, async ({ page }) => {
      const release = await held(page, 'OpenInvoicesOfClient');
      await page.getByRole('button', { name: /^Pasar a otra factura: / }).click();
      const move = page.getByRole('dialog').getByRole('button', { name: 'Pasar a otra factura' });
      await move.waitFor();
      assert.equal(await move.isDisabled(), true, 'before it is known which invoices there are');
      release();
      await move.click();
      await page.getByText(/^Pasó .*1\.25 a la factura/).waitFor();
    });
    assert.deepEqual([cents((await read(wrong)).paid), cents((await read(right)).paid)], [0, 125]);
  });

  test('a wrong payment is corrected in the list of payments and on its invoice; axe finds nothing; of lost answers once', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    const amount = '7.77';
    await it.service.call('registerPayment', { invoiceId: id, amount, method: 'CASH' });
    const correct = (page: Page) => page.getByRole('button', { name: /^Corregir pago: .*7\.7/ }).first();
    await it.look('/payments', async ({ page, errors }) => {
      await page.getByRole('row').filter({ hasText: '7.77' }).getByRole('button', { name: 'Acciones' }).focus();
      await page.keyboard.press('Enter');
      await correct(page).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: /^Corregir/ });
      assert.deepEqual(await accessibilityProblems(page), []);
      await dialog.getByLabel('Motivo').fill('Fue por transferencia');
      await dialog.getByRole('button', { name: 'Corregir pago' }).click();
      await page.waitForFunction(() => document.querySelector('dialog [aria-invalid=true]'));
      assert.equal(cents((await read(id)).paid), 777, 'what changes nothing was refused at its field');
      await dialog.getByLabel('Monto correcto en B/.').fill('7.70');
      await dialog.getByLabel('Forma de pago').selectOption('BANK_TRANSFER');
      let lost = 2;
      await page.route('**/graphql', async (route) => {
        const { operationName } = route.request().postDataJSON() as { operationName: string };
        if (operationName !== 'CorrectPayment') return route.continue();
        const response = await route.fetch();
        return lost-- > 0 ? route.abort() : route.fulfill({ response });
      });
      await dialog.getByRole('button', { name: 'Corregir pago' }).click();
      await page.getByRole('alert').getByText('Puede que ya esté hecho').waitFor();
      await dialog.getByRole('button', { name: 'Corregir pago' }).click();
      await dialog.waitFor({ state: 'detached' });
      errors.splice(0, Infinity, ...errors.filter((error) => !error.includes('net::ERR_FAILED')));
    });
    const { paid, payments } = await read(id);
    assert.deepEqual([cents(paid), payments.length], [770, 2]);
    await it.look(`/invoices/${id}`, async ({ page }) => {
      await page.getByText(/^Se anuló .*7\.77.*Fue por transferencia/).waitFor();
      await correct(page).click();
      await page.getByRole('dialog').getByLabel('Monto correcto en B/.').fill('7.71');
      await page.getByRole('dialog').getByLabel('Motivo').fill('Un centavo');
      await page.getByRole('dialog').getByRole('button', { name: 'Corregir pago' }).click();
      await page.getByText(/^Se anuló .*7\.70.*Un centavo/).waitFor();
    });
    assert.equal(cents((await read(id)).paid), 771);
  });

  test('an order to a supplier is canceled on its page', async () => {
    const { purchaseOrders } = await it.service.ask<{ purchaseOrders: { records: { id: string }[] } }>(
      '{ purchaseOrders(limit: 1, status: OPEN) { records { id } } }',
    );
    const { id } = purchaseOrders.records[0]!;
    await it.look(`/purchasing/${id}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Cancelar la orden' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar la orden' }).click();
      await page.getByText(/^Orden .* cancelada$/).waitFor();
    });
    const purchaseOrder = await it.service.call<{ status: string }>('purchaseOrder { status }', { id });
    assert.equal(purchaseOrder.status, 'CANCELED');
  });
});
