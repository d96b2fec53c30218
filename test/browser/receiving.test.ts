// Goods at the door: what came is said line by line, too much is asked about, and a mistaken receipt goes back.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { chip, dashboard } from './support/dashboard.ts';

interface Purchase {
  id: string;
  status: string;
  lines: { id: string; locationId: string; quantityReceived: string }[];
}

describe('receiving goods', { skip: noBrowser }, () => {
  const it = dashboard();
  const quantityAt = (dialog: Locator, place: string): Locator =>
    dialog.getByRole('textbox', { name: new RegExp(`^Cantidad.*, ${place}$`) });

  /** One item for two locations: 5 for the first one, 7 for the second. */
  async function ordered(): Promise<{ purchase: Purchase; places: [string, string] }> {
    const { suppliers, locations } = await it.service.ask<{
      suppliers: { records: { id: string }[] };
      locations: { id: string; name: string }[];
    }>('{ suppliers(limit: 1) { records { id } } locations { id name } }');
    const [here, there] = locations;
    const createPurchaseOrder = await it.service.call('createPurchaseOrder', {
      supplierId: suppliers.records[0]!.id,
      lines: [
        { itemId: it.itemId, quantity: '5', unitCost: '9', locationId: here!.id },
        { itemId: it.itemId, quantity: '7', unitCost: '9', locationId: there!.id },
      ],
    });
    return { purchase: await read(createPurchaseOrder.id), places: [here!.name, there!.name] };
  }

  async function read(id: string): Promise<Purchase> {
    return it.service.call<Purchase>('purchaseOrder { id status lines { id locationId quantityReceived } }', { id });
  }

  const came = async (id: string): Promise<string[]> => (await read(id)).lines.map((line) => line.quantityReceived);

  async function movements(): Promise<{ quantityChange: string; description: string | null }[]> {
    return (
      await it.service.call<{ records: { quantityChange: string; description: string | null }[] }>(
        'itemMovements { records { quantityChange description } }',
        { itemId: it.itemId, limit: 4 },
      )
    ).records;
  }

  const dialogOf = (page: Page, name: RegExp): Locator => page.getByRole('dialog', { name });

  test('begins at nothing, names the place of each line, and asks why more came than was ordered', async () => {
    const { purchase, places } = await ordered();
    await it.look(`/purchasing/${purchase.id}`, async ({ page, operations }) => {
      const open = page.getByRole('button', { name: 'Recibir mercancía' });
      await open.focus();
      await page.keyboard.press('Enter');
      const dialog = dialogOf(page, /^Recibir de OC-/);
      const [here, there] = places.map((place) => quantityAt(dialog, place)) as [Locator, Locator];
      assert.deepEqual([await here.inputValue(), await there.inputValue()], ['0', '0']);
      assert.deepEqual(await accessibilityProblems(page), []);
      const send = dialog.getByRole('button', { name: 'Recibir mercancía' });
      await send.click();
      assert.ok(!operations.includes('ReceivePurchaseOrder'), 'nothing came, nothing is sent');

      await dialog.getByRole('button', { name: new RegExp(`^Todo: .*, ${places[1]}$`) }).click();
      assert.deepEqual([await here.inputValue(), await there.inputValue()], ['0', '7']);
      await here.fill('99999');
      const why = dialog.getByLabel('Motivo de recibir más de lo pedido');
      await send.click();
      await dialog.getByText('Campo obligatorio').waitFor();
      assert.ok(!operations.includes('ReceivePurchaseOrder'), 'too much has a reason');
      assert.deepEqual(await accessibilityProblems(page), []);
      await here.fill('6');
      await why.fill('Uno de regalo');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await chip(page, 'Recibida').waitFor();
      assert.ok(await open.evaluate((element) => element === document.activeElement), 'the focus is back');
    });
    assert.deepEqual(await came(purchase.id), ['6', '7']);
    const written = Object.fromEntries((await movements()).map((one) => [one.quantityChange, one.description]));
    assert.deepEqual([written['6'], written['7']], ['Uno de regalo', null]);
  });

  test('an order of two lines of half a cent costs two cents, in the order and beside the others of its supplier', async () => {
    const { id: supplierId } = await it.service.call('createSupplier', { name: 'Medio centavo, S.A.' });
    const line = { itemId: it.itemId, quantity: '1', unitCost: '0.005' };
    const { id } = await it.service.call('createPurchaseOrder', { supplierId, lines: [line, line] });
    await it.look(`/suppliers/${supplierId}`, async ({ page }) => {
      await page.locator('td[data-label="Total"]', { hasText: 'B/. 0.02' }).waitFor();
      await page.goto(`${it.service.url}/purchasing/${id}`);
      await page.getByText('B/. 0.02').first().waitFor();
    });
  });

  test('a receipt is reversed by the keys: a movement of its own, and the order awaits its goods again', async () => {
    const { purchase, places } = await ordered();
    await it.look(`/purchasing/${purchase.id}`, async ({ page }) => {
      const reverse = page.getByRole('button', { name: 'Revertir recepción' });
      assert.equal(await reverse.getAttribute('aria-disabled'), 'true', 'nothing has come');
      await page.getByRole('button', { name: 'Recibir mercancía' }).click();
      const receiving = dialogOf(page, /^Recibir de OC-/);
      await receiving.getByRole('button', { name: 'Llegó todo' }).click();
      await receiving.getByRole('button', { name: 'Recibir mercancía' }).click();
      await chip(page, 'Recibida').waitFor();

      await reverse.focus();
      await page.keyboard.press('Enter');
      const dialog = dialogOf(page, /^Revertir lo recibido de OC-/);
      const there = quantityAt(dialog, places[1]);
      assert.equal(await there.inputValue(), '0');
      assert.deepEqual(await accessibilityProblems(page), []);
      await there.fill('8');
      const send = dialog.getByRole('button', { name: 'Revertir recepción' });
      await dialog.getByLabel('Motivo de la reversión').fill('Se contó dos veces');
      await send.click();
      await dialog.getByText('De esta línea hay 7 recibidos: no se pueden revertir 8').waitFor();
      await there.fill('7');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await chip(page, 'En parte').or(chip(page, 'Recibida en parte')).waitFor();
      assert.ok(await reverse.evaluate((element) => element === document.activeElement), 'the focus is back');
    });
    assert.deepEqual(await came(purchase.id), ['5', '0']);
    const [back] = (await movements()).filter((one) => one.description === 'Se contó dos veces');
    assert.equal(back?.quantityChange, '-7');
    await it.look(
      `/purchasing/${purchase.id}`,
      async ({ page }) => {
        const reverse = page.getByRole('button', { name: 'Revertir recepción' });
        await reverse.waitFor();
        assert.equal(await reverse.getAttribute('aria-disabled'), 'true', 'a viewer may look');
      },
      { token: await it.service.token('viewer') },
    );
  });
});
