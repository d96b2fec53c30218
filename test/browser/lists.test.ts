// Lists as tools: sorted, narrowed, kept as views, chosen from, acted upon, exported and printed as they are seen.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from './support/browser.ts';
import { dashboard } from './support/dashboard.ts';
import { assertEach } from '../support/assert-each.ts';

/** The texts of a column, from the rows that are shown. */
async function column(page: Page, name: string): Promise<string[]> {
  return page.locator(`tbody td[data-label="${name}"]`).allTextContents();
}

const LISTS = [
  ...['/items', '/movements', '/clients', '/orders', '/invoices', '/payments', '/credits'],
  ...['/purchasing', '/suppliers'],
];

/** Statuses of most words: those of an invoice whose answer was lost, and of one that was refused. */
const WIDEST = ['Sin respuesta del PAC', 'Nada por cobrar'];

const amounts = (texts: string[]): number[] =>
  texts.map((text) => Number(/[\d,]+\.\d\d/.exec(text)![0].replaceAll(',', '')));

describe('lists in the dashboard', { skip: noBrowser }, () => {
  const it = dashboard();

  test('no amount and no other column is cut on the screen of a laptop, and the rows come before what is advised', async () => {
    for (const [width, height] of [
      [1366, 768],
      [1440, 900],
    ] as const)
      await it.look(
        '/items',
        async ({ page }) => {
          for (const path of LISTS) {
            await page.goto(`${it.service.url}${path}`);
            const list = page.locator('.list-scroll');
            await list.locator('tbody tr').first().waitFor();
            const { cut, firstRow } = await list.evaluate((box, widest) => {
              const chips = box.querySelectorAll('tbody tr:first-child .chip');
              if (chips.length === widest.length)
                chips.forEach((chip, nth) => (chip.lastChild!.textContent = widest[nth]!));
              const { right } = box.getBoundingClientRect();
              const rightOf = (one: Element) => one.getBoundingClientRect().right;
              return {
                cut: [...box.querySelectorAll('thead th')]
                  .filter((one) => rightOf(one) > right + 1)
                  .map((one) => one.textContent),
                firstRow: box.querySelector('tbody tr')!.getBoundingClientRect().bottom,
              };
            }, WIDEST);
            assert.deepEqual(cut, [], `${path} at ${width}`);
            assert.ok(firstRow < height / 2, `${path}: its first row ends at ${firstRow} of ${height}`);
          }
        },
        { viewport: { width, height } },
      );
  });

  test('a head sorts, the address keeps it, and the way back leads through it', async () => {
    await it.look('/invoices', async ({ page }) => {
      const head = page.getByRole('columnheader', { name: 'Total' });
      await head.getByRole('button').click();
      await page.waitForURL(/sort=-TOTAL/);
      await page.locator('.list-scroll:not(.changing)').waitFor();
      assert.equal(await head.getAttribute('aria-sort'), 'descending');
      const down = amounts(await column(page, 'Total'));
      assert.deepEqual(
        down,
        down.toSorted((a, b) => b - a),
      );
      await head.getByRole('button').click();
      await page.waitForURL(/sort=TOTAL/);
      await page.locator('.list-scroll:not(.changing)').waitFor();
      const up = amounts(await column(page, 'Total'));
      assert.deepEqual(
        up,
        up.toSorted((a, b) => a - b),
      );
      await page.goBack();
      await page.waitForURL(/sort=-TOTAL/);
      await page.goBack();
      await page.waitForURL(/invoices$/);
      assert.equal(await head.getAttribute('aria-sort'), null);
    });
  });

  test('a view keeps filters, columns, order and density; its link says the same to another tab', async () => {
    await it.look('/invoices', async ({ page }) => {
      await page.getByLabel('Estado de cobro', { exact: true }).selectOption({ label: 'Pagada' });
      await page.waitForURL(/invoiceStatus=PAID/);
      await page.getByLabel('Fecha').selectOption({ label: 'Mes pasado' });
      await page.waitForURL(/days=LAST_MONTH/);
      await page.getByRole('button', { name: 'Columnas' }).click();
      await page.getByRole('checkbox', { name: 'ITBMS' }).check();
      await page.waitForURL(/columns=/);
      await page.getByRole('checkbox', { name: 'Filas compactas' }).check();
      await page.waitForURL(/rows=dense/);
      await page.keyboard.press('Escape');
      await page.getByRole('columnheader', { name: 'ITBMS' }).waitFor();
      const row = await page.locator('tbody tr').first().boundingBox();
      assert.ok(row!.height <= 37, `${row!.height}`);
      await page.getByRole('button', { name: 'Vistas' }).click();
      await page.getByRole('textbox', { name: 'Nombre de esta vista' }).fill('Cobradas');
      await page.keyboard.press('Enter');
      const kept = page.url();
      await page.goto(`${it.service.url}/invoices`);
      await page.getByRole('button', { name: 'Vistas' }).click();
      await page.getByRole('link', { name: 'Cobradas' }).click();
      await page.waitForURL(kept);
      await page.getByText('Fecha: Mes pasado').waitFor();
      const other = await page.context().newPage();
      await other.goto(kept);
      await other.getByText('Estado de cobro: Pagada').waitFor();
      await other.getByRole('columnheader', { name: 'ITBMS' }).waitFor();
      await other.close();
    });
  });

  test('a hundred rows, a page by its number, and where a letter begins', async () => {
    await it.look('/invoices', async ({ page }) => {
      await page.getByText(/^1–25 de 1,\d+$/).waitFor();
      await page.getByLabel('Filas por página').selectOption('100');
      await page.getByText(/^1–100 de 1,\d+$/).waitFor();
      assert.equal(await page.locator('tbody tr').count(), 100);
      await page.getByRole('textbox', { name: 'Página' }).fill('5');
      await page.keyboard.press('Enter');
      await page.getByText(/^401–500 de 1,\d+$/).waitFor();
      await page.goto(`${it.service.url}/items?sort=NAME`);
      const list = page.getByRole('main');
      await list.getByRole('textbox', { name: 'Página' }).fill('S');
      await page.keyboard.press('Enter');
      await page.waitForURL(/page=2/);
      await list.getByRole('link', { name: /^S/ }).first().waitFor();
    });
  });

  test('the foot sums up all that match, and the file has exactly what is seen', async () => {
    await it.look(
      '/invoices?invoiceStatus=PAST_DUE&sort=-TOTAL&columns=client.name,total,balance',
      async ({ page }) => {
        await page.getByText(/^1–\d+ de \d+$/).waitFor();
        const shown = await page
          .locator('tbody .row-link span')
          .evaluateAll((all) => all.map((one) => (one as HTMLElement).title));
        const seen = amounts(await column(page, 'Total'));
        await page.getByRole('button', { name: 'Exportar' }).click();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: /CSV/ }).click(),
        ]);
        const [heading, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
        assert.equal(heading!.replace('\uFEFF', ''), 'Número,Cliente,Total,Saldo');
        const cells = rows.map((row) => row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, '')));
        assertEach(cells.slice(0, shown.length), ([number]) => number, shown);
        assertEach(cells.slice(0, seen.length), ([, , total]) => Number(total), seen);
        const cents = cells.reduce((sum, [, , total]) => sum + Math.round(Number(total) * 100), 0);
        const foot = await page.locator('tfoot td[data-label="Total"]').textContent();
        assert.equal(Math.round(amounts([foot!])[0]! * 100), cents);
      },
    );
  });

  test('on paper: the rows, what they were narrowed by, all columns that are seen, and no menus', async () => {
    await it.look('/invoices?invoiceStatus=PAID&days=LAST_MONTH', async ({ page }) => {
      await page.locator('tbody tr').first().waitFor();
      await page.emulateMedia({ media: 'print' });
      assert.ok(await page.getByText('Estado de cobro: Pagada').isVisible());
      assert.ok(await page.getByRole('columnheader', { name: 'Saldo' }).isVisible());
      for (const gone of ['Exportar', 'Columnas', 'Vistas'])
        assert.equal(await page.getByRole('button', { name: gone }).isVisible(), false, gone);
      assert.equal(await page.locator('.side').isVisible(), false);
      assert.equal(
        await page.locator('thead').evaluate((head) => getComputedStyle(head).display),
        'table-header-group',
      );
    });
  });

  test('on a Letter page, both ways, each sum stands under its column and none is lost', async () => {
    await it.look(
      `/invoices?columns=client.name,issuedAt,legalStatus,invoiceStatus,tax,total,paid,balance`,
      async ({ page }) => {
        await page.locator('tfoot td[data-label="Saldo"]').waitFor();
        await page.emulateMedia({ media: 'print' });
        // Letter paper of 8.5 and 11 inches, with a margin of half an inch on each side.
        for (const width of [720, 960]) {
          await page.setViewportSize({ width, height: 1000 });
          for (const name of ['Total', 'Pagado', 'Saldo']) {
            const [head, cell, foot] = await Promise.all([
              page.getByRole('columnheader', { name }).boundingBox(),
              page.locator(`tbody td[data-label="${name}"]`).first().boundingBox(),
              page.locator(`tfoot td[data-label="${name}"]`).boundingBox(),
            ]);
            const where = `${name} at ${width}: ${JSON.stringify([head, cell, foot])}`;
            for (const box of [cell, foot]) {
              assert.ok(Math.abs(box!.x - head!.x) < 1 && Math.abs(box!.width - head!.width) < 1, where);
              assert.ok(box!.x >= 0 && box!.x + box!.width <= width, where);
            }
          }
        }
      },
    );
  });

  test('Σ of Saldo is what is receivable, and what was rejected says that nothing is owed', async () => {
    await it.look('/invoices?legal=PAC_REJECTED', async ({ page }) => {
      await page.locator('tbody tr').first().waitFor();
      assert.deepEqual(new Set(amounts(await column(page, 'Saldo'))), new Set([0]));
      assert.deepEqual(new Set(await column(page, 'Estado de cobro')), new Set(['Nada por cobrar']));
      await page.goto(`${it.service.url}/invoices`);
      const foot = await page.locator('tfoot td[data-label="Saldo"]').textContent();
      await page.goto(`${it.service.url}/receivables`);
      const owed = await page.locator('tfoot td[data-label="Saldo"]').textContent();
      assert.deepEqual(amounts([foot!]), amounts([owed!]));
    });
  });

  test('on a wide screen the list stays beside the record, and j goes to the next', async () => {
    await it.look(
      '/invoices?invoiceStatus=PAID',
      async ({ page }) => {
        await page.locator('.row-link').nth(2).click();
        const list = page.getByRole('complementary', { name: 'Facturas' });
        await list.locator('.row-link[aria-current]').waitFor();
        const left = await list.boundingBox();
        const right = await page.getByRole('heading', { level: 1 }).boundingBox();
        assert.ok(right!.x >= left!.x + left!.width && right!.y < 100, 'the record is beside it, not below');
        await page.keyboard.press('j');
        const to = await list.locator('.row-link').nth(3).getAttribute('href');
        await page.waitForURL((url) => url.pathname === to);
        await list.locator(`.row-link[aria-current][href="${to}"]`).waitFor();
      },
      { viewport: { width: 1720, height: 900 } },
    );
  });

  test('j and k go through the rows, and Enter opens the one that is reached', async () => {
    await it.look('/orders', async ({ page }) => {
      await page.locator('tbody tr').first().waitFor();
      for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
      const link = page.locator('.row-link').nth(1);
      assert.ok(await link.evaluate((one) => one === document.activeElement));
      const to = await link.getAttribute('href');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === to);
    });
  });

  test('many at once: each answers for itself, and an answer that was lost is not acted upon twice', async () => {
    await it.look('/orders?status=OPEN', async ({ page, errors }) => {
      await page.locator('tbody tr').first().waitFor();
      await page.getByRole('checkbox', { name: 'Seleccionar toda la página' }).check();
      const before = await page.locator('tbody .choice input:checked').count();
      assert.ok(before >= 3, `${before}`);
      const countInvoices = async (): Promise<number> =>
        (await it.service.ask<{ invoices: { totalCount: number } }>('{ invoices { totalCount } }')).invoices.totalCount;
      const made = await countInvoices();
      let sent = 0;
      const keys = new Set<string>();
      await page.route('**/graphql', async (route) => {
        const { operationName } = route.request().postDataJSON() as { operationName: string };
        if (operationName !== 'GenerateInvoice') return route.continue();
        sent += 1;
        keys.add(route.request().headers()['idempotency-key']!);
        // The second reaches the service, and its answer never comes back: four times, until the page gives up.
        if (sent < 2 || sent > 5) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await page.getByRole('region', { name: 'Lo elegido' }).getByRole('button', { name: 'Facturar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Facturar' });
      await dialog.getByRole('button', { name: 'Comenzar' }).click();
      await dialog.getByText('Se perdió la conexión').waitFor();
      await dialog.getByText(`1 de ${before}`).waitFor();
      await dialog.getByRole('button', { name: 'Continuar' }).click();
      await dialog.getByText(`${before} de ${before}`).waitFor();
      assert.equal(keys.size, before, 'a key for each order');
      const done = await dialog.getByText('Hecho').count();
      await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
      assert.ok(done > 1);
      // The browser tells of each answer that was lost.
      assert.equal(errors.splice(0).filter((text) => !text.includes('net::ERR_FAILED')).length, 0);
      assert.equal((await countInvoices()) - made, done, 'an invoice for each that was done, and no second one');
    });
  });

  test('rows of pages that are far apart are acted upon together', async () => {
    await it.look('/invoices?size=100', async ({ page }) => {
      await page.locator('tbody .choice input').first().check();
      await page.getByRole('textbox', { name: 'Página' }).fill('12');
      await page.keyboard.press('Enter');
      await page.getByText(/^1,101–/).waitFor();
      await page.locator('.list-scroll:not(.changing) tbody .choice input').first().check();
      const chosen = page.getByRole('region', { name: 'Lo elegido' });
      await chosen.getByText('2 elegidos').waitFor();
      await chosen.getByRole('button', { name: 'Preguntar al PAC' }).click();
      const progress = page.getByRole('dialog', { name: 'Preguntar al PAC' }).getByRole('status');
      assert.equal(await progress.textContent(), '0 de 2');
    });
  });

  test('what is owed on a chosen row of another page is asked for anew before it is paid', async () => {
    interface Open {
      records: { id: string; balance: string }[];
    }
    const open = await it.service.call<Open>('invoices { records { id balance } }', { isOpen: true, limit: 1 });
    const [{ id, balance } = { id: '', balance: '' }] = open.records;
    await it.look('/invoices?isOpen=true', async ({ page }) => {
      await page.locator('tbody .choice input').first().check();
      await page.getByRole('textbox', { name: 'Página' }).fill('2');
      await page.keyboard.press('Enter');
      await page.getByText(/^26–/).waitFor();
      await page.locator('.list-scroll:not(.changing) tbody .choice input').first().check();
      await it.service.call('registerPayment', { invoiceId: id, amount: balance });
      const chosen = page.getByRole('region', { name: 'Lo elegido' });
      await chosen.getByText('2 elegidos').waitFor();
      await chosen.getByRole('button', { name: 'Registrar cobro' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Cobrar 1 factura por/ })
        .waitFor();
    });
  });

  test('the chosen items are ordered, one order for each supplier; a lost answer orders nothing twice', async () => {
    interface Shown {
      id: string;
      sku: string;
      name: string;
      lastPurchase: { supplier: { id: string; name: string } } | null;
    }
    const { items } = await it.service.ask<{ items: { records: Shown[] } }>(
      '{ items(limit: 100, kind: GOODS) { records { id sku name lastPurchase { supplier { id name } } } } }',
    );
    const bought = items.records.filter(({ lastPurchase }) => lastPurchase);
    const first = bought[0]!;
    const second = bought.find(({ lastPurchase }) => lastPurchase!.supplier.id !== first.lastPurchase!.supplier.id)!;
    const third = await it.service.call('createItem', { sku: 'A-NEW', name: 'Sin comprar', unitPrice: '9' });
    const ordersOf = async (): Promise<{ supplier: { name: string }; lines: Record<string, unknown>[] }[]> =>
      (
        await it.service.ask<{ purchaseOrders: { records: never[] } }>(
          '{ purchaseOrders(limit: 100) { records { id supplier { name } lines { item { id } quantity unitCost } } } }',
        )
      ).purchaseOrders.records;
    const before = (await ordersOf()).length;
    await it.look('/items?size=100', async ({ page, errors }) => {
      const names = [first.name, second.name, 'Sin comprar'];
      for (const name of names) await page.getByRole('checkbox', { name, exact: true }).check();
      await page.getByRole('region', { name: 'Lo elegido' }).getByRole('button', { name: 'Ordenar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Ordenar' });
      const group = (name: string) => dialog.getByRole('region', { name, exact: true });
      await group(first.lastPurchase!.supplier.name).getByText(first.name).waitFor();
      await group(second.lastPurchase!.supplier.name).getByText(second.name).waitFor();
      const unknown = group('Sin proveedor conocido');
      assert.equal(await unknown.getByRole('textbox', { name: 'Cantidad de Sin comprar' }).inputValue(), '');
      // Without a supplier it would be left out of the orders; it goes to that of the first.
      await dialog.getByRole('button', { name: 'Crear 2 órdenes de compra' }).waitFor();
      await unknown.getByRole('combobox').fill(first.lastPurchase!.supplier.name);
      await unknown.getByRole('option', { name: first.lastPurchase!.supplier.name }).first().click();
      await dialog.getByRole('button', { name: 'Crear 2 órdenes de compra' }).click();
      await dialog.getByText('Escriba una cantidad y un costo').waitFor();
      for (const [name, quantity, cost] of [
        [first.name, '7', '1.25'],
        [second.name, '8', '2.5'],
        ['Sin comprar', '9', '3'],
      ] as const) {
        await dialog.getByRole('textbox', { name: `Cantidad de ${name}` }).fill(quantity);
        await dialog.getByRole('textbox', { name: `Costo unitario de ${name}` }).fill(cost);
      }
      await group(first.lastPurchase!.supplier.name).getByText('35.75').waitFor();

      let sent = 0;
      const keys = new Set<string>();
      await page.route('**/graphql', async (route) => {
        const { operationName } = route.request().postDataJSON() as { operationName: string };
        if (operationName !== 'CreatePurchaseOrder') return route.continue();
        sent += 1;
        keys.add(route.request().headers()['idempotency-key']!);
        // The second is made, and its answer never comes back: four times, until the page gives up.
        if (sent < 2 || sent > 5) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await dialog.getByRole('button', { name: 'Crear 2 órdenes de compra' }).click();
      await dialog.getByText('Se perdió la conexión').waitFor();
      await dialog.getByText('1 de 2').waitFor();
      await dialog.getByRole('button', { name: 'Continuar' }).click();
      await dialog.getByText('2 de 2').waitFor();
      assert.equal(keys.size, 2, 'a key for each order');
      assert.ok(sent > 5);
      const made = (await ordersOf()).slice(0, 2);
      assert.equal((await ordersOf()).length, before + 2);
      const linesOf = ({ supplier }: NonNullable<Shown['lastPurchase']>) =>
        made
          .find(({ supplier: { name } }) => name === supplier.name)!
          .lines.toSorted((a, b) => Number(a['quantity']) - Number(b['quantity']));
      assert.deepEqual(linesOf(first.lastPurchase!), [
        { item: { id: first.id }, quantity: '7', unitCost: '1.25' },
        { item: { id: third.id }, quantity: '9', unitCost: '3' },
      ]);
      assert.deepEqual(linesOf(second.lastPurchase!), [{ item: { id: second.id }, quantity: '8', unitCost: '2.5' }]);
      await dialog.getByRole('link', { name: /^OC-/ }).first().click();
      await page.waitForURL(/purchasing\/[0-9a-f-]+$/);
      assert.equal(errors.splice(0).filter((text) => !text.includes('net::ERR_FAILED')).length, 0);
    });
  });
});
