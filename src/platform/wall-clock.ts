// Shows an instant as the clocks of a time zone do, for files with thousands of them.
import { DAY_MS } from './days.ts';

/** `2026-03-01 14:05:09`. A day of UTC in which no clock is changed has one offset, which is asked for once: that costs more than the rest. */
export function wallClock(timeZone: string): (at: Date) => string {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsetAt = (ms: number): number => Date.parse(`${clock.format(ms).replace(' ', 'T')}Z`) - ms;
  /** NaN: it is not the same all day. */
  const offsets = new Map<number, number>();
  return (at) => {
    const ms = at.getTime();
    const day = Math.floor(ms / DAY_MS);
    const offset = offsets.getOrInsertComputed(day, () => {
      const first = offsetAt(day * DAY_MS);
      return first === offsetAt((day + 1) * DAY_MS) ? first : Number.NaN;
    });
    if (Number.isNaN(offset)) return clock.format(ms);
    return new Date(ms + offset).toISOString().slice(0, 19).replace('T', ' ');
  };
}
