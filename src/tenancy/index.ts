// What other modules may ask of tenancy.
export { asOwner, inSystem, inTenant, inTenantToRebuild } from './in-tenant.ts';
export type { DatabaseContext, TenantDb } from './in-tenant.ts';
export {
  createTenant,
  findTenant,
  findTenantByCompany,
  flagCredentials,
  listTenants,
  unflagCredentials,
} from './find-tenant.ts';
export { authenticator, issueToken } from './authenticate.ts';
export type { TokenVerification } from './authenticate.ts';
export { nextNumber } from './next-number.ts';
export { hasRole, localDay, ROLES } from './tenant.ts';
export type { Role, Tenant, Viewer } from './tenant.ts';
