// The administrator's day: users, offices, webhooks, files; and the accountant's, with a client's statement and its payments.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertEach } from '../support/assert-each.ts';
import { answers, startReceiver, type Receiver } from '../support/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { noBrowser } from './support/browser.ts';
import { dashboard, heading, held, issuedInvoice, settled } from './support/dashboard.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const inDialog = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name }).last();

describe('settings and people in the dashboard', { skip: noBrowser }, () => {
  let receiver: Receiver;
  const it = dashboard(async () => {
    receiver = await startReceiver();
    return { WEBHOOK_HOSTS: `127.0.0.1:${receiver.port}` };
  });
  after(() => receiver?.close());

  /** Lets the answer of an operation come, until the page has shown what it makes of it. */
  async function rendered(page: Page, operation: string, release: () => void): Promise<void> {
    const late = page.waitForResponse((response) => response.request().postData()?.includes(operation) === true);
    release();
    await (await late).finished();
    await page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    });
  }

  async function clientOf(name: string, more: object = {}): Promise<string> {
    return (await it.service.call('createClient', { name, ...more })).id;
  }

  test('who has a token finds out what it may not do, and is let in no more once it is revoked', async () => {
    await it.service.ask('mutation { createApiToken(userName: "caja.dos", roles: [cashier]) { remedy } }');
    await it.look('/settings/users', async ({ page }) => {
      await button(page, 'Token para un programa').click();
      await page.getByLabel('Usuario').fill('marta.diaz');
      await inDialog(page, 'Token para un programa').click();
      const token = await page.getByRole('dialog', { name: 'Token de acceso a la API' }).locator('.code').innerText();
      await inDialog(page, 'Cerrar').click();
      await page.getByText('marta.diaz').waitFor();
      const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
      await rowOf('marta.diaz').getByRole('link', { name: 'Calendario' }).waitFor();
      await rowOf('caja.dos').waitFor();
      assert.equal(await rowOf('caja.dos').getByRole('link', { name: 'Calendario' }).count(), 0);

      await it.look(
        '/settings/company',
        async ({ page: hers }) => {
          await hers.getByText('Solo para administradores').waitFor();
          await hers.goto(`${it.service.url}/till`);
          const noTill = hers.getByTitle('Su usuario solo puede consultar; se requiere el rol de cajero');
          await noTill.and(button(hers, 'Abrir caja')).waitFor();
          await hers.goto(`${it.service.url}/clients`);
          const because = hers.getByTitle('Su usuario solo puede consultar; se requiere el rol de operador');
          await because.and(button(hers, 'Nuevo cliente')).waitFor();
          await hers.getByText('marta.diaz').waitFor();
          // A page that is open asks again, and is refused.
          await hers.goto('about:blank');

          await button(page, 'Revocar el acceso de marta.diaz').click();
          await page.getByText('En cinco segundos').waitFor();
          await inDialog(page, 'Revocar').click();
          await page.getByText('marta.diaz ya no puede entrar').waitFor();
          await page.getByText('marta.diaz', { exact: true }).waitFor({ state: 'detached' });
          await button(page, 'Ver también los terminados').click();
          await page.getByText(/^Revocado el/).waitFor();
        },
        { token },
      );
    });
    const { apiTokens } = await it.service.ask<{ apiTokens: { userName: string; role: string; revokedAt: string }[] }>(
      '{ apiTokens { userName role revokedAt } }',
    );
    const hers = apiTokens.find(({ userName }) => userName === 'marta.diaz')!;
    assert.equal(hers.role, 'viewer');
    assert.ok(hers.revokedAt);
  });

  test('an office gets a billing point and a location; what is wrong stands at its field', async () => {
    await it.look('/settings/offices', async ({ page }) => {
      await button(page, 'Nueva sucursal').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Código de sucursal').fill('12');
      await dialog.getByLabel('Nombre').fill('Sucursal David');
      await inDialog(page, 'Guardar').click();
      await dialog.locator('.field', { hasText: 'Código de sucursal' }).locator('.field-note.is-bad').waitFor();
      await dialog.getByLabel('Código de sucursal').fill('0007');
      await inDialog(page, 'Guardar').click();
      const office = page.getByRole('region', { name: '0007 · Sucursal David' });
      await office.getByRole('button', { name: 'Punto de facturación' }).click();
      await dialog.getByLabel('Código').fill('002');
      await inDialog(page, 'Guardar').click();
      await office.getByText('002').waitFor();
      await office.getByRole('button', { name: 'Ubicación' }).click();
      await dialog.getByLabel('Código de la ubicación').fill('DV-2');
      await dialog.getByLabel('Nombre').fill('Bodega del fondo');
      await inDialog(page, 'Guardar').click();
      await office.getByText('Bodega del fondo').waitFor();
      await office.getByRole('button', { name: /Editar DV-2/ }).click();
      await dialog.getByLabel('Nombre').fill('Bodega 2');
      await inDialog(page, 'Guardar').click();
      await office.getByText('Bodega 2').waitFor();
    });
    const { offices } = await it.service.ask<{
      offices: { code: string; billingPoints: object[]; locations: object[] }[];
    }>('{ offices { code billingPoints { code } locations { code name } } }');
    assert.deepEqual(
      offices.find(({ code }) => code === '0007'),
      { code: '0007', billingPoints: [{ code: '002' }], locations: [{ code: 'DV-2', name: 'Bodega 2' }] },
    );
  });

  test('a price that is typed belongs to its list, and nothing of it is kept once it is given up', async () => {
    const item = { sku: 'SILLA-1', name: 'Silla No. 1', unit: 'pz.', unitPrice: '10' };
    const { id: itemId } = await it.service.call('createItem', item);
    const lists: string[] = [];
    for (const name of ['Lista corta', 'Lista larga']) {
      const { id } = await it.service.call('createPriceList', { name });
      await it.service.call('setPrices { id }', { priceListId: id, prices: [{ itemId, price: '6' }] });
      lists.push(id);
    }
    await it.look('/items', async ({ page }) => {
      const priceIn = async (list: string) => {
        await page.goto(`${it.service.url}/settings/prices?list=${list}`);
        await button(page, 'Editar Silla No. 1 (pz.)').click();
        return page.getByRole('dialog').getByLabel('Precio en la lista');
      };
      await (await priceIn(lists[0]!)).fill('5');
      assert.equal(await (await priceIn(lists[1]!)).inputValue(), '6');
      assert.equal(await (await priceIn(lists[0]!)).inputValue(), '5');
      await inDialog(page, 'Cancelar').click();
      const kept = await page.evaluate(() =>
        Object.keys(sessionStorage).filter((key) => key.startsWith('folio.draft.')),
      );
      assert.deepEqual(kept, []);
    });
  });

  test('what is of no use any more is archived where it stands, gone from lists and pickers, and restored', async () => {
    const { createItem, createSupplier, createLocation, createPriceList } = await it.service.ask<
      Record<'createItem' | 'createSupplier' | 'createLocation' | 'createPriceList', { id: string }>
    >(`mutation {
      createItem(input: { sku: "VIEJO-1", name: "Molino viejo", unitPrice: "9", allowNegativeStock: true }) { id }
      createSupplier(name: "Proveedor viejo") { id }
      createLocation(name: "Depósito viejo", code: "VIEJO") { id }
      createPriceList(name: "Lista vieja") { id } }`);
    const client = await clientOf('Cliente viejo');
    const { offices } = await it.service.ask<{ offices: { id: string }[] }>('{ offices { id } }');
    await it.service.call('createBillingPoint', { officeId: offices[0]!.id, code: '888', name: 'Caja vieja' });
    await it.look('/items', async ({ page }) => {
      const does = async (path: string, name: string): Promise<void> => {
        await page.goto(`${it.service.url}${path}`);
        await button(page, `Archivar ${name}`).click();
        await page.getByText(/^Sale de las listas/).waitFor();
        await inDialog(page, 'Archivar').click();
        await page.getByText(`${name} está archivado`).waitFor();
        await button(page, `Restaurar ${name}`).waitFor();
        await page.getByText('Archivado', { exact: true }).first().waitFor();
      };
      await does(`/items/${createItem.id}`, 'Molino viejo');
      await page.getByText('Está archivado: no se pide más').waitFor();
      await does(`/clients/${client}`, 'Cliente viejo');
      await does(`/suppliers/${createSupplier.id}`, 'Proveedor viejo');
      await does(`/settings/prices?list=${createPriceList.id}`, 'Lista vieja');
      await does('/settings/offices', 'Depósito viejo');
      await does('/settings/offices', '0000 · 888');
      for (const [path, name] of [
        ['/items', 'Molino viejo'],
        ['/clients', 'Cliente viejo'],
        ['/suppliers', 'Proveedor viejo'],
      ] as const) {
        await page.goto(`${it.service.url}${path}?q=viejo`);
        await page.getByText('Nada cumple').or(page.getByText('Ningún artículo')).first().waitFor();
        await button(page, /Más filtros/).click();
        await page.getByLabel('Archivados').selectOption('true');
        await page.getByRole('table').getByText(name).waitFor();
      }
      await page.goto(`${it.service.url}/items/${createItem.id}`);
      await button(page, 'Restaurar Molino viejo').click();
      await inDialog(page, 'Restaurar').click();
      await button(page, 'Archivar Molino viejo').waitFor();
    });
    const { getItemById, location } = await it.service.ask<{
      getItemById: { archivedAt: string | null };
      location: { id: string }[];
    }>('query ($id: UUID!) { getItemById(id: $id) { archivedAt } location: locations(archived: true) { id } }', {
      id: createItem.id,
    });
    assert.deepEqual([getItemById.archivedAt, location], [null, [{ id: createLocation.id }]]);
  });

  test('a wrong DV is refused at its field, what was typed stays, and only what differs is sent', async () => {
    await it.look('/settings/company', async ({ page }) => {
      await page.getByLabel('DV').fill('58');
      await button(page, 'Guardar').click();
      await page.locator('.field', { hasText: 'DV' }).locator('.field-note.is-bad').filter({ hasText: '59' }).waitFor();
      assert.equal(await page.getByLabel('DV').inputValue(), '58');
      await button(page, 'Descartar').click();
      assert.equal(await page.getByLabel('DV').inputValue(), '59');
      await page.getByLabel('Plazo para anular, en horas').fill('48');
      const sent = page.waitForRequest((request) => request.postData()?.includes('UpdateTenant') === true);
      await button(page, 'Guardar').click();
      assert.deepEqual(((await sent).postDataJSON() as { variables: object }).variables, {
        input: { voidWindowHours: 48 },
      });
      await page.getByText('Guardado').waitFor();
      await button(page, 'Guardar').waitFor({ state: 'detached' });
      await page.getByLabel('Descuento máximo del cajero (%)').fill('15');
      await button(page, 'Guardar').click();
      await button(page, 'Guardar').waitFor({ state: 'detached' });
    });
    await it.look('/settings/company', async ({ page }) => {
      assert.equal(await page.getByLabel('Descuento máximo del cajero (%)').inputValue(), '15');
    });
  });

  test('an endpoint is tried; a delivery that failed is seen, and sent again', async () => {
    await it.look('/settings/webhooks', async ({ page }) => {
      receiver.behave('/erp', answers(500, 'down for repair'));
      await button(page, 'Nueva dirección').click();
      await page.getByRole('textbox', { name: 'Dirección' }).fill('http://192.0.2.1/erp');
      await inDialog(page, 'Nueva dirección').click();
      await page.locator('.field-note.is-bad').waitFor();
      await page.getByRole('textbox', { name: 'Dirección' }).fill(receiver.at('/erp'));
      await inDialog(page, 'Nueva dirección').click();
      const secret = await page.getByRole('dialog').locator('.code').innerText();
      assert.match(secret, /^whsec_/);
      await inDialog(page, 'Cerrar').click();

      await button(page, 'Enviar prueba').click();
      const row = page.getByRole('row', { name: /webhook\.test/ });
      await row.getByText('No llegó').waitFor();
      await row.getByText('HTTP 500 · down for repair').waitFor();
      receiver.behave('/erp', answers(200));
      await row.getByRole('button', { name: 'Reenviar webhook.test' }).click();
      await row.getByText('Entregado').waitFor();
      assertEach(receiver.told('/erp'), ({ type }) => type, ['webhook.test', 'webhook.test']);
      await button(page, 'Pausar').click();
      await inDialog(page, 'Pausar').click();
      await page.getByText('Pausada por una persona').waitFor();
    });
  });

  test('a file is rehearsed, its problems stand by their lines, and then it is brought in', async () => {
    await it.look('/settings/import', async ({ page }) => {
      await page.getByLabel('Qué trae el archivo').selectOption({ label: 'Clientes' });
      const buffer = Buffer.from(
        'code,name,receiverType,ruc\nK-1,Kiosco Uno,,\nK-2,,,\nK-3,Kiosco Tres,CONTRIBUYENTE,\n',
      );
      await page
        .getByLabel('Archivo', { exact: true })
        .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer });
      await page
        .getByText('Vista previa, aún no se guardó nada: nuevos 1, cambiados 0, iguales 0, con problemas 2.')
        .waitFor();
      await page.getByRole('row', { name: /Línea 3/ }).waitFor();
      await page.getByRole('row', { name: /Línea 4.*RUC/ }).waitFor();
      await button(page, 'Importar 1 línea').click();
      await page.getByText('Hecho: nuevos 1').waitFor();
    });
    const clients = await it.service.call<{ totalCount: number }>('clients { totalCount }', { search: 'Kiosco' });
    assert.equal(clients.totalCount, 1);
  });

  test('what is answered late about a file says nothing of the one that was chosen after it', async () => {
    await it.look('/settings/import', async ({ page }) => {
      await page.getByLabel('Qué trae el archivo').selectOption({ label: 'Clientes' });
      const layouts = '**/import/clients/layout*';
      const { promise, resolve: release } = Promise.withResolvers<void>();
      let count = 0;
      await page.route(layouts, async (route) => {
        if (count++ === 0) await promise;
        await route.fallback();
      });
      const choose = (name: string, ...lines: string[]): Promise<void> =>
        page
          .getByLabel('Archivo', { exact: true })
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) });
      const first = page.waitForRequest(layouts);
      // Its columns have to be found by a person.
      await choose('a.csv', 'x,y', '1,2');
      const firstRequest = await first;
      const dropped = page.waitForEvent('requestfailed', (request) => request === firstRequest);
      await choose('b.csv', 'code,name,receiverType,ruc', 'P-1,Puesto Uno,,');
      await button(page, 'Importar 1 línea').waitFor();
      // The first one is sent no further: it would have the place of its company.
      await dropped;
      release();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      assert.equal(await page.getByRole('dialog').count(), 0);
      await page.getByText('Vista previa, aún no se guardó nada: nuevos 1').waitFor();
    });
  });

  test('a dialog that is answered late does not close the one that is open by then', async () => {
    await it.look('/settings/offices', async ({ page }) => {
      const release = await held(page, 'CreateLocation');
      await button(page, 'Ubicación').click();
      await page.getByRole('dialog').getByLabel('Código de la ubicación').fill('LENTA');
      await page.getByRole('dialog').getByLabel('Nombre').fill('Bodega lenta');
      await page.keyboard.press('Enter');
      await inDialog(page, 'Cancelar').click();
      await button(page, 'Punto de facturación').click();
      await page.getByRole('dialog').getByLabel('Código').fill('77');
      await rendered(page, 'CreateLocation', release);
      await page.getByText('Bodega lenta').first().waitFor();
      assert.equal(await page.getByRole('dialog').getByLabel('Código').inputValue(), '77');
    });
  });

  test('a secret that comes late waits for the dialog that is open by then', async () => {
    await it.service.call('createWebhookEndpoint { secret }', { url: receiver.at('/late') });
    await it.look('/settings/webhooks', async ({ page }) => {
      const release = await held(page, 'RotateWebhookEndpointSecret');
      await button(page, 'Cambiar el secreto').click();
      await inDialog(page, 'Generar uno nuevo').click();
      await inDialog(page, 'Cancelar').click();
      await button(page, 'Editar').click();
      const description = page.getByRole('dialog').getByLabel('Descripción');
      await description.fill('La tienda');
      await rendered(page, 'RotateWebhookEndpointSecret', release);
      assert.equal(await description.inputValue(), 'La tienda');
      await inDialog(page, 'Guardar').click();
      assert.match(await page.getByRole('dialog').locator('.code').innerText(), /^whsec_/);
      await inDialog(page, 'Cerrar').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  });

  test('an act that is answered late leads nowhere once its page was left', async () => {
    const name = 'Cliente que tarda';
    await it.look('/clients', async ({ page }) => {
      const release = await held(page, 'CreateClient');
      await button(page, 'Nuevo cliente').click();
      await page.getByRole('dialog').getByLabel('Nombre').fill(name);
      await inDialog(page, 'Crear cliente').click();
      await inDialog(page, 'Cancelar').click();
      await page.getByRole('link', { name: 'Artículos' }).first().click();
      await settled(page);
      const path = new URL(page.url()).pathname;
      await rendered(page, 'CreateClient', release);
      assert.equal(new URL(page.url()).pathname, path);
      await page.goBack();
      await page.getByText(name).first().waitFor();
    });
  });

  test('a setting that is typed while an earlier one is saved stays typed, and a discarded one is no draft', async () => {
    await it.look('/settings/company', async ({ page }) => {
      const release = await held(page, 'UpdateTenant');
      await page.getByLabel('Plazo para anular, en horas').fill('72');
      await button(page, 'Guardar').click();
      await page.getByLabel('Plazo para anular, en horas').fill('96');
      await rendered(page, 'UpdateTenant', release);
      assert.equal(await page.getByLabel('Plazo para anular, en horas').inputValue(), '96');
      await button(page, 'Descartar').click();
      await eventually(() => page.getByLabel('Plazo para anular, en horas').inputValue(), '72');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').last().waitFor();
      await page.getByRole('option', { name: 'Nueva venta' }).waitFor();
      assert.equal(await page.getByRole('option', { name: /Borrador/ }).count(), 0);
    });
  });

  test('a setting that is no number is said at its field, and nothing is sent', async () => {
    await it.look('/settings/company', async ({ page, operations }) => {
      for (const label of ['Descuento máximo del cajero (%)', 'Plazo para anular, en horas', /^Pasar al segundo/]) {
        const form = page.locator('form').filter({ has: page.getByLabel(label) });
        await form.getByLabel(label).fill('diez');
        await form.getByRole('button', { name: 'Guardar' }).click();
        await form
          .locator('.field', { has: page.getByLabel(label) })
          .getByText('Escriba un número entero')
          .waitFor();
        await form.getByRole('button', { name: 'Descartar' }).click();
      }
      // Nor is an empty one saved where the company always has a number.
      await page.getByLabel('Descuento máximo del cajero (%)').fill('');
      await button(page, 'Guardar').click();
      await page.getByText('Campo obligatorio').waitFor();
      assert.equal(operations.includes('UpdateTenant'), false);
    });
  });

  test('a client is made with its check digits told, and shows what it owes by age and in a statement', async () => {
    await it.look('/clients', async ({ page }) => {
      await button(page, 'Nuevo cliente').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Nombre').fill('Ferretería Nueva');
      await dialog.getByLabel('Tipo de receptor').selectOption({ label: 'Contribuyente' });
      await dialog.getByLabel('RUC').fill('155596713-2-2015');
      await dialog.getByText('DV 59').waitFor();
      await inDialog(page, 'Crear cliente').click();
      await heading(page).getByText('Ferretería Nueva').waitFor();
      const id = page.url().split('/').at(-1)!;
      const invoiceId = await issuedInvoice(it, 'PROFORM', id);
      const invoice = await it.service.call<{ total: string; number: string }>('invoice { total number }', {
        id: invoiceId,
      });
      const money = `B/. ${Number(invoice.total).toLocaleString('en', { minimumFractionDigits: 2 })}`;
      await page.reload();
      await settled(page);
      const owed = page.locator('.ages > div', { hasText: 'Por vencer' });
      await owed.getByText(money).waitFor();

      await page.getByRole('link', { name: 'Estado de cuenta' }).click();
      const rows = page.locator('.statement tbody tr');
      await rows.filter({ hasText: invoice.number }).getByText(money).first().waitFor();
      assert.match(await rows.last().innerText(), /Saldo final/);
      const href = (await page.getByRole('link', { name: 'CSV' }).getAttribute('href'))!;
      const file = await page.evaluate(async (path) => (await fetch(path)).text(), href);
      assert.match(file, new RegExp(`INVOICE,${invoice.number},${invoice.total}`));
    });
  });

  test('one payment over three invoices pays each of them once, although an answer is lost', async () => {
    const clientId = await clientOf('Cafetería Tres');
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await issuedInvoice(it, 'PROFORM', clientId));
    const stateOf = async () => {
      const invoices = await it.service.call<{
        records: { id: string; total: string; paid: string; payments: object[] }[];
      }>('invoices { records { id total paid payments { id } } }', { clientId });
      return ids.map((id) => invoices.records.find((one) => one.id === id)!);
    };
    const totals = (await stateOf()).map(({ total }) => Number(total));
    // The first two in full, and half of the third.
    const amount = (totals[0]! + totals[1]! + totals[2]! / 2).toFixed(2);
    await it.look(`/clients/${clientId}`, async ({ page, errors }) => {
      let lost = 0;
      await page.route('**/graphql', async (route) => {
        const { operationName, variables } = route.request().postDataJSON() as {
          operationName: string;
          variables: { invoiceId?: string };
        };
        // Twice: the page repeats it by itself once.
        if (operationName !== 'RegisterPayment' || variables.invoiceId !== ids[1] || lost === 2)
          return route.continue();
        lost += 1;
        await route.fetch();
        return route.abort();
      });
      await button(page, 'Registrar cobro').click();
      const shares = page.getByRole('list', { name: 'Facturas que se pagan' }).getByRole('listitem');
      await shares.nth(2).waitFor();
      await page.getByLabel('Monto en B/.').fill(amount);
      await inDialog(page, 'Registrar cobro').click();
      await page.getByText('Facturas ya pagadas: 1 de 3.').waitFor();
      // Kept values outlast the page.
      await page.reload();
      await button(page, 'Registrar cobro').click();
      await shares.nth(2).waitFor();
      await inDialog(page, 'Continuar').click();
      await page.getByText('Cobro registrado en 3 facturas').waitFor();
      assert.equal(lost, 2);
      errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('net::ERR_FAILED')));
    });
    const now = await stateOf();
    assert.deepEqual(
      now.map(({ paid, payments }) => [Number(paid).toFixed(2), payments.length]),
      [...totals.slice(0, 2), Number(amount) - totals[0]! - totals[1]!].map((paid) => [paid.toFixed(2), 1]),
    );
    // Far more than is owed: asked for a second time, and taken on the last invoice when it is meant.
    await it.look(`/clients/${clientId}`, async ({ page }) => {
      await button(page, 'Registrar cobro').click();
      await page.getByRole('list', { name: 'Facturas que se pagan' }).getByRole('listitem').first().waitFor();
      await page.getByLabel('Monto en B/.').fill('9999');
      await inDialog(page, 'Registrar cobro').click();
      await inDialog(page, 'Sí, registrar B/. 9,999.00').waitFor();
      assert.equal((await stateOf())[2]!.payments.length, 1, 'nothing is sent before the answer');
      await inDialog(page, 'Sí, registrar B/. 9,999.00').click();
      await page.getByText('Cobro registrado en 1 factura').waitFor();
    });
    const paid = Number(amount) - totals[0]! - totals[1]!;
    assert.equal(Number((await stateOf())[2]!.paid).toFixed(2), (paid + 9999).toFixed(2));
  });

  test('a payment over several invoices that was left midway goes on where it is, and pays each of them once', async () => {
    const clientId = await clientOf('Cafetería Escape');
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await issuedInvoice(it, 'PROFORM', clientId));
    const { records } = await it.service.call<{ records: { total: string }[] }>('invoices { records { total } }', {
      clientId,
    });
    const totals = records.map(({ total }) => Number(total));
    // The last one in part, so that it would take a second payment.
    const amount = totals.reduce((sum, total) => sum + total) - totals[0]! * 0.75;
    await it.look(`/clients/${clientId}`, async ({ page }) => {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      const second = Promise.withResolvers<void>();
      const repeated = Promise.withResolvers<void>();
      const sent: string[] = [];
      await page.route('**/graphql', async (route) => {
        const { operationName, variables } = route.request().postDataJSON() as {
          operationName: string;
          variables: { invoiceId: string };
        };
        if (operationName !== 'RegisterPayment') return route.fallback();
        sent.push(variables.invoiceId);
        if (sent.length === 2) second.resolve();
        if (sent.length === 3) repeated.resolve();
        if (sent.length > 1) await promise;
        await route.fallback();
      });
      const shares = page.getByRole('list', { name: 'Facturas que se pagan' }).getByRole('listitem');
      await button(page, 'Registrar cobro').click();
      await shares.nth(2).waitFor();
      await page.getByLabel('Monto en B/.').fill(amount.toFixed(2));
      await inDialog(page, 'Registrar cobro').click();
      await second.promise;
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await button(page, 'Registrar cobro').click();
      await shares.nth(2).waitFor();
      await inDialog(page, 'Continuar').click();
      await repeated.promise;
      release();
      await page.getByText('Cobro registrado en 3 facturas').first().waitFor();
      assert.deepEqual(sent, [ids[0], ids[1], ids[1], ids[2]]);
    });
    const paid = await it.service.call<{ records: { id: string; payments: object[] }[] }>(
      'invoices { records { id payments { id } } }',
      { clientId },
    );
    assert.deepEqual(
      ids.map((id) => paid.records.find((one) => one.id === id)!.payments.length),
      [1, 1, 1],
    );
  });
});
