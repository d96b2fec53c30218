// Receives money for an invoice.
import { v7 as uuid } from 'uuid';
import { MAX_LENGTH, requiredText } from '../catalog/index.ts';
import { isBeingVoided, isRejected, lockDocument } from '../certification/index.ts';
import type { Clock } from '../platform/clock.ts';
import { fractionDigits, isPositive, plain, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict } from '../platform/errors.ts';
import { json } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { readInvoice, type InvoiceRecord } from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import type { PaymentMethod } from './tables.ts';

export interface NewPayment {
  invoiceId: string;
  amount: Decimal;
  method: PaymentMethod;
  reference?: string | null | undefined;
  /** Now, when left out. */
  paidAt?: Date | null | undefined;
  idempotencyKey?: string | null | undefined;
}

const MAX_REFERENCE_LENGTH = 200;

/** The same key with the same request answers again and books nothing; with another request it is CONFLICT (decision 44). */
export async function registerPayment(
  db: TenantDb,
  clock: Clock,
  payment: NewPayment,
  createdBy: string,
): Promise<InvoiceRecord> {
  if (!isPositive(payment.amount)) throw badInput('amount must be above 0');
  if (fractionDigits(payment.amount) > 2) throw badInput('amount must have at most 2 decimals');
  if ((payment.reference?.length ?? 0) > MAX_REFERENCE_LENGTH) {
    throw badInput(`reference must have at most ${MAX_REFERENCE_LENGTH} characters`);
  }
  const given = payment.idempotencyKey ?? null;
  const key = given === null ? null : requiredText('idempotencyKey', given, MAX_LENGTH.name);
  const request = {
    invoiceId: payment.invoiceId,
    amount: plain(payment.amount),
    method: payment.method,
    reference: payment.reference ?? null,
    paidAt: payment.paidAt?.toISOString() ?? null,
  };
  // The legal row before the business row, as everybody locks them.
  const document = await lockDocument(db, payment.invoiceId);
  const invoice = await lockInvoice(db, payment.invoiceId);
  const earlier = key === null ? undefined : await paymentUnder(db, key);
  if (earlier) return sameRequest(earlier, request) ? readInvoice(db, invoice.id) : refuseReuse(key!);

  if (invoice.invoice_status === 'VOID' || invoice.invoice_status === 'CANCELED') {
    throw conflict(`The invoice is ${invoice.invoice_status} and takes no payment`);
  }
  if (isRejected(document.legal_status)) {
    throw conflict(`Invoice ${document.number} is ${document.legal_status} and takes no payment`);
  }
  if (isBeingVoided(document)) {
    throw conflict(`Invoice ${document.number} is being voided at the PAC and takes no payment meanwhile`);
  }
  const inserted = await db
    .insertInto('payments')
    .values({
      tenant_id: db.tenant.id,
      id: uuid(),
      invoice_id: invoice.id,
      amount: request.amount,
      method: payment.method,
      reference: request.reference,
      paid_at: payment.paidAt ?? clock.now(),
      created_by: createdBy,
      idempotency_key: key,
      request: json(request),
    })
    .onConflict((on) => on.columns(['tenant_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) {
    // The same key came in for another invoice at the same moment; the one lock of this invoice could not see it.
    const other = await paymentUnder(db, key!);
    if (!other || !sameRequest(other, request)) refuseReuse(key!);
  }
  await refreshInvoiceStatus(db, clock, invoice.id);
  return readInvoice(db, invoice.id);
}

async function paymentUnder(db: TenantDb, key: string): Promise<{ request: unknown } | undefined> {
  return db
    .selectFrom('payments')
    .select('request')
    .where('tenant_id', '=', db.tenant.id)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

function sameRequest(payment: { request: unknown }, request: Record<string, unknown>): boolean {
  const earlier = payment.request as Record<string, unknown>;
  return Object.keys(request).every((name) => earlier[name] === request[name]);
}

function refuseReuse(key: string): never {
  throw conflict(`The idempotency key ${JSON.stringify(key)} was used for another payment`);
}
