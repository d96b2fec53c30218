// Requests that leave for the PAC only after a moment in which they can be taken back. Each is kept in this browser with its key before that moment
// begins, so that a page that is closed or crashes loses nothing and sends nothing twice (decision record 31).
import { useEffect, useState } from 'react';
import { stringifyDocument, useClient, type AnyVariables, type Client, type TypedDocumentNode } from 'urql';
import { serviceNow } from '../clock.ts';
import { forgetDraft, ownKey } from '../draft.ts';
import { go } from '../router.ts';
import { currentCompany } from '../session.ts';
import { listen, store } from '../store.ts';
import { stored } from '../stored.ts';
import { headersFor } from './client.ts';
import type { Problem } from './problem.ts';
import { requestOf, send, type Request } from './send.ts';

export interface Held {
  /** Name of its form. */
  name: string;
  /** The company that it is for, whatever the tab works for by then. */
  tenantId: string;
  /** Its key in the browser's storage. */
  keptAs: string;
  /** Its effect, in words. */
  about: string;
  /** Path of its form. */
  path: string;
  mutation: string;
  variables: AnyVariables;
  touches: string[];
  request: Request;
  until: number;
  /** It may have left; else it certainly has not. */
  hasLeft: boolean;
  /** `left`: found at a later visit, and waits for a person. */
  state: 'held' | 'sending' | 'done' | 'refused' | 'left';
  problem?: Problem | undefined;
  outcome?: Outcome;
}

export interface Outcome {
  text: string;
  /** The page of what was made: shown at once to who is still where it was asked for. */
  to?: string;
}

const PREFIX = 'held.';
const SECONDS_KEPT_AS = 'folio.undo';
export const UNDO_SECONDS = [0, 5, 10] as const;
const SHOWN_MS = 6000;
const LEAVING_MS = 3000;
/** After that no living page can hold it any more. */
const ORPHANED_MS = 60_000;

const all = store<readonly Held[]>([]);
const running = new Map<string, { client: Client; timer?: ReturnType<typeof setTimeout>; done(data: unknown): Outcome }>(); // prettier-ignore
/** Forms that are here, by name, and the one that waits until its page is. */
const forms = new Map<string, () => void>();
let wantedForm: string | undefined;

export const undoSeconds = (): number => Number(stored(() => localStorage.getItem(SECONDS_KEPT_AS)) ?? 5);

export function setUndoSeconds(seconds: number): void {
  stored(() => localStorage.setItem(SECONDS_KEPT_AS, String(seconds)));
}

function put(held: Held): void {
  all.set([...all.get().filter(({ name }) => name !== held.name), held]);
  const isOver = held.state === 'done' || (held.state === 'refused' && !held.request.isInDoubt);
  stored(() =>
    isOver ? localStorage.removeItem(held.keptAs) : localStorage.setItem(held.keptAs, JSON.stringify(held)),
  );
}

export function forget({ name, keptAs }: Held): void {
  all.set(all.get().filter((one) => one.name !== name));
  stored(() => localStorage.removeItem(keptAs));
  clearTimeout(running.get(name)?.timer);
}

export async function sendNow(held: Held): Promise<void> {
  const { client, timer, done } = running.get(held.name)!;
  clearTimeout(timer);
  const leaving: Held = { ...held, state: 'sending', hasLeft: true, problem: undefined };
  const key = ownKey(held.name);
  put(leaving);
  const { data, problem } = await send<unknown, AnyVariables>(client, held.mutation, leaving);
  if (!problem) forgetDraft(held.name, key);
  // The tab works for another company or is signed out: it stays kept, and the next visit of its own company is told by its key.
  if (ownKey(held.name) !== key) return;
  if (problem) {
    put({ ...leaving, state: 'refused', problem });
    return forms.get(held.name)?.();
  }
  const outcome = done(data);
  const isHere = window.location.pathname === held.path && document.querySelector('dialog[open]') === null;
  const over: Held = { ...leaving, state: 'done', outcome };
  put(over);
  if (outcome.to !== undefined && isHere) go(outcome.to);
  setTimeout(() => all.get().includes(over) && forget(over), SHOWN_MS);
}

/** Sends at once all that is held, while the session lasts in which it was begun; a network that does not answer does not hold up the sign-out. */
export async function sendAllHeld(): Promise<void> {
  const sent = Promise.all(all.get().flatMap((held) => (held.state === 'held' ? sendNow(held) : [])));
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, LEAVING_MS))]);
}

