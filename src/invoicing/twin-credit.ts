// Refuses a credit note that is equal to one of the last 24 hours, unless its request has a key that says it is another one.
import type { Clock } from '../platform/clock.ts';
import { add, compare, subtract, type Decimal } from '../platform/decimal.ts';
import { conflict } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { creditsOfInvoices, isLiving, linesOfCredits, linesOfInvoices } from './records.ts';

const WITHIN_MS = 24 * 3_600_000;

interface Wanted {
  invoiceId: string;
  reason: string;
  lines?: readonly { invoiceLineId: string; quantity: Decimal }[] | null | undefined;
}

/** The caller holds the invoice locked. What was rejected, canceled or voided is no longer there to be equal to. */
export async function assertNoTwin(db: TenantDb, clock: Clock, wanted: Wanted): Promise<void> {
  const credits = await creditsOfInvoices(db, [wanted.invoiceId]);
  const recent = recentFor(wanted.reason, credits.filter(isLiving), clock);
  if (recent.length === 0) return;
  const left = quantitiesLeft(await linesOfInvoices(db, [wanted.invoiceId]));
  const ids = recent.map(({ id }) => id);
  const credited = await linesOfCredits(db, ids);
  const twin = recent.findLast(({ id }) => {
    // A fully credited invoice was credited whole before.
    if (!wanted.lines && left.size === 0) return true;
    const theirs = credited.filter((line) => line.credit_id === id);
    return areEqual(wanted.lines ? quantitiesOf(wanted.lines) : left, quantitiesOf(theirs.map(asLine)));
  });
  if (!twin) return;
  throw conflict(
    'Credit note {number} of the last 24 hours is the same; give the request an idempotencyKey if another one is meant',
    { number: twin.number },
  );
}

/** From when on a note is young enough to be a twin. */
export function twinsSince(clock: Clock): Date {
  return new Date(clock.now().getTime() - WITHIN_MS);
}

/** Notes that are young enough to be a twin, and are for the same reason. */
export function recentFor<Note extends { issued_at: Date; reason: string }>(
  reason: string,
  notes: readonly Note[],
  clock: Clock,
): Note[] {
  const since = twinsSince(clock);
  return notes.filter((note) => note.issued_at > since && plainReason(note.reason) === plainReason(reason));
}

/** Without case, and with one space between words. */
function plainReason(reason: string): string {
  return reason.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function asLine(line: { invoice_line_id: string; quantity: Decimal }) {
  return { invoiceLineId: line.invoice_line_id, quantity: line.quantity };
}

function quantitiesOf(lines: readonly { invoiceLineId: string; quantity: Decimal }[]): Map<string, Decimal> {
  const quantities = new Map<string, Decimal>();
  for (const { invoiceLineId, quantity } of lines) {
    quantities.set(invoiceLineId, add(quantities.get(invoiceLineId) ?? '0', quantity));
  }
  return quantities;
}

function quantitiesLeft(
  lines: readonly { id: string; quantity: Decimal; quantity_credited: Decimal }[],
): Map<string, Decimal> {
  const left = lines.map((line) => [line.id, subtract(line.quantity, line.quantity_credited)] as const);
  return new Map(left.filter(([, quantity]) => compare(quantity, '0') > 0));
}

function areEqual(one: ReadonlyMap<string, Decimal>, other: ReadonlyMap<string, Decimal>): boolean {
  return one.size === other.size && [...one].every(([id, quantity]) => compare(quantity, other.get(id) ?? '0') === 0);
}
