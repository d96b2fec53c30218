// Says for a moment that something was done.
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

const SHOWN_MS = 4500;

const TellContext = createContext<(text: string) => void>(() => undefined);

export function useTell(): (text: string) => void {
  return useContext(TellContext);
}

export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<{ id: number; text: string }[]>([]);
  const tell = useCallback((text: string) => {
    const id = performance.now();
    setToasts((visible) => [...visible, { id, text }]);
    setTimeout(() => setToasts((visible) => visible.filter((toast) => toast.id !== id)), SHOWN_MS);
  }, []);
  return (
    <TellContext value={tell}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <div key={toast.id} className="toast">
            <Icon name="check" size={17} />
            {toast.text}
          </div>
        ))}
      </div>
    </TellContext>
  );
}
