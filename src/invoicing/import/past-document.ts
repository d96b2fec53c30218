// A document of the file as the writer of the past takes it: what the file names is found, and what it does not know is stood in for.
import { v7 as uuid } from 'uuid';
import type { Item } from '../../catalog/index.ts';
import { newUuids } from '../../platform/uuid.ts';
import { totalsOf } from '../../fiscal/money.ts';
import { isPositive } from '../../platform/decimal.ts';
import type { PastDocument, PastLine, PastPayment } from '../write-past-documents.ts';
import { TAX_RATE, type SalesLine } from './line-store.ts';
import type { DatedDocument } from './sales-documents.ts';

export const IMPORTED_BY = 'import';

/** Records that the names in the file stand for. */
export interface ImportReferences {
  locationId: string;
  /** By SKU. */
  items: ReadonlyMap<string, { id: string; name: string; kind: Item['kind'] }>;
  clientIds: ReadonlyMap<string, string>;
  /** By client: the invoice that stands in for the originals of the client's credit notes. */
  standInIds: ReadonlyMap<string, string>;
}

const CREDIT_REASON = 'Imported';
const PAID_BEFORE = 'Pagada antes de Folio';

export function pastDocument(
  { kind, number, client, issuedAt, issueDay }: DatedDocument,
  lines: readonly SalesLine[],
  { locationId, items, clientIds, standInIds }: ImportReferences,
  paidUntil: string | undefined,
): PastDocument {
  const ids = newUuids(lines.length);
  const issued = {
    id: uuid(),
    number,
    clientId: clientIds.get(client)!,
    issuedAt,
    issueDay,
    createdBy: IMPORTED_BY,
    lines: lines.map(({ sku, description, terms: { price, ...terms } }, index) => {
      const { id: itemId, name, kind } = items.get(sku)!;
      return {
        ...terms,
        id: ids[index]!,
        itemId,
        isService: kind === 'SERVICE',
        locationId,
        description: description === '' ? name : description,
        unitPrice: price,
        taxRate: TAX_RATE,
      };
    }),
  };
  if (kind === 'INVOICE') {
    const isPaid = paidUntil !== undefined && issueDay <= paidUntil;
    return { ...issued, kind, ...(isPaid && { payments: paidBefore(issued.lines, issuedAt) }) };
  }
  return {
    ...issued,
    kind,
    invoiceId: standInIds.get(client)!,
    reason: CREDIT_REASON,
    restock: true,
    isApplied: false,
  };
}

/** Files of sales say nothing of money: what was paid elsewhere was, for what is known, when it was sold. */
function paidBefore(lines: readonly PastLine[], paidAt: Date): PastPayment[] {
  const { total } = totalsOf(lines);
  return isPositive(total) ? [{ amount: total, method: 'OTHER', reference: PAID_BEFORE, paidAt }] : [];
}
