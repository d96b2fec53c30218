// The stock as steps, how it is expected to go on, and the reorder level, which can be dragged; pointer and arrow keys tell each day.
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { MovementType } from '../../api/answers.ts';
import { isPositive } from '../../format/decimal.ts';
import type { ForecastDay } from '../../rules/forecast.ts';
import { f, t } from '../../texts/speech.ts';
import { chartDays, notableType, totalsByType, type ChartDay, type StockHistory } from './chart-days.ts';
import { HEIGHT, LEFT, scaleOf, TOP, type Scale } from './chart-scale.ts';
import { LevelHandle } from './level-handle.tsx';
import { ChartKey } from './chart-key.tsx';
import { MOVEMENT_TONE } from './movement-chip.tsx';
import type { MovingLevel } from './use-level.ts';

/** Over a longer time than this, a day is told by its month and year. */
const LONG_DAYS = 300;
const DAY_MS = 86_400_000;

export interface StockChartProps extends Pick<MovingLevel, 'onSave' | 'onGiveUp'> {
  history: StockHistory;
  /** When the item was made: quiet days before it are no part of its history. */
  since: string;
  isChanging: boolean;
  unit: string;
  /** From today on; empty where nothing is expected. */
  course: readonly ForecastDay[];
  /** '0' where none is to be shown. */
  level: string;
  /** Without it the level stays where it is. */
  onLevel?: ((level: string) => void) | undefined;
}

/** A day to come has no value, and what is expected of it. */
type PlotDay = ChartDay & { expected?: ForecastDay | undefined };

export default function StockChart(props: StockChartProps) {
  const { history, since, isChanging, unit, course, level, onLevel, onSave, onGiveUp } = props;
  const past = useMemo(() => chartDays(history, since), [history, since]);
  const days = useMemo<PlotDay[]>(() => {
    const today = Date.parse(past.at(-1)?.date ?? since);
    const next = course
      .slice(1)
      .map((expected, at) => ({
        ...{ date: new Date(today + (at + 1) * DAY_MS).toISOString(), value: null, events: [], expected },
      }));
    return [...past, ...next];
  }, [past, course, since]);
  const [place, width] = useWidth();
  const scale = useMemo(() => scaleOf(width, days, course, Number(level)), [width, days, course, level]);
  // Drawn once, whatever is pointed at.
  const picture = useMemo(() => <Picture {...{ past, days, course, scale, level }} />, [scale, f]);
  const [pointed, point] = useState<number>();
  // Fewer days may be shown since.
  const at = pointed !== undefined && pointed < days.length ? pointed : undefined;
  const onKey = (event: KeyboardEvent): void => {
    const from = at ?? past.length;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: days.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    point(Math.min(days.length - 1, Math.max(0, to)));
  };
  const day = at === undefined ? undefined : days[at];
  const spoken = day ?? past.at(-1);
  const tell = (one: PlotDay): string => toldOf(one, unit);
  const moved = spoken && movedOn(spoken).map((one) => one.join(' '));
  return (
    <figure className={isChanging ? 'chart changing' : 'chart'}>
      <div className="chart-frame">
        <div
          className="chart-place"
          role="slider"
          tabIndex={0}
          aria-label={t('chart.label', { n: past.length })}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, days.length - 1)}
          aria-valuenow={at ?? Math.max(0, past.length - 1)}
          aria-valuetext={spoken && [`${f.day(spoken.date)}: ${tell(spoken)}`, ...moved!].join('; ')}
          onKeyDown={onKey}
          onBlur={() => point(undefined)}
        >
          <div ref={place} style={{ height: HEIGHT }}>
            {width > 0 && (
              <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
                {picture}
                {day && <Pointed day={day} x={scale.xOf(at!)} {...scale} />}
                <rect
                  className="chart-plot"
                  {...{ x: LEFT, y: TOP, width: scale.across, height: scale.down }}
                  onMouseMove={({ clientX, currentTarget }) =>
                    point(scale.dayAt(clientX - currentTarget.getBoundingClientRect().left))
                  }
                  onMouseLeave={() => point(undefined)}
                />
              </svg>
            )}
          </div>
          {day && <DayTip day={day} at={scale.xOf(at!)} width={width} words={tell(day)} />}
        </div>
        {width > 0 && isPositive(level) && onLevel && (
          <LevelHandle {...{ scale, level, unit, onLevel, onSave, onGiveUp }} />
        )}
      </div>
      <Legend {...props} />
    </figure>
  );
}

/** As wide as its place is, which the window may change. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current!;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width] as const;
}

function toldOf({ value, expected }: PlotDay, unit: string): string {
  if (!expected) return value === null ? t('chart.unknown') : `${f.quantity(value)} ${unit}`;
  const { low, high } = expected;
  const between =
    low === undefined || high === undefined
      ? ''
      : ` (${t('chart.between', { low: f.about(Math.round(low)), high: f.about(Math.round(high)) })})`;
  return t('chart.expected', { quantity: f.about(Math.round(expected.expected)), unit }) + between;
}

/** Movements of a day, as a name and a change each. */
const movedOn = ({ events }: ChartDay): [string, string, MovementType][] =>
  totalsByType(events).map(({ type, change, count }) => [
    t(`movement.${type}`) + (count > 1 ? ` × ${f.quantity(count)}` : ''),
    f.change(change),
    type,
  ]);

