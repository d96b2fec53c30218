// Hours in which a document is voided: those of the PAC that has it, and two accounts of a company may be of two makes.
import { sql, type RawBuilder } from 'kysely';
import { voidHours, type TermsOfMakes } from '../fiscal/deadlines.ts';
import { json } from '../platform/sql.ts';
import { makeOfCompany, type Tenant } from '../tenancy/index.ts';

/** `companyId`: null while nothing of the document has left. */
export function voidHoursAt(pac: TermsOfMakes, tenant: Tenant, companyId: string | null): number {
  return voidHours(tenant, pac.profileOf(makeOfCompany(tenant, companyId ?? tenant.pacCompanyId)));
}

/** Hours of the document `d` in a statement, with the fewest and the most of the company's accounts. */
export function voidHoursOf(
  pac: TermsOfMakes,
  tenant: Tenant,
): { hours: RawBuilder<number>; fewest: number; most: number } {
  const own = voidHoursAt(pac, tenant, null);
  const others = Object.keys(tenant.otherMakes)
    .filter((companyId) => companyId !== tenant.pacCompanyId)
    .map((companyId) => [companyId, voidHoursAt(pac, tenant, companyId)] as const);
  const all = [own, ...others.map(([, hours]) => hours)];
  const hours = sql<number>`coalesce((${json(Object.fromEntries(others))} ->> d.pac_company_id)::int, ${own}::int)`;
  return { hours, fewest: Math.min(...all), most: Math.max(...all) };
}
