// On a wide screen the list stays beside the record that was opened from it.
import { createContext, Suspense, useContext, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { listen } from '../../store.ts';

const BesideRecord = createContext<string | undefined>(undefined);

/** In the list that stands beside a record: the id of that record. */
export const useBeside = (): string | undefined => useContext(BesideRecord);

const WIDE = matchMedia('(min-width: 1600px)');

export const useWideScreen = (): boolean =>
  useSyncExternalStore(
    (change) => listen(WIDE, { change }),
    () => WIDE.matches,
  );

/** The record alone where the screen has no room for both. */
export function WithList({ id, List, children }: { id: string; List: ComponentType; children: ReactNode }) {
  if (!useWideScreen()) return children;
  return (
    <div className="beside">
      <BesideRecord value={id}>
        <Suspense fallback={<div />}>
          <List />
        </Suspense>
      </BesideRecord>
      <div className="beside-record">{children}</div>
    </div>
  );
}
