// Clients from a file: new ones, those of imported sales completed, and every line accounted for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientImport, ensureImportedClients } from '../../src/catalog/index.ts';
import { countOutcomes, importLines, skippedLines } from '../../src/requests/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { fileWith } from '../support/imported.ts';
import { world, type Answer, type TestTenant } from '../support/world.ts';

const here = await world();

const file = (...lines: string[]) => fileWith(`${lines.join('\n')}\n`);

async function clientsOf(shop: TestTenant): Promise<Answer[]> {
  return (
    await shop.call(
      'clients { records { name receiverType ruc dv emails telephone country address { line corregimientoCode corregimiento } } }',
    )
  ).records;
}

async function importClients({ tenant }: TestTenant, source: string) {
  const lines = await importLines(here.app, tenant, clientImport, { source });
  const { created, updated, unchanged } = countOutcomes(lines);
  return { created, changed: updated + unchanged, skipped: skippedLines(lines) };
}

const BARE = { receiverType: 'CONSUMIDOR_FINAL', ruc: null, dv: null, emails: [], telephone: null, country: null };

test('clients are created whole; what is left empty is as the API has it', async () => {
  const shop = await here.tenant();
  const summary = await importClients(
    shop,
    await file(
      'name,code,receiverType,ruc,email,telephone,country,line,corregimientoCode,note',
      'Ana,C1,,,,,,,,ignored',
      '"Istmo, S.A.",C2,contribuyente,155596713-2-2015,a@x.pa b@x.pa,223-4567,PA,Calle 50,08-08-07,',
      'Carlos,C3,EXTRANJERO,AB-1,,,co,,,',
    ),
  );
  assert.deepEqual(summary, { created: 3, changed: 0, skipped: [] });
  assert.deepEqual(await clientsOf(shop), [
    { name: 'Ana', ...BARE, address: null },
    { name: 'Carlos', ...BARE, receiverType: 'EXTRANJERO', ruc: 'AB-1', country: 'CO', address: null },
    {
      name: 'Istmo, S.A.',
      receiverType: 'CONTRIBUYENTE',
      ruc: '155596713-2-2015',
      dv: '59',
      emails: ['a@x.pa', 'b@x.pa'],
      telephone: '223-4567',
      country: 'PA',
      address: { line: 'Calle 50', corregimientoCode: '8-8-7', corregimiento: 'Bella Vista' },
    },
  ]);
});

test('a client of imported sales is completed, keeps what the file does not say, and again nothing changes', async () => {
  const shop = await here.tenant();
  await inTenant(here.app, shop.tenant, (db) =>
    ensureImportedClients(db, [{ externalCode: '17850', name: 'Client 17850' }]),
  );
  const first = await file('code,name,telephone,line', '17850,Ana Pérez,6612-3456,Calle 1');
  assert.deepEqual(await importClients(shop, first), { created: 0, changed: 1, skipped: [] });
  const second = await file('code,name,email,corregimientoCode', '17850,Ana Pérez,a@x.pa,8-8-14');
  const expected = {
    name: 'Ana Pérez',
    ...BARE,
    telephone: '6612-3456',
    emails: ['a@x.pa'],
    address: { line: 'Calle 1', corregimientoCode: '8-8-14', corregimiento: 'Ancón' },
  };
  for (let again = 0; again < 2; again++) {
    assert.deepEqual(await importClients(shop, second), { created: 0, changed: 1, skipped: [] });
    assert.deepEqual(await clientsOf(shop), [expected]);
  }
});

test('each line that cannot be kept is named with its reason, and the others are kept', async () => {
  const shop = await here.tenant();
  const { created, skipped } = await importClients(
    shop,
    await file(
      'code,name,receiverType,ruc,country',
      ',No code,,,',
      'A,Ana,,,',
      'A,Ana again,,,',
      'B,Berta,CLIENTE,,',
      'C,Company,CONTRIBUYENTE,,',
      'D,Dora,,,CO',
    ),
  );
  assert.equal(created, 1);
  assertEach(skipped, ({ line }) => line, [2, 4, 5, 6, 7]);
  assert.match(skipped[1]!.reason, /line 3 has the same code/);
  assert.match(skipped[2]!.reason, /receiverType must be one of/);
});

test('the clients of another business with the same codes stay as they are', async () => {
  const [shop, other] = [await here.tenant(), await here.tenant()];
  const clients = await file('code,name', 'X,Ana');
  await importClients(other, clients);
  await importClients(shop, await file('code,name', 'X,Berta'));
  assertEach(await clientsOf(other), ({ name }) => name, ['Ana']);
});
