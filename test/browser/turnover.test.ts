// Goods that turn and goods that stand still: the list and its sums, what did not sell, and the invoices of a figure, by keys and on a phone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { dashboard } from './support/dashboard.ts';

const SHOTS = process.env['SHOTS'];

describe('turnover', { skip: noBrowser }, () => {
  const it = dashboard();

  test('goods by the value that is bound, what was not sold for 90 days, and the invoices of what was', async () => {
    await it.look('/turnover', async ({ page }) => {
      await page.locator('tfoot').first().waitFor();
      for (const width of [1366, 390]) {
        await page.setViewportSize({ width, height: 900 });
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/turnover-${width}.png`, fullPage: true });
        assert.deepEqual(await accessibilityProblems(page), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      }
      await page.setViewportSize({ width: 1366, height: 900 });
      await page.getByRole('button', { name: '90 días', exact: true }).click();
      await page.waitForURL(/noSaleDays=90/);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/turnover-90.png`, fullPage: true });
      await page.goto(`${new URL(page.url()).origin}/turnover`);
      const figure = page.locator('.figure').first();
      await figure.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/invoices\?.*soldBy=ITEM/);
      await page.locator('tfoot').first().waitFor();
    });
  });
});
