// The address is the state: which page, and everything that was chosen on it. Back, forward and a shared link bring it all again.
import { useSyncExternalStore } from 'react';
import { listen } from './store.ts';

const CHANGED = 'folio:address';

export interface Address {
  /** The steps of the path: `/items/4711` is ['items', '4711']. */
  steps: readonly string[];
  choices: URLSearchParams;
}

/** How each list was left, so that the way back from a record leads to the same filter and the same page of it. */
const leftAs = new Map<string, string>();

export const wayBackTo = (list: string): string => leftAs.get(list) ?? list;

export const stepsOf = (path: string): string[] => path.split('/').filter(Boolean).map(decodeURIComponent);

let read: { href: string; address: Address } | undefined;

function currentAddress(): Address {
  const { href, pathname, search } = window.location;
  if (read?.href !== href) {
    const steps = stepsOf(pathname);
    read = { href, address: { steps, choices: new URLSearchParams(search) } };
    if (steps.length < 2) leftAs.set(`/${steps[0] ?? ''}`, pathname + search);
  }
  return read.address;
}

const subscribe = (listener: () => void) => listen(window, { popstate: listener, [CHANGED]: listener });

export const useAddress = (): Address => useSyncExternalStore(subscribe, currentAddress);

export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const isOtherPage = new URL(to, window.location.href).pathname !== window.location.pathname;
  window.history[replace ? 'replaceState' : 'pushState'](null, '', to);
  if (isOtherPage && !replace) window.scrollTo(0, 0);
  window.dispatchEvent(new Event(CHANGED));
}

/**
 * One choice of the page, kept in the address; the usual one is left out of it. The way back leads through the choices; one that
 * is typed is a single step, however often the typing paused.
 */
export function useChoice<T extends string = string>(
  name: string,
  usual: NoInfer<T>,
  { isTyped = false }: { isTyped?: boolean } = {},
): [T, (value: T, ...resets: string[]) => void] {
  const { choices } = useAddress();
  const choose = (value: T, ...resets: string[]): void => {
    const next = new URLSearchParams(window.location.search);
    const isTypedOn = isTyped && next.has(name) && value !== usual;
    for (const reset of resets) next.delete(reset);
    if (value === usual) next.delete(name);
    else next.set(name, value);
    const query = next.toString();
    const to = window.location.pathname + (query === '' ? '' : `?${query}`);
    if (to !== window.location.pathname + window.location.search) go(to, { replace: isTypedOn });
  };
  return [(choices.get(name) as T | null) ?? usual, choose];
}