function Legend({ history, unit, level, course }: StockChartProps) {
  const types = useMemo(() => new Set(history.events.map((event) => event.movementType)), [history]);
  return (
    <figcaption className="chart-legend">
      {(Object.keys(MOVEMENT_TONE) as MovementType[])
        .filter((type) => types.has(type) && type !== 'VENTA')
        .map((type) => (
          <ChartKey key={type} look="dot" tone={MOVEMENT_TONE[type]} text={t(`movement.${type}`)} />
        ))}
      {isPositive(level) && <ChartKey look="dash" text={t('chart.level', { quantity: f.quantity(level), unit })} />}
      {course.length > 0 && (
        <ChartKey
          look={`dash is-expected${course[0]!.low === undefined ? '' : ' has-band'}`}
          text={t('chart.course')}
        />
      )}
    </figcaption>
  );
}

const TIP_WIDTH = 226;

function DayTip({ day, at, width, words }: { day: PlotDay; at: number; width: number; words: string }) {
  const from = Math.max(0, Math.min(width - TIP_WIDTH, at > width / 2 ? at - TIP_WIDTH - 12 : at + 12));
  return (
    <div className="chart-tip" style={{ left: from, width: TIP_WIDTH }} aria-hidden="true">
      <div className="soft small">{f.day(day.date)}</div>
      <div className="strong">{words}</div>
      {movedOn(day).map(([name, change, type]) => (
        <div key={type} className="spread small">
          <ChartKey look="dot" tone={MOVEMENT_TONE[type]} text={name} />
          <span>{change}</span>
        </div>
      ))}
      {day.events.length === 0 && !day.expected && <div className="soft small">{t('chart.quiet')}</div>}
    </div>
  );
}

interface PictureProps extends Pick<StockChartProps, 'course' | 'level'> {
  past: readonly ChartDay[];
  days: readonly PlotDay[];
  scale: Scale;
}

function Picture({ past, days, course, scale, level }: PictureProps) {
  const { xOf, yOf, across, down } = scale;
  const [right, foot, today] = [LEFT + across, TOP + down, past.length - 1];
  const dayLabel = past.length > LONG_DAYS ? f.month : f.shortDay;
  const points = past.flatMap(({ value }, at) => (value === null ? [] : [[xOf(at), yOf(Number(value))] as const]));
  // The balance at the end of a day holds until the next movement.
  const steps = points.map(([x, y], at) => (at === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
  const ahead = (read: (day: ForecastDay) => number | undefined): string[] =>
    course.map((day, at) => `${xOf(today + at)} ${yOf(read(day) ?? 0)}`);
  const band = [...ahead((day) => day.high), ...ahead((day) => day.low).toReversed()].join('L');
  return (
    <g className="chart-picture">
      {scale.amounts.map((amount) => (
        <g key={amount}>
          <line className="grid" x1={LEFT} x2={right} y1={yOf(amount)} y2={yOf(amount)} />
          <text className="amount" x={LEFT - 8} y={yOf(amount) + 4}>
            {amount.toLocaleString('es-PA')}
          </text>
        </g>
      ))}
      {scale.dates.map((at) => (
        <text key={at} x={xOf(at)} y={foot + 20}>
          {dayLabel(days[at]!.date)}
        </text>
      ))}
      {points.length > 0 && <path className="area" d={`${steps}V${yOf(0)}H${points[0]![0]}Z`} />}
      <path className="line" d={steps} />
      {course[0]?.low !== undefined && <path className="band" d={`M${band}Z`} />}
      {course.length > 0 && <path className="line is-expected" d={`M${ahead((day) => day.expected).join('L')}`} />}
      {course.length > 0 && <line className="grid is-dashed" x1={xOf(today)} x2={xOf(today)} y1={TOP} y2={foot} />}
      {isPositive(level) && (
        <line className="level is-dashed" x1={LEFT} x2={right} y1={yOf(Number(level))} y2={yOf(Number(level))} />
      )}
      {past.map(({ date, value, events }, at) => {
        const type = notableType(events);
        // Sales are the steps themselves; what is rarer has a mark on its day.
        if (type === undefined || type === 'VENTA') return null;
        const fill = `var(--${MOVEMENT_TONE[type]})`;
        return <circle key={date} cx={xOf(at)} cy={yOf(Number(value))} r={4.2} style={{ fill }} />;
      })}
    </g>
  );
}

/** The day below the pointer, on each of the lines. */
const Pointed = ({ day: { value, expected }, x, yOf, down }: { day: PlotDay; x: number } & Scale) => (
  <g className="chart-pointed">
    <line x1={x} x2={x} y1={TOP} y2={TOP + down} />
    {[value, expected?.expected, expected?.low, expected?.high].map(
      (one, at) => one != null && <circle key={at} cx={x} cy={yOf(Number(one))} r={3.5} />,
    )}
  </g>
);
