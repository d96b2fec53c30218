// Evidence that the oracle reads.
import type { Control } from '../../../simulator/control.ts';
import type { LedgerProblem } from '../../../src/stock/index.ts';
import type { Tenant, TenantDb } from '../../../src/tenancy/index.ts';
import type { Tally } from './tally.ts';

/** An event as a reader has it. */
export interface Told {
  id: string;
  type: string;
  entityId: string;
  data: unknown;
}

/** An operator's, that a request may be sent once more. */
export interface Word {
  about: string;
  /** How many requests had come to the PAC by then. */
  after: number;
}

/** Evidence of a run or of a whole service. */
export interface Evidence {
  tenant: Tenant;
  pac: Pick<Control, 'documents' | 'acceptances' | 'counts' | 'acting'>;
  /** All that came to the PAC, where `pac.acting` tells of submissions alone. */
  all?: Pick<Control, 'acting'>;
  words: readonly Word[];
  /** The orders of documents that a restore may have lost here, by their place at the PAC; null where nothing was restored. */
  orderOf: ReadonlyMap<string, string> | null;
  /** The SHA-256 of each page of a document that the PAC has handed out since the DGI's verdict; null where that is not looked at. */
  pages: ReadonlyMap<string, Set<string>> | null;
  /** Content of the file store, by key; null where it is not read. */
  stored: ReadonlyMap<string, Buffer> | null;
  look<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
  /** The service's answer, in a transaction of the tenant. */
  ask<T>(work: (db: TenantDb) => Promise<T>): Promise<T>;
  /** Findings of `folio verify`: books, rows, the chain of acts, and the heads of it that were handed out before. */
  verify(): Promise<readonly LedgerProblem[]>;
  now(): Date;
  /** All events, by a reader who has followed the feed since the beginning. */
  told(): Promise<readonly Told[]>;
  /** The PAC's lines are exact to six digits: their sums are not those of cents, and are compared elsewhere. */
  hasExactLines?: boolean;
  /** Stock of each item at the beginning. */
  stock: string;
  tally: Tally;
  problems: string[];
}
