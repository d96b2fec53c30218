// Labels of the chart's axes, on any screen and over any time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaleOf } from './chart-scale.ts';

/** Pixels of the longest label of a day, and the air beside it. */
const LABEL = 74;

test('labels of days stand apart on the narrowest phone, over the longest time and what is expected after it', () => {
  for (const width of [240, 284, 320, 640, 1200]) {
    for (const past of [7, 30, 60, 90, 365, 730]) {
      const days = Array.from({ length: past + Math.ceil(past / 3) }, () => ({ value: '1' }));
      const { dates, xOf } = scaleOf(width, days, [], 0);
      const gaps = dates.slice(1).map((day, at) => xOf(day) - xOf(dates[at]!));
      assert.ok(dates.length > 0 && gaps.every((gap) => gap >= LABEL), `${past} days on ${width}: ${gaps.join(', ')}`);
    }
  }
});
