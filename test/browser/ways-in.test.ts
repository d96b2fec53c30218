// A person's way in: invited in the settings by a link, a password is chosen, and one comes back with it, changes it, and is removed.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildDashboardIfStale } from '../../web/build.ts';
import { createWorld, type TestTenant, type World } from '../support/world.ts';
import { accessibilityProblems, newContext, noBrowser, openBrowser } from './support/browser.ts';

/** Slightly longer than a process holds a session. */
const HELD_MS = 6_000;
const PASSWORD = 'el gato sube al tejado';
const SHOTS = process.env['SHOTS'];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const inDialog = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name }).last();
const wide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('ways in', { skip: noBrowser }, () => {
  let browser: Browser;
  let here: World;
  let shop: TestTenant;

  before(async () => {
    await buildDashboardIfStale();
    browser = await openBrowser();
    here = await createWorld({ works: false });
    shop = await here.tenant({ name: 'Ferretería Uno' });
  });
  after(() => browser?.close());

  async function visit(act: (page: Page, context: BrowserContext) => Promise<void>, width = 1366): Promise<void> {
    const context = await newContext(browser, { viewport: { width, height: width === 390 ? 844 : 768 } });
    try {
      await act(await context.newPage(), context);
    } finally {
      await context.close();
    }
  }

  async function isFine(page: Page, name: string): Promise<void> {
    if (SHOTS !== undefined) {
      await mkdir(SHOTS, { recursive: true });
      await page.screenshot({ path: join(SHOTS, `${name}-${page.viewportSize()!.width}.png`), fullPage: true });
    }
    assert.deepEqual([await accessibilityProblems(page), await wide(page)], [[], 0], name);
  }

  async function asAdmin(page: Page, path: string): Promise<void> {
    await page.goto(`${here.url}/#token=${await shop.token('admin')}`);
    await button(page, 'Entrar').click();
    await page.getByRole('navigation').first().waitFor();
    await page.goto(here.url + path);
  }

  /** As an admin does it in the settings; answers the link. */
  async function invited(name: string, role: string): Promise<string> {
    let link = '';
    await visit(async (page) => {
      await asAdmin(page, '/settings/users');
      await button(page, 'Invitar a una persona').click();
      await page.getByRole('dialog').getByLabel('Usuario').fill(name);
      await page.getByRole('dialog').getByLabel('Rol').selectOption({ label: role });
      await inDialog(page, 'Invitar a una persona').click();
      link = await page.getByRole('dialog', { name: 'Enlace de acceso' }).locator('.code').innerText();
      await inDialog(page, 'Cerrar').click();
      await page.getByRole('row', { name }).getByText('Invitación hasta el').waitFor();
      await isFine(page, 'people');
    });
    assert.ok(link.startsWith(`${here.url}/#invitation=`), link);
    return link;
  }

  async function enter(page: Page, email: string, password: string): Promise<void> {
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await button(page, 'Entrar').click();
  }

  test('an invitation that cannot be looked at yet is not said to have ended', async () => {
    const link = await invited('lento', 'Consulta');
    await visit(async (page) => {
      // A sign-out that the service has not taken.
      await page.addInitScript(() => localStorage.setItem('folio.leaving', 'yes'));
      await page.route('**/session', (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 503 }) : route.fallback(),
      );
      await page.goto(link);
      await page.locator('main').getByRole('button').first().waitFor();
      assert.equal(await page.getByRole('heading', { name: 'Este enlace ya se usó' }).count(), 0);
      await page.unroute('**/session');
      await button(page, 'Intentar de nuevo').click();
      await page.getByRole('heading', { name: 'Elija su contraseña' }).waitFor();
    });
  });

  for (const width of [1366, 390])
    test(`from an invitation to the first page, and back by e-mail and password: ${width}`, async () => {
      const [name, email] = [`marta.${width}`, `marta.${width}@example.com`];
      const link = await invited(name, 'Consulta');
      await visit(async (page) => {
        await page.goto(link);
        await page.getByRole('heading', { name: 'Elija su contraseña' }).waitFor();
        await page.getByText(name).waitFor();
        assert.ok(!page.url().includes('#'), 'the code has left the address');
        await isFine(page, 'invitation');
        await page.getByLabel('Correo electrónico').fill(email);
        await page.getByLabel('Contraseña nueva').fill('corta');
        await page.getByLabel('Repita la contraseña').fill('otra');
        await button(page, 'Guardar y entrar').click();
        await page.getByText('Le faltan caracteres').waitFor();
        await page.getByText('No es igual a la de arriba').waitFor();
        await isFine(page, 'invitation-wrong');
        for (const label of ['Contraseña nueva', 'Repita la contraseña']) await page.getByLabel(label).fill(PASSWORD);
        await button(page, 'Guardar y entrar').click();
        await page.getByText('Ferretería Uno').first().waitFor();
        await page.getByRole('navigation').first().waitFor();
        const kept = await page.evaluate(() =>
          JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
        );
        assert.ok(!kept.includes(PASSWORD) && !kept.includes(email), 'nothing of it is kept by the page');
      }, width);

      await visit(async (page) => {
        await page.goto(link);
        await page.getByRole('heading', { name: 'Este enlace ya se usó' }).waitFor();
        await page.goto(`${here.url}/settings/access`);
        await button(page, 'Entrar').waitFor();
        await isFine(page, 'sign-in');
        await enter(page, email, 'no es esta contraseña');
        await page.getByText('El correo o la contraseña no es correcto.').waitFor();
        await isFine(page, 'sign-in-wrong');
        await enter(page, email, PASSWORD);

        await page.getByRole('heading', { name: 'Mi acceso' }).waitFor();
        await page.getByLabel('Contraseña actual').fill('no es la de ahora');
        for (const label of ['Contraseña nueva', 'Repita la contraseña'])
          await page.getByLabel(label).fill(`${PASSWORD} otra vez`);
        await button(page, 'Guardar').click();
        await page.getByText('No es su contraseña actual.').waitFor();
        await isFine(page, 'access');
        await page.getByLabel('Contraseña actual').fill(PASSWORD);
        await button(page, 'Guardar').click();
        await page.getByText('Se guardó. Sus otras sesiones se cerraron.').waitFor();
        await page.reload();
        await page.getByLabel('Contraseña actual').waitFor();

        await visit(async (admins) => {
          await asAdmin(admins, '/settings/users');
          await button(admins, `Quitar a ${name}`).click();
          await inDialog(admins, 'Quitar').click();
          await admins.getByText(`${name} ya no puede entrar`).waitFor();
        });
        here.clock.offsetMs += HELD_MS;
        await page.reload();
        await page.getByText('Su sesión terminó').waitFor();
        await enter(page, email, `${PASSWORD} otra vez`);
        await page.getByText('El correo o la contraseña no es correcto.').waitFor();
      }, width);
    });

  test('who came by a token is told that there is nothing to choose', async () => {
    await visit(async (page) => {
      await asAdmin(page, '/settings/access');
      await page.getByText('Aquí no hay nada que elegir').waitFor();
      await isFine(page, 'no-access');
    });
  });
});
