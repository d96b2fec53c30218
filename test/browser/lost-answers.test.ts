// The service has done what it was asked, and its answer is lost on the way back: pressing again never does it twice.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from './support/browser.ts';
import { chip, dashboard, issuedInvoice, openOrder } from './support/dashboard.ts';

interface Write {
  operation: string;
  path(): Promise<string> | string;
  /** Fills the form; answers the button that sends it. */
  fill(page: Page): Promise<Locator>;
  /** A number that each write changes: one more write would change it again. */
  measure(path: string): Promise<number>;
  by: number;
}

describe('a write whose answer is lost', { skip: noBrowser }, () => {
  const it = dashboard();

  const idOf = (path: string): string => path.split(/[/?]/)[2]!;
  const total = async (list: string): Promise<number> => {
    const data = await it.service.ask<Record<string, { totalCount: number }>>(`{ ${list} { totalCount } }`);
    return Object.values(data)[0]!.totalCount;
  };
  const onHand = async (id: string): Promise<number> => {
    const item = await it.service.call<{ inventory: { onHand: string } }>('getItemById { inventory { onHand } }', {
      id,
    });
    return Number(item.inventory.onHand);
  };
  const paid = async (id: string): Promise<number> => {
    const invoice = await it.service.call<{ paid: string }>('invoice { paid }', { id });
    return Number(invoice.paid);
  };
  const credits = async (id: string): Promise<number> => {
    return (await it.service.call<{ credits: object[] }>('invoice { credits { id } }', { id })).credits.length;
  };
  const here = async (id: string): Promise<number> => {
    const locations = await it.service.call<{ id: string; isDefault: boolean }[]>('locations { id isDefault }');
    const { available } = await it.service.ask<{ available: string }>(
      'query ($id: UUID!, $locationId: UUID!) { available: availableQuantity(itemId: $id, locationId: $locationId) }',
      { id, locationId: locations.find((place) => place.isDefault)!.id },
    );
    return Number(available);
  };
  async function chooseParty(page: Page, role: string, words: string): Promise<void> {
    await page.getByRole('combobox', { name: role }).fill(words);
    await page.getByRole('option').filter({ hasText: words }).first().click();
  }
  async function openPurchase(): Promise<{ id: string; lines: { id: string }[] }> {
    const suppliers = await it.service.call<{ records: { id: string }[] }>('suppliers { records { id } }', {
      limit: 1,
    });
    return it.service.call<{ id: string; lines: { id: string }[] }>('createPurchaseOrder { id lines { id } }', {
      supplierId: suppliers.records[0]!.id,
      lines: [{ itemId: it.itemId, quantity: '3', unitCost: '9' }],
    });
  }

  async function paidInvoice(clientId?: string): Promise<string> {
    const id = await issuedInvoice(it, 'PROFORM', clientId);
    await it.service.call('registerPayment', { invoiceId: id, amount: '1.25', method: 'CASH' });
    return id;
  }
  async function paidWrongly(): Promise<string> {
    const createClient = await it.service.call('createClient', { name: 'Pagó otra' });
    const id = await paidInvoice(createClient.id);
    await issuedInvoice(it, 'PROFORM', createClient.id);
    return id;
  }
  /** A button opens the dialog, whose fields are filled; answers the button that sends it. */
  async function filled(
    page: Page,
    opens: string | RegExp,
    sends: string,
    ...fields: [label: string | RegExp, text: string][]
  ): Promise<Locator> {
    await page.getByRole('button', { name: opens }).click();
    const dialog = page.getByRole('dialog');
    for (const [label, text] of fields) await dialog.getByLabel(label).fill(text);
    return dialog.getByRole('button', { name: sends });
  }
  async function fillGeneric(page: Page, button: string): Promise<Locator> {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('Hotel');
    await page.getByRole('option').filter({ hasText: 'Hotel' }).first().click();
    await dialog.getByLabel('Número de la factura').fill('4711');
    await dialog.getByLabel('Fecha de la factura').fill('2025-12-29');
    await dialog.getByLabel('Concepto').fill('Flete');
    await dialog.getByLabel('Importe sin ITBMS').fill('3');
    await dialog.getByLabel('Motivo').fill('Factura de papel');
    return dialog.getByRole('button', { name: 'Emitir nota' });
  }

  const WRITES: Write[] = [
    {
      operation: 'RefundPayment',
      path: async () => `/invoices/${await paidInvoice()}`,
      fill: (page) => filled(page, /^Devolver dinero: /, 'Devolver dinero', ['Motivo', 'Mercancía devuelta']),
      measure: (path) => paid(idOf(path)),
      by: -1.25,
    },
    {
      operation: 'CorrectPayment',
      path: async () => `/invoices/${await paidInvoice()}`,
      fill: (page) =>
        filled(
          page,
          /^Corregir pago: /,
          'Corregir pago',
          ['Monto correcto en B/.', '1.00'],
          ['Motivo', 'Se digitó mal'],
        ),
      measure: (path) => paid(idOf(path)),
      by: -0.25,
    },
    {
      operation: 'MovePayment',
      path: async () => `/invoices/${await paidWrongly()}`,
      async fill(page) {
        await page.getByRole('button', { name: /^Pasar a otra factura: / }).click();
        await page.getByRole('dialog').getByRole('option', { name: /PRO-/ }).first().waitFor({ state: 'attached' });
        return page.getByRole('dialog').getByRole('button', { name: 'Pasar a otra factura' });
      },
      measure: (path) => paid(idOf(path)),
      by: -1.25,
    },
    {
      operation: 'CancelPurchaseOrder',
      path: async () => `/purchasing/${(await openPurchase()).id}`,
      fill: (page) => filled(page, 'Cancelar la orden', 'Cancelar la orden'),
      measure: () => total('purchaseOrders(status: CANCELED)'),
      by: 1,
    },
    {
      operation: 'CreateGenericCredit',
      path: () => '/generic-credits',
      fill: (page) => fillGeneric(page, 'Nota de crédito genérica'),
      measure: () => total('genericCredits'),
      by: 1,
    },
    {
      operation: 'CreateGenericDebitNote',
      path: () => '/debit-notes',
      fill: (page) => fillGeneric(page, 'Nota de débito genérica'),
      measure: () => total('debitNotes'),
      by: 1,
    },
    {
      operation: 'CreateCredit',
      path: async () => `/invoices/${await issuedInvoice(it, 'PROFORM')}`,
      async fill(page) {
        await page.getByRole('button', { name: 'Nota de crédito' }).click();
        await page
          .getByRole('dialog')
          .getByLabel(/^Cantidad/)
          .fill('1');
        await page.getByRole('dialog').getByLabel('Motivo').fill('Llegó dañado');
        return page.getByRole('button', { name: 'Emitir nota de crédito' });
      },
      measure: (path) => credits(idOf(path)),
      by: 1,
    },
    {
      operation: 'RegisterPayment',
      path: async () => `/invoices/${await issuedInvoice(it, 'PROFORM')}`,
      fill: (page) => filled(page, 'Registrar pago', 'Registrar pago', ['Monto en B/.', '1.00']),
      measure: (path) => paid(idOf(path)),
      by: 1,
    },
    {
      operation: 'CreateOrder',
      path: () => '/orders/new',
      async fill(page) {
        await chooseParty(page, 'Cliente', 'Hotel');
        await chooseParty(page, 'Agregar artículo', 'Ron añejo');
        return page.getByRole('button', { name: 'Crear pedido' });
      },
      measure: () => total('orders'),
      by: 1,
    },
    {
      operation: 'CreateClient',
      path: () => '/orders/new',
      async fill(page) {
        await page.getByRole('combobox', { name: 'Cliente' }).fill('Abarrotería Perdida');
        await page.getByRole('option', { name: 'Crear cliente «Abarrotería Perdida»' }).click();
        return page.getByRole('dialog').getByRole('button', { name: 'Crear cliente' });
      },
      measure: () => total('clients'),
      by: 1,
    },
    {
      operation: 'CreateSupplier',
      path: () => '/purchasing/new',
      async fill(page) {
        await page.getByRole('combobox', { name: 'Proveedor' }).fill('Importadora Perdida');
        await page.getByRole('option', { name: 'Crear proveedor «Importadora Perdida»' }).click();
        return page.getByRole('dialog').getByRole('button', { name: 'Crear proveedor' });
      },
      measure: () => total('suppliers'),
      by: 1,
    },
    {
      operation: 'CreateItem',
      path: () => '/items',
      fill: (page) =>
        filled(
          page,
          'Nuevo artículo',
          'Crear artículo',
          ['Nombre', 'Vaso perdido'],
          ['SKU', 'VAS-99'],
          ['Precio', '1.25'],
        ),
      measure: () => total('items'),
      by: 1,
    },
    {
      operation: 'CreatePurchaseOrder',
      path: () => `/purchasing/new?item=${it.itemId}`,
      async fill(page) {
        await chooseParty(page, 'Proveedor', 'Molinos');
        return page.getByRole('button', { name: 'Crear orden de compra' });
      },
      measure: () => total('purchaseOrders'),
      by: 1,
    },
    {
      operation: 'RecordSupplierInvoice',
      path: () => `/purchasing/new?item=${it.itemId}`,
      async fill(page) {
        await chooseParty(page, 'Proveedor', 'Molinos');
        await page.getByLabel(/^Cantidad/).fill('7');
        await page.getByLabel(/La mercancía ya está aquí/).check();
        return page.getByRole('button', { name: 'Registrar compra' });
      },
      measure: () => onHand(it.itemId),
      by: 7,
    },
    {
      operation: 'ReceivePurchaseOrder',
      path: async () => `/purchasing/${(await openPurchase()).id}`,
      fill: (page) => filled(page, 'Recibir mercancía', 'Recibir mercancía', [/^Cantidad/, '2']),
      measure: () => onHand(it.itemId),
      by: 2,
    },
    {
      operation: 'ReversePurchaseReceipt',
      async path() {
        const { id, lines } = await openPurchase();
        await it.service.call('receivePurchaseOrder', {
          purchaseOrderId: id,
          lines: [{ lineId: lines[0]!.id, quantity: '3' }],
        });
        return `/purchasing/${id}`;
      },
      async fill(page) {
        await page.getByRole('button', { name: 'Revertir recepción' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Revertir todo' }).click();
        await dialog.getByLabel('Motivo de la reversión').fill('Se contó dos veces');
        return dialog.getByRole('button', { name: 'Revertir recepción' });
      },
      measure: () => onHand(it.itemId),
      by: -3,
    },
    {
      operation: 'AdjustInventory',
      path: () => `/items/${it.itemId}`,
      fill: (page) => filled(page, 'Ajustar', 'Registrar ajuste', [/^Cantidad/, '4'], ['Motivo', 'Conteo']),
      measure: () => onHand(it.itemId),
      by: 4,
    },
    {
      operation: 'TransferStock',
      path: () => `/items/${it.itemId}`,
      fill: (page) => filled(page, 'Trasladar', 'Trasladar', [/^Cantidad/, '3']),
      measure: () => here(it.itemId),
      by: -3,
    },
    {
      operation: 'GenerateInvoice',
      path: async () => `/orders/${await openOrder(it)}`,
      async fill(page) {
        await page.getByRole('button', { name: 'Facturar' }).click();
        return page.getByRole('button', { name: 'Emitir factura' });
      },
      measure: () => total('invoices'),
      by: 1,
    },
  ];

  for (const { operation, path, fill, measure, by } of WRITES) {
    test(`${operation}: the answer and that of the repetition are lost; pressed again, it was done once`, async () => {
      const address = await path();
      const before = await measure(address);
      await it.look(address, async ({ page, errors }) => {
        const keys: (string | undefined)[] = [];
        const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
        await page.route('**/graphql', async (route) => {
          const request = route.request();
          if ((request.postDataJSON() as { operationName: string }).operationName !== operation) {
            return route.continue();
          }
          keys.push(request.headers()['idempotency-key']);
          const response = await route.fetch();
          if (keys.length < 3) return route.abort();
          await route.fulfill({ response });
          answer();
        });
        const send = await fill(page);
        await send.click();
        await page.getByRole('alert').getByText('Puede que ya esté hecho').waitFor();
        assert.equal(keys.length, 2, 'repeated once by itself');
        await send.click();
        await answered;
        await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
        assert.deepEqual(await page.getByRole('alert').allInnerTexts(), []);
        assert.equal(keys.length, 3);
        assert.deepEqual([...new Set(keys)], [keys[0]]);
        assert.match(keys[0]!, /^[0-9a-f]{32}$/);
        assert.equal((await measure(address)) - before, by);
        forgetLost(errors);
      });
    });
  }

  test('an act that is given up while it is under way, and begun anew, is one act', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    const keys: (string | undefined)[] = [];
    await it.look(`/invoices/${id}`, async ({ page }) => {
      const givenUp = Promise.withResolvers<void>();
      await page.route('**/graphql', async (route) => {
        const request = route.request();
        if ((request.postDataJSON() as { operationName: string }).operationName !== 'RegisterPayment') {
          return route.fallback();
        }
        keys.push(request.headers()['idempotency-key']);
        const response = await route.fetch();
        if (keys.length === 1) await givenUp.promise;
        return route.fulfill({ response });
      });
      const dialog = page.getByRole('dialog');
      for (const way of ['Cancelar', 'Registrar pago']) {
        const leaves = page.waitForRequest((request) => request.postData()?.includes('RegisterPayment') === true);
        await page.getByRole('button', { name: 'Registrar pago' }).click();
        await dialog.getByLabel('Monto en B/.').fill('1.25');
        await dialog.getByRole('button', { name: 'Registrar pago' }).click();
        await leaves;
        if (way === 'Cancelar') await dialog.getByRole('button', { name: way }).click();
      }
      await dialog.waitFor({ state: 'detached' });
      givenUp.resolve();
      await chip(page, 'Abonada').waitFor();
    });
    assert.equal(await paid(id), 1.25);
    assert.deepEqual(keys, [keys[0], keys[0]]);
  });

  test('one lost answer is made good without a word, and other content is another request', async () => {
    const id = await issuedInvoice(it, 'PROFORM');
    await it.look(`/invoices/${id}`, async ({ page, errors }) => {
      const keys: (string | undefined)[] = [];
      let lost = 1;
      await page.route('**/graphql', async (route) => {
        const request = route.request();
        if ((request.postDataJSON() as { operationName: string }).operationName !== 'RegisterPayment') {
          return route.continue();
        }
        keys.push(request.headers()['idempotency-key']);
        const response = await route.fetch();
        return lost-- > 0 ? route.abort() : route.fulfill({ response });
      });
      const dialog = page.getByRole('dialog');
      const pay = async (amount: string): Promise<void> => {
        await page.getByRole('button', { name: 'Registrar pago' }).click();
        await dialog.getByLabel('Monto en B/.').fill(amount);
        await dialog.getByRole('button', { name: 'Registrar pago' }).click();
      };
      await pay('1.00');
      await dialog.waitFor({ state: 'detached' });
      await chip(page, 'Abonada').waitFor();
      assert.equal(await paid(id), 1);
      assert.deepEqual(keys, [keys[0], keys[0]]);

      lost = 2;
      await pay('2.00');
      await dialog.getByText('Puede que ya esté hecho').waitFor();
      await dialog.getByLabel('Monto en B/.').fill('0.50');
      await dialog.getByRole('button', { name: 'Registrar pago' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await paid(id), 3.5);
      assert.equal(new Set(keys).size, 3);
      forgetLost(errors);
    });
  });
});

/** The browser itself writes down each request that was cut off. */
function forgetLost(errors: string[]): void {
  errors.splice(0, Infinity, ...errors.filter((error) => !error.includes('net::ERR_FAILED')));
}
