// Typed and unsent values: kept in this tab for each user and form, so that leaving, reloading and closing lose nothing.
import { useEffect, useState } from 'react';
import { currentCompany } from './session.ts';
import { stored } from './stored.ts';

/** The same person who signs in again finds it again; another one does not. */
export function ownKey(name: string): string {
  const company = currentCompany();
  return `folio.draft.${company?.tenantId}.${company?.userName}.${name}`;
}

export const readDraft = (name: string): unknown =>
  stored(() => JSON.parse(sessionStorage.getItem(ownKey(name)) ?? 'null') as unknown) ?? undefined;

/** `key`: own key of work that was begun before the tab may have entered another company. */
export function keepDraft(name: string, value: unknown, key = ownKey(name)): void {
  stored(() =>
    value === undefined ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, JSON.stringify(value)),
  );
}

const keysOf = (beginning: string): string[] =>
  stored(() => Object.keys(sessionStorage).filter((key) => key.startsWith(beginning))) ?? [];

/** Forgets the draft of one form: it was sent, or given up. */
export function forgetDraft(form: string, key = ownKey(form)): void {
  for (const one of keysOf(`${key}.`)) sessionStorage.removeItem(one);
}

/** Path and name of a form, kept with its values. */
interface Draft {
  form: string;
  path: string;
  title: string;
}

export function draftsWaiting(): Draft[] {
  const kept = keysOf(ownKey('')).filter((key) => key.endsWith('.at'));
  return kept.map((key) => JSON.parse(sessionStorage.getItem(key)!) as Draft);
}

/** A form of which nothing is kept any more is no draft. */
function keepPlace(name: string): void {
  const form = name.slice(0, name.lastIndexOf('.'));
  if (keysOf(ownKey(`${form}.`)).every((key) => /\.(at|version)$/.test(key))) return keepDraft(`${form}.at`, undefined);
  const head = document.querySelector('dialog[open] h2') ?? document.querySelector('main h1');
  const { pathname, search } = window.location;
  const place: Draft = { form, path: pathname + search, title: head?.textContent ?? document.title };
  keepDraft(`${form}.at`, place);
}

/**
 * A state of a form that outlasts it; `name` begins with the form's own name and a point, and without one nothing is kept. `isNone`:
 * nothing is typed yet, where that is more than the initial value.
 */
export function useDraft<T>(
  name: string | undefined,
  initial: T | (() => T),
  isNone = (value: T): boolean => JSON.stringify(value) === JSON.stringify(initial),
): [T, (next: T | ((present: T) => T)) => void] {
  const [value, setValue] = useState<T>(
    () => ((name && readDraft(name)) as T | undefined) ?? (initial instanceof Function ? initial() : initial),
  );
  const [key] = useState(() => ownKey(name ?? ''));
  return [
    value,
    (next) =>
      setValue((present) => {
        const chosen = next instanceof Function ? next(present) : next;
        // Work that goes on as the tab enters another company is no draft of that one.
        if (name && ownKey(name) === key) {
          keepDraft(name, isNone(chosen) ? undefined : chosen);
          keepPlace(name);
        }
        return chosen;
      }),
  ];
}

/** Version of the record that the form began with: kept while something of the form is, however the record has changed since. */
export function useDraftVersion(form: string, present: number | undefined): number | undefined {
  const [begun] = useState(() => (readDraft(`${form}.version`) as number | undefined) ?? present);
  useEffect(() => keepDraft(`${form}.version`, readDraft(`${form}.at`) && begun));
  return begun;
}
