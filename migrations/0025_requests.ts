// One table for every request that carries a key: that of stock becomes it, and the keys of payments are written there as well.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { run } from './support.ts';

/** Writers go on meanwhile, those of release 1.8.0 as well. */
export const inTransaction = false;

/** What the release before writes goes on to reach the table: by its old name, and from payments by a trigger. */
const OLD_NAME = `
  create view stock_requests with (security_invoker = true) as
    select tenant_id, idempotency_key, request, result, created_at from requests;
  grant select, insert, update on stock_requests to app_tenant`;

// Without "on conflict": what this release has taken under the key, the release before must not take again.
const FROM_PAYMENTS = `
  create or replace function keep_payment_key() returns trigger language plpgsql as $$ begin
    insert into requests (tenant_id, idempotency_key, request, result) values
      (new.tenant_id, new.idempotency_key, new.request || '{"operation": "registerPayment"}', to_jsonb(new.invoice_id));
    return null;
  end $$;
  create or replace trigger keep_payment_key after insert on payments for each row
    when (new.idempotency_key is not null) execute function keep_payment_key()`;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `do $do$ begin
       if to_regclass('requests') is not null then return; end if;
       alter table stock_requests rename to requests;
       ${OLD_NAME.replaceAll('$$', '$text$')};
     end $do$;
     grant delete on requests to app_tenant`,
  );
  await briefly(db, FROM_PAYMENTS);
  // Keys were kept for ever; from here on they have 30 days. A key of both a payment and a movement of stock stays that of the
  // movement: the payment under it is refused, and not taken twice.
  await acrossTenants(db, ['requests', 'payments'], () =>
    inBatch(db, (batch) =>
      run(
        batch,
        `update requests set created_at = now() where request ->> 'operation' <> 'importStock';
         insert into requests (tenant_id, idempotency_key, request, result)
         select tenant_id, idempotency_key, request || '{"operation": "registerPayment"}', to_jsonb(invoice_id)
         from payments where idempotency_key is not null and request is not null
         on conflict do nothing`,
      ),
    ),
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `drop trigger if exists keep_payment_key on payments;
     drop function if exists keep_payment_key();
     do $$ begin
       if to_regclass('requests') is null then return; end if;
       drop view stock_requests;
       alter table requests rename to stock_requests;
       revoke delete on stock_requests from app_tenant;
     end $$`,
  );
}
