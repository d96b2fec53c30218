// Who did what: a row that the application can add and never change, in the transaction of what was done.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { jsonRows, prepared } from '../platform/sql.ts';
import { pipeline, type TenantDb } from './in-tenant.ts';

export interface Act {
  /** `user:`, `token:`, `service:` or `cli:` and a name. */
  actor: string;
  /** The mutation, or the command. */
  operation: string;
  /** What was made or changed. */
  entityIds: readonly string[];
}

export async function recordAct(db: TenantDb, act: Act): Promise<void> {
  await recordActs(db, [act]);
}

/** In their order. */
export async function recordActs(db: TenantDb, acts: readonly Act[]): Promise<void> {
  const rows = acts.map(({ actor, operation, entityIds }) => ({ id: uuid(), actor, operation, entity_ids: entityIds }));
  await pipeline(
    db,
    sql`${prepared}
      insert into acts (tenant_id, id, actor, operation, entity_ids)
      select ${db.tenant.id}, id, actor, operation, entity_ids
      from jsonb_to_recordset(${jsonRows(rows)}) as r (id uuid, actor text, operation text, entity_ids uuid[])
      returning id`,
  );
}
