// How many days the stock lasts, as a bar and in words.
import { compare, isPositive } from '../../format/decimal.ts';
import { About } from '../../parts/about.tsx';
import { endsTooSoon } from '../../rules/stock-health.ts';
import { f, t } from '../../texts/speech.ts';

/** As far as the bar reaches; what lasts longer is no worry. */
const FULL_DAYS = 30;
/** Longer coverage is not shown in days. */
const YEAR_DAYS = '365';

export interface CoverageProps {
  /** Without days nothing sells. */
  of: { daysOfCoverage: string | null; projectedStockoutDate: string | null };
  leadTime: number;
}

export function Coverage({ of: { daysOfCoverage: days, projectedStockoutDate: date }, leadTime }: CoverageProps) {
  if (days === null) return <span className="soft">{t('metric.notSelling')}</span>;
  const isShort = endsTooSoon(days, leadTime);
  const isLong = compare(days, YEAR_DAYS) > 0;
  // Only a width on the screen is computed from it.
  const width = Math.min(100, Math.max(3, (Number(days) / FULL_DAYS) * 100));
  return (
    <span className="coverage">
      <span className={isShort ? 'bar is-short' : 'bar'} aria-hidden="true">
        <span style={{ width: `${width}%` }} />
      </span>
      <span>
        <span className={isShort ? 'strong bad-text' : 'strong'}>
          {isLong ? t('coverage.long') : t('coverage.days', { n: f.about(days) })}
        </span>
        {date !== null && isPositive(days) && !isLong && (
          <About>{t('coverage.until', { day: f.shortDay(date) })}</About>
        )}
      </span>
    </span>
  );
}
