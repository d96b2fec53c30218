// The first hour of a shop: its own list of items comes in, and a first invoice is certified, by one who reads only the screen.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { dashboard, heading, issuedInvoice } from './support/dashboard.ts';
import { assertEach } from '../support/assert-each.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const inDialog = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name }).last();
const wide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Saved by Excel as "CSV" in Panama, with mistakes of a person. */
const MESSY = Buffer.from(
  [
    'Código;Descripción;Precio venta;Existencia',
    'PIÑ-1;Piña en rodajas;B/. 2,75;48',
    'ARR-5;"Arroz; 5 lb";3,95;1.200',
    'MAL-1;Sin precio;cinco;7',
    'CAF-1;Café molido;4,5;30',
  ].join('\r\n'),
  'latin1',
);

const drop = async (page: Page, name: string, buffer: Buffer): Promise<void> => {
  await page.getByLabel('Archivo', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer });
};

interface Items {
  items: { records: { sku: string; name: string; unitPrice: string; inventory: { onHand: string } }[] };
}
const ITEMS = '{ items { records { sku name unitPrice inventory { onHand } } } }';

describe('the first hour in the dashboard', { skip: noBrowser }, () => {
  const it = dashboard();

  async function asks<T>(token: string, query: string): Promise<T> {
    const response = await fetch(`${it.service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    return ((await response.json()) as { data: T }).data;
  }

  test('a messy file is understood, its good lines go in, the others come back as a file that is mended and goes in', async () => {
    const token = await it.service.emptyCompany('Abarrotería Piña');
    const look = { token, viewport: { width: 390, height: 844 } };
    await it.look(
      '/settings/import',
      async ({ page }) => {
        await drop(page, 'lista.csv', MESSY);
        await page.getByText('Vista previa, aún no se guardó nada: nuevos 3').waitFor();
        await page.getByText(/Separador: punto y coma · Codificación: Windows-1252.*Decimales: con coma/).waitFor();
        await page.getByText(/Código ← Código, Nombre ← Descripción, Precio ← Precio venta/).waitFor();
        await page.getByRole('row', { name: /Línea 4/ }).waitFor();
        assert.deepEqual([await accessibilityProblems(page), await wide(page)], [[], 0]);

        // Read another way, the file has one heading; and back.
        await button(page, 'Cambiar').click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Separador').selectOption({ label: 'tabulador' });
        await button(page, /Leer así/)
          .and(page.locator('[aria-disabled]'))
          .waitFor();
        await dialog.getByLabel('Separador').selectOption({ label: 'punto y coma' });
        await dialog.getByText('Por ejemplo: Piña en rodajas').waitFor();
        assert.deepEqual([await accessibilityProblems(page), await wide(page)], [[], 0]);
        await inDialog(page, 'Leer así').click();

        await button(page, 'Importar 3 líneas').click();
        await page.getByText('Hecho: nuevos 3, cambiados 0, iguales 0, con problemas 1.').waitFor();
        const saving = page.waitForEvent('download');
        await button(page, 'Descargar lo rechazado').click();
        const saved = await saving;
        assert.equal(saved.suggestedFilename(), 'lista - por corregir.csv');
        const refused = await readFile(await saved.path(), 'utf8');
        const lines = refused.split('\r\n');
        assert.equal(lines[0], '\uFEFFCódigo;Descripción;Precio venta;Existencia;Problema');
        assert.match(lines[1]!, /^MAL-1;Sin precio;cinco;7;.*precio unitario/);
        assert.equal(lines.length, 3);

        await drop(page, 'corregida.csv', Buffer.from(refused.replace('cinco', '1,05')));
        await button(page, 'Importar 1 línea').click();
        await button(page, 'Cargar también sus existencias').click();
        await page.getByText('Vista previa, aún no se guardó nada: nuevos 1').waitFor();
        await drop(page, 'lista.csv', MESSY);
        await button(page, 'Importar 4 líneas').click();
        await page.getByText('Hecho: nuevos 4').waitFor();
      },
      look,
    );
    const { items } = await asks<Items>(token, ITEMS);
    assertEach(items.records, ({ sku, name, unitPrice, inventory }) => [sku, name, unitPrice, inventory.onHand], [
      ['ARR-5', 'Arroz; 5 lb', '3.95', '1200'],
      ['CAF-1', 'Café molido', '4.5', '30'],
      ['MAL-1', 'Sin precio', '1.05', '7'],
      ['PIÑ-1', 'Piña en rodajas', '2.75', '48'],
    ]);
  });

  test('headings of any words are mapped once, and are known the next time', async () => {
    const token = await it.service.emptyCompany('Ferretería Rara');
    await it.look(
      '/settings/import',
      async ({ page }) => {
        const file = (code: string) => Buffer.from(`Llave,Qué es,Cuánto\n${code},Martillo,"1,250.00"\n`);
        await drop(page, 'rara.csv', file('M-1'));
        const dialog = page.getByRole('dialog', { name: 'Cómo se lee el archivo' });
        await dialog.getByLabel('Código (obligatorio)').selectOption('Llave');
        await dialog.getByLabel('Nombre (obligatorio)').selectOption('Qué es');
        await dialog.getByLabel('Precio (obligatorio)').selectOption('Cuánto');
        await inDialog(page, 'Leer así').click();
        await button(page, 'Importar 1 línea').click();
        await page.getByText('Hecho: nuevos 1').waitFor();
        await drop(page, 'otra.csv', file('M-2'));
        await button(page, 'Importar 1 línea').click();
        await page.getByText('Hecho: nuevos 1').waitFor();
        await heading(page).waitFor();
      },
      { token },
    );
    const { items } = await asks<Items>(token, ITEMS);
    assertEach(items.records, ({ sku, unitPrice }) => [sku, unitPrice], [
      ['M-1', '1250'],
      ['M-2', '1250'],
    ]);
  });

  test('from nothing to the first certified invoice by what the screen says', async () => {
    const token = await it.service.emptyCompany('Tienda Primera');
    await it.look(
      '/',
      async ({ page }) => {
        const step = (name: string | RegExp) => page.getByRole('listitem').filter({ hasText: name });
        const home = async (done: number): Promise<void> => {
          await page.getByRole('link', { name: 'Hoy', exact: true }).click();
          await page.getByText(`${done} de 6`).waitFor();
        };
        await page.getByText('0 de 6').waitFor();
        assert.deepEqual(await accessibilityProblems(page), []);
        await page.setViewportSize({ width: 390, height: 844 });
        assert.deepEqual([await accessibilityProblems(page), await wide(page)], [[], 0]);
        await page.setViewportSize({ width: 1366, height: 900 });

        await page.getByRole('link', { name: 'Escriba el RUC de su empresa' }).click();
        await page.getByLabel('RUC', { exact: true }).fill('155596713-2-2015');
        await page.getByText('DV 59').waitFor();
        await button(page, 'Guardar').click();
        await page.getByText('Guardado').waitFor();
        await home(1);

        await page.getByRole('link', { name: 'Conecte su PAC' }).click();
        await page.getByLabel('Id de la empresa en el PAC').first().fill('tienda-primera');
        // As the PAC gave it to the shop.
        const secrets = await readFile(join(it.service.dataDir, 'secrets.json'), 'utf8');
        const { pacApiKey } = JSON.parse(secrets) as { pacApiKey: string };
        await page.getByLabel('Clave propia del PAC').first().fill(pacApiKey);
        await page.getByLabel('Ambiente').selectOption({ label: 'Pruebas, sin valor fiscal' });
        await button(page, 'Guardar').click();
        await page.getByText('Hay una; escriba otra para cambiarla.').waitFor();
        // The tenant of a request may be some seconds old.
        type Known = { viewer: { tenant: { pacCompanyId: string | null } } };
        while ((await asks<Known>(token, '{ viewer { tenant { pacCompanyId } } }')).viewer.tenant.pacCompanyId === null)
          await setTimeout(500);
        await button(page, 'Probar conexión').click();
        await page.getByText(/responde y acepta la empresa tienda-primera/).waitFor();
        await home(2);

        await page.getByRole('link', { name: 'Traiga sus artículos' }).click();
        await drop(page, 'lista.csv', MESSY);
        await button(page, 'Importar 3 líneas').click();
        await button(page, 'Cargar también sus existencias').click();
        await button(page, 'Importar 3 líneas').click();
        await page.getByText('Hecho: nuevos 3').waitFor();
        await home(4);

        await page.evaluate(() => {
          window.print = () => document.body.setAttribute('data-slip', document.querySelector('.receipt')!.textContent);
        });
        await button(page, 'Imprimir la prueba').click();
        await step('Pruebe la impresora').getByText('Hecho en este equipo').waitFor();
        const slip = await page.locator('body').getAttribute('data-slip');
        assert.match(slip!, /Tienda Primera.*RUC 155596713-2-2015 DV 59.*Ññ/s);
        assert.equal(await page.locator('.receipt').count(), 0);

        await page.getByRole('link', { name: 'Haga la primera venta' }).click();
        await page.getByText(/Listo para vender/).waitFor();
        for (const code of ['PIÑ-1', 'ARR-5']) {
          await page.keyboard.insertText(code);
          await page.keyboard.press('Enter');
        }
        await page.waitForFunction(() => document.querySelectorAll('.typed-lines li').length === 2);
        await page.keyboard.press('F9');
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Cobrar/ })
          .last()
          .click();
        await page.locator('.counter-done a', { hasText: 'FAC-' }).waitFor();
        await page.getByRole('link', { name: 'Hoy', exact: true }).click();
        await page.getByText('Para empezar').waitFor({ state: 'detached' });
      },
      { token },
    );
    interface Invoices {
      invoices: { records: { number: string; cufe: string; legalStatus: string; total: string }[] };
    }
    const { invoices } = await asks<Invoices>(token, '{ invoices { records { number cufe legalStatus total } } }');
    const [{ cufe, legalStatus, total }] = invoices.records as [Invoices['invoices']['records'][number]];
    // 2.75 + 3.95, and 7 % of each, to the cent: 0.19 + 0.28.
    assert.deepEqual([legalStatus, total], ['DGI_AUTHORIZED', '7.17']);
    // The simulator knows each company by a RUC of its own.
    assert.match(cufe, /^FE0120/);
  });

  test('pages of a company that has nothing say what comes next, and draw no chart of nothing', async () => {
    const token = await it.service.emptyCompany('Tienda Vacía');
    await it.look(
      '/sales',
      async ({ page }) => {
        await page.getByText('No hay ventas en este período').waitFor();
        assert.equal(await page.getByRole('img', { name: /^Gráfica/ }).count(), 0);
        assert.doesNotMatch(await page.locator('main').innerText(), /0 %|por factura/);
        await page.goto(`${it.service.url}/transfers/new`);
        await page.getByText('Solo hay una ubicación.').waitFor();
        await page.goto(`${it.service.url}/counter`);
        await page.getByText('Todavía no hay artículos que vender').waitFor();
      },
      { token },
    );
  });

  test('what was paid before is settled together: each chosen invoice by its balance, on the day that is told', async () => {
    const ids = [await issuedInvoice(it, 'PROFORM'), await issuedInvoice(it, 'PROFORM')];
    interface Paid {
      invoice: { number: string; total: string; payments: { amount: string; method: string; paidAt: string }[] };
    }
    const invoiceOf = async (id: string) =>
      (
        await it.service.ask<Paid>(
          'query ($id: UUID!) { invoice(id: $id) { number total payments { amount method paidAt } } }',
          { id },
        )
      ).invoice;
    const before = await Promise.all(ids.map(invoiceOf));
    await it.look('/invoices?isOpen=true', async ({ page }) => {
      for (const { number } of before)
        await page
          .getByRole('row', { name: new RegExp(number.replace(/-0+/, '-')) })
          .getByRole('checkbox')
          .check();
      await page.getByRole('region', { name: 'Lo elegido' }).getByRole('button', { name: 'Registrar cobro' }).click();
      const dialog = page.getByRole('dialog', { name: 'Registrar cobro' });
      await dialog.getByLabel('Forma de pago').selectOption({ label: 'Yappy' });
      await dialog.getByLabel('Día del cobro').fill('2026-01-15');
      assert.deepEqual(await accessibilityProblems(page), []);
      const cents = before.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0);
      await dialog.getByRole('button', { name: `Cobrar 2 facturas por B/. ${(cents / 100).toFixed(2)}` }).click();
      await page.getByText('2 de 2').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click();
      await page.getByRole('row').nth(1).getByRole('checkbox').check();
      await page.getByRole('region', { name: 'Lo elegido' }).getByRole('button', { name: 'Registrar cobro' }).click();
      assert.equal(await dialog.getByLabel('Día del cobro').inputValue(), '', 'the next payment begins anew');
    });
    const after = await Promise.all(ids.map(invoiceOf));
    assert.deepEqual(
      after.map(({ payments }) => payments),
      before.map(({ total }) => [{ amount: total, method: 'YAPPY', paidAt: '2026-01-15T17:00:00.000Z' }]),
    );
  });
});
