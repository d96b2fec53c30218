// Receives what has come of a transfer, more than once; what never comes is closed as lost.
import { sql } from 'kysely';
import { findLocation, MAX_LENGTH, requiredText } from '../catalog/index.ts';
import { compare, isPositive, positive, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, notFound, readAll, readEach } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { moveGoods } from '../stock/index.ts';
import { changeRow, newStatus, type TenantDb } from '../tenancy/index.ts';
import { movedTo } from './send-transfer.ts';
import {
  assertInTransit,
  inTransit,
  linesOfTransfers,
  lockTransfer,
  type Transfer,
  type TransferLine,
} from './transfers.ts';

export interface ReceiptAsked {
  id: string;
  /** Left out: all that is in transit. */
  lines?: readonly { lineId: string; quantity: Decimal }[] | null | undefined;
}

interface Arrived extends TransferLine {
  arrived: Decimal;
}

/** Goods on the way have the average cost of what is on hand, so that their arrival does not move it. */
export async function receiveTransfer(db: TenantDb, receipt: ReceiptAsked, userName: string): Promise<Transfer> {
  if (receipt.lines != null) readLines(receipt.lines);
  const transfer = await lockTransfer(db, receipt.id);
  assertInTransit(transfer);
  const lines = await linesOfTransfers(db, [transfer.id]);
  const arrived = receipt.lines == null ? allOf(lines) : someOf(lines, receipt.lines);
  await sql`
    update transfer_lines line set received = line.received + come.arrived
    from jsonb_to_recordset(${jsonRows(arrived)}) as come (id uuid, arrived numeric)
    where line.tenant_id = ${db.tenant.id} and line.transfer_id = ${transfer.id} and line.id = come.id`.execute(db);
  const { code } = await findLocation(db, transfer.from_location_id);
  const description = movedTo(`Transfer from ${code}`, transfer.note);
  const coming = arrived.map(({ id, item_id, arrived: change }) => ({
    ...{ itemId: item_id, locationId: transfer.to_location_id, change, description },
    ...{ source: { type: 'MANUAL_ADJUSTMENT' as const, id } },
  }));
  await moveGoods(db, coming, { createdBy: userName });
  const left = await linesOfTransfers(db, [transfer.id]);
  const isWhole = !left.some((line) => isPositive(inTransit(line)));
  return changeRow(db, 'transfers', transfer.id, newStatus(isWhole ? 'RECEIVED' : 'IN_TRANSIT', userName));
}

/** The quantity in transit is lost; nothing of it comes any more. */
export async function closeTransfer(db: TenantDb, id: string, why: string, userName: string): Promise<Transfer> {
  const reason = requiredText('reason', why, MAX_LENGTH.description);
  const transfer = await lockTransfer(db, id);
  if (transfer.status === 'CLOSED') return transfer;
  assertInTransit(transfer);
  await sql`
    update transfer_lines set lost = quantity - received
    where tenant_id = ${db.tenant.id} and transfer_id = ${id} and quantity > received`.execute(db);
  return changeRow(db, 'transfers', id, newStatus('CLOSED', userName, reason));
}

function readLines(lines: NonNullable<ReceiptAsked['lines']>): void {
  const seen = new Set<string>();
  readAll({
    some: () => {
      if (lines.length === 0) throw badInput('{field} must not be empty', { field: 'lines' });
    },
    lines: () =>
      readEach('lines', lines, ({ lineId, quantity }) => {
        if (seen.has(lineId)) throw badInput('{field} is there twice', { field: 'lineId' });
        seen.add(lineId);
        return positive('quantity', quantity);
      }),
  });
}

const allOf = (lines: readonly TransferLine[]): Arrived[] =>
  lines.map((line) => ({ ...line, arrived: inTransit(line) })).filter(({ arrived }) => isPositive(arrived));

function someOf(lines: readonly TransferLine[], arrivals: NonNullable<ReceiptAsked['lines']>): Arrived[] {
  return arrivals.map(({ lineId, quantity }, index) => {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw notFound('Line', `lines[${index}].lineId`);
    const rest = inTransit(line);
    if (compare(quantity, rest) > 0)
      throw conflict('Of line {number} {rest} are in transit, not {quantity}', {
        ...{ field: `lines[${index}].quantity`, number: line.line_number, rest, quantity },
      });
    return { ...line, arrived: quantity };
  });
}
