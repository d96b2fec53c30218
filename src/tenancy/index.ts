// Public face of tenancy.
export { forgetInActs, recordAct, recordActs, type Act } from './acts.ts';
export { chainOf, placeActs, type ChainedAct } from './place-acts.ts';
export { actingAs } from './acting-as.ts';
export { durability, durabilityWarnings, lossOnCrash } from './durability.ts';
export { plainEffect, type Effect } from './effect.ts';
export { asRole, askInTenant, inSystem, inTenant, rehearse } from './in-tenant.ts';
export type { DatabaseContext, SystemDb, TenantDb } from './in-tenant.ts';
export { commitWith, pipeline } from './pipeline.ts';
export { limitStatements, noteDistribution, shareAmongTenants } from './pool-settings.ts';
export { createTenant, findTenant, flagCredentials, listTenants, placeOf, unflagCredentials } from './find-tenant.ts';
export { actorOf, isUserName, nameOf, USER_NAME_RULE } from './actor.ts';
export { makerOf } from './made-by.ts';
export { changeWebhookSecret, findWebhookTenant, newWebhookSecret, rotateWebhookSecret } from './webhook-secret.ts';
export type { WebhookTenant } from './webhook-secret.ts';
export { addRow, changing, commitAndFind, inPipeline, linesOf, mustFind, rowsOf } from './rows.ts';
export { countBefore, countOf, onDays, pageOf } from './pages.ts';
export type { Listing, ListPage, PageAsked } from './pages.ts';
export {
  newEndpointSecret,
  readEndpointSecrets,
  removeEndpointSecrets,
  rotateEndpointSecret,
} from './endpoint-secrets.ts';
export { findPacAccount } from './pac-account.ts';
export { assertActive, hasRole, localDay, ROLES } from './tenant.ts';
export { accountToTry, currentTenant, updateTenant } from './update-tenant.ts';
export type { PacEnvironments, TriedAccount } from './update-tenant.ts';
export type { TenantChanges } from './tenant-settings.ts';
export type { Role, Tenant, Viewer } from './tenant.ts';