/** Its form is here and tells the refusal itself. */
export const isTold = ({ name, state }: Held): boolean => state === 'refused' && forms.has(name);

/** Shows a form with all that was typed, where it stands. */
export function openForm(name: string, path: string): void {
  const open = forms.get(name);
  if (open) return open();
  wantedForm = name;
  go(path);
}

export function backToForm(held: Held): void {
  if (held.state === 'held') forget(held);
  openForm(held.name, held.path);
}

export const useHeld = all.use;

/** Requests of an earlier visit are sent once more under their keys, or offered where they certainly did not leave. */
export function useLeftBehind(): void {
  const client = useClient();
  useEffect(() => {
    const settle = (): void => {
      for (const [key, text] of stored(() => Object.entries(localStorage)) ?? []) {
        if (!key.startsWith(ownKey(PREFIX))) continue;
        const kept = JSON.parse(text) as Held;
        if (all.get().some(({ name, state }) => name === kept.name && state !== 'left')) continue;
        const leftMs = kept.until + ORPHANED_MS - serviceNow();
        const held: Held = { ...kept, state: 'left', problem: undefined };
        running.set(kept.name, { client, done: () => ({ text: kept.about }) });
        if (kept.hasLeft) void sendNow(held);
        // One of a clock that was ahead is over; a timer of that length would end at once, again and again.
        else if (leftMs < 0 || leftMs > 2 * ORPHANED_MS) put(held);
        else setTimeout(settle, leftMs + 1);
      }
    };
    const leave = (): void => {
      for (const held of all.get().filter(({ state }) => state === 'held')) {
        clearTimeout(running.get(held.name)?.timer);
        put({ ...held, hasLeft: true, state: 'left' });
        const headers = { ...headersFor(held.request.key, held.tenantId), 'content-type': 'application/json' };
        const body = JSON.stringify({ query: held.mutation, variables: held.variables });
        void fetch('/graphql', { method: 'POST', keepalive: true, headers, body }).catch(() => undefined);
      }
    };
    const comeBack = ({ persisted }: PageTransitionEvent): void => void (persisted && settle());
    settle();
    const end = listen(window, { pagehide: leave, pageshow: comeBack });
    return () => {
      // The tab works for another company, or is signed out.
      leave();
      all.set([]);
      end();
    };
  }, [client]);
}

export type HeldAct<Data, Variables extends AnyVariables> = ReturnType<typeof useHeldAct<Data, Variables>>;

interface Holding<Data> {
  about: string;
  /** Nothing of it leaves for the PAC, so there is nothing to wait for. */
  stays?: boolean;
  done(data: Data): Outcome;
}

/**
 * `name`: of its form, and of its draft, which is kept until it is done. Stands in what outlives the form, which `isOpen` shows: on wish,
 * and again after an undo or a refusal.
 */
export function useHeldAct<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  name: string,
  touches: string[],
) {
  const client = useClient();
  const last = useHeld().find((held) => held.name === name);
  const [isOpen, setOpen] = useState(false);
  const open = (): void => setOpen(true);
  useEffect(() => {
    forms.set(name, open);
    if (wantedForm === name) open();
    if (wantedForm === name) wantedForm = undefined;
    return () => {
      forms.delete(name);
      // The part that shows a refusal here, now that its form does not, is told.
      all.set([...all.get()]);
    };
  }, [name]);
  return {
    ...{ isOpen, open, close: () => setOpen(false) },
    /** Closes the form. */
    hold(variables: Variables, { about, stays = false, done }: Holding<Data>): void {
      setOpen(false);
      const request = requestOf(variables, last?.request);
      const [seconds, path] = [stays || request.isInDoubt ? 0 : undoSeconds(), window.location.pathname];
      const until = serviceNow() + seconds * 1000;
      const held: Held = {
        ...{ name, about, path, variables, touches, request, until, mutation: stringifyDocument(mutation) },
        tenantId: currentCompany()?.tenantId ?? '',
        keptAs: ownKey(PREFIX + name),
        state: 'held',
        hasLeft: false,
      };
      running.set(name, { client, done: (data) => done(data as Data) });
      if (seconds > 0) {
        put(held);
        running.get(name)!.timer = setTimeout(() => void sendNow(held), seconds * 1000);
      } else void sendNow(held);
    },
    /** It is held or on its way. */
    isBusy: last?.state === 'held' || last?.state === 'sending',
    refusal: last?.state === 'refused' ? last.problem : undefined,
  };
}
