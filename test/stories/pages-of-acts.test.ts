// Pages that acts cost a company with many documents: as they are written with a step of a document, and as they are read.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { BenchDatabase } from '../../bench/database.ts';
import { documentsOf, smallShape } from '../../bench/data/shape.ts';
import { buffersOf } from '../../bench/questions/buffers.ts';
import { createClient } from '../../src/catalog/index.ts';
import { headPosition, placeEvents, readEvents } from '../../src/events/index.ts';
import { outcomeOf } from '../../src/requests/outcome.ts';
import { inTenant, placeActs, type Tenant, type TenantDb } from '../../src/tenancy/index.ts';
import { companyOfLists, type CompanyOfLists } from '../support/company-of-lists.ts';
import { eventually } from '../support/world.ts';

const SHAPE = smallShape(40_000, 1);
const STEPS = 4;
/** Some levels of indexes, the catalogue, and what a row is written to. */
const FEW = 150;
/** Acts that have their places: to read the places alone costs three times as many pages as FEW. */
const PLACED = 8_000;
/*
 * A look leaves out what has a place once no transaction is under way that is older than it, of whatever database of the server, and another
 * story may hold one for a while. The first look of a connection reads the catalogue as well. So the pages are awaited.
 */
let company: CompanyOfLists;
let database: BenchDatabase;
let tenant: Tenant;
before(async () => {
  company = await companyOfLists(SHAPE);
  ({ database, tenant } = company);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database.db);
  await run(sql`
    insert into document_events (tenant_id, id, document_id, at, kind, actor, detail)
    select tenant_id, gen_random_uuid(), id, created_at, 'LEGAL_STATUS', 'user:bench', '{}' from fiscal_documents, generate_series(1, ${STEPS})`);
  await run(sql`
    insert into order_lines (tenant_id, id, order_id, line_number, item_id, location_id, quantity, unit_price, tax_rate)
    select orders.tenant_id, gen_random_uuid(), orders.id, n, item.id, location.id, 1, 1, 0
    from orders, generate_series(1, ${STEPS}) n, (select id from items limit 1) item, (select id from locations limit 1) location`);
  await run(sql`
    insert into stock_reservations (tenant_id, id, item_id, location_id, quantity, order_id, status, created_by, created_at)
    select tenant_id, gen_random_uuid(), item_id, location_id, quantity, order_id, 'CONSUMED', 'user:bench', now() from order_lines`);
  await run(sql`analyze`);
});
after(() => company.drop());

