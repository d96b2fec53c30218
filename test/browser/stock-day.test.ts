// The stock manager's day: why a number is what it is, who holds what is reserved, another reorder level, what if, ordered and received.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { chip, dashboard, issuedInvoice } from './support/dashboard.ts';

const metric = (page: Page, name: string) => page.locator('.metric', { hasText: name });
const level = (page: Page) => page.getByRole('slider', { name: /^Punto de reorden;/ });
const outlook = (page: Page) => page.getByRole('status').filter({ hasText: 'Con punto de reorden' });

describe('the stock manager', { skip: noBrowser }, () => {
  const it = dashboard();

  const storedLevel = async (): Promise<string> => {
    const { item } = await it.service.ask<{ item: { inventory: { reorderLevel: string } } }>(
      'query ($id: UUID!) { item: getItemById(id: $id) { inventory { reorderLevel } } }',
      { id: it.itemId },
    );
    return item.inventory.reorderLevel;
  };

  test('sees why it lasts so long: the units, the documents and the days behind it, asked for when it is opened', async () => {
    const metrics = await it.service.call<Record<string, string | number>>(
      'itemStockMetrics { unitsSoldInWindow documentsCounted daysOfCoverage }',
      { itemId: it.itemId, windowDays: 30 },
    );
    await it.look(`/items/${it.itemId}`, async ({ page, operations }) => {
      const number = metric(page, 'Cobertura').getByRole('button').first();
      await number.focus();
      assert.ok(!operations.includes('SalesBehind'));
      await page.keyboard.press('Enter');
      const why = page.getByRole('dialog', { name: 'Cobertura' });
      await why.getByText(new RegExp(`^${metrics['documentsCounted']} documentos, del `)).waitFor();
      await why.getByText(`${metrics['unitsSoldInWindow']} und`).first().waitFor();
      const days = Number(metrics['daysOfCoverage']);
      await why.getByText(new RegExp(`^${days.toFixed(1).replace(/\.0$/, '').replace('.', '\\.')} días`)).waitFor();
      // An event of the demo may have it asked again.
      assert.ok(operations.includes('SalesBehind'));
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.keyboard.press('Escape');
      await why.waitFor({ state: 'hidden' });
      assert.ok(await number.evaluate((element) => element === document.activeElement), 'the focus is back');
    });
  });

  test('sees who holds what is reserved, and releases what was reserved by hand', async () => {
    await it.service.call('reserveStock', { itemId: it.itemId, quantity: '7' });
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      const available = metric(page, 'Disponible');
      const value = available.locator('.metric-value > .opens');
      const before = Number.parseFloat((await value.textContent())!);
      await value.click();
      const why = page.getByRole('dialog', { name: 'Disponible' });
      const byHand = why.getByRole('listitem').filter({ hasText: 'Reservado a mano' });
      await byHand.getByText('7', { exact: true }).waitFor();
      await byHand.getByRole('button', { name: 'Liberar' }).click();
      await byHand.waitFor({ state: 'detached' });
      await page
        .locator('.metric-value > .opens')
        .filter({ hasText: new RegExp(`^${before + 7} `) })
        .waitFor();
    });
    await it.look(
      `/items/${it.itemId}`,
      async ({ page }) => {
        await it.service.call('reserveStock', { itemId: it.itemId, quantity: '3' });
        await metric(page, 'Disponible').getByRole('button').first().click();
        const release = page.getByRole('dialog', { name: 'Disponible' }).getByRole('button', { name: 'Liberar' });
        assert.equal(await release.getAttribute('aria-disabled'), 'true', 'a viewer may look');
      },
      { token: await it.service.token('viewer') },
    );
  });

  test('moves the reorder level by the keys and by the pointer, sees what it means, and takes it back', async () => {
    const was = await storedLevel();
    await it.look(`/items/${it.itemId}`, async ({ page, operations }) => {
      await level(page).focus();
      const told = await outlook(page).textContent();
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowUp');
      await page.keyboard.press('PageUp');
      const moved = Number(was) + 13;
      await outlook(page).getByText(`Con punto de reorden ${moved} und`).waitFor();
      assert.notEqual(await outlook(page).textContent(), told);
      assert.ok(!operations.includes('UpdateItemInventory'), 'moving saves nothing yet');
      await page.keyboard.press('Escape');
      await outlook(page).getByText(`Con punto de reorden ${was} und`).waitFor();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Deshacer' }).click();
      await outlook(page).getByText(`Con punto de reorden ${was} und`).waitFor();
      await page.getByRole('button', { name: 'Deshacer' }).waitFor({ state: 'detached' });
      assert.equal(await storedLevel(), was);

      const { x, y, width, height } = (await level(page).boundingBox())!;
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2, y - 60, { steps: 5 });
      await outlook(page).getByText(`Con punto de reorden ${was} und`).waitFor({ state: 'detached' });
      await page.mouse.up();
      await page.getByRole('button', { name: 'Deshacer' }).waitFor();
      const dragged = await storedLevel();
      assert.ok(Number(dragged) > Number(was) + 20, `${dragged}, from ${was}`);
      await outlook(page).getByText(`Con punto de reorden ${dragged} und`).waitFor();
      await page.getByRole('button', { name: 'Deshacer' }).click();
      await outlook(page).getByText(`Con punto de reorden ${was} und`).waitFor();
      await page.getByRole('button', { name: 'Deshacer' }).waitFor({ state: 'detached' });
      assert.equal(await storedLevel(), was);
    });
  });

  test('a view does not go back to what was read before a save and came after it', async () => {
    const was = Number(await storedLevel());
    const shows = (page: Page, wanted: number) => outlook(page).getByText(`Con punto de reorden ${wanted} und`);
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      await shows(page, was).waitFor();
      const [read, saved, anew, over] = [1, 2, 3, 4].map(() => Promise.withResolvers<void>());
      let saves = 0;
      let hasCome = false;
      await page.route('**/events*', () => over!.promise);
      await page.route('**/graphql', async (route) => {
        const { operationName } = route.request().postDataJSON() as { operationName: string };
        if (operationName === 'UpdateItemInventory') {
          await route.fulfill({ response: await route.fetch() });
          saves += 1;
          if (saves === 2) saved!.resolve();
        } else if (operationName !== 'ItemView') await route.fallback();
        else if (saves < 2) {
          // Read before the second save, and there after it; nothing else comes.
          const response = await route.fetch();
          read!.resolve();
          await saved!.promise;
          await route.fulfill({ response }).catch(() => undefined);
          hasCome = true;
        } else {
          if (hasCome) anew!.resolve();
          await over!.promise;
          await route.fallback().catch(() => undefined);
        }
      });
      for (const wanted of [was + 1, was + 2]) {
        await level(page).press('ArrowUp');
        await shows(page, wanted).waitFor();
        await page.keyboard.press('Enter');
        await read!.promise;
      }
      await Promise.race([anew!.promise, shows(page, was + 1).waitFor()]);
      assert.equal(await shows(page, was + 2).count(), 1, 'a level that was left is not shown again');
      await page.getByRole('button', { name: 'Deshacer' }).click();
      await shows(page, was + 1).waitFor();
      over!.resolve();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
    await it.service.call('updateItemInventory { id }', { itemId: it.itemId, input: { reorderLevel: String(was) } });
  });

  test('tries another demand and level on the past', async () => {
    await it.look(`/items/${it.itemId}`, async ({ page, operations }) => {
      assert.ok(!operations.includes('WhatIf'));
      await page.getByRole('button', { name: 'Probar con el último año' }).click();
      const card = page.getByRole('region', { name: '¿Y si…?' });
      const lost = card.getByRole('row', { name: /^Unidades sin vender/ });
      await lost.waitFor();
      const before = await lost.textContent();
      await card.getByRole('slider', { name: 'Demanda' }).fill('3');
      await card.getByRole('slider', { name: 'Punto de reorden' }).fill('0');
      const changes = (text: string | null, isSame: boolean) =>
        page.waitForFunction(
          ([shown, same]) => {
            const rows = [...document.querySelectorAll('.what-if-table tr')].map((row) => row.textContent);
            return rows.some((row) => row.startsWith('Unidades sin vender')) && rows.includes(shown!) === same;
          },
          [text, isSame] as const,
        );
      await changes(before, false);
      assert.deepEqual(await accessibilityProblems(page), []);
      await card.getByRole('button', { name: 'Volver a lo de hoy' }).click();
      await changes(before, true);
      assert.ok(operations.filter((name) => name === 'WhatIf').length <= 4, 'it is asked once the sliders rest');
    });
  });

  test('sees what is to come and what moved, orders from there, and receives', async () => {
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      await page.getByText(/^En 60 días (bajó|subió|quedó)/).waitFor();
      await page.getByText('Si se vende como hasta ahora').waitFor();
      await page.getByRole('group', { name: 'Dónde está' }).getByRole('button', { name: 'Colón' }).click();
      await metric(page, 'en esta ubicación').waitFor();
      await page.getByRole('group', { name: 'Dónde está' }).getByRole('button', { name: 'Colón' }).click();
      await page.getByRole('link', { name: 'Crear orden de compra' }).click();
      await page.getByLabel(/^Cantidad/).waitFor();
      await page.getByRole('combobox', { name: 'Proveedor' }).fill('Molinos');
      await page.locator('.picker-option').first().click();
      await page.getByRole('button', { name: 'Crear orden de compra' }).click();
      await chip(page, 'Pedida').waitFor();
      const number = (await page.getByRole('heading', { level: 1 }).textContent())!;
      await page.goto(`${it.service.url}/items/${it.itemId}`);
      await metric(page, 'Por llegar').getByRole('button').first().click();
      const coming = page.getByRole('dialog', { name: 'Por llegar' }).getByRole('listitem').filter({ hasText: number });
      await coming.getByText(/se espera el/).waitFor();
      await coming.getByRole('link').click();
      await page.getByRole('button', { name: 'Recibir mercancía' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Llegó todo' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Recibir mercancía' }).click();
      await chip(page, 'Recibida').waitFor();
    });
  });

  test('hears on the chart what moved on a day, and what is expected of a day to come', async () => {
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      const days = page.getByRole('slider', { name: /últimos 60 días/ });
      await days.focus();
      await page.keyboard.press('End');
      await page.waitForFunction(() => /Previsto: /.test(document.querySelector('.chart-place')!.ariaValueText ?? ''));
      for (let day = 0; day < 70; day += 1) {
        if (/Venta( × \d+)? −\d/.test((await days.getAttribute('aria-valuetext'))!)) break;
        await page.keyboard.press('ArrowLeft');
      }
      assert.match((await days.getAttribute('aria-valuetext'))!, /^\d+ \S+ 20\d\d: [\d,]+ und;.* −\d/);
    });
  });

  test('on a phone a number opens as a sheet at the lower edge', async () => {
    await it.look(
      `/items/${it.itemId}`,
      async ({ page }) => {
        await metric(page, 'Cobertura').getByRole('button').first().click();
        const sheet = page.getByRole('dialog', { name: 'Cobertura' });
        await sheet.getByText(/documentos, del/).waitFor();
        const { x, y, width, height } = (await sheet.boundingBox())!;
        assert.deepEqual([x, width, Math.round(y + height)], [0, 390, 844]);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await sheet.getByRole('button', { name: 'Cerrar' }).click();
        await sheet.waitFor({ state: 'hidden' });
      },
      { viewport: { width: 390, height: 844 } },
    );
  });

  test('the balance of an invoice opens to what it is made of', async () => {
    const id = await issuedInvoice(it);
    await it.service.ask('mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "1.25") { id } }', { id });
    await it.look(`/invoices/${id}`, async ({ page }) => {
      const number = page.getByRole('region', { name: 'Saldo' }).getByRole('button').first();
      const balance = /B\/\.\s[\d,.]+/.exec((await number.textContent())!)![0];
      await number.click();
      const why = page.getByRole('dialog', { name: 'Saldo' });
      await why.getByText(/^− B\/\.\s1\.25$/).waitFor();
      assert.ok((await why.locator('.is-result').textContent())!.endsWith(balance));
      assert.deepEqual(await accessibilityProblems(page), []);
    });
  });
});
