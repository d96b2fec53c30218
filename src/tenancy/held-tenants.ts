// Tenants as a process holds them for some seconds: nearly every request and duty asks for one, and settings change rarely.
import { cachedFor } from '../platform/cached-for.ts';
import type { Clock } from '../platform/clock.ts';
import { findTenant } from './find-tenant.ts';
import type { DatabaseContext } from './in-tenant.ts';
import type { Tenant } from './tenant.ts';

/** How long a process may act on a tenant that another process has changed meanwhile. */
const HELD_MS = 5_000;
const MOST_HELD = 10_000;

export interface HeldTenants {
  find(id: string): Promise<Tenant | undefined>;
  /** Called after the commit of a change by this process, so that its next request reads the change. */
  forget(id: string): void;
}

/** `onRead` is told of each that was just read. */
export function holdTenants(
  context: DatabaseContext & { clock: Clock },
  onRead: (tenant: Tenant) => void = () => undefined,
): HeldTenants {
  const held = cachedFor({ clock: context.clock, forMs: HELD_MS, most: MOST_HELD }, async (id) => {
    const tenant = await findTenant(context, id);
    if (tenant) onRead(tenant);
    return tenant;
  });
  return { find: held, forget: held.forget };
}
