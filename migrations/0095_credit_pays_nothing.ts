// CREDIT is a term of a sale and pays nothing: what was recorded as such a payment stays as evidence, taken back at its own instant, and is owed.
import { sql, type RawBuilder } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, inBatch } from './beside-writers.ts';

/** Invoices are written with every sale. */
export const inTransaction = false;

const REASON = 'Crédito no es una forma de pago: el saldo sigue pendiente';
const TABLES = ['payments', 'refunds', 'invoices'];

export async function up(db: MigrationDb): Promise<void> {
  await eachTenant(db, (tenantId) => ({
    touched: sql`select distinct invoice_id from payments where tenant_id = ${tenantId} and method = 'CREDIT'`,
    change: sql`
      insert into refunds (tenant_id, id, payment_id, invoice_id, amount, reason, refunded_at, created_by)
      select tenant_id, gen_random_uuid(), id, invoice_id, rest, ${REASON}, paid_at, 'migration' from (
        select payment.*, amount - coalesce((select sum(refund.amount) from refunds refund
          where refund.tenant_id = payment.tenant_id and refund.payment_id = payment.id), 0) as rest
        from payments payment where payment.tenant_id = ${tenantId} and payment.method = 'CREDIT') credit
      where rest > 0`,
  }));
}

export async function down(db: MigrationDb): Promise<void> {
  await eachTenant(db, (tenantId) => ({
    touched: sql`select distinct invoice_id from refunds where tenant_id = ${tenantId} and reason = ${REASON}`,
    change: sql`delete from refunds where tenant_id = ${tenantId} and reason = ${REASON}`,
  }));
}

async function eachTenant(
  db: MigrationDb,
  work: (tenantId: string) => Record<'touched' | 'change', RawBuilder<unknown>>,
): Promise<void> {
  await acrossTenants(db, TABLES, async () => {
    const { rows } = await sql<{ id: string; time_zone: string }>`
      select id, time_zone from tenants order by id`.execute(db);
    for (const { id, time_zone: zone } of rows)
      await inBatch(db, async (batch) => {
        const { touched, change } = work(id);
        const { rows: invoices } = await sql<{ id: string }>`
          select id from invoices where tenant_id = ${id} and id in (${touched}) order by id for update`.execute(batch);
        if (invoices.length === 0) return;
        await change.execute(batch);
        const ids = invoices.map((invoice) => invoice.id);
        await refresh(batch, { id, zone, ids });
      });
  });
}

/** As the service has it: what is paid is the sum of payments less refunds, and the status follows. */
async function refresh(db: MigrationDb, { id, zone, ids }: { id: string; zone: string; ids: string[] }): Promise<void> {
  const sum = (table: string) => sql`coalesce((select sum(amount) from ${sql.table(table)} part
    where part.tenant_id = invoice.tenant_id and part.invoice_id = invoice.id), 0)`;
  await sql`
    with now as (
      select id, paid, credited, due_date, greatest(0, charged - credited - case when credited > 0 and credited >= total then 0 else retention end) as owed
      from (
        select id, total, credited, retention, due_date, ${sum('payments')} - ${sum('refunds')} as paid,
          case when is_owed then total else 0 end + debited as charged
        from invoices invoice where tenant_id = ${id} and id = any (${ids}::uuid[])
      ) fact
    )
    update invoices set paid = now.paid, invoice_status = case
      when invoice_status in ('VOID', 'CANCELED') then invoice_status
      when now.paid > owed then 'OVERPAID'
      when now.paid = owed and now.paid > 0 then 'PAID'
      when now.due_date < (clock_timestamp() at time zone ${zone})::date then 'PAST_DUE'
      when now.paid > 0 then 'PARTIALLY_PAID'
      when now.credited > 0 then 'PARTIALLY_CANCELED'
      else 'UNPAID' end
    from now where invoices.tenant_id = ${id} and invoices.id = now.id`.execute(db);
}
