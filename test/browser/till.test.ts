// A day at one till, by keys: it is opened, something is sold, cash goes out, it is counted without what is expected, and closed by a Z.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { dashboard } from './support/dashboard.ts';

/** Presses the button by its key. */
async function press(page: Page, name: string, within: Page | ReturnType<Page['getByRole']> = page): Promise<void> {
  const button = within.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
}

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Fills the fields of the open dialog and sends it. */
async function send(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  const dialog = dialogOf(page);
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

const SHOTS = process.env['SHOTS'];
const shot = async (page: Page, name: string): Promise<unknown> =>
  SHOTS ? page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true }) : undefined;

describe('the till', { skip: noBrowser }, () => {
  const it = dashboard();

  test('a whole day at one till, by keys', async () => {
    await it.look('/till', async ({ page }) => {
      await page.getByText('No tiene caja abierta').waitFor();
      await press(page, 'Abrir caja');
      await send(page, { 'Fondo inicial': '50' });
      await page.getByText('B/. 50.00').first().waitFor();
      await shot(page, 'till-open');
      assert.deepEqual(await accessibilityProblems(page), []);

      // A sale at the counter, which says that the till is open.
      await page.getByRole('link', { name: 'Punto de venta' }).click();
      await page.getByText(/^Caja abierta desde las/).waitFor();
      const code = page.getByLabel('Código, artículo o cantidad');
      await code.fill('AZU-05');
      await page.keyboard.press('Enter');
      await page
        .getByRole('row', { name: /Azúcar/ })
        .or(page.locator('.typed-lines'))
        .first()
        .waitFor();
      const total = await page.locator('.counter-total output').textContent();
      await page.keyboard.press('F9');
      await dialogOf(page).waitFor();
      await page.keyboard.press('Enter');
      await dialogOf(page).waitFor({ state: 'detached' });
      const due = Number(total!.replaceAll(/[^\d.]/g, '').replace(/^\./, ''));

      await page.getByRole('link', { name: 'Caja', exact: true }).click();
      await press(page, 'Salida');
      await send(page, { Monto: '12.50', Motivo: 'Hielo' });
      await page.getByText('B/. 12.50 Hielo').waitFor();
      assert.equal(await page.getByText('Esperado').count(), 0, 'what is expected is not told before the count');
      // Until the sale is filed.
      const isFiled = async (): Promise<boolean> => {
        const { tillSessions } = await it.service.ask<{
          tillSessions: { records: { report: { documents: unknown[] } }[] };
        }>('{ tillSessions(isOpen: true) { records { report { documents { count } } } } }', {});
        return tillSessions.records[0]!.report.documents.length > 0;
      };
      while (!(await isFiled())) await page.waitForTimeout(300);

      // In cents: 5,000 + the sale − 1,250, and five more.
      const counted = 5000 + Math.round(due * 100) - 1250 + 5;
      await press(page, 'Arqueo');
      await send(page, { 'Monedas de 0.01': String(counted % 5), 'Monedas de 0.05': String(Math.floor(counted / 5)) });
      await page.getByText('Sobrante B/. 0.05').waitFor();
      await shot(page, 'till-counted');
      await press(page, 'Cierre Z');
      await page.keyboard.press('Enter');
      await dialogOf(page).getByText('Campo obligatorio').waitFor();
      await dialogOf(page).getByLabel('Explicación del sobrante o faltante').fill('Un cliente dejó el vuelto');
      await dialogOf(page).getByRole('button', { name: 'Cierre Z' }).click();
      await dialogOf(page).waitFor({ state: 'detached' });
      await page.getByText('No tiene caja abierta').waitFor();
      await page.getByRole('link', { name: 'Z 1' }).click();
      await page.getByRole('heading', { level: 1, name: 'Z 1' }).waitFor();
      await page.getByText('Un cliente dejó el vuelto').waitFor();
      await shot(page, 'till-z');
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.setViewportSize({ width: 390, height: 844 });
      await shot(page, 'till-z-390');
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(over <= 0, `nothing is wider than a phone: ${over}`);
      assert.deepEqual(await accessibilityProblems(page), []);
    });
  });
});
