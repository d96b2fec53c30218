// Notes about invoices that are not here, in the dashboard: made, found, read, void; what the PAC is told of them is read from its journal.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, noBrowser } from './support/browser.ts';
import { chip, dashboard, heading, settled } from './support/dashboard.ts';

interface Payload {
  information: { documentType: string };
  referencedDocuments: object[];
  items: { prices: { transfer: number }; quantity: number }[];
}

describe('generic notes', { skip: noBrowser }, () => {
  const it = dashboard();

  async function newClient(name: string): Promise<string> {
    return (await it.service.call('createClient', { name })).id;
  }
  /** In cents: what the client owes, and what is in its hand. */
  async function account(clientId: string): Promise<[owed: number, inHand: number]> {
    const { clientAccount } = await it.service.ask<{ clientAccount: { aging: { owed: string; inHand: string } } }>(
      'query ($id: UUID!) { clientAccount(clientId: $id) { aging { owed inHand } } }',
      { id: clientId },
    );
    const { owed, inHand } = clientAccount.aging;
    return [Math.round(Number(owed) * 100), Math.round(Number(inHand) * 100)];
  }
  async function accepted(documentType: string): Promise<Payload[]> {
    const journal = await readFile(join(it.service.dataDir, 'simulator.jsonl'), 'utf8');
    return journal
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { event: string; document: { payload: Payload } })
      .filter(
        ({ event, document }) => event === 'accepted' && document.payload.information.documentType === documentType,
      )
      .map(({ document }) => document.payload);
  }
  async function fill(page: Page, number: string): Promise<void> {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('La factura es').selectOption({ label: 'De impresora fiscal' });
    await dialog.getByLabel('Número de la factura').fill(number);
    await dialog.getByLabel('Fecha de la factura').fill('2025-12-29');
    await dialog.getByLabel('Concepto').fill('Diferencia de precio');
    await dialog.getByLabel('Importe sin ITBMS').fill('10');
    await dialog.getByLabel('Motivo').fill('Factura de la caja anterior');
  }

  test('a credit is made on the page of a client: what is missing is told, it waits five seconds, and leaves once', async () => {
    const clientId = await newClient('Sin Papeles, S.A.');
    await it.look(`/clients/${clientId}`, async ({ page, operations }) => {
      await page.evaluate(() => localStorage.setItem('folio.undo', '3600'));
      await page.getByRole('button', { name: 'Nota de crédito genérica' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Sin Papeles, S.A.').waitFor();
      assert.deepEqual(await accessibilityProblems(page), []);
      await dialog.getByRole('button', { name: 'Emitir nota' }).click();
      // Number, date, what for, how much and why.
      await page.waitForFunction(() => document.querySelectorAll('dialog [aria-invalid=true]').length === 5);
      await fill(page, '001-0000004711');
      await dialog.getByRole('button', { name: 'Emitir nota' }).click();
      await page.getByText('se enviará al PAC en').first().waitFor();
      await page.keyboard.press('Control+z');
      assert.equal(await dialog.getByLabel('Número de la factura').inputValue(), '001-0000004711');
      assert.ok(!operations.includes('CreateGenericCredit'));
      await dialog.getByRole('button', { name: 'Emitir nota' }).click();
      await page.getByRole('button', { name: 'Enviar ya' }).click();
      await page.waitForURL('**/generic-credits/*');
      await heading(page).filter({ hasText: /^NCG-/ }).waitFor();
      assert.equal(operations.filter((name) => name === 'CreateGenericCredit').length, 1);
      await page.getByText('001-0000004711').waitFor();
      await page.getByText(/^De impresora fiscal · 29/).waitFor();
      await chip(page, 'Autorizada DGI').waitFor();
      assert.deepEqual(await accessibilityProblems(page), []);
      // 10.00 and 7 per cent of it.
      assert.deepEqual(await account(clientId), [0, 1070]);
      const sent = await accepted('06');
      assert.deepEqual(
        sent.map(({ referencedDocuments, items }) => [
          referencedDocuments,
          items.map(({ prices, quantity }) => prices.transfer * quantity),
        ]),
        [
          [
            [
              {
                emissionType: 'PRINTER',
                otherIdentification: '001-0000004711',
                issueDate: '2025-12-29T00:00:00-05:00',
              },
            ],
            [10],
          ],
        ],
      );

      // By its id as a credit note, from its list, from the palette by its number, and from the month.
      const number = await heading(page).innerText();
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      // Lists leave out the zeros.
      const shown = { name: number.replace(/-0+/, '-'), exact: true };
      const reached = async (): Promise<void> => {
        await heading(page).filter({ hasText: number }).waitFor();
        await page.getByText('001-0000004711').waitFor();
      };
      await page.goto(`${it.service.url}/credits/${id}`);
      await reached();
      await page.goto(`${it.service.url}/credits`);
      await page.getByRole('link', { name: 'Notas de crédito genéricas' }).click();
      await page.getByRole('cell', { name: '001-0000004711' }).waitFor();
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.getByRole('link', shown).click();
      await page.waitForURL(`**/generic-credits/${id}`);
      await reached();
      await page.goto(`${it.service.url}/items`);
      await settled(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill(number);
      await page.getByRole('option').filter({ hasText: number }).first().click();
      await reached();
      await page.goto(`${it.service.url}/month`);
      await page
        .getByRole('row', { name: /^Notas de crédito genéricas/ })
        .getByRole('link')
        .first()
        .click();
      await page.waitForURL('**/generic-credits?**');
      await page.getByRole('link', shown).click();
      await reached();

      await page.getByRole('button', { name: 'Anular', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Motivo de la anulación').fill('Se emitió por equivocación');
      await page.getByRole('dialog').getByRole('button', { name: 'Anular definitivamente' }).click();
      await page.getByRole('button', { name: 'Enviar ya' }).click();
      await chip(page, 'Anulada').waitFor();
    });
    assert.deepEqual(await account(clientId), [0, 0]);
    const list = await (
      await fetch(`${it.service.url}/export/generic_credits.csv`, {
        headers: { authorization: `Bearer ${await it.service.token('viewer')}` },
      })
    ).text();
    assert.match(list, /001-0000004711/);
  });

  test('a debit is made from the palette for a client who is chosen there; a proforma credit is canceled on its page', async () => {
    const clientId = await newClient('Flete Aparte');
    await it.look('/items', async ({ page }) => {
      await page.evaluate(() => localStorage.setItem('folio.undo', '3600'));
      await settled(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('debito generica');
      await page.getByRole('option').filter({ hasText: 'Nota de débito genérica' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').fill('Flete');
      await page.getByRole('option').filter({ hasText: 'Flete Aparte' }).first().click();
      await fill(page, '77');
      await dialog.getByRole('button', { name: 'Emitir nota' }).click();
      await page.getByRole('button', { name: 'Enviar ya' }).click();
      await page.waitForURL('**/debit-notes/*');
      await heading(page).filter({ hasText: /^NDG-/ }).waitFor();
      await page.getByText(/^De impresora fiscal/).waitFor();
      assert.deepEqual(await account(clientId), [1070, 0]);
      await page.goto(`${it.service.url}/debit-notes`);
      await page.getByRole('cell', { name: '77', exact: true }).waitFor();
    });
    const { note } = await it.service.ask<{ note: { id: string } }>(
      `mutation ($clientId: UUID!) { note: createGenericCredit(input: { clientId: $clientId, mode: PROFORM, reason: "Por papel",
         reference: { number: "78", date: "2025-12-29" }, lines: [{ description: "Flete", unitPrice: "3", taxRate: "0" }] }) { id } }`,
      { clientId },
    );
    assert.deepEqual(await account(clientId), [1070, 300]);
    await it.look(`/generic-credits/${note.id}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Cancelar internamente' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar internamente' }).click();
      await chip(page, 'Cancelada').waitFor();
    });
    assert.deepEqual(await account(clientId), [1070, 0]);
    await it.look(
      `/clients/${clientId}`,
      async ({ page }) => {
        const button = page.getByRole('button', { name: 'Nota de crédito genérica' });
        assert.equal(await button.getAttribute('aria-disabled'), 'true');
      },
      { token: await it.service.token('viewer') },
    );
  });
});
