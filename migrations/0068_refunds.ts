// Money that is given back, when a credit was applied, and indexes for what is owed and what clients have in hand.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** Invoices and credits are written while this runs. */
export const inTransaction = false;

const INDEXES = [
  [
    'invoices_owed',
    `on invoices (tenant_id, client_id)
       where invoice_status in ('UNPAID', 'PARTIALLY_PAID', 'PAST_DUE', 'PARTIALLY_CANCELED')`,
  ],
  [
    'invoices_in_hand',
    `on invoices (tenant_id, client_id) where paid > 0 and invoice_status in ('OVERPAID', 'VOID', 'CANCELED')`,
  ],
  ['credits_unapplied', `on credits (tenant_id) where credit_status = 'UNAPPLIED'`],
] as const;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, async (db) => {
    await run(
      db,
      `create table refunds (
         tenant_id uuid not null,
         id uuid not null,
         payment_id uuid not null,
         invoice_id uuid not null,
         amount numeric not null check (amount > 0),
         reason text not null,
         -- The payment that it has become on another invoice; null where the money was given back.
         moved_to uuid,
         refunded_at timestamptz not null,
         created_by text not null,
         created_at timestamptz not null default now(),
         primary key (tenant_id, id),
         foreign key (tenant_id, payment_id) references payments (tenant_id, id),
         foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
       );
       create index refunds_invoice on refunds (tenant_id, invoice_id);
       create index refunds_payment on refunds (tenant_id, payment_id)`,
    );
    await protectTenantTable(db, 'refunds', 'select, insert');
  });
  // Of a credit that an earlier release applied it is not known when; it counts from its issue.
  await briefly(
    db,
    'alter table credits add column applied_at timestamptz; grant update (applied_at) on credits to app_tenant',
  );
  for (const [name, definition] of INDEXES) await createIndexBesideWriters(db, name, definition);
}

export async function down(db: MigrationDb): Promise<void> {
  for (const [name] of INDEXES) await run(db, `drop index if exists ${name}`);
  await briefly(db, 'alter table credits drop column applied_at; drop table refunds');
}
