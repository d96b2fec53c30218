// A certified invoice reaches its client: a link is made on its page, opened without an account, and revoked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityProblems, newContext, noBrowser } from './support/browser.ts';
import { dashboard, issuedInvoice } from './support/dashboard.ts';
import { eventually } from '../support/eventually.ts';

const SHOTS = process.env['SHOTS'];
const PHONE = { width: 390, height: 844 };

describe('a link to a document', { skip: noBrowser }, () => {
  const it = dashboard();

  test('it is made, sent by WhatsApp or copied, opened without an account, counted and revoked', async () => {
    const id = await issuedInvoice(it);
    const ask = () =>
      it.service.ask<{ invoice: { number: string; pdf: object | null; legalStatus: string | null } }>(
        'query ($id: UUID!) { invoice(id: $id) { number legalStatus pdf { id } } }',
        { id },
      );
    const isCertified = (answer: Awaited<ReturnType<typeof ask>>): boolean => answer.invoice.pdf !== null;
    const { number } = (await eventually(ask, isCertified)).invoice;
    await it.look(`/invoices/${id}`, async ({ page }) => {
      const card = page
        .locator('section, .card')
        .filter({ has: page.getByRole('heading', { name: 'Enviar', exact: true }) });
      await card.getByRole('button', { name: 'Crear enlace' }).click();
      const address = (await card.locator('.copyable .code').textContent())!;
      const whatsapp = new URL((await card.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'))!);
      assert.equal(whatsapp.origin, 'https://wa.me');
      const text = whatsapp.searchParams.get('text')!;
      for (const part of [number, address, 'Comercial Istmo']) assert.ok(text.includes(part), text);
      assert.deepEqual(await accessibilityProblems(page), []);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/link-made.png` });

      const stranger = await newContext(it.browser, { viewport: PHONE });
      const shown = await stranger.newPage();
      await shown.goto(address);
      await shown.getByRole('heading', { name: `Factura electrónica ${number}` }).waitFor();
      assert.deepEqual(await accessibilityProblems(shown), []);
      if (SHOTS) await shown.screenshot({ path: `${SHOTS}/link-shown.png` });
      const pdf = await stranger.request.get(
        (await shown.getByRole('link', { name: 'Ver el PDF' }).getAttribute('href'))!.replace(/^/, it.service.url),
      );
      assert.equal(pdf.headers()['content-type'], 'application/pdf');

      await page.reload();
      await card.getByText(/^Abierto 1 vez/).waitFor();
      await card.getByRole('button', { name: 'Anular enlace' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Anular enlace' }).click();
      await card.getByRole('button', { name: 'Crear enlace' }).waitFor();
      assert.equal((await shown.reload())!.status(), 404);
      await shown.getByText('Este enlace no está disponible').waitFor();
      await stranger.close();
    });
  });
});
