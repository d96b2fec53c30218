// Offices: where a tenant issues documents and keeps goods. One is the main one, to which belongs whatever names no office.
import type { Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { badInput, conflict, readAll } from '../platform/errors.ts';
import {
  adding,
  addRow,
  changeRow,
  changing,
  findingRow,
  mustFind,
  rowsOf,
  tenantRows,
  type TenantDb,
} from '../tenancy/index.ts';
import type { BillingPoint } from './billing-points.ts';
import { archiveColumns, type Archiving } from './archive.ts';
import { billingPointCode, billingPointName, officeColumns, type OfficeInput } from './office.ts';
import type { OfficeRow } from './tables.ts';

export type Office = Selectable<OfficeRow>;

/** The main one first, then by code. */
export async function listOffices(db: TenantDb): Promise<Office[]> {
  return rowsOf(db, 'offices').orderBy('is_main', 'desc').orderBy('code').execute();
}

export const findOffice = findingRow('offices', 'Office', 'officeId');

export async function createOffice(db: TenantDb, input: OfficeInput): Promise<Office> {
  const columns = officeColumns(input);
  const created = await addRow(db, 'offices', columns, ['code']);
  if (!created) throw officeExists(columns.code);
  return input.isMain ? becomeMain(db, created.id) : created;
}

/** Its branch code stays once numbers that bear it have been given. */
export async function updateOffice(db: TenantDb, id: string, input: OfficeInput): Promise<Office> {
  const present = await mustFind(rowsOf(db, 'offices').where('id', '=', id).forUpdate(), 'Office', 'officeId');
  if (input.isMain === false && present.is_main) {
    throw badInput('An office ceases to be the main one when another one becomes it', { field: 'isMain' });
  }
  const columns = officeColumns(input, present);
  if (columns.code !== present.code) {
    const other = await rowsOf(db, 'offices').where('code', '=', columns.code).executeTakeFirst();
    if (other) throw officeExists(columns.code);
    await remark(db, await pointsOf(db, [id]), (point) => `${columns.code}-${point.code}`);
  }
  const changed = await changeRow(db, 'offices', id, columns);
  return input.isMain && !present.is_main ? becomeMain(db, id) : changed;
}

async function becomeMain(db: TenantDb, id: string): Promise<Office> {
  await changing(db, 'offices').set({ is_main: false }).where('is_main', '=', true).execute();
  return changeRow(db, 'offices', id, { is_main: true });
}

/** Points of several offices; the tenant's first office first, then by code. */
export async function pointsOf(db: TenantDb, officeIds: readonly string[]): Promise<BillingPoint[]> {
  return rowsOf(db, 'billing_points')
    .where('office_id', 'in', officeIds)
    .orderBy('is_first', 'desc')
    .orderBy('code')
    .execute();
}

export const findBillingPoint = findingRow('billing_points', 'Billing point', 'billingPointId');

export interface NewBillingPoint {
  officeId: string;
  code: string;
  name?: string | null | undefined;
}

export async function createBillingPoint(db: TenantDb, { officeId, ...input }: NewBillingPoint): Promise<BillingPoint> {
  const { code, name } = readAll({
    code: () => billingPointCode(input.code),
    name: () => billingPointName(input.name),
  });
  const office = await findOffice(db, officeId);
  const created = await adding(db, 'billing_points', {
    id: uuid(),
    office_id: office.id,
    code,
    name,
    mark: `${office.code}-${code}`,
  })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!created) throw pointExists(office.code, code);
  return created;
}

/** Its code stays once numbers of it have been given: the DGI knows them by it. */
export async function updateBillingPoint(
  db: TenantDb,
  id: string,
  input: Archiving & { code?: string | null | undefined; name?: string | null | undefined },
): Promise<BillingPoint> {
  const present = await findBillingPoint(db, id);
  if (input.archived && present.is_first)
    throw badInput('The first billing point cannot be archived', { field: 'archived' });
  const { code, name } = readAll({
    code: () => (input.code === undefined ? present.code : billingPointCode(input.code ?? '')),
    name: () => (input.name === undefined ? present.name : billingPointName(input.name)),
  });
  if (code !== present.code) {
    const office = await findOffice(db, present.office_id);
    const others = await pointsOf(db, [office.id]);
    if (others.some((other) => other.code === code)) throw pointExists(office.code, code);
    await changing(db, 'billing_points').set({ code }).where('id', '=', id).execute();
    await remark(db, [{ ...present, code }], (point) => `${office.code}-${point.code}`, [id]);
  }
  return changeRow(db, 'billing_points', id, { name, ...archiveColumns(input) });
}

/**
 * Gives points the mark that their codes say; refuses when numbers under the old one, or of those in `unused`, have been given. The rows are
 * changed first: from then on no document can be issued there, and one that was under way has been.
 */
async function remark(
  db: TenantDb,
  points: readonly BillingPoint[],
  markOf: (point: BillingPoint) => string,
  unused: readonly string[] = [],
): Promise<void> {
  const marked = points.filter((point) => !point.is_first);
  for (const point of marked)
    await changing(db, 'billing_points')
      .set({ mark: markOf(point) })
      .where('id', '=', point.id)
      .execute();
  const numbered = [...marked.map((point) => point.id), ...unused];
  if (numbered.length === 0) return;
  const used = await tenantRows(db, 'document_numbers')
    .select('series')
    .where('billing_point_id', 'in', numbered)
    .where('last_number', '>', 0)
    .orderBy('series')
    .executeTakeFirst();
  if (used) throw conflict('Numbers of the series {series} have been given; its codes stay', { series: used.series });
}

function officeExists(code: string) {
  return conflict('An office with the code {code} exists already', { code, field: 'code' });
}

function pointExists(office: string, code: string) {
  return conflict('The office {office} has a billing point {code} already', { office, code, field: 'code' });
}
