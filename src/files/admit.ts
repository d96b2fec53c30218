// Admits readers of a tenant's files: a signed-in caller with the role viewer, within its share of requests.
import { DomainError } from '../platform/errors.ts';
import { hasRole, type DatabaseContext, type Viewer } from '../tenancy/index.ts';
import type { Authentication, CallerLimit, WhoAsks } from '../access/index.ts';
import type { FileStore } from './file-store.ts';

export interface FileRouteContext extends DatabaseContext {
  files: FileStore;
  authenticate: Authentication['authenticate'];
  limit: CallerLimit;
}

export async function admit(
  { authenticate, limit }: Pick<FileRouteContext, 'authenticate' | 'limit'>,
  request: WhoAsks,
  reply: Parameters<CallerLimit['take']>[0],
): Promise<Viewer> {
  const viewer = await authenticate(request);
  if (!hasRole(viewer.roles, 'viewer')) throw new DomainError('FORBIDDEN', 'This needs the role viewer');
  limit.take(reply, viewer);
  return viewer;
}
