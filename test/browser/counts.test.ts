// A count on a phone: opened blind, counted by keys and by a scanner, without network too, reviewed and posted.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, noBrowser, type Visit } from './support/browser.ts';
import { dashboard, held, settled } from './support/dashboard.ts';
import { assertNone } from '../support/assert-each.ts';
import { eventually } from '../support/eventually.ts';

const SHOTS = process.env['SHOTS'];
const shot = async (page: Page, name: string): Promise<unknown> =>
  SHOTS ? page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true }) : undefined;

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1366, height: 768 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');

async function confirm(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await dialogOf(page).getByRole('button', { name, exact: true }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
}

describe('counts', { skip: noBrowser }, () => {
  const it = dashboard();

  async function openCount(name: string, isForCashiers = false): Promise<string> {
    const { locations } = await it.service.ask<{ locations: { id: string }[] }>('{ locations { id } }');
    const count = { id: crypto.randomUUID(), name, locationId: locations[0]!.id, isForCashiers };
    await it.service.call('openStockCount { id }', count);
    return count.id;
  }

  test('a blind count on a phone, partly without network, is posted as it was found', async () => {
    const balance = async (): Promise<number> => {
      const { items, locations } = await it.service.ask<{
        items: { records: { inventory: { levels: { locationId: string; onHand: string }[] } }[] };
        locations: { id: string; isDefault: boolean }[];
      }>(
        '{ items(search: "ARR-25") { records { inventory { levels { locationId onHand } } } } locations { id isDefault } }',
      );
      const place = locations.find(({ isDefault }) => isDefault)!.id;
      return Number(items.records[0]!.inventory.levels.find(({ locationId }) => locationId === place)!.onHand);
    };
    const before = await balance();
    const act = async ({ page, errors }: Visit): Promise<void> => {
      await page.getByText('Todavía no se ha contado nada.').waitFor();
      await button(page, 'Nuevo conteo').click();
      await dialogOf(page).getByLabel('Nombre').fill('Pasillo 1');
      await dialogOf(page).getByLabel('A ciegas').check();
      await shot(page, 'count-new');
      await dialogOf(page).locator('.form-actions button').last().click();
      await dialogOf(page).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Pasillo 1' }).click();
      await page.getByRole('heading', { level: 1, name: 'Pasillo 1' }).waitFor();
      await page.setViewportSize(PHONE);
      const code = page.getByRole('combobox', { name: 'Código o artículo' });
      await code.waitFor();
      await page.getByLabel('Estante').fill('A1');
      const scan = async (): Promise<void> => {
        await code.fill('ARR-25');
        await code.press('Enter');
        await page.getByLabel('Cantidad', { exact: true }).waitFor();
      };
      // Two scans of the same item, the second into the field of the quantity.
      await scan();
      const quantity = page.getByLabel('Cantidad', { exact: true });
      assert.equal(await quantity.inputValue(), '1');
      await quantity.fill('ARR-25');
      await quantity.press('Enter');
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.counting-item input')?.value === '2');
      await quantity.fill(String(before - 7));
      await shot(page, 'count-phone');
      assert.deepEqual(await accessibilityProblems(page), []);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(over <= 0, `nothing is wider than a phone: ${over}`);
      const sent = page.waitForResponse((answer) => answer.request().postData()?.includes('CountStock') === true);
      await quantity.press('Enter');
      await quantity.waitFor({ state: 'detached' });
      await sent;

      assert.equal(errors.join('\n'), '', 'with network');
      // The menu tells of what waits here from the moment at which the browser keeps it: what it needs for that has come by now.
      await page.waitForFunction(
        () => document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href*="/unsent-"]')?.sheet,
      );
      // Without network the line waits here, and is sent once there is one.
      await page.context().setOffline(true);
      await page.getByLabel('Estante').fill('B2');
      await scan();
      await quantity.fill('4');
      await quantity.press('Enter');
      await page.getByText(/por enviar desde este equipo/).waitFor();
      await shot(page, 'count-offline');
      await page.context().setOffline(false);
      await page.getByText(/por enviar desde este equipo/).waitFor({ state: 'detached' });

      // The browser writes down that there was no network.
      assertNone(errors.splice(0), (one) => !one.includes('net::ERR_'));
      await button(page, 'Contados').click();
      await page.getByText(/A1: .*B2: 4 /).waitFor();
      assert.equal(await page.getByText('Esperado', { exact: true }).count(), 0, 'a blind count does not tell');
      await page.setViewportSize(DESK);
      await confirm(page, 'Terminar conteo');
      await page.getByText('Faltante al costo').waitFor();
      await settled(page);
      await shot(page, 'count-review');
      await page
        .getByRole('row', { name: /ARR-25/ })
        .getByText('−3', { exact: true })
        .waitFor();
      assert.deepEqual(await accessibilityProblems(page), []);
      assert.equal(await balance(), before);
      await confirm(page, 'Registrar');
      await page.getByText('Registrado', { exact: true }).first().waitFor();
      assert.equal(await balance(), before - 3);
      await shot(page, 'count-posted');
      await page.setViewportSize(PHONE);
      await shot(page, 'count-posted-390');
      await page.getByRole('link', { name: 'Conteos' }).first().click();
      await page.getByRole('link', { name: 'Pasillo 1' }).waitFor();
      await shot(page, 'counts-390');
      assert.deepEqual(await accessibilityProblems(page), []);
    };
    await it.look('/counts', act);
  });

  test('a cashier counts where it is allowed, and sees no costs', async () => {
    await openCount('Caja cuenta', true);
    const act = async ({ page }: { page: Page }): Promise<void> => {
      await page.getByRole('link', { name: 'Caja cuenta' }).click();
      await page.getByRole('heading', { level: 2, name: 'Contar' }).waitFor();
      await page.getByText('Por contar').first().waitFor();
      assert.equal(await page.getByText('Revisión').count(), 0);
      assert.equal(await button(page, 'Nuevo conteo').count(), 0);
      await button(page, 'Contados').click();
      await settled(page);
      assert.equal(await page.getByText('Valor', { exact: true }).count(), 0);
      assert.deepEqual(await accessibilityProblems(page), []);
    };
    await it.look('/counts', act, { token: await it.service.token('cashier') });
  });

  test('the quantity that is shown is kept, however long it is; a code that is scanned over it is none', async () => {
    const id = await openCount('Largos');
    // In digits alone, as a quantity is.
    const barcode = '7441001555123';
    await it.service.call('createItem', {
      ...{ sku: 'LARGO-1', name: 'Cable', unit: 'm', unitPrice: '1', taxRate: '7', barcodes: [barcode] },
    });
    const quantitiesOf = async (): Promise<Record<string, string | null>> => {
      const { records } = await it.service.call<{ records: { item: { sku: string }; counted: string | null }[] }>(
        'stockCountItems { records { item { sku } counted } }',
        { countId: id },
      );
      return Object.fromEntries(
        records.flatMap(({ item, counted }) => (counted === null ? [] : [[item.sku, counted]])),
      );
    };
    await it.look(`/counts/${id}`, async ({ page }) => {
      const code = page.getByRole('combobox', { name: 'Código o artículo' });
      const quantity = page.getByLabel('Cantidad', { exact: true });
      const scan = async (text: string): Promise<void> => {
        await code.focus();
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
      };
      const counts = async (sku: string): Promise<void> => {
        await page.locator('.counting-item').getByText(sku, { exact: true }).waitFor();
        await quantity.focus();
      };
      await scan('ARR-25');
      await counts('ARR-25');
      await page.keyboard.type('1234.75');
      await scan('AZU-05');
      await counts('AZU-05');
      await page.keyboard.type('12');
      await page.getByLabel('Estante').focus();
      // A scanner at the field of the quantity types over it.
      await quantity.focus();
      await page.keyboard.type(barcode);
      await page.keyboard.press('Enter');
      await counts('LARGO-1');
      await page.keyboard.press('Enter');
      await quantity.waitFor({ state: 'detached' });
      await eventually(quantitiesOf, { 'ARR-25': '1234.75', 'AZU-05': '12', 'LARGO-1': '1' });
    });
  });

  test('a quantity that is typed while a scanned code is looked up is the one that is kept', async () => {
    const id = await openCount('Entretanto');
    await it.look(`/counts/${id}`, async ({ page, operations }) => {
      const code = page.getByRole('combobox', { name: 'Código o artículo' });
      await code.fill('ARR-25');
      await code.press('Enter');
      const quantity = page.getByLabel('Cantidad', { exact: true });
      await quantity.waitFor();
      // A barcode that no item has is no quantity.
      await quantity.fill('7441001999888');
      await quantity.press('Enter');
      await page.locator('.counting-item').getByText('No se encontró «7441001999888»').waitFor();
      assert.equal(operations.includes('CountStock'), false);
      const sku = 'TARDE-2';
      await it.service.call('createItem', { sku, name: 'Llega tarde', unit: 'und', unitPrice: '1', taxRate: '7' });
      const release = await held(page, 'CounterItems');
      await code.fill(sku);
      await code.press('Enter');
      await quantity.fill('5');
      const sent = page.waitForRequest((one) => one.postData()?.includes('CountStock') === true);
      release();
      await page.locator('.counting-item').getByText(sku).waitFor();
      assert.match((await sent).postData()!, /"quantity":"5"/);
    });
  });

  test('a scanned item takes the number that is typed next; the shelf that is typed meanwhile goes on', async () => {
    const id = await openCount('Estantes');
    const made = { unit: 'und', unitPrice: '1', taxRate: '7' };
    await it.service.call('createItem', { sku: 'AZU5', name: 'De código corto', ...made });
    await it.look(`/counts/${id}`, async ({ page }) => {
      const code = page.getByRole('combobox', { name: 'Código o artículo' });
      const shelf = page.getByLabel('Estante');
      const quantity = page.getByLabel('Cantidad', { exact: true });
      const counts = (sku: string): Promise<void> => page.locator('.counting-item').getByText(sku).waitFor();
      const sku = 'TARDE-3';
      await code.focus();
      await page.keyboard.type('ARR-25');
      await page.keyboard.press('Enter');
      await counts('ARR-25');
      await page.keyboard.type('30');
      assert.equal(await quantity.inputValue(), '30');
      // The next scan goes over it, also of a code that is short.
      await quantity.selectText();
      await page.keyboard.type('AZU5');
      await page.keyboard.press('Enter');
      await counts('AZU5');
      await page.keyboard.type('4');
      assert.equal(await quantity.inputValue(), '4');
      await it.service.call('createItem', { sku, name: 'Llega tarde', ...made });
      const release = await held(page, 'CounterItems');
      await code.fill(sku);
      await code.press('Enter');
      await shelf.focus();
      await page.keyboard.type('B');
      release();
      await counts(sku);
      await page.keyboard.type('12');
      assert.deepEqual([await shelf.inputValue(), await quantity.inputValue()], ['B12', '1']);
    });
  });
});
