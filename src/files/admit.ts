// Who may have files of a tenant: a signed-in caller with the role viewer, as often as its share of requests allows.
import { DomainError } from '../platform/errors.ts';
import { hasRole, type DatabaseContext, type Viewer } from '../tenancy/index.ts';
import type { FileStore } from './file-store.ts';

export interface FileRouteContext extends DatabaseContext {
  files: FileStore;
  authenticate(authorization: string | undefined): Promise<Viewer>;
  /** The seconds until the caller may ask again; 0: now. */
  waitOf(viewer: Viewer): number;
}

/** Or the seconds until the caller may ask again. */
export async function admit(context: FileRouteContext, authorization: string | undefined): Promise<Viewer | number> {
  const viewer = await context.authenticate(authorization);
  if (!hasRole(viewer.roles, 'viewer')) throw new DomainError('FORBIDDEN', 'This needs the role viewer');
  return context.waitOf(viewer) || viewer;
}

/** What such a caller is told. */
export function tooMany(wait: number): { error: string; code: string } {
  return { error: `Too many requests; try again in ${wait} s`, code: 'RATE_LIMITED' };
}
