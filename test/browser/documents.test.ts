// Orders, invoices and credit notes: made, certified, paid, credited, voided; and what is refused.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from './support/browser.ts';
import {
  chip,
  dashboard,
  heading,
  held,
  issuedInvoice,
  openOrder,
  sentToPac,
  type SentToPac,
} from './support/dashboard.ts';

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

interface Booked {
  documentId: string;
  total: string;
  dueDate: string | null;
  payments: { method: string; amount: string }[];
}

describe('documents in the dashboard', { skip: noBrowser }, () => {
  const it = dashboard();

  /** Payload that left for the PAC, and the invoice, once it is filed. */
  async function toldAndBooked(id: string): Promise<{ totals: SentToPac['totals']; invoice: Booked }> {
    const invoice = await it.service.call<Booked>('invoice { documentId total dueDate payments { method amount } }', {
      id,
    });
    return { totals: (await sentToPac(it, invoice.documentId)).totals, invoice };
  }

  test('an order is made, shows what it reserves, is looked at as an invoice, and becomes a certified one', async () => {
    await it.look('/orders/new', async ({ page }) => {
      await fillOrder(page, '2');
      await page.getByText(/und disponibles; quedarán/).waitFor();
      await page.getByRole('button', { name: 'Crear pedido' }).click();
      await page.getByText('Estas cantidades están reservadas').waitFor();
      await chip(page, 'Abierto').waitFor();

      await page.getByRole('button', { name: 'Facturar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Vista previa de la factura' });
      await dialog.locator('.preview').getByText('Ron añejo, 750 ml').waitFor();
      await dialog.getByText('El PAC no tendría nada que objetar').waitFor();
      await dialog.getByRole('button', { name: 'Emitir factura' }).click();

      await page.waitForURL(/\/invoices\//);
      await heading(page).getByText(/^FAC-/).waitFor();
      // Without a due day it is a cash sale, for the DGI and for the books.
      await chip(page, 'Pagada').waitFor();
      // Without a reload: the page shows the verdict by itself, and the PDF after it.
      await chip(page, 'Autorizada DGI').waitFor();
      await page.getByTitle(/^PDF FE/).waitFor();
      await page.getByText('Autorizada por la DGI').waitFor();
      await page.getByText('Ambiente de pruebas: sin valor fiscal').waitFor();
      await page.getByText('Se adjuntó el PDF').waitFor();
      assert.match((await page.getByRole('link', { name: 'Abrir para imprimir' }).getAttribute('href'))!, /^blob:/);
      assert.match((await page.getByRole('link', { name: /^Descargar/ }).getAttribute('download'))!, /\.pdf$/);
    });
  });

  /** Order of a client abroad, of goods without ITBMS. */
  async function orderFromAbroad(): Promise<string> {
    const client = { name: 'Café Lisboa', receiverType: 'EXTRANJERO', ruc: 'PT-501964843', country: 'PT' };
    const item = { sku: `EXP-${Date.now()}`, name: 'Café verde de Boquete', unitPrice: '80', taxRate: '0' };
    const { createClient, createItem } = await it.service.ask<Record<'createClient' | 'createItem', { id: string }>>(
      `mutation ($client: CreateClientInput!, $item: CreateItemInput!) {
        createClient(input: $client) { id } createItem(input: $item) { id } }`,
      { client, item: { ...item, allowNegativeStock: true } },
    );
    return (
      await it.service.call('createOrder', {
        clientId: createClient.id,
        lines: [{ itemId: createItem.id, quantity: '3' }],
      })
    ).id;
  }

  async function typeOf(page: Page) {
    const invoice = await it.service.call<{ pacInput: SentToPac & { exportation?: object } }>('invoice { pacInput }', {
      id: page.url().split('/').at(-1),
    });
    const { information, exportation } = invoice.pacInput;
    return [(information as { documentType?: string }).documentType, exportation];
  }

  test('an operation abroad and an export are issued with what each needs', async () => {
    const open = async (page: Page) => {
      await page.getByRole('button', { name: 'Facturar' }).click();
      return page.getByRole('dialog', { name: 'Vista previa de la factura' });
    };
    await it.look(`/orders/${await orderFromAbroad()}`, async ({ page }) => {
      const dialog = await open(page);
      await dialog.getByLabel('Tipo de documento').selectOption({ label: 'Factura de importación' });
      await dialog.getByText('Solo lleva servicios: no mueve inventario.').waitFor();
      await dialog.getByText(/no mueve mercancía/).waitFor();
      await dialog.getByLabel('Tipo de documento').selectOption({ label: 'Factura de operación extranjera' });
      await dialog.getByText('El PAC no tendría nada que objetar').waitFor();
      assert.equal(await dialog.getByLabel('Puerto de embarque').count(), 0);
      await dialog.getByRole('button', { name: 'Emitir factura' }).click();
      await page.waitForURL(/\/invoices\//);
      await chip(page, 'Autorizada DGI').waitFor();
      await heading(page).getByText(/^FOE-/).waitFor();
      assert.deepEqual(await typeOf(page), ['10', undefined]);
      await page.getByText('Factura de operación extranjera').waitFor();
    });
    await it.look(`/orders/${await orderFromAbroad()}`, async ({ page }) => {
      const dialog = await open(page);
      await dialog.getByLabel('Tipo de documento').selectOption({ label: 'Factura de exportación' });
      await dialog.getByRole('button', { name: 'Emitir factura' }).click();
      await dialog.locator('.field', { hasText: 'Condición de entrega' }).locator('.field-note.is-bad').waitFor();
      await dialog.getByLabel('Condición de entrega (Incoterm)').selectOption('FOB');
      await dialog.getByText('El PAC no tendría nada que objetar').waitFor();
      await dialog.getByLabel('Moneda de la operación').fill('eur');
      await dialog.getByLabel('Tasa de cambio').fill('0,92');
      await dialog.getByLabel('Puerto de embarque').fill('Balboa');
      await dialog.getByText('El PAC no tendría nada que objetar').waitFor();
      await dialog.getByRole('button', { name: 'Emitir factura' }).click();
      await page.waitForURL(/\/invoices\//);
      await heading(page).getByText(/^FEX-/).waitFor();
      assert.deepEqual(await typeOf(page), [
        '03',
        { incoterm: 'FOB', currency: 'EUR', exchangeRate: 0.92, amount: 220.8, port: 'Balboa' },
      ]);
    });
  });

  test('what the PAC is told of the payment is what is booked: a cash sale by its method, credit by its days', async () => {
    for (const how of ['Contado', 'Crédito'] as const) {
      const id = await openOrder(it);
      await it.look(`/orders/${id}`, async ({ page }) => {
        await page.getByRole('button', { name: 'Facturar' }).click();
        const dialog = page.getByRole('dialog', { name: 'Vista previa de la factura' });
        await dialog.getByRole('button', { name: how, exact: true }).click();
        if (how === 'Crédito') await dialog.getByLabel('Plazo en días').fill('45');
        else await dialog.getByRole('button', { name: 'Transferencia' }).click();
        await dialog.getByText('Lo que se enviará al PAC').click();
        await dialog
          .locator('pre')
          .filter({ hasText: how === 'Contado' ? '"08"' : '"01"' })
          .waitFor();
        await dialog.getByRole('button', { name: 'Emitir factura' }).click();
        await page.waitForURL(/\/invoices\//);
        const { totals, invoice } = await toldAndBooked(new URL(page.url()).pathname.split('/').at(-1)!);
        const { total, dueDate, payments } = invoice;
        assert.deepEqual(
          [totals.paymentTime, totals.paymentMethods, payments],
          how === 'Contado'
            ? [1, [{ type: '08', amount: Number(total) }], [{ method: 'BANK_TRANSFER', amount: total }]]
            : [2, [{ type: '01', amount: Number(total) }], []],
        );
        assert.equal(totals.installmentPayment?.[0]?.dueDate.slice(0, 10) ?? null, dueDate);
        assert.equal(dueDate === null, how === 'Contado');
      });
    }
  });

  test('a sale is paid by ten parts, by nine where the client withholds, and the dialog says so before it is sent', async () => {
    const made = async (act: string, input: object): Promise<string> =>
      Object.values(
        await it.service.ask<Record<string, { id: string }>>(
          `mutation ($input: ${act[0]!.toUpperCase()}${act.slice(1)}Input!) { ${act}(input: $input) { id } }`,
          { input },
        ),
      )[0]!.id;
    // A sale of B/. 10.00; a withholding client keeps half of the ITBMS, in cents.
    for (const [retentionCode, taxRate, withheld, most] of [
      ['4', 7, 35, 9],
      ['4', 0, 0, 10],
      [null, 7, 0, 10],
    ] as const) {
      const name = `Partes ${retentionCode} ${taxRate}`;
      const clientId = await made('createClient', { name, receiverType: 'CONSUMIDOR_FINAL', retentionCode });
      const itemId = await made('createItem', { sku: name, name, unitPrice: '10', taxRate: String(taxRate) });
      await made('adjustInventory', { itemId, quantityChange: '1', description: 'Contado' });
      const orderId = await made('createOrder', { clientId, lines: [{ itemId, quantity: '1' }] });
      await it.look(`/orders/${orderId}`, async ({ page }) => {
        await page.getByRole('button', { name: 'Facturar' }).click();
        const dialog = page.getByRole('dialog', { name: 'Vista previa de la factura' });
        const more = dialog.getByRole('button', { name: 'Pagar el resto de otra forma' });
        const last = dialog.getByLabel('Monto en B/.').last();
        const due = 1000 + taxRate * 10 - withheld;
        assert.equal(Number(await last.inputValue()) * 100, due);
        for (let count = 1; count < most; count += 1) {
          await last.fill('0.01');
          await more.press('Enter');
          await dialog.locator('.payment-parts .stack').nth(count).waitFor();
        }
        await last.fill('0.01');
        assert.equal(await more.getAttribute('aria-disabled'), 'true', `${most} and one more`);
        assert.match((await more.getAttribute('title'))!, new RegExp(`admite ${most} formas de pago`));
        await last.fill(((due - (most - 1)) / 100).toFixed(2));
        await dialog.getByText('El PAC no tendría nada que objetar').waitFor();
        await dialog.getByRole('button', { name: 'Emitir factura' }).click();
        await page.waitForURL(/\/invoices\//);
        const { totals, invoice } = await toldAndBooked(new URL(page.url()).pathname.split('/').at(-1)!);
        const told = totals.paymentMethods.map(({ amount }) => Math.round(amount * 100));
        const parts = [...Array.from({ length: most - 1 }, () => 1), due - (most - 1)];
        assert.deepEqual(told, withheld > 0 ? [...parts, withheld] : parts);
        assert.equal(told.length, 10);
        const booked = invoice.payments.map(({ amount }) => Math.round(Number(amount) * 100));
        assert.deepEqual(
          booked.toSorted((one, other) => one - other),
          parts,
        );
      });
    }
  });

  test('a client is made on the way to an order, with what the DGI asks of a taxpayer', async () => {
    await it.look('/orders/new', async ({ page }) => {
      await page.getByRole('combobox', { name: 'Cliente' }).fill('Ferretería La Nueva');
      await page.getByRole('option', { name: 'Crear cliente «Ferretería La Nueva»' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nuevo cliente' });
      await dialog.getByLabel('Tipo de receptor').selectOption({ label: 'Contribuyente' });
      await dialog.getByRole('button', { name: 'Crear cliente' }).click();
      await dialog.getByText('Campo obligatorio').waitFor();
      await dialog.getByLabel('RUC').fill('155610034-2-2015');
      await dialog.getByLabel('Dirección').fill('Calle 50, edificio 3');
      await dialog.getByRole('combobox', { name: 'Corregimiento' }).fill('bella vista panama');
      await dialog.getByRole('option', { name: /8-8-7/ }).click();
      await dialog.getByText('Bella Vista, Panamá, Panamá').waitFor();
      await dialog.getByLabel('Teléfono').fill('223-4567');
      await dialog.getByLabel('Correo electrónico').fill('a@nueva.example, b@nueva.example');
      await dialog.getByRole('button', { name: 'Crear cliente' }).click();
      await page.getByText(/^Contribuyente · RUC 155610034-2-2015 DV \d+$/).waitFor();
    });
    const { clients } = await it.service.ask<{ clients: { records: object[] } }>(
      '{ clients(search: "155610034") { records { emails telephone country address { line corregimientoCode } } } }',
    );
    assert.deepEqual(clients.records, [
      {
        emails: ['a@nueva.example', 'b@nueva.example'],
        telephone: '223-4567',
        country: null,
        address: { line: 'Calle 50, edificio 3', corregimientoCode: '8-8-7' },
      },
    ]);
  });

  test('a foreign client has a country, and keeps it when the rest is corrected', async () => {
    const { createClient } = await it.service.ask<{ createClient: { id: string } }>(
      `mutation { createClient(input: { name: "Carlos Ruiz", receiverType: EXTRANJERO, ruc: "AB-1", country: "CO",
        address: { corregimientoCode: "4-14-1", district: "Tierras Altas" } }) { id } }`,
    );
    const id = await openOrder(it, createClient.id);
    await it.look(`/orders/${id}`, async ({ page }) => {
      const card = page.getByRole('region', { name: 'Cliente' });
      await card.getByRole('button', { name: 'Editar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Editar el cliente' });
      assert.equal(await dialog.getByLabel('País').inputValue(), 'CO');
      await dialog.getByText('Tierras Altas 4-14-1').waitFor();
      await dialog.getByLabel('País').selectOption({ label: 'Estados Unidos' });
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await dialog.waitFor({ state: 'detached' });
    });
    const { order } = await it.service.ask<{ order: { client: object } }>(
      'query ($id: UUID!) { order(id: $id) { client { country address { corregimientoCode district } } } }',
      { id },
    );
    assert.deepEqual(order.client, {
      country: 'US',
      address: { corregimientoCode: '4-14-1', district: 'Tierras Altas' },
    });
  });

  test('a client’s RUC is put right from the order that waits for it, without leaving the page', async () => {
    const id = await openOrder(it);
    await it.look(`/orders/${id}`, async ({ page }) => {
      const card = page.getByRole('region', { name: 'Cliente' });
      await card.getByRole('button', { name: 'Editar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Editar el cliente' });
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

  test('a client that was chosen for an order keeps what a colleague changes before it is put right there', async () => {
    const address = { line: 'Calle 1', corregimientoCode: '8-8-7' };
    const client = { name: 'Fonda La Vieja', telephone: '211-1111', emails: ['ana@fonda.pa'], address };
    const { id } = await it.service.call('createClient', client);
    await it.look('/orders/new', async ({ page }) => {
      await page.getByRole('combobox', { name: 'Cliente' }).fill('Fonda La Vieja');
      await page.getByRole('option').filter({ hasText: 'Fonda La Vieja' }).first().click();
      await page.getByRole('button', { name: 'Editar', exact: true }).waitFor();
      const changed = { telephone: '222-3333', address: { line: 'Calle 2', corregimientoCode: '4-14-1' } };
      await it.service.call('updateClient', { clientId: id, input: changed });
      await page.getByRole('button', { name: 'Editar', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Editar el cliente' });
      await dialog.getByLabel(/^Correo/).fill('ana@fonda.pa, eva@fonda.pa');
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(
        await it.service.call('client { name telephone emails address { line corregimientoCode } }', { id }),
        { ...client, ...changed, emails: ['ana@fonda.pa', 'eva@fonda.pa'] },
      );
    });
  });

  test('an order waits for the prices of the list of its client', async () => {
    const list = await it.service.call('createPriceList', { name: 'Lista de hoteles' });
    const code = 'SIL-01';
    const item = { sku: code, name: 'Silla plegable', unitPrice: '10', taxRate: '7', openingStock: { quantity: '4' } };
    const { id: itemId } = await it.service.call('createItem', item);
    await it.service.call('setPrices { id }', { priceListId: list.id, prices: [{ itemId, price: '6' }] });
    await it.service.call('createClient', { name: 'Posada Larga', priceListId: list.id });
    await it.look('/orders/new', async ({ page, operations }) => {
      const prices = await held(page, 'CounterPrices');
      await page.getByRole('combobox', { name: 'Cliente' }).fill('Posada');
      await page.getByRole('option', { name: /^Posada Larga/ }).click();
      await page.getByRole('combobox', { name: 'Agregar artículo' }).fill(code);
      await page.getByRole('option', { name: new RegExp(code) }).click();
      await page.locator('.typed-line-name').filter({ hasText: 'Silla' }).waitFor();
      const create = page.getByRole('button', { name: 'Crear pedido' });
      await create.click({ force: true });
      assert.equal(await create.getAttribute('aria-disabled'), 'true');
      assert.ok(!operations.includes('CreateOrder'));
      prices();
      await create.click();
      await heading(page).filter({ hasText: 'PED-' }).waitFor();
      const { lines } = await it.service.call<{ lines: { unitPrice: string }[] }>('order { lines { unitPrice } }', {
        id: page.url().split('/').at(-1),
      });
      assert.deepEqual(
        lines.map(({ unitPrice }) => Number(unitPrice)),
        [6],
      );
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
        await page.getByLabel('Sale de').last().selectOption({ label: place });
        seen.add(await note.textContent());
      }
      assert.ok(seen.size > 1, [...seen].join(' | '));
      // More than is there, and elsewhere is some: it is said so.
      await page.getByLabel(/^Cantidad/).fill('9999');
      await page.getByText(/faltan [\d,]+\. Hay \d+ en/).waitFor();
      const create = page.getByRole('button', { name: 'Crear pedido' });
      assert.equal(await create.getAttribute('aria-disabled'), 'true');
    });
  });

  test('an order that is changed may take what it holds already, and no more', async () => {
    const createItem = await it.service.call('createItem', {
      sku: 'MES-01',
      name: 'Mesa plegable',
      unitPrice: '10',
      taxRate: '7',
      openingStock: { quantity: '4' },
    });
    const id = await openOrder(it);
    const order = await it.service.call<{ client: { id: string } }>('order { client { id } }', { id });
    const createOrder = await it.service.call('createOrder', {
      clientId: order.client.id,
      lines: [{ itemId: createItem.id, quantity: '3' }],
    });
    await it.look(`/orders/new?edit=${createOrder.id}`, async ({ page }) => {
      await page.getByText('4 und disponibles; quedarán 1').waitFor();
      await page.getByLabel(/^Cantidad/).fill('5');
      await page.getByRole('alert').getByText('Hay 4 und en Casa matriz; faltan 1.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Guardar' }).getAttribute('aria-disabled'), 'true');
      await page.getByLabel(/^Cantidad/).fill('4');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await page.getByText('Estas cantidades están reservadas').waitFor();
    });
  });

  test('what another has changed in an order meanwhile is not overwritten by a draft, also when it is opened again', async () => {
    const id = await openOrder(it);
    await it.look(`/orders/new?edit=${id}`, async ({ page, live }) => {
      const quantity = page.getByLabel(/^Cantidad/);
      const save = page.getByRole('button', { name: 'Guardar' });
      const refused = page.getByText(/cambió mientras tanto: es la versión 2, no la 1/);
      await quantity.fill('1');
      await live;
      const read = page.waitForResponse((one) => one.request().postData()?.includes('OrderToChange') === true);
      await it.service.call('updateOrder', { orderId: id, input: { dueDate: '2031-01-31' } });
      await (await read).finished();
      await save.click();
      await refused.waitFor();
      await page.reload();
      await save.click();
      await refused.waitFor();
      assert.equal(await quantity.inputValue(), '1', 'what was typed is kept');
      const orderNow = () => it.service.call('order { dueDate lines { quantity } }', { id });
      assert.deepEqual(await orderNow(), { dueDate: '2031-01-31', lines: [{ quantity: '2' }] });

      // A draft that was given up begins with the order as it is now.
      await page.getByRole('button', { name: 'Descartar' }).click();
      await page.getByRole('button', { name: 'Editar', description: 'Cliente, líneas y descuentos.' }).click();
      assert.equal(await quantity.inputValue(), '2');
      await quantity.fill('1');
      await save.click();
      await page.getByText('Estas cantidades están reservadas').waitFor();
      assert.deepEqual(await orderNow(), { dueDate: '2031-01-31', lines: [{ quantity: '1' }] });
    });
  });

  test('the picker tells what there is at the location sold from, and where the rest is when that one has none', async () => {
    const locations = await it.service.call<{ id: string; name: string }[]>('locations { id name }');
    const createItem = await it.service.call('createItem', { sku: 'MES-77', name: 'Mesa plegable', unitPrice: '30' });
    const stock = (locationId: string, quantityChange: string): Promise<unknown> =>
      it.service.call('adjustInventory', { itemId: createItem.id, locationId, quantityChange, description: 'Conteo' });
    const idOf = (name: string): string => locations.find((place) => place.name === name)!.id;
    await stock(idOf('Colón'), '108');
    const option = async (page: Page): Promise<string> => {
      await page.getByRole('combobox', { name: 'Agregar artículo' }).fill('mesa pleg');
      return (await page.getByRole('option', { name: /MES-77/ }).textContent())!;
    };
    await it.look('/orders/new', async ({ page }) => {
      assert.match(await option(page), /0 en Casa matriz, 108 en Colón$/);
      await page.getByRole('option', { name: /MES-77/ }).click();
      await page.getByLabel('Sale de').last().selectOption({ label: 'Colón' });
      assert.match(await option(page), /108 und disp\.$/);
    });
    await stock(idOf('Casa matriz'), '3');
    await it.look('/orders/new', async ({ page }) => assert.match(await option(page), /MES-773 und disp\.$/));
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
    let best = Infinity;
    // A busy machine is slow at times; the best try says what the page needs.
    for (let tries = 0; tries < 5 && best >= 2; tries += 1) best = Math.min(best, await secondsToVerdict());
    assert.ok(best < 2, `${best} s`);
  });

  async function secondsToVerdict(): Promise<number> {
    const id = await issuedInvoice(it);
    let seconds = Infinity;
    await it.look(`/invoices/${id}`, async ({ page }) => {
      await heading(page).getByText(/^FAC-/).waitFor();
      const status = async (): Promise<string | null> =>
        (await it.service.call<{ legalStatus: string | null }>('invoice { legalStatus }', { id })).legalStatus;
      while ((await status()) !== 'DGI_AUTHORIZED') await page.waitForTimeout(20);
      const known = performance.now();
      await chip(page, 'Autorizada DGI').waitFor();
      seconds = (performance.now() - known) / 1000;
    });
    return seconds;
  }

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
      // No events come, so it is polled for.
      await page.route('**/events/stream', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }));
      await page.reload();
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
      await page.waitForURL(/legal=DGI_AUTHORIZED/);
      await page.waitForURL(/[sS]tatus=UNPAID/);
      await page.reload();
      await row.waitFor();
      await page.getByLabel('Estado de cobro').selectOption({ label: 'Pagada de más' });
      await page.getByText('Ninguna factura cumple').waitFor();
    });
  });

  test('a proforma is filed as a fiscal invoice, after asking once more, on its own page', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    await it.look(`/invoices/${id}`, async ({ page }) => {
      await heading(page).getByText(/^PRO-/).waitFor();
      const convert = page.getByRole('button', { name: 'Emitir como fiscal' });
      const dialog = page.getByRole('dialog', { name: /^Emitir PRO-\d+ como factura fiscal$/ });
      await convert.click();
      await dialog.getByText('Recibe un número fiscal').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await heading(page).getByText(/^PRO-/).waitFor();
      await convert.click();
      const sent = page.waitForRequest((request) => request.postData()?.includes('convertInvoiceToDgi') ?? false);
      await dialog.getByRole('button', { name: 'Transferencia' }).click();
      await dialog.getByRole('button', { name: 'Emitir como fiscal' }).click();
      assert.match((await sent).headers()['idempotency-key']!, /^[0-9a-f]{32}$/);
      await page.getByText(/^FAC-\d+ se envió al PAC$/).waitFor();
      await heading(page).getByText(/^FAC-/).waitFor();
      await chip(page, 'Autorizada DGI').waitFor();
      assert.equal(await convert.count(), 0);
      // Nothing was paid and no day was agreed on: a cash sale, told and booked by the method that was chosen.
      const { totals, invoice } = await toldAndBooked(id);
      assert.deepEqual(totals.paymentMethods, [{ type: '08', amount: Number(invoice.total) }]);
      assert.deepEqual([totals.paymentTime, invoice.dueDate], [1, null]);
      assert.deepEqual(invoice.payments, [{ method: 'BANK_TRANSFER', amount: invoice.total }]);
    });
    const partly = await issuedInvoice(it, 'PROFORM');
    await it.service.call('registerPayment', { invoiceId: partly, amount: '1' });
    await it.look(`/invoices/${partly}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Emitir como fiscal' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Crédito', exact: true }).click();
      await dialog.getByLabel('Plazo en días').fill('20');
      await dialog.getByRole('button', { name: 'Emitir como fiscal' }).click();
      await chip(page, 'Autorizada DGI').waitFor();
      const { totals, invoice } = await toldAndBooked(partly);
      const owed = (Math.round(Number(invoice.total) * 100) - 100) / 100;
      assert.deepEqual(totals.paymentMethods, [
        { type: '02', amount: 1 },
        { type: '01', amount: owed },
      ]);
      assert.deepEqual(invoice.payments, [{ method: 'CASH', amount: '1' }]);
      assert.equal(totals.installmentPayment![0]!.amount, owed);
      assert.equal(totals.installmentPayment![0]!.dueDate.slice(0, 10), invoice.dueDate);
    });
    const credited = await issuedInvoice(it, 'PROFORM');
    const invoice = await it.service.call<{ lines: { id: string }[] }>('invoice { lines { id } }', { id: credited });
    await it.service.call('createCredit', {
      invoiceId: credited,
      mode: 'PROFORM',
      reason: 'Dañado',
      lines: [{ invoiceLineId: invoice.lines[0]!.id, quantity: '1' }],
    });
    await it.look(`/invoices/${credited}`, async ({ page }) => {
      const convert = page.getByRole('button', { name: 'Emitir como fiscal' });
      assert.equal(await convert.getAttribute('aria-disabled'), 'true');
      await page
        .getByText(/tiene notas de crédito|tiene créditos/)
        .first()
        .waitFor();
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

  test('a credit note begins with nothing, and says what it comes to before it is made', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    const { invoice } = await it.service.ask<{ invoice: { total: string; lines: { total: string }[] } }>(
      'query ($id: UUID!) { invoice(id: $id) { total lines { total } } }',
      { id },
    );
    await it.look(`/invoices/${id}`, async ({ page }) => {
      const dialog = page.getByRole('dialog');
      const total = async (): Promise<number> =>
        Number((await dialog.locator('.totals dd').last().textContent())!.replace('B/.', ''));
      await page.getByRole('button', { name: 'Nota de crédito' }).click();
      assert.equal(await dialog.getByLabel(/^Cantidad/).inputValue(), '');
      assert.equal(await total(), 0);
      await dialog.getByLabel('Motivo').fill('Nada');
      await dialog.getByRole('button', { name: 'Emitir nota de crédito' }).click();
      await dialog.getByText('Escriba al menos una cantidad').waitFor();

      await dialog.getByLabel(/^Cantidad/).fill('1');
      await page.waitForFunction(
        () => !document.querySelector('dialog .totals dd:last-child')!.textContent.endsWith('0.00'),
      );
      const half = await total();
      assert.ok(half > 0 && half < Number(invoice.total), String(half));
      await dialog.getByText(/aplicada la nota, B\/\.\s(?!0\.00)/).waitFor();
      await dialog.getByLabel(/^Cantidad/).fill('3');
      await dialog.getByText('Como máximo 2').waitFor();
      await dialog.getByRole('button', { name: 'Toda la factura' }).click();
      assert.equal(await dialog.getByLabel(/^Cantidad/).inputValue(), '2');
      await dialog.getByText('aplicada la nota, B/. 0.00').waitFor();
      assert.equal(await total(), Number(invoice.total));
    });
  });

  test('a debit note charges more on its invoice, with its ITBMS, and says what it comes to before it is made', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    const owed = async (): Promise<number> => {
      const invoice = await it.service.call<{ balance: string }>('invoice { balance }', { id });
      return Number(invoice.balance);
    };
    const before = await owed();
    await it.look(`/invoices/${id}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Nota de débito' }).click();
      const dialog = page.getByRole('dialog', { name: /^Nota de débito a PRO-/ });
      await dialog.getByRole('button', { name: 'Emitir nota de débito' }).click();
      await dialog.getByText('Escriba un número').waitFor();
      await dialog.getByLabel('Concepto').fill('Flete a David');
      await dialog.getByLabel('Importe sin ITBMS').fill('25');
      await dialog.getByText('B/. 26.75').waitFor();
      await dialog.getByLabel('Motivo').fill('El flete no iba en la factura');
      await dialog.getByRole('button', { name: 'Emitir nota de débito' }).click();
      await page.waitForURL(/\/debit-notes\//);
      await page.getByText('Flete a David').waitFor();
    });
    assert.equal((await owed()).toFixed(2), (before + 26.75).toFixed(2));
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

  test('a rejected invoice leads on to its order, and a lost answer is settled on the page of the document', async () => {
    const invoiced = async (client: string): Promise<string> => {
      const createClient = await it.service.call('createClient', { name: client });
      return issuedInvoice(it, 'DGI', createClient.id);
    };
    const rejected = await invoiced('PAC_REJECT');
    await it.look(`/invoices/${rejected}`, async ({ page }) => {
      await page.getByText('no se debe nada por ella').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Registrar pago' }).count(), 0);
      await page.getByRole('link', { name: 'Corregir el pedido y facturar de nuevo' }).click();
      await page.getByRole('button', { name: 'Facturar' }).waitFor();
    });
    const lost = await invoiced('PAC_RESET');
    await it.look(`/invoices/${lost}`, async ({ page }) => {
      await chip(page, 'Sin respuesta').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Copiar CUFE' }).count(), 0, 'nothing has one yet');
      const expected = page.locator('.facts > div', { hasText: 'CUFE esperado' });
      await expected.getByText(/^FE\S{60,}$/).waitFor();
      assert.equal(await expected.getByRole('button').count(), 0);
      await page.getByRole('button', { name: 'Preguntar al PAC ahora' }).click();
      await page.getByText('El PAC no ha dicho con qué id lo tiene').waitFor();
      await page.getByRole('button', { name: 'Resolver…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByRole('radio', { name: 'El PAC no lo tiene' })
        .or(dialog.getByText('El PAC no lo tiene'))
        .first()
        .click();
      await dialog.getByLabel('Por qué es seguro que no llegó').fill('El PAC confirma por teléfono que no llegó');
      await dialog.getByRole('button', { name: 'Guardar' }).click();
      await dialog.waitFor({ state: 'detached' });
      await chip(page, 'Sin respuesta').waitFor({ state: 'detached' });
    });
  });

  test('what was typed survives leaving, reloading and a click beside the dialog', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    await it.look('/orders/new', async ({ page }) => {
      await fillOrder(page, '7');
      await page.getByRole('link', { name: 'Artículos', exact: true }).click();
      await page.getByRole('table').last().waitFor();
      await page.goBack();
      assert.equal(await page.getByLabel(/^Cantidad/).inputValue(), '7');
      await page.reload();
      assert.equal(await page.getByLabel(/^Cantidad/).inputValue(), '7');
      await page.getByRole('button', { name: 'Cambiar' }).waitFor();
      await page.getByRole('button', { name: 'Crear pedido' }).click();
      await chip(page, 'Abierto').waitFor();
      await page.goto(`${it.service.url}/orders/new`);
      await page.getByText('¿Qué lleva el pedido?').waitFor();

      await page.goto(`${it.service.url}/invoices/${id}`);
      await page.getByRole('button', { name: 'Nota de crédito' }).click();
      const dialog = page.getByRole('dialog');
      await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
      await dialog.getByLabel('Motivo').fill('Llegó dañado');
      await page.mouse.click(5, 5);
      assert.equal(await dialog.getByLabel('Motivo').inputValue(), 'Llegó dañado');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Nota de crédito' }).click();
      assert.equal(await dialog.getByLabel('Motivo').inputValue(), 'Llegó dañado');
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
      await page.getByRole('button', { name: 'Nota de crédito' }).click();
      assert.equal(await dialog.getByLabel('Motivo').inputValue(), '');
      await page.mouse.click(5, 5);
      await dialog.waitFor({ state: 'detached' });
    });
  });

  test('a new client and a corrected item survive a reload; what was given up or sent is forgotten', async () => {
    await it.look('/clients', async ({ page }) => {
      const open = async (): Promise<void> => page.getByRole('button', { name: 'Nuevo cliente' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nuevo cliente' });
      await open();
      await dialog.getByLabel('Nombre').fill('Ferretería Río');
      await dialog.getByLabel('Teléfono').fill('223-4567');
      await page.reload();
      await open();
      assert.equal(await dialog.getByLabel('Nombre').inputValue(), 'Ferretería Río');
      assert.equal(await dialog.getByLabel('Teléfono').inputValue(), '223-4567');
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
      await open();
      assert.equal(await dialog.getByLabel('Teléfono').inputValue(), '');

      await page.goto(`${it.service.url}/items/${it.itemId}`);
      await page.getByRole('button', { name: 'Editar artículo' }).click();
      const item = page.getByRole('dialog', { name: 'Editar el artículo' });
      const cpbs = await item.getByLabel('CPBS').inputValue();
      await item.getByLabel('CPBS').fill('4412');
      await page.keyboard.press('Escape');
      await item.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Editar artículo' }).click();
      assert.equal(await item.getByLabel('CPBS').inputValue(), '4412');
      await item.getByLabel('CPBS').fill(cpbs);
      await item.getByRole('button', { name: 'Guardar' }).click();
      await item.waitFor({ state: 'detached' });
      const kept = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('.editItem')));
      assert.deepEqual(kept, []);
    });
  });

  test('what is refused says why: to who may only look, and where there is not enough', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    const token = await it.service.token('viewer');
    await it.look(
      `/invoices/${id}`,
      async ({ page }) => {
        const pay = page.getByRole('button', { name: 'Registrar pago' });
        await page.getByText('Para esto se necesita el rol operador').first().waitFor();
        assert.equal(await pay.getAttribute('aria-disabled'), 'true');
        await pay.click({ force: true });
        assert.equal(await page.getByRole('dialog').count(), 0);
      },
      { token },
    );
    await it.look('/orders/new', async ({ page }) => {
      await fillOrder(page, '99999');
      await page.getByText(/faltan/).waitFor();
      const create = page.getByRole('button', { name: 'Crear pedido' });
      assert.equal(await create.getAttribute('aria-disabled'), 'true');
      assert.equal(await create.getAttribute('title'), 'Un artículo no alcanza: corrija la línea en rojo.');
    });
  });

  test('typing and pressing Enter at once picks what was typed, not an earlier result', async () => {
    await it.look('/orders/new', async ({ page }) => {
      const client = page.getByRole('combobox', { name: 'Cliente' });
      await client.click();
      await page.getByRole('option').nth(3).waitFor();
      await client.pressSequentially('Hotel Mirador');
      // It counts once the answer to what was typed is there.
      await client.press('Enter');
      await page.locator('.card', { hasText: 'Cambiar' }).getByText('Hotel Mirador de Amador, S.A.').waitFor();
    });
  });
});
