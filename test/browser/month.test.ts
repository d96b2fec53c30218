// The accountant's day: the month and its gaps, the file that it is filed from, all evidence, and what clients owe.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { unzip } from '../../src/platform/zip.ts';
import { noBrowser } from './support/browser.ts';
import { dashboard, heading } from './support/dashboard.ts';

const cents = (text: string | null): number =>
  Math.round(Number((text ?? '').replace('−', '-').replace(/B\/\.|[^\d.-]/g, '')) * 100);

/** The cell of a row, by what heads its column. */
async function cellOf(page: Page, row: string | RegExp, column: string): Promise<Locator> {
  return page.getByRole('row').filter({ hasText: row }).first().locator(`td[data-label="${column}"]`);
}

async function downloaded(page: Page, press: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** By a reader that knows nothing of ours: the sum of a column of one of its sheets, in cents. */
function sumIn(workbook: Buffer, sheet: number, column: string): number {
  const xml = unzip(workbook).get(`xl/worksheets/sheet${sheet}.xml`)!.toString();
  const cells = [...xml.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/gs)];
  const letter = cells.find(([, , , text]) => text === column)![1];
  return cells.reduce((sum, [, at, value]) => (at === letter && value !== undefined ? sum + cents(value) : sum), 0);
}

describe('the accountant in the dashboard', { skip: noBrowser }, () => {
  const it = dashboard();

  test('a month: its figures are those of its file, its gaps have reasons, and the month before is that of its page', async () => {
    await it.look('/month', async ({ page }) => {
      const net = await cellOf(page, 'Neto del mes', 'ITBMS');
      await net.waitFor();
      const file = await downloaded(page, page.getByRole('link', { name: 'Excel' }));
      assert.match(file.name, /^folio-\d{4}-\d\d\.xlsx$/);
      assert.equal(sumIn(file.bytes, 2, 'ITBMS'), cents(await net.textContent()));
      const ofSeven = await cellOf(page, 'Neto del mes', 'Gravado 7 %');
      const base = await ofSeven.evaluate((cell) => cell.firstChild!.firstChild!.textContent);
      assert.equal(sumIn(file.bytes, 2, 'Base 7 %'), cents(base));

      const numbers = page.getByRole('region', { name: 'Numeración' });
      await numbers.getByText('Sin saltos por explicar').waitFor();
      await numbers.getByText('Enviado, sin respuesta').waitFor();
      await numbers.getByText('1 número sin documento válido, con su motivo').click();
      await numbers.getByText(/El RUC del receptor no está inscrito/).waitFor();

      await page
        .getByText(/ del 1 al \d+ de /)
        .first()
        .waitFor();
      const running = page.url();
      await page.getByRole('link', { name: 'Mes anterior' }).click();
      await page.waitForURL(/\/month\/\d{4}-\d\d$/);
      const over = page.url();
      await page
        .getByText(/ del 1 al (28|29|30|31) de /)
        .first()
        .waitFor();
      const before = /^(B\/\.\s[\d,.]+)/.exec(
        (await page
          .getByText(/ del 1 al (28|29|30|31) de /)
          .nth(1)
          .textContent())!,
      )![1]!;
      await page.getByRole('link', { name: 'Mes anterior' }).click();
      await page.waitForURL((url) => url.href !== over);
      await page.locator('.metric-value', { hasText: before }).waitFor();
      await page.goto(running);
      await numbers.getByRole('link', { name: /^FAC-/ }).first().click();
      await heading(page).getByText(/^FAC-/).waitFor();
    });
  });

  test('each figure opens the list of exactly its documents', async () => {
    await it.look('/month', async ({ page }) => {
      for (const row of ['Facturas', 'Notas de crédito', 'Facturas: sin veredicto', 'Facturas: rechazadas']) {
        const figure = (await cellOf(page, row, 'Total')).getByRole('link');
        const said = cents(await figure.textContent());
        await figure.click();
        await page.waitForURL(/from=.*&to=.*&monthState=/);
        const sum = page.locator('tfoot td[data-label="Total"]', { hasText: /\d/ });
        assert.equal(cents(await sum.textContent()), Math.abs(said), row);
        await page.goBack();
      }
      await (await cellOf(page, 'Facturas', 'Gravado 7 %')).getByRole('link').click();
      await page.waitForURL(/taxRate=7/);
      await page.locator('tbody tr').getByRole('link', { name: /^FAC-/ }).first().waitFor();
    });
  });

  test('a number that nothing explains stands in red; on paper there are figures and no buttons', async () => {
    await it.look('/month', async ({ page }) => {
      await heading(page).waitFor();
      await page.route('**/graphql', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: { fiscalMonth?: { series: { exceptions: object[] }[] } } };
        const gap = { number: 'FAC-0000000003', class: 'UNUSED', reason: 'no document carries it', documentId: null };
        body.data.fiscalMonth?.series[0]!.exceptions.push(gap);
        await route.fulfill({ response: answer, json: body });
      });
      await page.reload();
      await page.locator('.chip.tone-bad', { hasText: '1 número sin explicación' }).waitFor();
      await page.getByText('Ningún documento lo lleva').waitFor();
      await page.emulateMedia({ media: 'print' });
      // Letter paper between its margins.
      await page.setViewportSize({ width: 710, height: 950 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 710);
      assert.equal(await page.getByRole('button', { name: 'Imprimir' }).isVisible(), false);
      assert.ok(await (await cellOf(page, 'Neto del mes', 'Total')).isVisible());
      assert.ok(await page.getByText(/El RUC del receptor no está inscrito/).isVisible(), 'reasons are printed');
    });
  });

  test('all evidence of a month comes with its size in sight, and each hash is right', async () => {
    await it.look('/month', async ({ page }) => {
      const { name, bytes } = await downloaded(page, page.getByRole('button', { name: 'Evidencia (ZIP)' }));
      assert.match(name, /^folio-\d{4}-\d\d-evidence\.zip$/);
      const archive = unzip(bytes);
      const sums = archive
        .get('SHA256SUMS')!
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => line.split('  '));
      assert.equal(sums.length, archive.size - 1);
      for (const [sum, file] of sums)
        assert.equal(createHash('sha256').update(archive.get(file!)!).digest('hex'), sum, file!);
      const counted = (await page.locator('td[data-label="Cantidad"] a').allTextContents()).map(Number);
      // Beside the month itself and the head of the acts.
      assert.equal(
        sums.length - 2,
        counted.reduce((sum, count) => sum + count, 0),
        'a bundle for each document',
      );

      await page.route('**/evidence.zip', () => undefined);
      await page.getByRole('button', { name: 'Evidencia (ZIP)' }).click();
      await page
        .getByRole('status')
        .getByText(/Reuniendo la evidencia: 0 MB/)
        .waitFor();
      await page.getByRole('button', { name: 'Cancelar' }).click();
      await page.getByRole('button', { name: 'Evidencia (ZIP)' }).waitFor();
    });
  });

  test('what clients owe adds up, on another day as well, and leads to the statement of a client', async () => {
    await it.look('/receivables', async ({ page }) => {
      const total = await cellOf(page, /^Total de/, 'Saldo');
      await total.waitFor();
      const file = await downloaded(page, page.getByRole('link', { name: 'Excel' }));
      assert.equal(sumIn(file.bytes, 1, 'Saldo'), cents(await total.textContent()));
      const first = page.locator('tbody tr').first();
      const owed = cents(await first.locator('td[data-label="Saldo"]').textContent());
      const inHand = cents(await first.locator('td[data-label="A favor"]').textContent());
      await first.getByRole('link').first().click();
      await page.waitForURL(/\/clients\/[\w-]+\?view=statement/);
      const balance = ((owed - inHand) / 100).toLocaleString('es-PA', { minimumFractionDigits: 2 });
      await page.getByText(balance).first().waitFor();

      await page.goto(`${it.service.url}/receivables?asOf=2020-01-01`);
      await page.getByText('Nadie debe nada').waitFor();
    });
  });
});
