// The numbers of the month: each series with its first and last, and every number that no certified document carries, with the reason.
import { Chip } from '../../parts/chip.tsx';
import { TextLink } from '../../parts/link.tsx';
import { Card } from '../../parts/page.tsx';
import type { Tone } from '../../rules/tone.ts';
import { t } from '../../texts/speech.ts';
import { documentPathOf, type Month } from './month-links.ts';

type Series = Month['series'][number];
type Gap = Series['exceptions'][number];

/** Unexplained and unsettled numbers stand in sight; the others are opened. */
const TONES: Partial<Record<Gap['class'], Tone>> = { UNUSED: 'bad', UNKNOWN: 'wait', PENDING: 'wait' };
const toneOf = ({ class: name }: Gap): Tone => TONES[name] ?? 'idle';

export function NumbersCard({ month }: { month: Month }) {
  if (month.series.length === 0) return null;
  const gaps = month.series.flatMap(({ exceptions }) => exceptions);
  const bare = gaps.filter((gap) => gap.class === 'UNUSED').length;
  return (
    <Card
      title={t('month.numbers')}
      tools={
        bare > 0 ? (
          <Chip tone="bad" icon="alert" text={t('month.unexplained', { n: bare })} />
        ) : (
          <Chip tone="good" icon="check" text={t('month.explained', { n: gaps.length })} />
        )
      }
    >
      <ul className="month-series">
        {month.series.map((one) => (
          <OneSeries key={one.series} series={one} />
        ))}
      </ul>
    </Card>
  );
}

function OneSeries({ series }: { series: Series }) {
  const { billingPoint: point, exceptions, kind } = series;
  const inSight = exceptions.filter((gap) => toneOf(gap) !== 'idle');
  const explained = exceptions.filter((gap) => toneOf(gap) === 'idle');
  return (
    <li>
      <div className="spread">
        <span className="strong">
          {series.first} – {series.last}
        </span>
        <span className="soft small">{t('month.used', { n: series.count })}</span>
      </div>
      {point && (
        <div className="soft small">
          {t('month.point', { office: point.office.name ?? point.office.code, point: point.name ?? point.code })}
        </div>
      )}
      <Gaps gaps={inSight} kind={kind} />
      {explained.length > 0 && (
        <details>
          <summary className="small">{t('month.gaps', { n: explained.length })}</summary>
          <Gaps gaps={explained} kind={kind} />
        </details>
      )}
    </li>
  );
}

function Gaps({ gaps, kind }: { gaps: readonly Gap[]; kind: Series['kind'] }) {
  if (gaps.length === 0) return null;
  return (
    <ul className="month-gaps">
      {gaps.map((gap) => (
        <li key={gap.number}>
          {gap.documentId === null ? (
            <span className="strong">{gap.number}</span>
          ) : (
            <TextLink to={documentPathOf(kind, gap.number, gap.documentId)}>{gap.number}</TextLink>
          )}
          <Chip tone={toneOf(gap)} text={t(`month.number.${gap.class}`)} />
          <span className="soft small break-anywhere">
            {gap.class === 'UNUSED' ? t('month.unusedText') : gap.reason?.replace(/^[A-Z_]+: /, '')}
          </span>
        </li>
      ))}
    </ul>
  );
}
