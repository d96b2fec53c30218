// Whether this browser is a till, and whose: kept without idb, so that every page can ask it.
interface Owner {
  tenantId: string;
  userName: string;
}

import { useSyncExternalStore } from 'react';
import { signal } from './store.ts';
import { stored } from './stored.ts';
const KEPT_AS = 'folio.till';
/** Stays after sign-out, since sales may still wait here. */
const SOLD_AS = 'folio.sold';
const CATALOG = 'folio-catalog ';

export const catalogName = ({ tenantId, userName }: Owner): string => `${CATALOG}${tenantId} ${userName}`;

/** Only one tab at a time runs `act`, another leaves it or `waits`; a browser without locks relies on the keys alone. */
export async function inOneTab(name: string, act: () => Promise<void>, { waits = false } = {}): Promise<void> {
  if (!('locks' in navigator)) return act();
  await navigator.locks.request(name, { ifAvailable: !waits }, (lock) => (lock ? act() : undefined));
}

/** Last user of the counter here: a page that is opened without network is theirs. */
export const tillOf = (): Owner | undefined =>
  stored(() => JSON.parse(localStorage.getItem(KEPT_AS) ?? 'null') as Owner | null) ?? undefined;

const kept = signal();

export const soldHere = (): boolean => stored(() => localStorage.getItem(SOLD_AS) !== null) === true;

/** Hook: the menu tells of what waits here from then on, and has what it needs for that before the network goes. */
export const useSoldHere = (): boolean => useSyncExternalStore(kept.listen, soldHere);

/** A browser that keeps nothing sells only while the service is there. */
export function becomeTill(company: Owner): void {
  stored(() => {
    localStorage.setItem(KEPT_AS, JSON.stringify(company));
    localStorage.setItem(SOLD_AS, 'here');
    kept.tell();
  });
}

/** At sign-out, and when its session has ended: what was kept of the catalog goes. Sales that are not filed yet stay for the next user who signs in. */
export async function leaveTill(): Promise<void> {
  localStorage.removeItem(KEPT_AS);
  for (const { name } of await indexedDB.databases()) if (name?.startsWith(CATALOG)) indexedDB.deleteDatabase(name);
}
