// Registers what is paid at once with a sale, in the transaction of its invoice.
import { v7 as uuid } from 'uuid';
import { pipeline, type TenantDb } from '../tenancy/index.ts';
import type { PaymentPart } from './payment-parts.ts';

/** Without a wait: the invoice is written just before. */
export async function recordParts(
  db: TenantDb,
  invoice: { id: string; issuedAt: Date; createdBy: string },
  parts: readonly PaymentPart[],
): Promise<void> {
  if (parts.length === 0) return;
  const rows = parts.map(({ method, amount, reference }) => ({
    tenant_id: db.tenant.id,
    id: uuid(),
    invoice_id: invoice.id,
    amount,
    method,
    reference: reference ?? null,
    paid_at: invoice.issuedAt,
    created_by: invoice.createdBy,
  }));
  await pipeline(db, db.insertInto('payments').values(rows));
}
