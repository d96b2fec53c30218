// The ledger learns why stock moved: a nullable integer, filled from the older text; unknown text stays null.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `alter table inventory_logs add column if not exists source_type integer;
     update inventory_logs set source_type = case lower(regexp_replace(trim(method), '[^a-zA-Z]+', '_', 'g'))
         when 'invoice' then 1
         when 'purchase_order' then 2
         when 'credit' then 3
         when 'supplier_invoice' then 4
         when 'manual_adjustment' then 5
       end
     where source_type is null and method is not null`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'alter table inventory_logs drop column source_type');
}
