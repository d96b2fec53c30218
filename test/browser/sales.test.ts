// The owner's results: figures of a time, a chart that is a table as well, and documents behind a figure, by keys and on a phone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { dashboard } from './support/dashboard.ts';

const SHOTS = process.env['SHOTS'];

describe('the results', { skip: noBrowser }, () => {
  const it = dashboard();

  test('a month by item and by client, its chart as a table, and the invoices of a figure', async () => {
    await it.look('/sales?period=YEAR&by=CLIENT', async ({ page }) => {
      const figure = page.locator('.sales > .card').last().locator('.figure').first();
      await page.getByRole('img', { name: /^Gráfica de ventas netas/ }).waitFor();
      for (const width of [1366, 390]) {
        await page.setViewportSize({ width, height: 900 });
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/sales-${width}.png`, fullPage: true });
        assert.deepEqual(await accessibilityProblems(page), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      }
      await page.setViewportSize({ width: 1366, height: 900 });
      await page.getByText('Ver la gráfica como tabla').focus();
      await page.keyboard.press('Enter');
      await page
        .getByRole('link', { name: /^B\/\./ })
        .first()
        .waitFor();
      const clicked = await figure.innerText();
      await figure.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/invoices\?.*soldBy=/);
      await page.locator('tfoot').first().waitFor();
      // The figure is part of documents whose totals are more.
      const note = page.locator('.note', { hasText: 'La cifra de' });
      await note.waitFor();
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/sold-note.png`, fullPage: true });
      assert.ok((await note.innerText()).includes(clicked), clicked);
    });
  });
});
