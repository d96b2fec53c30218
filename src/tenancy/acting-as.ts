// In whose name the rows change that a piece of work writes, for acts that triggers write.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setting } from './pool-settings.ts';

const actors = new AsyncLocalStorage<{ actor: string; operation: string }>();

/** Acts for changes of the work, in any of its transactions, name this actor, except where an act of its own tells of them. */
export function actingAs<T>(by: { actor: string; operation: string }, work: () => Promise<T>): Promise<T> {
  return actors.run(by, work);
}

/** As part of the statement that opens a transaction. */
export function actorSettings(): string {
  const by = actors.getStore();
  if (!by) return '';
  const quoted = (text: string): string => text.replaceAll("'", "''").replaceAll('\\', '/');
  return `, ${setting('app.actor', quoted(by.actor))}, ${setting('app.operation', quoted(by.operation))}`;
}
