// What earlier migrations changed in rows of which acts tell is told by an act as well, since every row is compared with its acts.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, inBatch } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

const FOLLOWS = `'{tenant_id,updated_at,folded,average_cost}'::text[]`;

/** Of 0095 and 0102: rows that were made, and the columns that were changed of others; and until when a secret of notices is kept, which a command told of in no act. */
const CHANGED = `
  select tenant_id, 'refunds/' || id as key, id, null::jsonb as before, jsonb_strip_nulls(to_jsonb(r) - ${FOLLOWS}) as after
  from refunds r where created_by = 'migration'
  union all
  select tenant_id, 'invoices/' || id, id, '{"paid": null, "invoice_status": null}', jsonb_build_object('paid', paid, 'invoice_status', invoice_status)
  from invoices i where exists (select from refunds r where r.tenant_id = i.tenant_id and r.invoice_id = i.id and r.created_by = 'migration')
  union all
  select tenant_id, 'locations/' || id, id, '{"name": null}', jsonb_build_object('name', name) from locations where is_default and name = 'Principal'
  union all
  select tenant_id, 'offices/' || id, id, '{"name": null}', jsonb_build_object('name', name) from offices where is_main and name = 'Principal'
  union all
  select id, 'tenants/' || id, id, '{"webhook_secret_before_until": null}', jsonb_build_object('webhook_secret_before_until', webhook_secret_before_until)
  from tenants where webhook_secret is not null or webhook_secret_before_until is not null`;

export async function up(db: MigrationDb): Promise<void> {
  await acrossTenants(db, ['acts', 'refunds', 'invoices', 'locations', 'offices', 'tenants'], () =>
    inBatch(db, (batch) =>
      run(
        batch,
        `insert into acts (tenant_id, id, actor, operation, entity_ids, before, after)
         select tenant_id, act_id(), 'cli:migrate', 'migrate up', array_agg(id), jsonb_object_agg(key, before), jsonb_object_agg(key, after)
         from (${CHANGED}) changed
         where before is null or exists (select from acts where acts.tenant_id = changed.tenant_id
           and entity_ids @> array[changed.id] and acts.after ? changed.key)
         group by tenant_id`,
      ),
    ),
  );
}

/** Acts stay. */
export async function down(): Promise<void> {
  await Promise.resolve();
}
