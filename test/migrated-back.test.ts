// A business of this release goes back to the one that knows no second account at a PAC, and forward again: the shape is that of each
// release, what the older one does not know is taken away by acts, and the books stay.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSimulator, type Simulator } from '../simulator/server.ts';
import { verifyTenant } from '../src/cli/verify-tenant.ts';
import { openPool } from '../src/platform/postgres.ts';
import { migrateDown, migrateUp } from '../src/platform/migrate.ts';
import { findTenant, placeActs } from '../src/tenancy/index.ts';
import { allMigrations, forMigrations, onPool, type OpenDatabase } from '../src/wiring/open-database.ts';
import { tellStory } from './support/api-story.ts';
import { newAssistant } from './support/assistant.ts';
import { invoicedOrder } from './support/business.ts';
import {
  createWorld,
  openMigratedDatabase,
  openTestDatabase,
  type Answer,
  type TestTenant,
  type World,
} from './support/world.ts';

const ALL = await allMigrations();
const BEFORE = '0142_rounds_once';
const RUC = { ruc: '155596713-2-2015', dv: '59', rucType: 2 as const };
const BOOKS = `{
  invoices(first: 100) { totalCount sums { total paid } records { id number legalStatus invoiceStatus total paid credited cufe payments { id amount } } }
  credits(first: 100) { records { id number legalStatus creditStatus total } }
  orders(first: 100) { records { id number status total } }
  payments(first: 100) { records { id amount method } }
  items(first: 100) { records { id sku } }
  openDocumentCount
}`;

let hka: Simulator;
let then: string[];

before(async () => {
  hka = await startSimulator({ pac: 'hka', apiKey: 'clave', webhookSecret: 'secret' });
  const fresh = await openTestDatabase();
  await migrateUp(forMigrations(fresh.db), new Map([...ALL].filter(([name]) => name <= BEFORE)));
  then = await shape(fresh);
  await fresh.close();
});
after(() => hka.close());

/** Columns, indexes, checks, functions, triggers, policies and rights, in words. */
async function shape({ pool }: Pick<OpenDatabase, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ thing: string }>(
    `select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default) as thing from information_schema.columns
       where table_schema = 'public'
     union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
     union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
     union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select concat_ws(' ', 'policy', tablename, policyname, roles::text, cmd, qual, with_check) from pg_policies where schemaname = 'public'
     union all select concat_ws(' ', 'right', grantee, privilege_type, table_name, column_name) from information_schema.column_privileges
       where table_schema = 'public' and grantee ~ '^app_'
     union all select concat_ws(' ', 'right', grantee, privilege_type, table_name) from information_schema.role_table_grants
       where table_schema = 'public' and grantee ~ '^app_'`,
  );
  // The log of acts is not read again on the way back, and one function sums the same rows in another order.
  return rows
    .map(({ thing }) =>
      thing
        .replaceAll(/\s+/g, ' ')
        .replace(/ ;/g, ';')
        .replace(/(acts_actor_check.*) NOT VALID$/, '$1'),
    )
    .toSorted();
}

const isCompared = (thing: string): boolean => !thing.includes('FUNCTION public.count_changed_document(');

const differ = (one: string[], other: string[]) => ({
  gone: one.filter((thing) => isCompared(thing) && !other.includes(thing)),
  more: other.filter((thing) => isCompared(thing) && !one.includes(thing)),
});

/** A whole story, two accounts, a certified amount, a cashier's token and one with limits. */
async function business(): Promise<{ here: World; shop: TestTenant; tokens: string[] }> {
  const here = await createWorld({
    database: await openMigratedDatabase(),
    env: { PAC_ADDRESSES: `hka=${hka.url}/api` },
  });
  const shop = await here.tenant();
  await tellStory(here, shop);
  const second = `${shop.companyId}-second`;
  hka.setCompany({ companyId: second, ...RUC, user: second });
  const account = { secondPacMake: 'HKA', secondPacCompanyId: second, secondPacAfterSeconds: 60 };
  await shop.call('updateTenant { ruc }', {
    ...account,
    secondPacUser: second,
    secondPacApiKey: 'clave',
    requiresOpenTill: true,
    cashierReturns: true,
    cashierDiscount: 5,
  });
  const cashier = 'mutation { createApiToken(userName: "caja", roles: [cashier]) { apiToken { id } } }';
  const { id: cashierId } = (await shop.get(cashier)).createApiToken.apiToken;
  const { tokenId } = await newAssistant(here, shop, { amountPerDay: '100' });
  await here.app.jobs.stop();
  await here.query(
    `begin; select set_config('app.tenant_id', '${shop.tenant.id}', true), set_config('app.actor', 'user:ana', true);
     update invoices set certified_more = 0.05 where id = (select min(id::text)::uuid from invoices); commit`,
  );
  return { here, shop, tokens: [cashierId, tokenId] };
}

