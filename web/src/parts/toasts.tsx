// Says for a moment that something was done.
import { useEffect } from 'react';
import { store } from '../store.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 4500;

const toasts = store<readonly { id: number; text: string }[]>([]);

export function tell(text: string): void {
  const toast = { id: performance.now(), text };
  toasts.set([...toasts.get(), toast]);
  setTimeout(() => toasts.set(toasts.get().filter((one) => one !== toast)), SHOWN_MS);
}

export function Toasts() {
  // Another company begins with nothing of the one before.
  useEffect(() => () => toasts.set([]), []);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.use().map(({ id, text }) => (
        <div key={id} className="toast">
          <Icon name="check" size={17} />
          {text}
        </div>
      ))}
    </div>
  );
}
