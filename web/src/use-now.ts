// The time of the service, told again every so often, for what is counted down.
import { useEffect, useState } from 'react';
import { clockTurned, serviceNow } from './clock.ts';
import { endAll, every } from './store.ts';

export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(serviceNow);
  useEffect(() => {
    const tell = (): void => setNow(serviceNow());
    return endAll(every(everyMs, tell), clockTurned.listen(tell));
  }, [everyMs]);
  return now;
}
