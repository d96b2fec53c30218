// The days of a stock history, each with what happened on it.
import type { ItemHistoryAnswer, MovementType } from '../../api/answers.ts';
import { add, isPositive } from '../../format/decimal.ts';

export type StockHistory = ItemHistoryAnswer['history'];
export type StockEvent = StockHistory['events'][number];

export type ChartDay = ReturnType<typeof chartDays>[number];

/**
 * Points are the last instants of days and events are in order of time, so one walk along both is enough. The quiet days before the item was
 * made (`since`), or before its first movement, have no value: there was nothing to be empty.
 */
export function chartDays({ points, events }: StockHistory, since: string) {
  let next = 0;
  let hasBegun = false;
  return points.map(({ date, value }) => {
    const from = next;
    while (next < events.length && events[next]!.date <= date) next += 1;
    hasBegun ||= next > 0 || isPositive(value) || date >= since;
    return { date, value: hasBegun ? value : null, events: events.slice(from, next) };
  });
}

/** Marker of the day: the rarest event says the most. */
const NOTABLE: readonly MovementType[] = ['COMPRA', 'DEVOLUCION', 'AJUSTE', 'OTHER', 'VENTA'];

export const notableType = (events: readonly StockEvent[]): MovementType | undefined =>
  NOTABLE.find((type) => events.some((event) => event.movementType === type));

/** How much of each kind came and went, in the order in which it is told. */
export function totalsByType(events: readonly StockEvent[]): { type: MovementType; change: string; count: number }[] {
  return NOTABLE.flatMap((type) => {
    const ofType = events.filter((event) => event.movementType === type);
    if (ofType.length === 0) return [];
    return [{ type, change: ofType.reduce((sum, event) => add(sum, event.quantityChange), '0'), count: ofType.length }];
  });
}
