// What the way back from here takes away is taken away by acts, as any other change, and before a release that does not know it is there.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, takeAwayByActs } from './beside-writers.ts';

export const inTransaction = false;

/** By table, in their order; each row is found once. A token that had limits is revoked: a release that does not know them would lift them. */
const TAKEN_AWAY: Readonly<Record<string, string>> = {
  // A Z is removed by nothing else.
  till_closings: `
    alter table till_closings disable trigger keep_closing;
    delete from till_closings where tenant_id = $;
    alter table till_closings enable trigger keep_closing`,
  till_entries: 'delete from till_entries where tenant_id = $',
  till_sessions: 'delete from till_sessions where tenant_id = $',
  dashboard_sessions: `delete from dashboard_sessions where tenant_id = $ and 'cashier' = any (roles)`,
  api_tokens: `
    delete from api_tokens where tenant_id = $ and role = 'cashier';
    update api_tokens set limits = null, revoked_at = coalesce(revoked_at, now()), revoked_by = coalesce(revoked_by, 'migration')
    where tenant_id = $ and limits is not null`,
  ...Object.fromEntries(
    ['invoices', 'credits', 'debit_notes'].map((table) => [
      table,
      `update ${table} set certified_more = 0 where tenant_id = $ and certified_more <> 0`,
    ]),
  ),
  tenants: `
    update tenants set pac_make = null, pac_second_company_id = null, pac_second_after_seconds = 120, requires_open_till = false, cashier_discount = 0
    where id = $ and (pac_make, pac_second_company_id, pac_second_after_seconds, requires_open_till, cashier_discount)
      is distinct from (null, null, 120, false, 0)`,
};
/** Nothing is missing on the way up. */
export async function up(): Promise<void> {
  await Promise.resolve();
}

export async function down(db: MigrationDb): Promise<void> {
  await acrossTenants(db, ['fiscal_documents'], async () => {
    const { rows: abroad } = await sql`select from fiscal_documents where document_type = '10' limit 1`.execute(db);
    if (abroad.length > 0)
      throw new Error(
        'There are documents of type 10, operation abroad, which the release before does not know; stay with this one.',
      );
  });
  await takeAwayByActs(db, TAKEN_AWAY);
}
