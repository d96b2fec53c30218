// Whether the service could be reached when it was last asked.
import { useSyncExternalStore } from 'react';

let isReached = true;
const listeners = new Set<() => void>();

export function noteConnection(reached: boolean): void {
  if (reached === isReached) return;
  isReached = reached;
  for (const listener of listeners) listener();
}

const noteOffline = (): void => noteConnection(false);

export function useConnection(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      window.addEventListener('offline', noteOffline);
      return () => listeners.delete(listener);
    },
    () => isReached,
  );
}
