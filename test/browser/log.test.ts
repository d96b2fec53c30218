// The log of acts as an administrator reads it, and a payment that is given back where an accountant finds it: in the statement.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import pg from 'pg';
import { noBrowser } from './support/browser.ts';
import { dashboard, heading, issuedInvoice } from './support/dashboard.ts';
import { assertEach } from '../support/assert-each.ts';

describe('the log of acts', { skip: noBrowser }, () => {
  const it = dashboard();

  /** As the database has them, without the service. */
  async function rowsOf<T extends object>(sql: string, values: unknown[]): Promise<T[]> {
    const folder = join(it.service.dataDir, 'postgresql');
    const port = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[3]);
    const client = new pg.Client({ host: folder, port, user: 'postgres', database: 'postgres' });
    await client.connect();
    try {
      return (await client.query<T>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  const clientOf = async (name: string): Promise<string> => {
    return (await it.service.call('createClient', { name })).id;
  };

  test('has the rows of the database, of one record and of one kind; an act says what was before and after', async () => {
    const id = await clientOf('Antes, S.A.');
    await it.service.call('updateClient', { clientId: id, input: { name: 'Después, S.A.' } });
    await it.look(`/clients/${id}`, async ({ page }) => {
      const main = page.locator('main');
      await main.getByRole('link', { name: 'Bitácora' }).click();
      const links = main.locator('.row-link');
      await links.nth(1).waitFor();
      const kept = await rowsOf<{ id: string; operation: string }>(
        'select id, operation from acts where entity_ids @> array[$1::uuid] order by turn desc',
        [id],
      );
      assertEach(kept, ({ operation }) => operation, ['updateClient', 'createClient']);
      const shown = () => links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
      assert.deepEqual(
        await shown(),
        kept.map((one) => `/acts/${one.id}`),
      );
      assert.deepEqual(await links.allInnerTexts(), ['Cambió un cliente', 'Creó un cliente']);

      await page.getByLabel('Acto', { exact: true }).selectOption('updateClient');
      await links.nth(1).waitFor({ state: 'detached' });
      assert.match(page.url(), new RegExp(`/acts\\?entityId=${id}&operation=updateClient$`));
      await links.first().click();
      await heading(page).getByText('Cambió un cliente').waitFor();
      const name = main.getByRole('row').filter({ hasText: 'Nombre' });
      assert.deepEqual(await name.getByRole('cell').allInnerTexts(), ['Nombre', 'Antes, S.A.', 'Después, S.A.']);

      for (const nothing of [`entityId=${randomUUID()}`, 'from=2001-01-01&to=2001-01-02']) {
        await page.goto(`${it.service.url}/acts?${nothing}`);
        await main.getByText('No hay actos así').waitFor();
      }
    });
    await it.look(
      '/clients',
      async ({ page }) => {
        await page.getByRole('navigation').getByRole('link', { name: 'Bitácora' }).waitFor({ state: 'detached' });
      },
      { token: await it.service.token('viewer') },
    );
  });

  test('a payment is given back in the statement of its client', async () => {
    const clientId = await clientOf('Cuenta, S.A.');
    const id = await issuedInvoice(it, 'PROFORM', clientId);
    await it.service.call('registerPayment', { invoiceId: id, amount: '4.15', method: 'CASH' });
    await it.look(`/clients/${clientId}?view=statement`, async ({ page }) => {
      await page.getByRole('button', { name: /^Devolver dinero: .*4\.15/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Motivo').fill('Pagó dos veces');
      await dialog.getByRole('button', { name: 'Devolver dinero' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /^Devolver dinero: / }).waitFor({ state: 'detached' });
    });
    const kept = await rowsOf<{ amount: string; reason: string }>(
      'select amount::text, reason from refunds where invoice_id = $1',
      [id],
    );
    assertEach(kept, ({ amount, reason }) => [Math.round(Number(amount) * 100), reason], [[415, 'Pagó dos veces']]);
  });

  test('what was typed about one payment is not told of another one like it', async () => {
    const clientId = await clientOf('Iguales, S.A.');
    for (const invoiceId of [
      await issuedInvoice(it, 'PROFORM', clientId),
      await issuedInvoice(it, 'PROFORM', clientId),
    ])
      await it.service.call('registerPayment', { invoiceId, amount: '4.15', method: 'CASH' });
    await it.look(`/clients/${clientId}?view=statement`, async ({ page }) => {
      const reasonAt = async (nth: number) => {
        await page
          .getByRole('button', { name: /^Devolver dinero: .*4\.15/ })
          .nth(nth)
          .click();
        return page.getByRole('dialog').getByLabel('Motivo');
      };
      await (await reasonAt(0)).fill('Pagó dos veces');
      await page.keyboard.press('Escape');
      assert.equal(await (await reasonAt(1)).inputValue(), '');
      await page.keyboard.press('Escape');
      assert.equal(await (await reasonAt(0)).inputValue(), 'Pagó dos veces');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
      const kept = await page.evaluate(() =>
        Object.keys(sessionStorage).filter((key) => key.startsWith('folio.draft.')),
      );
      assert.deepEqual(kept, [], 'nothing is kept of what was given up');
    });
  });

  test('a statement whose day is cleared stays as it is until there is another day', async () => {
    const clientId = await clientOf('Fechas, S.A.');
    await issuedInvoice(it, 'PROFORM', clientId);
    await it.look(`/clients/${clientId}?view=statement`, async ({ page }) => {
      for (const name of ['Desde', 'Hasta']) {
        const before = page.url();
        await page.getByLabel(name).fill('');
        assert.equal(await page.evaluate(() => window.location.href), before);
      }
      await page.getByLabel('Desde').fill('2020-01-01');
      await page.waitForURL(/from=2020-01-01/);
      await page.locator('.statement tbody tr').nth(2).waitFor();
    });
  });
});
