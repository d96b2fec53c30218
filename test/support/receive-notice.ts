// A notice as the intake takes one that comes alone: stored, and applied at once.
import type { App } from '../../src/graphql/context.ts';
import { applyNotice, storeNotice, type Incoming } from '../../src/certification/notices/receive-notice.ts';
import { ofTenant, type Tenant } from '../../src/tenancy/index.ts';

/** Resolves when the notice is safe; what it brought about may come later. */
export async function receiveNotice(app: App, tenant: Tenant, incoming: Incoming): Promise<void> {
  const stored = await storeNotice(ofTenant(app, tenant), incoming);
  if (stored.state === 'WAITING' || stored.step) await applyNotice(ofTenant(app, tenant), stored);
}