async function problems({ app }: World, { tenant: { id } }: TestTenant): Promise<unknown[]> {
  const tenant = (await findTenant(app, id))!;
  await placeActs(app, tenant);
  return (await verifyTenant(app, tenant, [])).problems;
}

/** Database of an owner who is no superuser, by one connection. */
async function asOwner({ query }: World): Promise<{ opened: OpenDatabase; end: () => Promise<void> }> {
  const owner = `folio_owner_${Math.random().toString(36).slice(2, 10)}`;
  const owned = await query<{ name: string }>(
    `select 'table ' || quote_ident(tablename) as name from pg_tables where schemaname = 'public'
     union all select 'view ' || quote_ident(viewname) from pg_views where schemaname = 'public'
     union all select 'function ' || oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  await query(
    `create role ${owner}; grant app_tenant, app_system, app_rebuild, app_watch to ${owner}; grant create on schema public to ${owner};
     ${owned.map(({ name }) => `alter ${name} owner to ${owner}`).join('; ')}`,
  );
  const [{ name } = { name: '' }] = await query<{ name: string }>('select current_database() as name');
  const url = new URL(process.env['TEST_DATABASE_URL']!);
  url.pathname = `/${name}`;
  const opened = { ...onPool(openPool({ url: url.href }, { max: 1 })), kind: 'postgres' as const };
  await opened.pool.query(`set role ${owner}`);
  return {
    opened,
    async end() {
      await opened.pool.query('reset role');
      await opened.close();
      await query(`reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`);
    },
  };
}

for (const who of ['a superuser', 'an owner who is none']) {
  test(`two accounts, certified amounts, limits, plans, tills and lots go back and come again by ${who}`, async () => {
    const { here, shop, tokens } = await business();
    assert.deepEqual(await problems(here, shop), []);
    const [now, books] = [await shape(here.database), await shop.get(BOOKS)];
    const owner = who === 'a superuser' ? undefined : await asOwner(here);
    const db = forMigrations((owner?.opened ?? here.database).db);
    try {
      await migrateDown(db, ALL, BEFORE);
      assert.deepEqual(differ(then, await shape(here.database)), { gone: [], more: [] });
      const left = await here.sql<Answer>`select id, revoked_at is not null as is_revoked from api_tokens
        where id = any (${tokens})`;
      assert.deepEqual(left, [{ id: tokens[1], is_revoked: true }], 'a token with limits has not lost them alone');
      await migrateUp(db, ALL);
    } finally {
      await owner?.end();
    }
    assert.deepEqual(differ(now, await shape(here.database)), { gone: [], more: [] });
    assert.deepEqual(await problems(here, shop), []);
    assert.deepEqual(await shop.get(BOOKS), books);
    const { acts } = await shop.get('{ acts(first: 1) { records { actor operation } } }');
    assert.deepEqual(acts.records, [{ actor: 'cli:migrate', operation: 'migrate down' }]);
    await invoicedOrder(shop);
    assert.deepEqual(await problems(here, shop), []);
  });
}

test('documents that the release before cannot read are told of before anything is taken away', async (t) => {
  const database = await openMigratedDatabase();
  const db = forMigrations(database.db);
  t.after(() => database.close());
  await database.pool.query(
    `insert into tenants (id, name, time_zone, cashier_discount) values ('00000000-0000-4000-8000-000000000001', 'A shop', 'UTC', 5);
       insert into fiscal_documents (tenant_id, id, kind, mode, number, document_type, submission_state, created_by)
       select id, id, 'INVOICE', 'PROFORM', 'PRO-1', '10', 'NOT_REQUIRED', 'ana' from tenants`,
  );
  await assert.rejects(migrateDown(db, ALL, BEFORE), /documents of type 10, operation abroad/);
  const { rows } = await database.pool.query('select cashier_discount as discount from tenants');
  assert.deepEqual(rows, [{ discount: 5 }]);
  await migrateUp(db, ALL);
});
