// A person looks at a record, and learns who else does.
import { sql } from 'kysely';
import { sqlCount, sqlRows } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';

export interface Colleague {
  name: string;
  isEditing: boolean;
}

export interface Looking {
  entityId: string;
  userName: string;
  isEditing: boolean;
}

const MOST_NAMED = 9;

export async function lookAt(db: TenantDb, { entityId, userName, isEditing }: Looking): Promise<Colleague[]> {
  const tenantId = db.tenant.id;
  // A row that two calls forget at once is waited for by neither.
  return sqlRows<Colleague>(db)`
    with gone as (
      delete from presences where tenant_id = ${tenantId} and (entity_id, user_name) in (
        select entity_id, user_name from presences
        where tenant_id = ${tenantId} and seen_at < now() - interval '1 minute' and user_name <> ${userName}
        for update skip locked)
    ), own as (
      insert into presences values (${tenantId}, ${entityId}, ${userName}, ${isEditing}, now())
      on conflict (tenant_id, entity_id, user_name) do update set is_editing = excluded.is_editing, seen_at = excluded.seen_at
    )
    select user_name as name, is_editing as "isEditing" from presences
    where tenant_id = ${tenantId} and entity_id = ${entityId} and user_name <> ${userName}
      and seen_at > now() - interval '1 minute'
    order by user_name limit ${MOST_NAMED}`;
}

/** Looks of users that look at nothing any more; so many at a time. */
export async function forgetLooks(db: TenantDb, now: Date, most: number): Promise<number> {
  return sqlCount(db)`
    delete from presences where tenant_id = ${db.tenant.id} and (entity_id, user_name) in (
      select entity_id, user_name from presences
      where tenant_id = ${db.tenant.id} and seen_at < ${now}::timestamptz - interval '1 minute'
      limit ${most} for update skip locked)`;
}

export async function lookAway(db: TenantDb, { entityId, userName }: Omit<Looking, 'isEditing'>): Promise<void> {
  await sql`
    delete from presences
    where tenant_id = ${db.tenant.id} and entity_id = ${entityId} and user_name = ${userName}`.execute(db);
}
