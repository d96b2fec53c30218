// The time, told again every so often, for what is counted down.
import { useEffect, useState } from 'react';
import { every } from './store.ts';

export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => every(everyMs, () => setNow(Date.now())), [everyMs]);
  return now;
}
