// Rights cut to what the code needs: a token that was revoked stays so, and what a document comes to and who made it never changes.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** These tables are read with every request, so each change of one waits for its turn. */
export const inTransaction = false;

const WRITTEN_ONCE = ['tenant_id', 'id', 'client_id', 'invoice_id', 'subtotal', 'tax', 'total', 'created_by'];

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `drop policy if exists revoked_for_good on api_tokens;
     create policy revoked_for_good on api_tokens as restrictive for update to app_tenant using (revoked_at is null) with check (true)`,
  );
  for (const table of ['invoices', 'credits']) {
    const { rows } = await sql<{ columns: string }>`
      select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attname <> all (${WRITTEN_ONCE})`.execute(
      db,
    );
    await briefly(
      db,
      `revoke update on ${table} from app_tenant; grant update (${rows[0]!.columns}) on ${table} to app_tenant`,
    );
  }
}

export async function down(db: MigrationDb): Promise<void> {
  for (const table of ['invoices', 'credits']) {
    // To take the right on the table back takes those on its columns as well.
    await briefly(db, `revoke update on ${table} from app_tenant; grant update on ${table} to app_tenant`);
  }
  await briefly(db, 'drop policy if exists revoked_for_good on api_tokens');
}
