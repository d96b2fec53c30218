// Dependencies of certification; the business effect of a verdict is passed in as a hook.
import type { Selectable } from 'kysely';
import type { FileStore } from '../files/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import type { Accounts, GuardedPacClient, SignatureScheme } from '../pac/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Decimal } from '../platform/decimal.ts';
import type { Logger } from '../platform/log.ts';
import type { DatabaseContext, HeldTenants, Tenant, TenantDb, OfTenant } from '../tenancy/index.ts';
import type { FiscalDocument } from './fiscal-document.ts';
import type { Opening } from './opening.ts';
import type { PacRequestRow } from './tables.ts';
import type { Witness } from './witness.ts';

export interface CertificationSettings {
  pollIntervalMs: number;
  /** How many polls at the fixed interval before they become rarer. */
  pollAttempts: number;
  /** How long one call to the PAC may take. */
  pacTimeoutMs: number;
  /** How long a verdict waits for its page, and the PAC for our answer: a page that is late is attached when it comes. */
  filesInTimeMs: number;
  /** After how long what no notice tells of is taken for never arrived; 0: never. */
  resendAfterMinutes: number;
  webhookSecrets: readonly [string, string];
  signatureScheme: SignatureScheme;
  /** The digit of the CUFE that we expect the PAC to write. */
  environment: 1 | 2;
}

/** Looks at documents again after a while, to have the queue do what has not come to pass by then. */
export interface LookAgain {
  /** One time for each document, the latest that was said. Said in a transaction, `afterMs` is longer than that takes. */
  (tenant: Tenant, documentId: string, afterMs: number): void;
  /** Nothing is left to be done. */
  forget(documentId: string): void;
  stop(): void;
}

export interface CertificationContext extends DatabaseContext {
  pac: GuardedPacClient;
  tenants: HeldTenants;
  accounts: Pick<Accounts, 'noted' | 'of' | 'lastOf'>;
  files: FileStore;
  clock: Clock;
  jobs: JobQueue;
  log: Logger;
  certification: CertificationSettings;
  witness: Witness;
  lookAgain: LookAgain;
  /** Set while a document is written that is sent as soon as it is committed. */
  opening?: Opening;
  /** Called in the transaction in which the legal status moved. */
  afterVerdict(db: TenantDb, document: FiscalDocument, actor: string): Promise<void>;
  /** Called in the transaction that records a certified total which is another one than before: by how much it is more than ours. */
  afterCertified(db: TenantDb, document: FiscalDocument, more: Decimal): Promise<void>;
  /** Called in the transaction in which the PAC's void became known, with what had asked for it. */
  afterVoid(
    db: TenantDb,
    document: FiscalDocument,
    request: Pick<Selectable<PacRequestRow>, 'asked_by' | 'reason'>,
  ): Promise<void>;
}

/** Context of a verb that opens transactions of its own. */
export type TenantContext = OfTenant<CertificationContext>;
