// Public face of tenancy.
export { forgetInActs, recordAct, recordActs, type Act } from './acts.ts';
export { chainOf, placeActs } from './place-acts.ts';
export { actingAs } from './acting-as.ts';
export { batchByBatch, inEachTenant } from './in-each-tenant.ts';
export { plainEffect, type Effect } from './effect.ts';
export { asRole, askInTenant, inSnapshot, inSystem, inTenant, inWatch, ofTenant, rehearse } from './in-tenant.ts';
export type { DatabaseContext, OfTenant, SystemDb, TenantDb } from './in-tenant.ts';
export { commitWith, pipeline, rowsPlanned } from './pipeline.ts';
export { limitStatements, noteDistribution, shareAmongTenants } from './pool-settings.ts';
export { findTenant, listTenants, placeOf, toTenant } from './find-tenant.ts';
export { holdTenants, type HeldTenants } from './held-tenants.ts';
export { actorOf, isUserName, nameOf, USER_NAME_RULE } from './actor.ts';
export { ACT_KINDS, ACTS_OF_ASSISTANTS, agentOf, assertKind, kindOf, type ActKind, type Limits } from './limits.ts';
export { makerOf } from './made-by.ts';
export {
  adding,
  addRow,
  changeRow,
  changing,
  commitAndFind,
  findingRow,
  inPipeline,
  lockingRow,
  mustFind,
  newStatus,
  plannedRow,
  readingRows,
  rowsOf,
  tenantRows,
} from './rows.ts';
export { changedOften, countBefore, countOf, inTime, mergedPage, NOT_CLOSE, onDays, pageOf } from './pages.ts';
export type { DaysAsked, Key, Listing, ListPage, PageAsked, Slice } from './pages.ts';
export { findPacAccount, has, hasOrHad, keepPacQuotas } from './pac-account.ts';
export {
  assertActive,
  hasRole,
  isOnlyCashier,
  localDay,
  makeOfCompany,
  ofSwitches,
  pacAccountsOf,
  ROLES,
  SETTING_COLUMNS,
} from './tenant.ts';
export type { Role, Tenant, Viewer } from './tenant.ts';
export type { PacQuota } from './tables.ts';
