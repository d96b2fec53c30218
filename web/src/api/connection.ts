// Whether the service could be reached when it was last asked.
import { useEffect } from 'react';
import { listen, store } from '../store.ts';

const reached = store(true);

export const noteConnection = reached.set;

const noteOffline = (): void => noteConnection(false);

export function useConnection(): boolean {
  useEffect(() => listen(window, { offline: noteOffline }), []);
  return reached.use();
}
