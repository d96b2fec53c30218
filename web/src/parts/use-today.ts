// The day that it is where the company is; it turns at midnight there, on a page that stays open too.
import { useSyncExternalStore } from 'react';
import { clockTurned, serviceNow } from '../clock.ts';
import { dayIn } from '../rules/month.ts';
import { endAll, every } from '../store.ts';
import { timeZone } from '../texts/speech.ts';

const LOOK_MS = 30_000;
const follow = (look: () => void): (() => void) => endAll(every(LOOK_MS, look), clockTurned.listen(look));

export const useToday = (): string => useSyncExternalStore(follow, () => dayIn(timeZone, serviceNow()));
