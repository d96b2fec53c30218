// Items: found, looked at in every range, tab and location, counted, moved and ordered.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { callsDuring, noBrowser } from './support/browser.ts';
import { chip, dashboard, heading, held, settled } from './support/dashboard.ts';

const DAYS = 730;
/** A move of the pointer, of 744 when it was measured: what goes through the days once more calls one function for each at least. */
const MOST_CALLS = 744 + DAYS / 2;

describe('items in the dashboard', { skip: noBrowser }, () => {
  const it = dashboard();

  test('what runs out first is on top, and can be ordered from there', async () => {
    await it.look('/items', async ({ page }) => {
      const urgent = page.getByRole('region', { name: 'Hay que pedir primero' });
      await urgent.getByText(/^\d+ artículos$/).click();
      await urgent.getByRole('table').waitFor();
      await urgent.getByText(/^1–6 de \d+/).waitFor();
      await urgent.getByRole('button', { name: 'Página siguiente' }).click();
      await urgent.getByText(/^7–12 de \d+/).waitFor();
      assert.match(page.url(), /urgent=6/);
      await page.goto(`${it.service.url}/items`);
      await urgent.getByText(/^\d+ artículos$/).click();
      const name = await urgent.getByRole('row').nth(1).locator('.row-link').textContent();
      await urgent.getByRole('link', { name: `Ordenar ${name}` }).click();
      await page.locator('.typed-lines', { hasText: name! }).waitFor();
    });
  });

  test('the way back leads through the filters of a list, and a search that was typed is one step', async () => {
    await it.look('/purchasing', async ({ page }) => {
      await page.getByRole('table').waitFor();
      const all = page.url();
      await page.getByRole('button', { name: 'Recibidas' }).click();
      await page.waitForURL(/status=RECEIVED/);
      await page.getByText(/^1–25 de \d+/).waitFor();
      const numbers = await page.locator('tbody .row-link').allTextContents();
      assert.deepEqual(numbers, numbers.toSorted().reverse(), 'of one instant, the newest number first');
      await page.getByRole('button', { name: 'Página siguiente' }).click();
      await page.waitForURL(/page=2/);
      await page.goBack();
      await page.waitForURL(/status=RECEIVED$/);
      await page.goBack();
      await page.waitForURL(all);

      await page.getByRole('link', { name: 'Artículos', exact: true }).click();
      const search = page.getByRole('searchbox');
      for (const typed of ['ar', 'arr', 'arroz']) {
        await search.fill(typed);
        await page.waitForURL(new RegExp(`q=${typed}$`));
      }
      await page.goBack();
      await page.waitForURL(/items$/);
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[type=search]')?.value === '');
      await page.goBack();
      await page.waitForURL(all);
    });
  });

  test('items are found by what is typed; the address keeps it, and the way back leads to it', async () => {
    await it.look('/items', async ({ page }) => {
      await page.getByRole('searchbox').fill('arroz');
      await page.waitForURL(/q=arroz/);
      await page.getByText('Aceite vegetal').waitFor({ state: 'detached' });
      await page.getByRole('region', { name: 'Hay que pedir primero' }).waitFor({ state: 'detached' });
      await page.getByText('Arroz de primera, saco de 25 lb').click();
      await heading(page).getByText('Arroz de primera').waitFor();
      await page.locator('.trail').click();
      await page.waitForURL(/q=arroz/);
      assert.equal(await page.getByRole('searchbox').inputValue(), 'arroz');
      await page.goBack();
      await heading(page).getByText('Arroz de primera').waitFor();
      await page.goBack();
      await page.getByRole('searchbox').fill('no hay tal cosa');
      await page.getByText('Ningún artículo lleva eso').waitFor();
      await page.getByRole('button', { name: 'Ver todos' }).click();
      await page.getByRole('table').getByText('Aceite vegetal').first().waitFor();
      await page.getByRole('region', { name: 'Hay que pedir primero' }).waitFor();
    });
  });

  test('an item: one request for all of it; each range, tab, page and location asks for its part', async () => {
    await it.look(`/items/${it.itemId}`, async ({ page, operations }) => {
      await page.getByRole('slider', { name: 'últimos 60 días' }).waitFor();
      assert.deepEqual(operations.toSorted(), ['ItemView', 'Session']);
      for (const name of ['Vendidas', 'Velocidad de venta', 'Disponible', 'Cobertura', 'Por llegar']) {
        await page.locator('.metric', { hasText: name }).waitFor();
      }
      for (const [label, days] of [
        ['7 d', '7'],
        ['30 d', '30'],
        ['90 d', '90'],
        ['2 años', '730'],
        ['60 d', '60'],
      ] as const) {
        await page.getByRole('button', { name: label, exact: true }).click();
        await page.getByRole('slider', { name: `últimos ${days} días` }).waitFor();
      }
      const ledger = page.getByRole('region', { name: 'Movimientos' });
      const rows = ledger.locator('tbody tr');
      assert.equal(await rows.count(), 8);
      for (const [tab, kind] of [
        ['Ventas', 'Venta'],
        ['Compras', 'Compra'],
        ['Ajustes', 'Ajuste'],
        ['Devoluciones', 'Devolución'],
      ] as const) {
        await ledger.getByRole('tab', { name: tab }).click();
        await ledger.locator('.changing').waitFor({ state: 'detached' });
        await rows.filter({ hasText: kind }).first().waitFor();
        const kinds = await rows.locator('td:first-child .chip').allTextContents();
        assert.deepEqual([...new Set(kinds)], [kind]);
      }
      await ledger.getByRole('tab', { name: 'Todos' }).click();
      await ledger.getByText(/^1–8 de \d+/).waitFor();
      await ledger.getByRole('button', { name: 'Página siguiente' }).click();
      await ledger.getByText(/^9–16 de \d+/).waitFor();
      assert.match(page.url(), /from=8/);
      assert.ok(!operations.slice(2).includes('ItemView'), 'parts are asked for by themselves');
    });
  });

  test('when to order again is set beside a colleague, who keeps what was set', async () => {
    const read = async (): Promise<object> => {
      const { records } = await it.service.call<{ records: { inventory: object }[] }>(
        'items { records { inventory { reorderLevel reorderQuantity leadTime } } }',
        { search: 'ARR-25' },
      );
      return records[0]!.inventory;
    };
    const inventory = await read();
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Editar', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Cuándo volver a pedir' });
      await dialog.getByLabel(/^Cantidad a pedir/).fill('77');
      await it.service.call('updateItemInventory', { itemId: it.itemId, input: { leadTime: 41 } });
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(await read(), { ...inventory, reorderQuantity: '77', leadTime: 41 });
    });
    await it.service.call('updateItemInventory', { itemId: it.itemId, input: inventory });
  });

  test('each location shows its own part of it, and a link to it brings the same', async () => {
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      const sold = page.locator('.metric', { hasText: 'Vendidas' });
      await sold.waitFor();
      const places = await page.getByLabel('Ubicación').locator('option').allTextContents();
      assert.deepEqual(places.slice(1), ['Casa matriz', 'Colón', 'David']);
      const figures = [await sold.textContent()];
      const ledger = page.getByRole('region', { name: 'Movimientos' });
      for (const place of places.slice(1)) {
        await page.getByLabel('Ubicación').selectOption({ label: place });
        await page.locator('.metric', { hasText: 'en esta ubicación' }).waitFor();
        await page.locator('.changing').waitFor({ state: 'detached' });
        figures.push(await sold.textContent());
        const rows = await ledger.locator('.ledger-about').allTextContents();
        assert.ok(rows.length > 0 && rows.every((text) => text.includes(place)), rows.join(', '));
      }
      assert.equal(new Set(figures).size, 4, figures.join(', '));
      const address = page.url();
      await page.goto(`${it.service.url}/items`);
      await page.goto(address);
      await page.locator('.metric', { hasText: 'en esta ubicación' }).waitFor();
      assert.equal(await sold.textContent(), figures.at(-1));
    });
  });

  test('the chart tells what happened, to the pointer and to the keyboard', async () => {
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      const plot = page.locator('.chart-plot');
      await plot.waitFor();
      const box = (await plot.boundingBox())!;
      await page.mouse.move(box.x + box.width - 3, box.y + 60);
      await page.locator('.chart-tip').waitFor();
      await page.mouse.move(5, 5);
      await page.locator('.chart-tip').waitFor({ state: 'detached' });
      const days = page.getByRole('slider', { name: 'últimos 60 días' });
      await days.focus();
      await page.keyboard.press('End');
      await page.locator('.chart-tip').waitFor();
      const last = await days.getAttribute('aria-valuetext');
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(
        (before) => document.querySelector('[role=slider]')?.getAttribute('aria-valuetext') !== before,
        last,
      );
      // A pointer that is dragged across it marks none of its labels.
      await page.mouse.move(box.x - 30, box.y + 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width, box.y + box.height + 20);
      await page.mouse.up();
      assert.equal(await page.evaluate(() => String(getSelection())), '');
    });
  });

  test('a day that was pointed at is forgotten where the time that is shown now has no such day', async () => {
    await it.look(`/items/${it.itemId}?days=7`, async ({ page }) => {
      const shown = (days: number) => page.getByRole('slider', { name: `últimos ${days} días` });
      await shown(7).waitFor();
      await page.getByRole('button', { name: '2 años', exact: true }).click();
      await shown(DAYS).focus();
      await page.keyboard.press('End');
      await page.locator('.chart-tip').waitFor();
      await page.goBack();
      await shown(7).waitFor();
      const value = async (name: string): Promise<number> => Number(await shown(7).getAttribute(name));
      assert.equal(await value('aria-valuenow'), 6, 'today');
      await page.keyboard.press('ArrowLeft');
      await page.locator('.chart-tip').waitFor();
      assert.equal(await value('aria-valuenow'), 6);
    });
  });

  test('the chart of two years does not stutter under the pointer', async (t) => {
    await it.look(`/items/${it.itemId}?days=${DAYS}`, async ({ page }) => {
      const plot = page.locator('.chart-plot');
      await page.getByRole('slider', { name: `últimos ${DAYS} días` }).waitFor();
      await settled(page);
      const { x, y, width } = (await plot.boundingBox())!;
      const moves = 61;
      const point = async (move: number): Promise<void> =>
        page.mouse.move(x + 2 + ((width - 4) * move) / (moves - 1), y + 80);
      await point(0);
      await page.locator('.chart-tip').waitFor();
      // It is drawn once, and not again for a move.
      const picture = await page.locator('.chart-picture').evaluateHandle((drawn) => {
        let changes = 0;
        const observer = new MutationObserver((found) => void (changes += found.length));
        observer.observe(drawn, { subtree: true, attributes: true, childList: true });
        return { isAsItWas: () => drawn.isConnected && changes === 0 };
      });
      const isAt = (place: 'first' | 'last') =>
        page.waitForFunction((end) => {
          const { ariaValueNow, ariaValueMax } = document.querySelector('.chart-place')!;
          const part = Number(ariaValueNow) / Number(ariaValueMax);
          return end === 'last' ? part > 0.97 : part < 0.03;
        }, place);
      // News that comes meanwhile is drawn as well: of three times the least is that of the moves.
      const times: number[] = [];
      for (let time = 0; time < 3; time += 1) {
        await point(0);
        await isAt('first');
        times.push(
          await callsDuring(page, async () => {
            for (let move = 0; move < moves; move += 1) await point(move);
            // The pointer's last place is told.
            await isAt('last');
          }),
        );
      }
      const calls = Math.min(...times);
      assert.ok(await picture.evaluate(({ isAsItWas }) => isAsItWas()), 'drawn once');
      t.diagnostic(`${Math.round(calls / moves)} calls for each move`);
      assert.ok(calls > moves && calls / moves < MOST_CALLS, `${calls} calls for ${moves} moves`);
    });
  });

  test('goods are counted anew with a reason, and moved to another location', async () => {
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      const available = page.locator('.metric', { hasText: 'Disponible' }).locator('.metric-value');
      await available.waitFor();
      const before = Number.parseFloat((await available.textContent())!.replaceAll(',', ''));
      await page.getByRole('button', { name: 'Ajustar' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Registrar ajuste' }).click();
      await dialog.getByText('Escriba una cantidad mayor que cero').waitFor();
      await dialog.getByLabel(/^Cantidad/).fill('5');
      await dialog.getByLabel('Motivo').fill('Conteo físico: sobrante');
      await dialog.getByRole('button', { name: 'Registrar ajuste' }).click();
      await dialog.waitFor({ state: 'detached' });
      await available.getByText(new RegExp(`^${before + 5}`)).waitFor();
      const ledger = page.getByRole('region', { name: 'Movimientos' });
      await ledger.getByText('Conteo físico: sobrante').first().waitFor();

      await page.getByRole('button', { name: 'Trasladar' }).click();
      await dialog.getByLabel('De', { exact: true }).selectOption({ label: 'Casa matriz' });
      await dialog.getByLabel('A', { exact: true }).selectOption({ label: 'Casa matriz' });
      await dialog.getByText('Elija otra ubicación').waitFor();
      await dialog.getByLabel('A', { exact: true }).selectOption({ label: 'Colón' });
      await dialog.getByLabel(/^Cantidad/).fill('5');
      await dialog.getByRole('button', { name: 'Trasladar mercancía' }).click();
      await dialog.waitFor({ state: 'detached' });
      await ledger.locator('tbody tr', { hasText: '−5' }).first().waitFor();
      await available.getByText(new RegExp(`^${before + 5}`)).waitFor();
    });
  });

  test('an item’s name and price are put right', async () => {
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Editar artículo' }).click();
      const dialog = page.getByRole('dialog', { name: 'Editar el artículo' });
      const name = await dialog.getByLabel('Nombre').inputValue();
      await dialog.getByLabel('Nombre').fill('');
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await dialog.getByText('Campo obligatorio').waitFor();
      await dialog.getByLabel('Nombre').fill(`${name} (corregido)`);
      await dialog.getByLabel('Precio').fill('7.25');
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await dialog.waitFor({ state: 'detached' });
      await heading(page).getByText(`${name} (corregido)`).waitFor();
      // Restore the name, since other tests search for it.
      await page.getByRole('button', { name: 'Editar artículo' }).click();
      assert.equal(await dialog.getByLabel('Precio').inputValue(), '7.25');
      await dialog.getByLabel('Nombre').fill(name);
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await heading(page).getByText(name, { exact: true }).waitFor();
    });
  });

  test('an item is put right beside a colleague, who keeps what was changed meanwhile', async () => {
    const read = () =>
      it.service.call<{ unitPrice: string; category: string }>('getItemById { unitPrice category }', { id: it.itemId });
    const item = await read();
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Editar artículo' }).click();
      // No news of the colleague comes before it is saved.
      const release = await held(page, 'ItemView');
      const dialog = page.getByRole('dialog', { name: 'Editar el artículo' });
      await dialog.getByLabel('Categoría').fill('Granos y arroz');
      await it.service.call('updateItem', { itemId: it.itemId, input: { unitPrice: '99.5' } });
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await dialog.waitFor({ state: 'detached' });
      release();
      assert.deepEqual(await read(), { unitPrice: '99.5', category: 'Granos y arroz' });
    });
    await it.service.call('updateItem', { itemId: it.itemId, input: item });
  });

  test('an item is made, and shows that nothing has happened to it yet', async () => {
    await it.look('/items', async ({ page }) => {
      await page.getByRole('button', { name: 'Nuevo artículo' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Crear artículo' }).click();
      await dialog.getByText('Campo obligatorio').first().waitFor();
      await dialog.getByLabel('Nombre').fill('Linterna de bolsillo');
      await dialog.getByLabel('SKU').fill('LIN-01');
      await dialog.getByLabel('Precio').fill('4.95');
      await dialog.getByRole('button', { name: 'Crear artículo' }).click();
      await heading(page).getByText('Linterna de bolsillo').waitFor();
      await page.getByText('Aquí aparece todo lo que entra y sale').waitFor();
      await page.getByText('Diga cuándo hay que pedirlo').waitFor();
    });
  });

  test('an item is made with its code, cost and stock, a scanner typing into the form; a service asks for no stock', async () => {
    await it.look('/items', async ({ page }) => {
      const dialog = page.getByRole('dialog');
      const start = async (name: string, sku: string): Promise<void> => {
        await page.getByRole('button', { name: 'Nuevo artículo' }).click();
        await dialog.getByLabel('Nombre').fill(name);
        await dialog.getByLabel('SKU').fill(sku);
        await dialog.getByLabel('Precio').fill('2.75');
      };
      await start('Leche entera', 'LECHE-E');
      await dialog.getByLabel('Código de barras').fill('7450001234567');
      await dialog.getByLabel('Código de barras').press('Enter'); // as a scanner does
      await dialog.getByLabel('Categoría').fill('Lácteos');
      await dialog.getByLabel('Control').selectOption('LOT');
      await dialog.getByLabel('Existencia inicial').fill('24');
      await dialog.getByLabel('Costo unitario').fill('1,90');
      await dialog.getByRole('button', { name: 'Crear artículo' }).click();
      await dialog.getByText('Campo obligatorio').waitFor();
      await dialog.getByLabel('Lote o serie').fill('L-24');
      await dialog.getByRole('button', { name: 'Crear artículo' }).click();
      await heading(page).getByText('Leche entera').waitFor();
      const { itemByBarcode } = await it.service.ask<{ itemByBarcode: object }>(
        '{ itemByBarcode(barcode: "7450001234567") { sku category averageCost inventory { onHand } } }',
      );
      const inventory = { onHand: '24' };
      assert.deepEqual(itemByBarcode, { sku: 'LECHE-E', category: 'Lácteos', averageCost: '1.9', inventory });

      await page.goto(`${it.service.url}/items`);
      await start('Instalación', 'INST');
      await dialog.getByLabel('Tipo').selectOption('SERVICE');
      assert.equal(await dialog.getByLabel('Existencia inicial').count(), 0);
      await dialog.getByLabel('Unidad').fill('hora');
      await dialog.getByRole('button', { name: 'Crear artículo' }).click();
      await heading(page).getByText('Instalación').waitFor();
      const { itemBySku } = await it.service.ask<{ itemBySku: object }>('{ itemBySku(sku: "INST") { kind unit } }');
      assert.deepEqual(itemBySku, { kind: 'SERVICE', unit: 'hora' });
    });
  });

  test('goods are ordered from an item’s page and received; closing the rest is asked twice', async () => {
    await it.look(`/items/${it.itemId}`, async ({ page }) => {
      await page.getByRole('link', { name: 'Crear orden de compra' }).click();
      await page.getByLabel(/^Cantidad/).waitFor();
      await page.getByRole('combobox', { name: 'Proveedor' }).fill('Almacén Nuevo');
      await page.getByRole('option', { name: 'Crear proveedor «Almacén Nuevo»' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Crear proveedor' }).click();
      await page.getByRole('button', { name: 'Crear orden de compra' }).click();
      await chip(page, 'Pedida').waitFor();
      await page.getByRole('button', { name: 'Recibir mercancía' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/^Cantidad/).fill('10');
      await dialog.getByRole('button', { name: 'Recibir mercancía' }).click();
      await chip(page, 'Recibida en parte').waitFor();
      await page.getByRole('button', { name: 'Cerrar la orden' }).click();
      await dialog.getByRole('button', { name: 'Cerrar la orden' }).click();
      await chip(page, 'Cerrada').waitFor();
      await page.getByText('Esta orden ya terminó').first().waitFor();
    });
  });
});
