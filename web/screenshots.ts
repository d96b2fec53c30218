// Makes the pictures of the README: starts the service with its demo, acts as a person would, and writes docs/images/*.png, or only those that are named.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { noBrowser, openBrowser, visit } from '../test/browser/support/browser.ts';
import { startService } from '../test/browser/support/start-demo.ts';

const IMAGES = join(import.meta.dirname, '../docs/images');
const WIDE = { width: 1240, height: 800 };
const PHONE = { width: 390, height: 844 };
/** The browser's PDF viewer does not tell when it has painted. */
const PDF_PAINTS_MS = 6000;

const wanted = process.argv.slice(2);

if (noBrowser !== false) throw new Error(noBrowser);
await mkdir(IMAGES, { recursive: true });
const service = await startService({}, true);
const browser = await openBrowser();
try {
  const { items, orders } = await service.ask<Record<string, { records: { id: string }[] }>>(
    '{ items(search: "ARR-25") { records { id } } orders(status: OPEN, limit: 1) { records { id } } }',
  );
  const itemPath = `/items/${items!.records[0]!.id}`;

  await picture('today', '/', {}, (page) => page.getByRole('region', { name: 'Requiere su atención' }).waitFor());
  await picture('items', '/items', {}, (page) => page.getByRole('table').last().waitFor());
  await picture('item', itemPath, {}, pointAtChart);
  await picture('item-dark', `${itemPath}?days=90`, { colorScheme: 'dark' }, (page) =>
    page.locator('.chart-plot').waitFor(),
  );
  await picture('item-phone', itemPath, { viewport: PHONE }, (page) => page.locator('.chart-plot').waitFor());
  await picture('invoice', `/orders/${orders!.records[0]!.id}`, {}, invoiceIt);
} finally {
  await browser.close();
  await service.stop();
}

async function picture(
  name: string,
  path: string,
  options: Parameters<typeof visit>[2],
  act: (page: Page) => Promise<unknown>,
): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const seen = await visit(browser, service.link.replace('/#', `${path}#`), { viewport: WIDE, ...options });
  await seen.page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await act(seen.page);
  await seen.page.evaluate(() => document.fonts.ready);
  await seen.page.screenshot({ path: join(IMAGES, `${name}.png`) });
  await seen.close();
}

async function pointAtChart(page: Page): Promise<void> {
  const plot = page.locator('.chart-plot');
  await plot.waitFor();
  const box = (await plot.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.72, box.y + 90);
  await page.locator('.chart-tip').waitFor();
}

async function invoiceIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Facturar' }).click();
  await page.getByRole('button', { name: 'Emitir factura' }).click();
  await page.getByTitle(/^PDF FE/).waitFor();
  await page.getByText('Se adjuntó el PDF').waitFor();
  await page.waitForTimeout(PDF_PAINTS_MS);
}
