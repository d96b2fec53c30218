// The figures of a day: sales by hour beside the same weekday, money in, and what became of the documents.
import type { DayVerdict, TodayAnswer } from '../../api/answers.ts';
import { add, compare } from '../../format/decimal.ts';
import { Card } from '../../parts/page.tsx';
import { toned, type Tone } from '../../rules/tone.ts';
import { f, t } from '../../texts/speech.ts';
import { HealthChip } from '../operations/pac-health-card.tsx';
import { PartsList } from './parts-list.tsx';

type Board = TodayAnswer['today'];

export function Figures({ board, health }: { board: Board; health: TodayAnswer['pacHealth'] | undefined }) {
  const { sales, before, money, documents } = board;
  const comparable = before.totalSoFar;
  const change = Number(comparable) > 0 ? Math.round((Number(sales.total) / Number(comparable) - 1) * 100) : undefined;
  const deeds = (wanted: string): number =>
    board.byItself.deeds.filter(({ deed }) => deed === wanted).reduce((sum, one) => sum + one.count, 0);
  const pac = { answered: deeds('ANSWERED'), lost: deeds('UNKNOWN'), notSent: deeds('NOT_SENT') };
  const weekday = { day: f.weekday(before.day), sofar: f.money(comparable), all: f.money(before.total) };
  return (
    <div className="stack today-figures">
      <Card title={t('today.sales')}>
        <p className="today-total">{f.money(sales.total)}</p>
        <p className="soft small">
          {t('today.invoices', { n: sales.count })} · {t('today.base', { base: f.money(sales.base) })}
        </p>
        <p className="small today-change">
          {change !== undefined && (
            <span className={change < 0 ? undefined : 'good-text'}>
              {change < 0 ? '▼' : '▲'} {Math.abs(change)} %{' '}
            </span>
          )}
          <span className="soft">{t(board.isToday ? 'today.against' : 'today.againstDay', weekday)}</span>
        </p>
        <Hours hours={sales.hours} before={before.hours} />
      </Card>
      <Card
        title={t('today.money')}
        tools={<span className="strong number">{f.money(add('0', ...money.map(({ amount }) => amount)))}</span>}
      >
        {money.length === 0 ? (
          <p className="soft small">{t('today.noMoney')}</p>
        ) : (
          <PartsList parts={money.map(({ method, amount }) => [t(`method.${method}`), f.money(amount)])} />
        )}
      </Card>
      <Card title={t('today.documents')} tools={health && <HealthChip health={health} />}>
        {documents.length === 0 ? <p className="soft small">{t('today.noDocuments')}</p> : <Verdicts of={documents} />}
        {pac.answered + pac.lost + pac.notSent > 0 && <p className="soft small today-change">{t('today.pac', pac)}</p>}
      </Card>
    </div>
  );
}

/** Width of all bars together. */
const WIDTH = 336;
const HEIGHT = 60;

/** A bar for each hour that sold, before it the same hour of the week before. */
function Hours({ hours, before }: { hours: readonly string[]; before: readonly string[] }) {
  const sold = hours.flatMap((total, hour) => (total !== '0' || before[hour] !== '0' ? [hour] : []));
  if (sold.length === 0) return null;
  const [first, last] = [Math.min(8, ...sold), Math.max(17, ...sold)];
  const most = Math.max(...[...hours, ...before].map(Number), 1);
  const best = hours.reduce((top, total, hour) => (compare(total, hours[top]!) > 0 ? hour : top), 0);
  const bar = (total: string) => {
    const height = Math.max(0, (Number(total) / most) * HEIGHT);
    return { y: HEIGHT - height, height, rx: 2 };
  };
  const step = WIDTH / (last - first + 1);
  const visible = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return (
    <svg
      className="today-hours"
      viewBox={`0 0 ${WIDTH} ${HEIGHT + 16}`}
      role="img"
      aria-label={t('today.hours', { n: best, total: f.money(hours[best]!) })}
    >
      {visible.map((hour, at) => (
        <g key={hour} transform={`translate(${at * step} 0)`}>
          <title>{`${hour}:00 · ${f.money(hours[hour]!)} (${f.money(before[hour]!)})`}</title>
          <rect className="was" x="3" width="8" {...bar(before[hour]!)} />
          <rect className="is" x="12" width="9" {...bar(hours[hour]!)} />
          {(hour - first) % 3 === 0 && (
            <text x={step / 2} y={HEIGHT + 13} textAnchor="middle">
              {hour}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

const TONES: Record<DayVerdict, Tone> = {
  ...{ AUTHORIZED: 'good', WITH_PAC: 'info', PENDING: 'wait' },
  ...toned('idle', ['IMPORTED', 'INTERNAL']),
  ...toned('bad', ['UNKNOWN', 'REJECTED']),
  ...toned('violet', ['VOIDED', 'CANCELED']),
};

const Verdicts = ({ of }: { of: Board['documents'] }) => (
  <>
    <div className="today-strip" aria-hidden="true">
      {of.map(({ verdict, count }) => (
        <span key={verdict} className={`tone-${TONES[verdict]}`} style={{ flexGrow: count }} />
      ))}
    </div>
    <PartsList
      parts={of.map(({ verdict, count }) => [
        <>
          <span className={`today-dot tone-${TONES[verdict]}`} /> {t(`verdict.${verdict}`)}
        </>,
        f.quantity(count),
      ])}
    />
  </>
);
