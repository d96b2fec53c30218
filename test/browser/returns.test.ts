// Sales come back to a cashier by keys and scanner: a part for money, an exchange, and a slip that is printed again; the Z is even.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildDashboardIfStale } from '../../web/build.ts';
import { assertEach } from '../support/assert-each.ts';
import { newClient, newItem, stockOf } from '../support/business.ts';
import { createWorld, eventually, type Answer, type TestTenant, type World } from '../support/world.ts';
import { accessibilityProblems, noBrowser, openBrowser, visit } from './support/browser.ts';
import { held } from './support/dashboard.ts';

const SHOTS = process.env['SHOTS'];
const shot = async (page: Page, name: string): Promise<unknown> =>
  SHOTS ? page.screenshot({ path: `${SHOTS}/${name}.png` }) : undefined;

const SELL = `mutation ($id: UUID!, $payment: PaymentTermsInput) {
  generateInvoice(orderId: $id, payment: $payment) { id number documentId } }`;

describe('returns at the counter', { skip: noBrowser }, () => {
  let browser: Browser;
  let here: World;
  let shop: TestTenant;

  before(async () => {
    await buildDashboardIfStale();
    browser = await openBrowser();
    here = await createWorld();
    shop = await here.tenant({ name: 'Tienda La Vuelta' });
  });
  after(() => browser?.close());

  test('a cashier takes back, exchanges and prints again', async () => {
    await shop.get('mutation { updateTenant(input: { cashierReturns: true }) { id } }', {}, 'admin');
    await eventually(
      () => shop.get('{ viewer { tenant { cashierReturns } } }', {}, 'cashier'),
      ({ viewer }: Answer) => viewer.tenant.cashierReturns,
    );
    const shirt = await newItem(shop, { sku: 'CAM-01', stock: '50', price: '10' });
    const coat = await newItem(shop, { sku: 'ABR-01', stock: '50', price: '25' });
    const session = randomUUID();
    await shop.call('openTill', { id: session, openingFloat: '100' }, 'cashier');
    // 3 × 10.00 and 2.10 of ITBMS: 20.00 in cash and 12.10 by card.
    const order = await shop.get(
      'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
      { input: { clientId: await newClient(shop), lines: [{ itemId: shirt, quantity: '3' }] } },
      'cashier',
    );
    const payments = [
      { method: 'CASH', amount: '20' },
      { method: 'DEBIT_CARD', amount: '12.10' },
    ];
    const sale = { id: order.createOrder.id, payment: { payments } };
    const { generateInvoice: sold } = await shop.get(SELL, sale, 'cashier');
    await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
    const read = () => shop.get('query ($id: UUID!) { invoice(id: $id) { legalStatus qrUrl } }', { id: sold.id });
    const { invoice } = await eventually(read, (one: Answer) => one.invoice.legalStatus === 'DGI_AUTHORIZED');

    const { page, operations, errors, close } = await visit(
      browser,
      `${here.url}/counter#token=${await shop.token('cashier')}`,
    );
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText(/Listo para vender/).waitFor();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    const dialog = page.getByRole('dialog');

    // The scanner types the address of the QR and Enter, wherever the focus is.
    await page.keyboard.insertText(invoice.qrUrl);
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: `Devolución de ${sold.number}` }).waitFor();
    await page.keyboard.type('4');
    await dialog.getByText('Como máximo 3').waitFor();
    await page.keyboard.press('Backspace');
    // The return waits for the money that goes back with it.
    const totals = await held(page, 'ReturnTotals');
    await page.keyboard.type('1');
    await dialog.getByLabel('Motivo').press('Enter');
    assert.equal(await dialog.getByRole('button', { name: 'Devolver', exact: true }).isDisabled(), true);
    assert.ok(!operations.includes('ReturnSale'));
    totals();
    await dialog.getByLabel('Dañado: no vuelve al inventario').check();
    await dialog.getByLabel(/^Efectivo/).waitFor();
    assert.equal(await dialog.getByLabel(/^Efectivo/).inputValue(), '10.70');
    await shot(page, 'return-1366');
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await shot(page, 'return-390');
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(over <= 0, `nothing is wider than a phone: ${over}`);
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.setViewportSize({ width: 1366, height: 768 });
    await dialog.getByLabel('Motivo').press('Enter');
    await dialog
      .getByText(/^Nota de crédito NC-/)
      .first()
      .waitFor();
    await dialog.getByText('Devuelva (Efectivo)').waitFor();
    assert.match(await dialog.locator('output').innerText(), /10\.70/);
    await shot(page, 'return-done');
    assert.deepEqual(await accessibilityProblems(page), []);
    await dialog.getByRole('button', { name: new RegExp(`^Imprimir NC-`) }).press('Enter');
    await page.locator('body[data-printed]').waitFor();
    const slip = page.locator('.receipt');
    assert.match((await slip.textContent()) ?? '', /nota de crédito electrónica[^]*CUFE FE04/i);
    assert.match((await slip.textContent()) ?? '', /Efectivo\s*B\/\.\s*10\.70/);
    await page.emulateMedia({ media: 'print' });
    await shot(page, 'return-slip');
    assert.equal(await dialog.isVisible(), false, 'the slip is alone on the paper');
    await page.emulateMedia({ media: 'screen' });
    await dialog.locator('.form-actions').getByRole('button', { name: 'Cerrar' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    // 50 − 3, and the damaged one is not on the shelf.
    assert.equal((await stockOf(shop, shirt)).onHand, '47');

    // Another shirt for a coat: 26.75 less 10.70.
    await page.keyboard.type('ABR-01');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.typed-lines li').length === 1);
    await page.keyboard.press('F7');
    await dialog.getByLabel('QR del comprobante o número').fill(String(Number(sold.number.split('-').at(-1))));
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: `Devolución de ${sold.number}` }).waitFor();
    await page.keyboard.type('1');
    await dialog.getByText('El cliente paga B/. 16.05').waitFor();
    await shot(page, 'return-exchange');
    assert.deepEqual(await accessibilityProblems(page), []);
    await dialog.getByLabel('Motivo').press('Enter');
    await dialog.getByText('No hay dinero que devolver ahora.').waitFor();
    await dialog.getByRole('button', { name: 'Imprimir FAC-0000000002' }).waitFor();
    await shot(page, 'return-exchanged');
    await dialog.locator('.form-actions').getByRole('button', { name: 'Cerrar' }).press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.typed-lines li').length === 0);
    assert.deepEqual([(await stockOf(shop, shirt)).onHand, (await stockOf(shop, coat)).onHand], ['48', '49']);

    // A number that is not there is not found, and the sale itself is printed again.
    await page.keyboard.press('F7');
    await dialog.getByLabel('QR del comprobante o número').fill('FAC-9999999999');
    await page.keyboard.press('Enter');
    await dialog.getByText('La factura no existe').waitFor();
    await dialog.getByLabel('QR del comprobante o número').fill(sold.number);
    await page.keyboard.press('Enter');
    await page.evaluate(() => document.body.removeAttribute('data-printed'));
    await dialog.getByRole('button', { name: `Imprimir ${sold.number}` }).press('Enter');
    await page.locator('body[data-printed]').waitFor();
    assert.match((await slip.textContent()) ?? '', /CUFE FE01[^]*/);
    assert.match((await slip.textContent()) ?? '', /Total\s*B\/\.\s*32\.10/i);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // It took the place of the dialog that asked for the number, which the field of the counter had opened.
    await page.getByLabel('Código, artículo o cantidad').and(page.locator(':focus')).waitFor();
    assert.deepEqual(errors, []);
    await close();

    // The drawer: 100.00 + 20.00 − 10.70 + 16.05, and 12.10 by card, of which 10.70 pay the coat.
    const cash = [{ denomination: 'COIN_1C', pieces: 12535 }];
    const others = [{ method: 'DEBIT_CARD', amount: '12.10' }];
    await shop.call('countTill', { id: randomUUID(), sessionId: session, cash, others }, 'cashier');
    const { closeTill } = await shop.get(
      'mutation ($session: UUID!) { closeTill(sessionId: $session) { report { methods { method difference } } } }',
      { session },
      'cashier',
    );
    assertEach(closeTill.report.methods, ({ difference }) => difference, ['0', '0']);
  });
});
