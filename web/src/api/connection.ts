// Whether the service could be reached when it was last asked.
import { useEffect } from 'react';
import { store } from '../store.ts';

const reached = store(true);

export const noteConnection = reached.set;

const noteOffline = (): void => noteConnection(false);

export function useConnection(): boolean {
  useEffect(() => {
    window.addEventListener('offline', noteOffline);
    return () => window.removeEventListener('offline', noteOffline);
  }, []);
  return reached.use();
}
