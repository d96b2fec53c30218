// Papers from the dashboard: labels of chosen items and of a purchase order, and the order for its supplier.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertEach } from '../support/assert-each.ts';
import { pagesOf, scanned, symbolsOf } from '../support/read-pdf.ts';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { dashboard } from './support/dashboard.ts';

const SHOTS = process.env['SHOTS'];
const shot = async (page: Page, name: string): Promise<unknown> =>
  SHOTS ? page.screenshot({ path: `${SHOTS}/${name}.png` }) : undefined;

async function downloaded(page: Page, press: () => Promise<void>): Promise<ReturnType<typeof pagesOf>> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return pagesOf(await readFile(await download.path()));
}

describe('papers', { skip: noBrowser }, () => {
  const it = dashboard();

  test('labels of chosen items are scanned back', async () => {
    await it.look(
      '/items',
      async ({ page }) => {
        const boxes = page.locator('tbody input[type=checkbox]');
        await boxes.nth(1).waitFor();
        await boxes.nth(0).check();
        await boxes.nth(1).check();
        await page.getByRole('button', { name: 'Etiquetas' }).click();
        const dialog = page.getByRole('dialog', { name: 'Imprimir etiquetas' });
        const copies = dialog.getByLabel(/^Copias de /);
        await copies.nth(1).waitFor();
        await copies.nth(0).fill('2');
        await copies.nth(1).fill('0');
        await dialog.getByLabel('Primera etiqueta').fill('31');
        await dialog.getByText('Escriba un número de 1 a 30').first().waitFor();
        await dialog.getByLabel('Primera etiqueta').fill('30');
        await shot(page, 'labels-1366');
        assert.deepEqual(await accessibilityProblems(page), []);
        const pages = await downloaded(page, () =>
          dialog.getByRole('button', { name: 'Descargar 2 etiquetas' }).click(),
        );
        await dialog.waitFor({ state: 'detached' });
        assertEach(pages, (one) => symbolsOf(one).length, [1, 1]);
        const [first, second] = pages.map((one) => scanned(symbolsOf(one)[0]!).text);
        assert.equal(first, second);
        assert.ok(pages[0]!.texts.includes(first!) || pages[0]!.texts.includes(first!.slice(1)));
      },
      { viewport: { width: 1366, height: 768 } },
    );
  });

  test('a purchase order is printed, and labels for what has come', async () => {
    const purchaseOrders = await it.service.call<{
      records: { id: string; number: string; lines: { quantityReceived: string; item: { id: string } }[] }[];
    }>('purchaseOrders { records { id number lines { quantityReceived item { id } } } }', {
      limit: 1,
      status: 'RECEIVED',
    });
    const [order] = purchaseOrders.records;
    const count = order!.lines.reduce((sum, line) => sum + Math.ceil(Number(line.quantityReceived)), 0);
    await it.look(
      `/purchasing/${order!.id}`,
      async ({ page }) => {
        const paper = await downloaded(page, () => page.getByRole('link', { name: 'Orden en PDF, español' }).click());
        assert.ok(paper[0]!.texts.includes(`ORDEN DE COMPRA ${order!.number}`));
        assert.deepEqual(await accessibilityProblems(page), []);
        await shot(page, 'purchase-390');
        await page.getByRole('button', { name: 'Etiquetas' }).click();
        await page.getByRole('button', { name: `Descargar ${count} etiqueta` }).waitFor();
        await shot(page, 'labels-390');
        assert.deepEqual(await accessibilityProblems(page), []);
      },
      { viewport: { width: 390, height: 844 } },
    );
  });
});