async function pagesOf(db: TenantDb, statement: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
    explain (analyze, buffers, timing off, format json) ${statement}`.execute(db);
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
  return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
}

const byId = (a: { id: string | undefined }, b: { id: string | undefined }): number => (a.id! < b.id! ? -1 : 1);

const one = async (db: TenantDb, table: string) =>
  (await sql<{ id: string }>`select id from ${sql.table(table)} order by id limit 1`.execute(db)).rows[0]!.id;

test('the act of a step of a document is written without reading the steps of others', async () => {
  const pages = await inTenant(database, tenant, async (db) => {
    const document = await one(db, 'fiscal_documents');
    const step = sql`insert into document_events (tenant_id, id, document_id, at, kind, actor, detail)
      values (${tenant.id}, gen_random_uuid(), ${document}, now(), 'POLLED', 'user:operator', '{}')`;
    const act = sql`select tell_rest()`;
    const read: number[] = [];
    // The first one of a connection reads the catalogue as well.
    for (let time = 0; time < 3; time += 1) {
      await step.execute(db);
      read.push(await pagesOf(db, act));
    }
    const { rows } = await sql`select actor, operation from acts where operation <> 'change of offices'`.execute(db);
    assert.deepEqual(rows, Array(3).fill({ actor: 'user:operator', operation: 'POLLED' }));
    return Math.min(...read);
  });
  assert.ok(pages <= FEW, `${pages} pages`);
});

test('what an act has a digest of is read by the document of its rows', async () => {
  for (const [table, parent] of [
    ['order_lines', 'order_id'],
    ['document_events', 'document_id'],
  ] as const) {
    const pages = await inTenant(database, tenant, async (db) => {
      const { rows } = await sql<{ id: string; of: string }>`
        select id, ${sql.ref(parent)} as of from ${sql.table(table)} order by id limit 1`.execute(db);
      const { id, of } = rows[0]!;
      const after = JSON.stringify({ [`${table}/${id}`]: { '#1': 'digest' } });
      const asked = sql`select act_after(${tenant.id}, ${after}::jsonb, array[${of}::uuid]) as after`;
      const told = (await sql<{ after: Record<string, Record<string, unknown>> }>`${asked}`.execute(db)).rows[0]!.after;
      assert.equal(told[`${table}/${id}`]![parent], of);
      return pagesOf(db, asked);
    });
    assert.ok(pages <= FEW, `${table}: ${pages} pages`);
  }
});

test('what an act of many rows has digests of is read by its rows, however many the act is about', async () => {
  const rows = 300;
  const pages = await inTenant(database, tenant, async (db) => {
    const { rows: lines } = await sql<{ id: string; of: string }>`
      select min(id::text) as id, order_id as of from order_lines group by order_id order by 1 limit ${rows}`.execute(
      db,
    );
    const after = JSON.stringify(Object.fromEntries(lines.map(({ id }) => [`order_lines/${id}`, { '#1': 'digest' }])));
    const about = sql.join(lines.map((line) => sql`${line.of}::uuid`));
    const asked = sql`select act_after(${tenant.id}, ${after}::jsonb, array[${about}]) as after`;
    const told = (await sql<{ after: Record<string, Record<string, unknown>> }>`${asked}`.execute(db)).rows[0]!.after;
    assert.deepEqual(
      Object.entries(told)
        .map(([key, { order_id: of }]) => ({ id: key.split('/')[1], of }))
        .toSorted(byId),
      lines.toSorted(byId),
    );
    return pagesOf(db, asked);
  });
  // Row by row, each was looked for beside each order.
  assert.ok(pages <= 20 * rows + FEW, `${pages} pages`);
});

test('what an act comes to is read by the rows that it makes', async () => {
  const order = async (db: TenantDb) => {
    const row = sql`select tenant_id, gen_random_uuid() as id, client_id, (select id from items limit 1) as item_id,
      (select id from locations limit 1) as location_id from orders limit 1`;
    await sql`
      with one as materialized (${row}), made as (
        insert into orders (tenant_id, id, number, client_id, status, subtotal, tax, total, created_by)
        select tenant_id, id, 'PED-X', client_id, 'OPEN', 2, 0, 2, 'user:bench' from one
      ), line as (
        insert into order_lines (tenant_id, id, order_id, line_number, item_id, location_id, quantity, unit_price, tax_rate)
        select tenant_id, gen_random_uuid(), id, 1, item_id, location_id, 2, 1, 0 from one
      )
      insert into stock_reservations (tenant_id, id, item_id, location_id, quantity, order_id, status, created_by)
      select tenant_id, gen_random_uuid(), item_id, location_id, 2, id, 'ACTIVE', 'user:bench' from one`.execute(db);
  };
  const rolledBack = new Error('rolled back');
  const { statements } = await database.listen(async () => {
    const judge = inTenant(database, tenant, async (db) => {
      await order(db);
      // Two units at the price of the item, which is 5 and more than that of the line.
      assert.equal((await outcomeOf(db, [])).amount, '10');
      throw rolledBack;
    });
    await assert.rejects(judge, rolledBack);
  });
  let pages = 0;
  const count = inTenant(database, tenant, async (db) => {
    await order(db);
    pages = await buffersOf(
      db,
      statements.filter((one) => one.sql.includes('sum_made')),
    );
    throw rolledBack;
  });
  await assert.rejects(count, rolledBack);
  assert.ok(pages > 0 && pages <= 2 * FEW, `${pages} pages`);
});

test('new acts get their places without reading those that have theirs', async () => {
  await sql`
    insert into acts (tenant_id, id, at, actor, operation, entity_ids, before, after)
    select tenant_id, gen_random_uuid(), at, 'user:bench', 'bench', array[document_id], null, null from document_events limit ${PLACED}`.execute(
    database.db,
  );
  await placeActs(database, tenant);
  await sql`analyze`.execute(database.db);
  const change = () =>
    inTenant(database, tenant, (db) => createClient(db, { name: 'Client', receiverType: 'CONSUMIDOR_FINAL' }));
  const rolledBack = new Error('rolled back');
  const pagesOfOne = async (): Promise<number[]> => {
    await change();
    const { statements } = await database.listen(() => placeActs(database, tenant));
    await change();
    const writes = statements.filter((one) => one.sql.includes('place_acts('));
    const reads = statements.filter((one) => one.sql.includes('unplaced_acts(') && !writes.includes(one));
    assert.deepEqual([reads.length > 0, writes.length], [true, 1]);
    const pages: number[] = [];
    const count = inTenant(database, tenant, async (db) => {
      pages.push(await buffersOf(db, reads), await buffersOf(db, writes));
      throw rolledBack;
    });
    await assert.rejects(count, rolledBack);
    return pages;
  };
  await eventually(pagesOfOne, (pages) => pages.every((read) => read <= FEW));
});

test('new events get their places without reading those that have theirs', async () => {
  const tell = (of: number) =>
    sql`insert into events (tenant_id, type, entity_id, subject_id, data)
      select tenant_id, 'client.updated', document_id, document_id, '{}' from document_events limit ${of}`.execute(
      database.db,
    );
  const place = sql<{ more: boolean }>`select place_events(${tenant.id}) as more`;
  const placeAll = async () => {
    while ((await inTenant(database, tenant, (db) => place.execute(db))).rows[0]!.more);
  };
  await tell(STEPS * documentsOf(SHAPE));
  await placeAll();
  await sql`analyze`.execute(database.db);
  const pagesOfOne = async (): Promise<number> => {
    await tell(1);
    await placeAll();
    await tell(1);
    return inTenant(database, tenant, (db) => pagesOf(db, place));
  };
  await eventually(pagesOfOne, (pages) => pages <= FEW);
});

test('a fact that is its own event is placed and read without reading the facts of before', async () => {
  const decide = (of: number) =>
    inTenant(database, tenant, (db) =>
      sql`insert into document_events (tenant_id, id, document_id, at, kind, actor, detail)
        select tenant_id, gen_random_uuid(), id, now(), 'LEGAL_STATUS', 'user:bench', '{"to": "DGI_REJECTED"}'
        from fiscal_documents where kind = 'INVOICE' order by id limit ${of}`.execute(db),
    );
  // The mark behind which nothing is looked at follows two looks later.
  for (const many of [documentsOf(SHAPE), 1, 1]) {
    await decide(many);
    while (await inTenant(database, tenant, placeEvents));
  }
  await sql`analyze`.execute(database.db);
  const pagesOfThree = async () => {
    await decide(3);
    return inTenant(database, tenant, async (db) => {
      const place = await pagesOf(db, sql`select place_events(${tenant.id})`);
      const { events } = await readEvents(db, { after: (await headPosition(db)) - 3, first: 10 });
      const documents = (
        await sql<{ id: string }>`select id from fiscal_documents where kind = 'INVOICE' order by id limit 3`.execute(
          db,
        )
      ).rows;
      assert.deepEqual(
        events.map(({ entityId, type, data }) => [entityId, type, (data as { legalStatus: string }).legalStatus]),
        documents.map(({ id }) => [id, 'invoice.rejected', 'DGI_REJECTED']),
      );
      const read = sql`select * from events_between(${tenant.id}, ${await headPosition(db)} - 3, ${await headPosition(db)})`;
      return { place, read: await pagesOf(db, read) };
    });
  };
  await eventually(pagesOfThree, ({ place, read }) => place <= FEW && read <= FEW);
});

test('the company has as many documents as that', async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from document_events`.execute(
    database.db,
  );
  assert.ok(rows[0]!.count >= STEPS * documentsOf(SHAPE));
});
