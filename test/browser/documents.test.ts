// Orders, invoices and credit notes: made, certified, paid, credited, voided; and what is refused.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from './support/browser.ts';
import { chip, dashboard, heading, issuedInvoice, openOrder } from './support/dashboard.ts';

async function fillOrder(page: Page, quantity: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Cliente' }).fill('Hotel');
  await page
    .getByRole('option', { name: /^Hotel/ })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'Agregar artículo' }).fill('ron');
  await page.getByRole('option', { name: /Ron añejo/ }).click();
  await page.getByLabel(/^Cantidad/).fill(quantity);
}

describe('documents in the dashboard', { skip: noBrowser }, () => {
  const it = dashboard();

  test('an order is made, shows what it reserves, is looked at as an invoice, and becomes a certified one', async () => {
    await it.look('/orders/new', async ({ page }) => {
      await fillOrder(page, '2');
      await page.getByText(/und disponibles; quedarán/).waitFor();
      await page.getByRole('button', { name: 'Crear pedido' }).click();
      await page.getByText('Estas cantidades están reservadas').waitFor();
      await chip(page, 'Abierto').waitFor();

      await page.getByRole('button', { name: 'Facturar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Así quedará la factura' });
      await dialog.locator('.preview').getByText('Ron añejo, 750 ml').waitFor();
      await dialog.getByText('El PAC no tendría nada que objetar').waitFor();
      await dialog.getByRole('button', { name: 'Emitir factura' }).click();

      await page.waitForURL(/\/invoices\//);
      await heading(page).getByText(/^FAC-/).waitFor();
      await chip(page, 'Por cobrar').waitFor();
      // Nobody reloads: the page notices the webhook by itself, and the PDF after it.
      await chip(page, 'Autorizada DGI').waitFor();
      await page.getByTitle(/^PDF FE/).waitFor();
      await page.getByText('Autorizada por la DGI').waitFor();
      await page.getByText('Se adjuntó el PDF').waitFor();
      assert.match((await page.getByRole('link', { name: 'Abrir para imprimir' }).getAttribute('href'))!, /^blob:/);
      assert.match((await page.getByRole('link', { name: /^Descargar/ }).getAttribute('download'))!, /\.pdf$/);
    });
  });

  test('a client is made on the way to an order, with what the DGI asks of a taxpayer', async () => {
    await it.look('/orders/new', async ({ page }) => {
      await page.getByRole('combobox', { name: 'Cliente' }).fill('Ferretería La Nueva');
      await page.getByRole('option', { name: 'Crear cliente «Ferretería La Nueva»' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nuevo cliente' });
      await dialog.getByLabel('Tipo de receptor').selectOption({ label: 'Contribuyente' });
      await dialog.getByRole('button', { name: 'Crear cliente' }).click();
      await dialog.getByText('Hace falta').waitFor();
      await dialog.getByLabel('RUC').fill('155610034-2-2015');
      await dialog.getByRole('button', { name: 'Crear cliente' }).click();
      await page.getByText(/^Contribuyente · RUC 155610034-2-2015 DV \d+$/).waitFor();
    });
  });

  test('a client’s RUC is put right from the order that waits for it, without leaving the page', async () => {
    const id = await openOrder(it);
    await it.look(`/orders/${id}`, async ({ page }) => {
      const card = page.getByRole('region', { name: 'Cliente' });
      await card.getByRole('button', { name: 'Editar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Corregir el cliente' });
      const name = await dialog.getByLabel('Nombre').inputValue();
      await dialog.getByLabel('Tipo de receptor').selectOption({ label: 'Contribuyente' });
      await dialog.getByLabel('RUC').fill('no es un RUC');
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('RUC').fill('155596713-2-2015');
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await dialog.waitFor({ state: 'detached' });
      await card.getByText('Contribuyente · RUC 155596713-2-2015 DV 59').waitFor();
      await card.getByText(name).waitFor();
    });
  });

  test('goods leave from the location that is chosen, and there it is said how much there is', async () => {
    await it.look('/orders/new', async ({ page }) => {
      await page.getByRole('combobox', { name: 'Agregar artículo' }).fill('arroz');
      await page.getByRole('option', { name: /ARR-05/ }).click();
      const note = page.locator('.typed-line-name').getByText(/disponibles/);
      await note.waitFor();
      const seen = new Set<string | null>();
      for (const place of ['Casa matriz', 'Colón', 'David']) {
        const asked = page.waitForResponse(
          (response) => response.request().postData()?.includes('AvailableAt') ?? false,
        );
        await page.getByLabel('Sale de').last().selectOption({ label: place });
        if (place !== 'Casa matriz') await asked;
        await page.waitForFunction(
          () => !document.querySelector('.typed-line-name')?.textContent?.includes('Cargando'),
        );
        seen.add(await note.textContent());
      }
      assert.ok(seen.size > 1, [...seen].join(' | '));
    });
  });

  test('an order that is let go is asked about twice, and frees what it reserved', async () => {
    const id = await openOrder(it);
    await it.look(`/orders/${id}`, async ({ page }) => {
      const let_go = page.getByRole('button', { name: 'Cancelar pedido' });
      await let_go.click();
      await page.getByRole('dialog').getByText('Lo reservado queda libre').waitFor();
      await page.keyboard.press('Escape');
      await chip(page, 'Abierto').waitFor();
      await let_go.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click();
      await chip(page, 'Cancelado').waitFor();
    });
  });

  test('the legal status appears within a second or two of the verdict', async () => {
    const id = await issuedInvoice(it);
    await it.look(`/invoices/${id}`, async ({ page }) => {
      await heading(page).getByText(/^FAC-/).waitFor();
      const status = async (): Promise<string | null> =>
        (
          await it.service.ask<{ invoice: { legalStatus: string | null } }>(
            'query ($id: UUID!) { invoice(id: $id) { legalStatus } }',
            { id },
          )
        ).invoice.legalStatus;
      while ((await status()) !== 'DGI_AUTHORIZED') await page.waitForTimeout(20);
      const known = performance.now();
      await chip(page, 'Autorizada DGI').waitFor();
      const seconds = (performance.now() - known) / 1000;
      assert.ok(seconds < 2, `${seconds} s`);
    });
  });

  test('an answer of which one part was read too early is asked for once more', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    await it.look('/invoices', async ({ page }) => {
      const waiting = { mode: 'DGI', legalStatus: 'PAC_AUTHORIZED', submissionState: 'DONE' };
      const settled = {
        ...waiting,
        legalStatus: 'DGI_AUTHORIZED',
        pdf: { id, filename: 'a.pdf', byteSize: 1, url: '/' },
      };
      const event = { id, at: new Date().toISOString(), kind: 'PDF_ATTACHED', actor: 'test', detail: {} };
      const answers = [{ invoice: waiting }, { invoice: settled }, { invoice: settled, timeline: [event] }];
      let asked = 0;
      await page.route('**/graphql', async (route) => {
        const response = await route.fetch();
        const { data } = (await response.json()) as { data: { invoice?: object } };
        if (data.invoice) {
          const { invoice, ...parts } = answers[Math.min(asked++, 2)]!;
          Object.assign(data, { timeline: [] }, parts, { invoice: { ...data.invoice, ...invoice } });
        }
        await route.fulfill({ response, json: { data } });
      });
      await page.locator(`a[href="/invoices/${id}"]`).click();
      await page.getByText('Se adjuntó el PDF').waitFor();
      assert.equal(asked, 3, 'and then never again');
    });
  });

  test('a list shows the verdict by itself, and its filters are in the address', async () => {
    await it.look('/invoices', async ({ page }) => {
      await page.getByRole('table').waitFor();
      const id = await issuedInvoice(it);
      await page.reload();
      const row = page.locator('tr', { has: page.locator(`a[href="/invoices/${id}"]`) });
      await row.getByText('Autorizada DGI').waitFor();
      await page.getByLabel('Estado legal').selectOption({ label: 'Autorizada DGI' });
      await page.getByLabel('Estado de cobro').selectOption({ label: 'Por cobrar' });
      await page.waitForURL(/legal=DGI_AUTHORIZED&status=UNPAID/);
      await page.reload();
      await row.waitFor();
      await page.getByLabel('Estado de cobro').selectOption({ label: 'Pagada de más' });
      await page.getByText('Ninguna factura cumple').waitFor();
    });
  });

  test('a payment makes it paid', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    await it.look(`/invoices/${id}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Registrar pago' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Monto en B/.').fill('1.005');
      await dialog.getByRole('button', { name: 'Registrar pago' }).click();
      await dialog.getByText('Dos decimales como máximo').waitFor();
      await dialog.getByLabel('Monto en B/.').fill('1.00');
      await dialog.getByRole('button', { name: 'Registrar pago' }).click();
      await chip(page, 'Abonada').waitFor();
      await page.getByRole('button', { name: 'Registrar pago' }).click();
      await dialog.getByText('Con esto queda pagada').waitFor();
      await dialog.getByRole('button', { name: 'Registrar pago' }).click();
      await chip(page, 'Pagada').waitFor();
      await page.locator('.balance-value', { hasText: 'B/. 0.00' }).waitFor();
    });
  });

  test('a void counts the letters of its reason, ends as void, and its order can be invoiced again', async () => {
    const id = await issuedInvoice(it);
    await it.look(`/invoices/${id}`, async ({ page }) => {
      await page.getByText(/Quedan 18\d horas para anularla/).waitFor();
      await page.getByRole('button', { name: 'Anular' }).click();
      const dialog = page.getByRole('dialog');
      const doIt = dialog.getByRole('button', { name: 'Anular definitivamente' });
      await dialog.getByLabel('Motivo de la anulación').fill('Se repitió');
      await dialog.getByText('Faltan 5 caracteres').waitFor();
      assert.equal(await doIt.getAttribute('aria-disabled'), 'true');
      await dialog.getByLabel('Motivo de la anulación').fill('Se repitió la factura por error');
      await doIt.click();
      await chip(page, 'Anulada').waitFor();
      await page.getByText('Ya está anulada').first().waitFor();
      await page.getByRole('link', { name: 'Ver pedido' }).click();
      await page.getByText('puede facturarse de nuevo').waitFor();
      await page.getByRole('button', { name: 'Facturar' }).waitFor();
    });
  });

  test('a credit note is made from its invoice and applied', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    await it.look(`/invoices/${id}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Nota de crédito' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/^Cantidad/).fill('1');
      await dialog.getByLabel('Motivo').fill('Llegó dañado');
      await dialog.getByRole('button', { name: 'Emitir nota de crédito' }).click();
      await page.waitForURL(/\/credits\//);
      await chip(page, 'Sin aplicar').waitFor();
      await page.getByRole('button', { name: 'Aplicar a la factura' }).click();
      await chip(page, 'Aplicado').waitFor();
      await page.goto(`${it.service.url}/invoices/${id}`);
      await chip(page, 'Con crédito').waitFor();
    });
  });

  test('what the PAC tells arrives in the inbox, with what became of it', async () => {
    const id = await issuedInvoice(it);
    await it.look('/operations', async ({ page }) => {
      const inbox = page.getByRole('region', { name: 'Avisos del PAC' });
      const notice = inbox.locator('tr', { has: page.locator(`a[href="/invoices/${id}"]`) });
      await notice.getByText('Aplicado').waitFor();
      await notice.getByText('Autorizada DGI').waitFor();
      await page.getByText('El PAC responde').waitFor();
    });
  });

  test('the CUFE is copied with a click', async () => {
    const id = await issuedInvoice(it);
    await it.look(
      `/invoices/${id}`,
      async ({ page }) => {
        await page.getByRole('button', { name: 'Copiar CUFE' }).click();
        await page.getByText('CUFE copiado').waitFor();
        assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^FE\S{60,}$/);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
  });

  test('what is refused says why: to who may only look, and where there is not enough', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    const token = await it.service.token('viewer');
    await it.look(
      `/invoices/${id}`,
      async ({ page }) => {
        const pay = page.getByRole('button', { name: 'Registrar pago' });
        await page.getByText('Su usuario solo puede mirar').first().waitFor();
        assert.equal(await pay.getAttribute('aria-disabled'), 'true');
        await pay.click({ force: true });
        assert.equal(await page.getByRole('dialog').count(), 0);
      },
      { token },
    );
    await it.look('/orders/new', async ({ page }) => {
      await fillOrder(page, '99999');
      await page.getByText(/faltan/).waitFor();
      await page.getByRole('button', { name: 'Crear pedido' }).click();
      await page.getByRole('alert').getByText('No hay suficientes existencias').waitFor();
    });
  });

  test('whoever types and presses Enter at once picks what was typed, not what was found before', async () => {
    await it.look('/orders/new', async ({ page }) => {
      const client = page.getByRole('combobox', { name: 'Cliente' });
      await client.click();
      await page.getByRole('option').nth(3).waitFor();
      await client.pressSequentially('Hotel Mirador');
      await client.press('Enter');
      await page.getByRole('option', { name: /^Hotel Mirador/ }).waitFor();
      await client.press('Enter');
      await page.locator('.card', { hasText: 'Cambiar' }).getByText('Hotel Mirador de Amador, S.A.').waitFor();
    });
  });
});
