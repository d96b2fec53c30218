// Goods on the way: many items sent in one act, received in two parts on a phone, the rest closed as lost.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { dashboard, settled } from './support/dashboard.ts';

const SHOTS = process.env['SHOTS'];
const shot = async (page: Page, name: string): Promise<unknown> =>
  SHOTS ? page.screenshot({ path: `${SHOTS}/${name}.png` }) : undefined;
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1366, height: 768 };

describe('transfers', { skip: noBrowser }, () => {
  const it = dashboard();

  test('many items are sent, received in parts and closed, and the stock of both places says so', async () => {
    const name = 'Sucursal Albrook';
    const to = await it.service.call('createLocation', { code: '002', name });
    const stock = async (sku: string): Promise<Record<'here' | 'there', number>> => {
      const { items, locations } = await it.service.ask<{
        items: { records: { inventory: { levels: { locationId: string; onHand: string }[] } }[] };
        locations: { id: string; isDefault: boolean }[];
      }>(
        'query ($sku: String!) { items(search: $sku) { records { inventory { levels { locationId onHand } } } } locations { id isDefault } }',
        { sku },
      );
      const at = (id: string): number =>
        Number(items.records[0]!.inventory.levels.find(({ locationId }) => locationId === id)?.onHand ?? 0);
      return { here: at(locations.find(({ isDefault }) => isDefault)!.id), there: at(to.id) };
    };
    const [rice, sugar] = [await stock('ARR-25'), await stock('AZU-05')];
    await it.look('/transfers', async ({ page, errors }) => {
      await page.getByText('Todavía no se ha trasladado nada.').waitFor();
      await page.getByRole('link', { name: 'Nuevo traslado' }).click();
      await page.getByLabel('Hacia').selectOption({ label: name });
      for (const sku of ['ARR-25', 'AZU-05']) {
        await page.getByRole('combobox').last().fill(sku);
        await page.getByRole('option').filter({ hasText: sku }).click();
      }
      const quantities = page.getByLabel(/^Cantidad/);
      await quantities.nth(0).fill('12');
      await quantities.nth(1).fill('5');
      await page.setViewportSize(DESK);
      await shot(page, 'transfer-new');
      assert.deepEqual(await accessibilityProblems(page), []);
      // The service has sent them, and no answer comes; the page is loaded anew, and asks again for the same.
      await page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('SendTransfer')) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await page.getByRole('button', { name: 'Enviar', exact: true }).click();
      await page.getByRole('alert').first().waitFor();
      await page.unroute('**/graphql');
      assert.ok(errors.splice(0).every((one) => one.includes('ERR_FAILED')));
      // The places come after the rest, and what is sent waits for them.
      await page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes('query Places')) await delay(2000);
        return route.continue();
      });
      await page.reload();
      await page.getByRole('button', { name: 'Enviar', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: `→ ${name}` }).waitFor();
      await page.unroute('**/graphql');
      assert.deepEqual(await stock('ARR-25'), { here: rice.here - 12, there: rice.there });
      const sent = await it.service.ask<{ transfers: { totalCount: number } }>('{ transfers { totalCount } }');
      assert.equal(sent.transfers.totalCount, 1);

      await page.setViewportSize(PHONE);
      await page.getByRole('button', { name: 'Recibir' }).click();
      const dialog = page.getByRole('dialog');
      const came = dialog.getByRole('textbox');
      assert.equal(await came.nth(0).inputValue(), '12');
      await came.nth(0).fill('13');
      await dialog.getByRole('button', { name: 'Recibir' }).click();
      await dialog.getByText('Escriba un número').first().waitFor();
      await came.nth(0).fill('10');
      await shot(page, 'transfer-receive-390');
      await dialog.getByRole('button', { name: 'Recibir' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(await stock('ARR-25'), { here: rice.here - 12, there: rice.there + 10 });
      assert.deepEqual(await stock('AZU-05'), { here: sugar.here - 5, there: sugar.there + 5 });

      await page.getByRole('button', { name: 'Cerrar', exact: true }).click();
      await dialog.getByLabel('Motivo').fill('Dos sacos se rompieron');
      await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
      await page.getByText('Cerrado', { exact: true }).first().waitFor();
      await settled(page);
      assert.deepEqual(await accessibilityProblems(page), []);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(over <= 0, `nothing is wider than a phone: ${over}`);
      await shot(page, 'transfer-closed-390');
      await page.setViewportSize(DESK);
      await shot(page, 'transfer-closed');
      await page.getByRole('link', { name: 'Traslados' }).first().click();
      await page.getByRole('link', { name: `→ ${name}` }).waitFor();
      await settled(page);
      await shot(page, 'transfers');
      assert.deepEqual(await accessibilityProblems(page), []);
      // A status is asked for from its first page, and one that no transfer has says nothing of the others.
      await page.goto(`${it.service.url}/transfers?offset=20`);
      const statuses = page.getByRole('group', { name: 'Estado' });
      await statuses.getByRole('button', { name: 'Cerrado' }).click();
      await page.getByRole('link', { name: `→ ${name}` }).waitFor();
      await statuses.getByRole('button', { name: 'En tránsito' }).click();
      await page.getByText('No se encontró nada').waitFor();
      assert.deepEqual(await stock('ARR-25'), { here: rice.here - 12, there: rice.there + 10 });
    });
  });
});
