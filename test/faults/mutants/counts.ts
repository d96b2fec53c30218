// Wrong changes of counts of the shelf, each of which their story finds.
import type { Mutant } from './mutant.ts';

const story = 'stories/stock-counts.test.ts';

export const COUNTS: readonly Mutant[] = [
  {
    name: 'a count is compared with the balance of now',
    file: 'counts/compare.ts',
    from: '\n      and log.occurred_at <= ${instant}',
    to: '\n      and ${instant} is not null',
    story,
  },
  {
    name: 'the first line of a shelf holds',
    file: 'counts/compare.ts',
    from: 'order by item_id, place, counted_at desc, id desc',
    to: 'order by item_id, place, counted_at, id',
    story,
  },
  {
    name: 'a sale that is filed late is expected on the shelf',
    file: 'counts/compare.ts',
    from: 'coalesce(balance.new_quantity, 0) + coalesce(sum(log.quantity_change), 0) as expected',
    to: 'coalesce(balance.new_quantity, 0) + 0 * coalesce(sum(log.quantity_change), 0) as expected',
    story,
  },
  {
    name: 'a sale that is invoiced twice is missing twice',
    file: 'counts/compare.ts',
    from: 'where log.occurred_at <= log.last_sold_at',
    to: 'where log.quantity_change < 0',
    story,
  },
  {
    name: "the phone's clock is believed",
    file: 'counts/count-lines.ts',
    from: 'const age = clock.getTime() - countedAt.getTime();',
    to: 'const age = Math.max(0, Date.now() - countedAt.getTime());',
    story,
  },
  {
    name: 'a posting does not wait for movements',
    file: 'counts/post-count.ts',
    from: '  await lockLevels(db, levels);\n',
    to: '',
    story,
  },
  {
    name: 'a count is posted twice',
    file: 'counts/post-count.ts',
    from: "  if (count.status === 'POSTED') return count;\n  assertOpen(count, ['ENDED']);",
    to: "  assertOpen(count, ['ENDED', 'POSTED']);",
    story,
  },
  {
    name: 'lines that came after the review are posted',
    file: 'counts/post-count.ts',
    from: 'if (lines !== lineCount)',
    to: 'if (lines < lineCount)',
    story,
  },
];
