// A request that is marked as being sent, be it in the transaction that writes its document.
import type { Selectable } from 'kysely';
import type { TenantNow } from './as-tenant-is-now.ts';
import type { FiscalDocument } from './fiscal-document.ts';
import type { PacRequestRow } from './tables.ts';
import type { Server } from './witness.ts';

/** Facts on which a document may be marked as being sent in the transaction that writes it. */
export interface SeenBefore {
  server: Server;
  tenantNow: TenantNow;
}

/** A document is marked as being sent in the transaction that writes it, and sent once that is committed. */
export interface Opening {
  /** Read by the writer before it takes a number. */
  seen?: SeenBefore;
  /** Set where it was marked. */
  mark?: Mark;
}

/** An event tells of a mark: one of its own, or that of the intent. */
export interface Mark {
  claim: Claim;
  eventId: string;
  /** Its process has slept, and the bytes must not leave any more. */
  isTooLate: () => boolean;
}

/** As they were when it was sent; meanwhile others may have moved them. */
export interface Claim {
  document: Pick<FiscalDocument, 'id' | 'kind' | 'pac_company_id' | 'document_id' | 'pac_input' | 'expected_cufe'>;
  request: Pick<Selectable<PacRequestRow>, 'document_id' | 'what' | 'attempts' | 'reason' | 'started_at'>;
}
