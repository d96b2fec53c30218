// The PAC of a company in its settings: makes, credentials, environment and a second account; and the DGI's remarks by code.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { after, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import { eventually } from '../support/eventually.ts';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { dashboard, heading, issuedInvoice, settled } from './support/dashboard.ts';

const KEY = 'clave-que-nadie-ve';
const WRONG = 'otra-que-nadie-ve';

describe('the PAC of a company', { skip: noBrowser }, () => {
  let hka: Simulator;
  const it = dashboard(async () => {
    hka = await startSimulator({ pac: 'hka', apiKey: KEY, webhookSecret: 'aviso' });
    return { PAC_ADDRESSES: `hka=${hka.url}/api` };
  });
  after(() => hka?.close());

  async function knowCompany(companyId: string): Promise<void> {
    const viewer = await it.service.call<{ tenant: { ruc: string; dv: string } }>('viewer { tenant { ruc dv } }');
    hka.setCompany({ companyId, ...viewer.tenant, user: companyId });
  }

  const account = () =>
    it.service.ask<{ tenant: Record<string, string | number | boolean | null> }>(
      '{ tenant { pacMake pacCompanyId pacEnvironment hasPacKey secondPacMake secondPacCompanyId secondPacAfterSeconds } }',
    );

  /** As requests know it. */
  const known = () =>
    it.service.ask<{ viewer: { tenant: { secondPacCompanyId: string | null } } }>(
      '{ viewer { tenant { secondPacCompanyId } } }',
    );

  /** Form of an account: the first, or the second. */
  const form = (page: Page, nth: number): Locator =>
    page.getByRole('region', { name: 'PAC', exact: true }).locator('form').nth(nth);

  async function fill(fields: Locator, companyId: string, key: string): Promise<void> {
    await fields.getByLabel('PAC', { exact: true }).selectOption({ label: 'The Factory HKA' });
    await fields.getByLabel('Id de la empresa en el PAC').fill(companyId);
    await fields.getByLabel('Usuario').fill(companyId);
    await fields.getByLabel('Clave propia del PAC').fill(key);
  }

  /** Number as a list has it, without its zeros. */
  const shortOf = (number: string): RegExp => new RegExp(`^${number.replace(/-0+/, '-')}`);

  /** Neither the page nor the browser's stores nor an answer has a key. */
  async function showsNoKey(page: Page, answers: readonly string[]): Promise<void> {
    const stores = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    for (const text of [await page.content(), stores, ...answers])
      for (const secret of [KEY, WRONG]) assert.ok(!text.includes(secret), text.slice(0, 200));
  }

  test('a second account is tried, saved with its patience, and its key is shown nowhere', async () => {
    await knowCompany('demo-segunda');
    await it.look('/settings/company', async ({ page }) => {
      const answers: string[] = [];
      page.on('response', async (response) => {
        if (response.url().endsWith('/graphql')) answers.push(await response.text().catch(() => ''));
      });
      const second = form(page, 1);
      await fill(second, 'demo-segunda', WRONG);
      await second.getByLabel(/^Pasar al segundo/).fill('180');
      await showsNoKey(page, answers);
      await second.getByRole('button', { name: 'Guardar' }).click();
      await second.locator('.field', { hasText: 'Clave propia' }).locator('.field-note.is-bad').waitFor();
      assert.equal((await account()).tenant['secondPacCompanyId'], null);
      // A reload keeps the typed values, without the key.
      await page.reload();
      await settled(page);
      assert.equal(await second.getByLabel('Id de la empresa en el PAC').inputValue(), 'demo-segunda');
      assert.equal(await second.getByLabel('Clave propia del PAC').inputValue(), '');
      await second.getByLabel('Clave propia del PAC').fill(KEY);
      await second.getByRole('button', { name: 'Guardar' }).click();
      await page.getByText('Guardado').waitFor();
      await page.reload();
      await settled(page);
      await second.getByText('Hay una; escriba otra para cambiarla.').waitFor();
      assert.equal(await second.getByLabel('PAC', { exact: true }).inputValue(), 'HKA');
      assert.equal(await second.getByLabel('Id de la empresa en el PAC').inputValue(), 'demo-segunda');
      assert.equal(await second.getByLabel(/^Pasar al segundo/).inputValue(), '180');
      // The tenant of a request may be some seconds old.
      while ((await known()).viewer.tenant.secondPacCompanyId !== 'demo-segunda') await delay(100);
      await page.getByRole('button', { name: 'Probar conexión' }).click();
      await page.getByText(/^Alanube responde y acepta la empresa/).waitFor();
      await page.getByText('The Factory HKA responde y acepta la empresa demo-segunda.').waitFor();
      await showsNoKey(page, answers);
    });
    const { tenant } = await account();
    assert.deepEqual(
      [tenant['pacMake'], tenant['secondPacMake'], tenant['secondPacCompanyId'], tenant['secondPacAfterSeconds']],
      ['ALANUBE', 'HKA', 'demo-segunda', 180],
    );
    assert.match(JSON.stringify(hka.calls()), /demo-segunda/);
  });

  test('on a phone it is as wide as the screen, and axe finds nothing, open connection included', async () => {
    await it.look(
      '/settings/company',
      async ({ page }) => {
        await settled(page);
        await page.getByRole('button', { name: 'Probar conexión' }).click();
        await page.getByText(/^Alanube responde/).waitFor();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 390, String(width));
        assert.deepEqual(await accessibilityProblems(page), []);
      },
      { viewport: { width: 390, height: 844 } },
    );
  });

  test('a remark of the DGI leads to the invoice and to the note that have it', async () => {
    const [, url, key] = /Simulator\s+(\S+)[^\n]*\n\s+(\w+)/.exec(it.service.said)!;
    const knobs = (remarks: string[]) =>
      fetch(`${url}/__simulator/knobs`, {
        ...{ method: 'POST', body: JSON.stringify({ remarks }) },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      });
    assert.equal((await knobs(['El RUC del receptor se anotó sin DV'])).status, 200);
    const invoiceId = await issuedInvoice(it);
    const isRemarked = async (kind: 'invoice' | 'credit', id: string): Promise<string> => {
      interface Remarked {
        number: string;
        remarks: string[];
      }
      const ask = (): Promise<Record<string, Remarked>> =>
        it.service.ask(`query ($id: UUID!) { ${kind}(id: $id) { number remarks } }`, { id });
      return (await eventually(ask, (answer) => answer[kind]!.remarks.length > 0))[kind]!.number;
    };
    const invoice = await isRemarked('invoice', invoiceId);
    const createCredit = await it.service.call('createCredit', {
      invoiceId,
      reason: 'Mercancía devuelta por el cliente',
    });
    const credit = await isRemarked('credit', createCredit.id);
    await knobs([]);
    await it.look('/operations', async ({ page }) => {
      const card = page.getByRole('region', { name: 'Observaciones de la DGI' });
      await card.getByRole('link').first().click();
      await page.waitForURL(/\/remarks/);
      await page
        .getByRole('row', { name: shortOf(invoice) })
        .getByText('Factura de operación interna')
        .waitFor();
      const row = page.getByRole('row', { name: shortOf(credit) });
      await row.getByText(/RUC del receptor/).waitFor();
      await row.getByRole('link').first().click();
      await heading(page).getByText(credit).waitFor();
      await page.getByText('Alanube', { exact: true }).waitFor();
    });
  });

  test('the first account changes its make and its environment, and is as it was left', async () => {
    await knowCompany('demo-primera');
    await it.look('/settings/company', async ({ page }) => {
      const first = form(page, 0);
      await fill(first, 'demo-primera', KEY);
      await first.getByLabel('Ambiente').selectOption({ label: 'Pruebas, sin valor fiscal' });
      await first.getByRole('button', { name: 'Guardar' }).click();
      await page.getByText('Guardado').waitFor();
      await page.reload();
      await settled(page);
      assert.equal(await first.getByLabel('PAC', { exact: true }).inputValue(), 'HKA');
      assert.equal(await first.getByLabel('Ambiente').inputValue(), 'TEST');
      await first.getByText('Hay una; escriba otra para cambiarla.').waitFor();
      await showsNoKey(page, []);
    });
    const { tenant } = await account();
    assert.deepEqual(
      [tenant['pacMake'], tenant['pacCompanyId'], tenant['pacEnvironment'], tenant['hasPacKey']],
      ['HKA', 'demo-primera', 'TEST', true],
    );
  });
});
