// A whole day of one small shop: a sale of B/.13.25 in cash comes back in full, and no sum of the day, the list or the account keeps a cent.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildDashboardIfStale } from '../../web/build.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { createWorld, type TestTenant, type World } from '../support/world.ts';
import { noBrowser, openBrowser, visit } from './support/browser.ts';

/** Amounts of the screen and of the service, in whole cents. */
const cents = (amount: string): number => {
  const [, sign = '', whole, part = ''] = /(-|−)?\D*?([\d,]+)(?:\.(\d+))?$/.exec(amount.trim())!;
  return (sign === '' ? 1 : -1) * (Number(whole!.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0')));
};

describe('a sale that is paid back', { skip: noBrowser }, () => {
  let browser: Browser;
  let here: World;
  let shop: TestTenant;

  before(async () => {
    await buildDashboardIfStale();
    browser = await openBrowser();
    here = await createWorld({ works: false });
    shop = await here.tenant({ name: 'Ferretería El Regreso' });
  });
  after(() => browser?.close());

  const today = async () =>
    (await shop.get('{ today { day sales { total } money { method amount } } }')).today as {
      day: string;
      money: { method: string; amount: string }[];
    };
  const cash = async (): Promise<number> => (await today()).money.reduce((sum, { amount }) => sum + cents(amount), 0);
  const collected = (page: Page) =>
    page.getByRole('region', { name: 'Cobrado' }).locator('.strong.number').first().innerText();

  test('13.25 in cash, credited in full: the page says what is owed and pays it back; then day, list and statement are 0', async () => {
    const clientId = await newClient(shop, 'Doña Rosa');
    // 5 × 2.65, without tax: 1,325 cents.
    const itemId = await newItem(shop, { stock: '9', price: '2.65', taxRate: '0' });
    const order = await newOrder(shop, clientId, [{ itemId, quantity: '5' }]);
    const { id } = await invoice(shop, order.id, 'PROFORM');
    await shop.call('registerPayment', { invoiceId: id, amount: '13.25', method: 'CASH' });
    assert.equal(await cash(), 1325);
    const { createCredit } = await shop.get(
      'mutation ($id: UUID!) { createCredit(input: { invoiceId: $id, mode: PROFORM, reason: "Devolvió todo" }) { id total } }',
      { id },
    );
    assert.equal(cents(createCredit.total), 1325);
    await shop.get('mutation ($id: UUID!) { applyCredit(creditId: $id) { id } }', { id: createCredit.id });
    assert.equal(await cash(), 1325, 'a credit moves no money');

    const { page, errors, close } = await visit(browser, `${here.url}/#token=${await shop.token('admin')}`);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('region', { name: 'Cobrado' }).waitFor();
    assert.equal(cents(await collected(page)), 1325);

    await page.goto(`${here.url}/invoices/${id}`);
    const owed = page.getByText(/^A favor del cliente/);
    await owed.waitFor();
    assert.equal(cents(await owed.innerText()), 1325);
    await page.getByRole('button', { name: 'Devolver lo que está a favor' }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(cents(await dialog.getByLabel('Monto en B/.').inputValue()), 1325);
    await dialog.getByLabel('Motivo').fill('Se devolvió en efectivo');
    await dialog.getByRole('button', { name: 'Devolver dinero' }).click();
    await owed.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Devolver lo que está a favor' }).count(), 0);

    assert.equal(await cash(), 0);
    await page.goto(here.url);
    const board = page.getByRole('region', { name: 'Cobrado' });
    await board.waitFor();
    assert.equal(cents(await collected(page)), 0);
    for (const part of await board.locator('dd').allInnerTexts()) assert.equal(cents(part), 0);

    await page.goto(`${here.url}/clients/${clientId}?view=statement`);
    const closing = page.getByRole('row', { name: /^Saldo final/ });
    await closing.waitFor();
    assert.equal(cents(await closing.getByRole('cell').last().innerText()), 0);
    const { day } = await today();
    const { clientStatement, invoices } = await shop.get(
      `query ($clientId: UUID!, $day: Date!) {
        clientStatement(clientId: $clientId, from: $day, to: $day) { opening closing entries { amount } }
        invoices { sums { paid balance } } }`,
      { clientId, day },
    );
    const moved = clientStatement.entries.map(({ amount }: { amount: string }) => cents(amount));
    assert.deepEqual(
      moved.toSorted((a: number, b: number) => a - b),
      [-1325, -1325, 1325, 1325],
    );
    assert.deepEqual([cents(clientStatement.opening), cents(clientStatement.closing)], [0, 0]);
    assert.deepEqual([cents(invoices.sums.paid), cents(invoices.sums.balance)], [0, 0]);
    assert.deepEqual(errors, []);
    await close();
  });
});
