// Places of days and amounts on the chart of an item; a pixel does not mind the rounding of a float. Pure.
import type { ForecastDay } from '../../rules/forecast.ts';

export const HEIGHT = 300;
/** Free around the plot; left of it and below stand its axes. */
export const [TOP, LEFT] = [12, 54];
const [RIGHT, BOTTOM] = [24, 30];
/** So far labels are from one another at least. */
const [BETWEEN_AMOUNTS, BETWEEN_DATES] = [46, 74];
const ROUND = [1, 2, 2.5, 5, 10];
const DAYS_APART = [1, 2, 3, 7, 14, 30, 60, 90, 180, 365];

export type Scale = ReturnType<typeof scaleOf>;

export function scaleOf(
  width: number,
  days: readonly { value: string | null }[],
  course: readonly ForecastDay[],
  level: number,
) {
  const ahead = course.flatMap(({ expected, low = expected, high = expected }) => [expected, low, high]);
  const values = [0, level, ...days.map(({ value }) => Number(value ?? 0)), ...ahead];
  const floor = Math.min(...values);
  const height = Math.max(1, Math.max(...values) - floor);
  const [least, most] = [floor === 0 ? 0 : floor - height * 0.08, floor + height * 1.12];
  const [across, down] = [Math.max(1, width - LEFT - RIGHT), HEIGHT - TOP - BOTTOM];
  // Days are evenly spaced, whatever the clocks did.
  const step = across / Math.max(1, days.length - 1);
  const perPixel = (most - least) / down;
  const power = 10 ** Math.floor(Math.log10(BETWEEN_AMOUNTS * perPixel));
  const round = power * ROUND.find((one) => one * power >= BETWEEN_AMOUNTS * perPixel)!;
  const first = Math.ceil(least / round);
  const apart = DAYS_APART.find((one) => one * step >= BETWEEN_DATES) ?? days.length;
  return {
    ...{ across, down, most },
    xOf: (day: number): number => LEFT + day * step,
    yOf: (value: number): number => TOP + (most - value) / perPixel,
    /** By the distance from the left edge of the plot. */
    dayAt: (x: number): number => Math.min(days.length - 1, Math.max(0, Math.round(x / step))),
    /** By the distance from the upper edge of the chart. */
    valueAt: (y: number): number => most - Math.min(down, Math.max(0, y - TOP)) * perPixel,
    /** Labels of the axes. */
    amounts: Array.from({ length: Math.floor(most / round) - first + 1 }, (_, at) => (first + at) * round),
    dates: Array.from({ length: Math.ceil(days.length / apart) }, (_, at) => at * apart),
  };
}
