// Claims of a token about its bearer: three, under the names that the identity provider gives them. Pure.
import { z } from 'zod';
import { isUserName, ROLES, type Role } from '../tenancy/index.ts';

export interface ClaimNames {
  user: string;
  tenant: string;
  roles: string;
}

export const OWN_NAMES: ClaimNames = { user: 'sub', tenant: 'tenant_id', roles: 'roles' };

export interface Claims {
  userName: string;
  tenantId: string;
  roles: Role[];
}

const claims = z.object({
  userName: z.string().refine(isUserName),
  // As PostgreSQL takes it: one that was made from a hash has no version.
  tenantId: z.guid().transform((id) => id.toLowerCase()),
  // Roles of other systems may stand beside ours in the same token.
  roles: z
    .union([z.array(z.string()), z.string().transform((role) => [role])])
    .transform((roles) => ROLES.filter((role) => roles.includes(role))),
});

/** Undefined when one of them is missing or is none. */
export function readClaims(payload: object, names: ClaimNames): Claims | undefined {
  return membership(payload, names, claim(payload, names.tenant));
}

/** Memberships of a person who may work for several companies: the tenant's claim is one, a list, or an object of each one's roles. */
export function readMemberships(payload: object, names: ClaimNames): Claims[] {
  const tenants = claim(payload, names.tenant);
  const isByRoles = typeof tenants === 'object' && tenants !== null && !Array.isArray(tenants);
  const found = isByRoles
    ? Object.entries(tenants).map(([tenant, roles]) => membership(payload, names, tenant, roles))
    : [tenants].flat().map((tenant) => membership(payload, names, tenant));
  return found.filter((one) => one !== undefined);
}

function membership(
  payload: object,
  names: ClaimNames,
  tenantId: unknown,
  roles = claim(payload, names.roles),
): Claims | undefined {
  const parsed = claims.safeParse({ userName: claim(payload, names.user), tenantId, roles });
  return parsed.success ? parsed.data : undefined;
}

/** By its whole name, which may be an address with dots in it, else by the way to it: `realm_access.roles`. */
function claim(payload: object, name: string): unknown {
  if (Object.hasOwn(payload, name)) return (payload as Record<string, unknown>)[name];
  let value: unknown = payload;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
