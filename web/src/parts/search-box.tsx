// Searches a moment after the last key.
import { useEffect, useRef, useState } from 'react';
import { after } from '../store.ts';
import { Icon } from './icon.tsx';

const PAUSE_MS = 220;

export function SearchBox({ label, value, onSearch }: { label: string; value: string; onSearch(text: string): void }) {
  const [typed, setTyped] = useState(value);
  const lastTold = useRef(value);
  useEffect(() => {
    // The address changed by itself, as by the back button.
    if (value !== lastTold.current) {
      lastTold.current = value;
      setTyped(value);
    }
  }, [value]);
  useEffect(() => {
    if (typed === lastTold.current) return undefined;
    return after(PAUSE_MS, () => {
      lastTold.current = typed;
      onSearch(typed);
    });
  }, [typed, onSearch]);
  return (
    <div className="search" role="search">
      <Icon name="search" size={17} />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
