// Who did what: a row that the application can add and never change, in the transaction of what was done.
import { v7 as uuid } from 'uuid';
import type { TenantDb } from './in-tenant.ts';

export interface Act {
  /** `user:`, `token:`, `service:` or `cli:` and a name. */
  actor: string;
  /** The mutation, or the command. */
  operation: string;
  /** What was made or changed. */
  entityIds: readonly string[];
}

export async function recordAct(db: TenantDb, { actor, operation, entityIds }: Act): Promise<void> {
  await db
    .insertInto('acts')
    .values({ tenant_id: db.tenant.id, id: uuid(), actor, operation, entity_ids: [...entityIds] })
    .execute();
}
