// What was typed and not sent yet: kept in this tab for each user and form, so that leaving, reloading and closing lose nothing.
import { useState } from 'react';
import { currentCompany } from './session.ts';

/** The same person who signs in again finds it again; another one does not. */
export function ownKey(name: string): string {
  const company = currentCompany();
  return `folio.draft.${company?.tenantId}.${company?.userName}.${name}`;
}

export function readDraft(name: string): unknown {
  try {
    const kept = sessionStorage.getItem(ownKey(name));
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    // A browser that keeps nothing begins anew.
    return undefined;
  }
}

export function keepDraft(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(ownKey(name));
    else sessionStorage.setItem(ownKey(name), JSON.stringify(value));
  } catch {
    // As above.
  }
}

/** Of one form: it was sent, or given up. */
export function forgetDraft(form: string): void {
  try {
    const prefix = ownKey(`${form}.`);
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** A state of a form that outlasts it; `name` begins with the form's own name and a point. */
export function useDraft<T>(name: string, initial: T | (() => T)): [T, (next: T | ((present: T) => T)) => void] {
  const [value, setValue] = useState<T>(
    () => (readDraft(name) as T | undefined) ?? (initial instanceof Function ? initial() : initial),
  );
  return [
    value,
    (next) =>
      setValue((present) => {
        const chosen = next instanceof Function ? next(present) : next;
        keepDraft(name, chosen);
        return chosen;
      }),
  ];
}
