// News and values that live outside the components, and those who want to be told of them.
import { useSyncExternalStore } from 'react';

export function signal<News = void>() {
  const listeners = new Set<(news: News) => void>();
  return {
    tell: (news: News): void => listeners.forEach((listener) => listener(news)),
    /** Answers what ends it. */
    listen(listener: (news: News) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** `use` is a hook: what shows the value is drawn anew when it has changed. */
export function store<Value>(initial: Value) {
  let value = initial;
  const changed = signal();
  const get = (): Value => value;
  return {
    get,
    set(next: Value): void {
      if (Object.is(next, value)) return;
      value = next;
      changed.tell();
    },
    use: (): Value => useSyncExternalStore(changed.listen, get),
  };
}

/** Does it every so often; answers what ends it. */
export function every(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms);
  return () => clearInterval(timer);
}

/** Does it once, a little later; answers what keeps it from that. */
export function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/** Ends all of them. */
export const endAll =
  (...ends: readonly (() => void)[]) =>
  (): void =>
    ends.forEach((end) => end());

type Events = WindowEventMap & DocumentEventMap;
type Listeners = { [Name in keyof Events]?: (event: Events[Name]) => void } & Record<`folio:${string}`, () => void>;

/** Listens to several events of the browser; answers what ends it. */
export function listen(target: EventTarget, listeners: Listeners, isFirst = false): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all) target.addEventListener(name, listener, isFirst);
  return () => {
    for (const [name, listener] of all) target.removeEventListener(name, listener, isFirst);
  };
}
