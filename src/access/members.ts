// Members of a company: who was invited with which role, what brings each one in, and the end of it.
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { badInput, notFound } from '../platform/errors.ts';
import { adding, USER_NAME_RULE, findingRow, isUserName, rowsOf, type Role, type TenantDb } from '../tenancy/index.ts';
import type { MemberRow } from './tables.ts';
import { DAY_MS } from '../platform/days.ts';

export type Member = Selectable<MemberRow>;

/** A person reads the mail of an invitation within a week. */
const INVITED_DAYS = 7;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The company of an invitation stands in its first half, so that it is found in no other. */
export function tenantOfCode(code: string): string | undefined {
  const bytes = Buffer.from(code, 'base64url');
  if (bytes.length !== 48) return undefined;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * The code of the link is answered here alone. A member is given another role, and a link to choose a new way in by; those that are there
 * go on, and what was opened under another role ends.
 */
export async function inviteMember(
  db: TenantDb,
  { userName, role, lastsMs = INVITED_DAYS * DAY_MS }: { userName: string; role: Role; lastsMs?: number },
  now: Date,
): Promise<{ id: string; code: string }> {
  if (!isUserName(userName)) throw badInput('{field} must have {rule}', { field: 'userName', rule: USER_NAME_RULE });
  const code = Buffer.concat([Buffer.from(db.tenant.id.replaceAll('-', ''), 'hex'), randomBytes(32)]);
  const text = code.toString('base64url');
  const before = await rowsOf(db, 'members').where('user_name', '=', userName).forUpdate().executeTakeFirst();
  const invitation = { invitation_sha256: digestOf(text), invited_until: new Date(now.getTime() + lastsMs) };
  const { id } = await adding(db, 'members', { id: uuid(), user_name: userName, role, ...invitation })
    .onConflict((it) => it.columns(['tenant_id', 'user_name']).doUpdateSet({ role, ...invitation }))
    .returning('id')
    .executeTakeFirstOrThrow();
  if (before && before.role !== role) await endSessionsOf(db, userName);
  return { id, code: text };
}

export function listMembers(db: TenantDb): Promise<Member[]> {
  return rowsOf(db, 'members').orderBy('user_name').execute();
}

export const findMember = findingRow('members', 'Member');

/** With all ways in; what the member did stays under the name. Sessions end after the row, which who signs in at this moment has locked. */
export async function removeMember(db: TenantDb, id: string): Promise<Member> {
  const member = await db
    .deleteFrom('members')
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!member) throw notFound('Member', 'memberId');
  await endSessionsOf(db, member.user_name);
  return member;
}

/** Every process acts on one of them for five seconds more at most. */
export async function endSessionsOf(db: TenantDb, userName: string): Promise<void> {
  await sql`delete from dashboard_sessions where tenant_id = ${db.tenant.id} and user_name = ${userName}`.execute(db);
}
