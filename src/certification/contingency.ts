// Contingencies of a tenant: what is read of them. Documents made while one is open are sent when it has ended.
import type { Selectable } from 'kysely';
import { conflict } from '../platform/errors.ts';
import { rowsOf, tenantRows, type TenantDb } from '../tenancy/index.ts';
import type { ContingencyRow } from './tables.ts';

export type Contingency = Selectable<ContingencyRow>;

/** Contingency data that a document made in it must state. */
export type OpenContingency = Pick<Contingency, 'id' | 'started_at' | 'reason' | 'explanation'>;

export async function contingencyById(db: TenantDb, id: string): Promise<Contingency> {
  return rowsOf(db, 'contingencies').where('id', '=', id).executeTakeFirstOrThrow();
}

export async function openContingency(db: TenantDb): Promise<Contingency | undefined> {
  return rowsOf(db, 'contingencies').where('ended_at', 'is', null).executeTakeFirst();
}

/** The one in which the PAC has a document that is lost here; what it was is not in the PAC's answer. */
export async function contingencyAt(db: TenantDb, at: Date, number: string): Promise<Contingency> {
  const found = await rowsOf(db, 'contingencies')
    .where('started_at', '<=', at)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', at)]))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (found) return found;
  throw conflict('The PAC has {number} as issued in a contingency, and none of that time is known: start one first', {
    number,
  });
}

/** Newest first. */
export async function lastContingencies(db: TenantDb, limit: number): Promise<Contingency[]> {
  return rowsOf(db, 'contingencies').orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** How many documents were made in it, and how many of them are still to be sent. */
export async function documentsOfContingency(
  db: TenantDb,
  id: string,
): Promise<{ documents: number; waiting: number }> {
  return tenantRows(db, 'fiscal_documents')
    .select((eb) => [
      eb.fn.countAll<number>().as('documents'),
      eb.fn.countAll<number>().filterWhere('submission_state', '=', 'PENDING').as('waiting'),
    ])
    .where('contingency_id', '=', id)
    .executeTakeFirstOrThrow();
}
