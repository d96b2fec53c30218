// Notifies open queries that a mutation was done here.
const listeners = new Set<() => void>();

export function noteActed(): void {
  for (const listener of listeners) listener();
}

export function onActed(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
