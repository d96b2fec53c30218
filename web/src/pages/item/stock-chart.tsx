// The stock as steps, how it is expected to go on, and the reorder level, which can be dragged; pointer and arrow keys tell each day.
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { MovementType } from '../../api/answers.ts';
import { isPositive } from '../../format/decimal.ts';
import type { ForecastDay } from '../../rules/forecast.ts';
import { endAll, listen } from '../../store.ts';
import { f, t } from '../../texts/speech.ts';
import { chartDays, notableType, totalsByType, type ChartDay, type StockHistory } from './chart-days.ts';
import { LevelHandle } from './level-handle.tsx';
import { ChartKey } from './chart-key.tsx';
import { MOVEMENT_TONE } from './movement-chip.tsx';

const HEIGHT = 300;
/** Over a longer time than this, a day is told by its month and year. */
const LONG_DAYS = 300;
const DAY_MS = 86_400_000;

export interface StockChartProps {
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
  onSave(): void;
  onGiveUp(): void;
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
  const { place, plot, pointed, point } = usePlot({
    ...{ past, days, course },
    level: isPositive(level) ? Number(level) : 0,
    dayLabel: past.length > LONG_DAYS ? f.month : f.shortDay,
  });
  const onKey = (event: KeyboardEvent): void => {
    const at = pointed?.index ?? past.length;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    point(Math.min(days.length - 1, Math.max(0, to)));
  };
  const day = pointed && days[pointed.index];
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
          aria-valuenow={pointed?.index ?? Math.max(0, past.length - 1)}
          aria-valuetext={spoken && [`${f.day(spoken.date)}: ${tell(spoken)}`, ...moved!].join('; ')}
          onKeyDown={onKey}
          onBlur={() => point(undefined)}
        >
          <div ref={place} style={{ height: HEIGHT }} />
          {day && pointed && (
            <DayTip day={day} left={pointed.left} width={place.current?.clientWidth ?? 0} words={tell(day)} />
          )}
        </div>
        {plot && isPositive(level) && onLevel && <LevelHandle {...{ plot, level, unit, onLevel, onSave, onGiveUp }} />}
      </div>
      <Legend {...props} />
    </figure>
  );
}

/** The drawing, made again only for other colors; `pointed` is the day below the pointer. */
function usePlot(drawn: Drawn) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef(drawn);
  latest.current = drawn;
  const [pointed, setPointed] = useState<{ index: number; left: number }>();
  const [, setDrawn] = useState(0);
  const appearance = useAppearanceChanges();
  useEffect(() => {
    const element = place.current!;
    const options = chartOptions(element.clientWidth, latest, {
      onPoint: (index, left) => setPointed(index === undefined ? undefined : { index, left }),
      onScale: () => setDrawn((count) => count + 1),
    });
    const made = new uPlot(options, aligned(latest.current), element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [appearance]);
  useEffect(() => plot.current?.setData(aligned(latest.current)), [drawn.days, drawn.level, f]);
  /** Undefined: at none. */
  const point = (index: number | undefined): void =>
    plot.current?.setCursor(
      index === undefined ? { left: -10, top: -10 } : { left: Math.round(plot.current.valToPos(index, 'x')), top: 10 },
    );
  return { place, plot: plot.current, pointed, point };
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
/** Left edge of the plot, right of its axis. */
export const AXIS_WIDTH = 54;

function DayTip({ day, left, width, words }: { day: PlotDay; left: number; width: number; words: string }) {
  const at = left + AXIS_WIDTH;
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

/** Counts up when the colors of the page have changed. */
function useAppearanceChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const note = (): void => setChanges((count) => count + 1);
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    return endAll(listen(window, { 'folio:appearance': note }), listen(dark, { change: note }));
  }, []);
  return changes;
}

interface Drawn {
  past: readonly ChartDay[];
  days: readonly PlotDay[];
  course: readonly ForecastDay[];
  level: number;
  dayLabel(date: string): string;
}

/** Days are evenly spaced, whatever the clocks did; a pixel does not mind the rounding of a float. */
function aligned({ past, days, course }: Drawn): uPlot.AlignedData {
  const ahead = (read: (day: ForecastDay) => number | undefined): (number | null)[] =>
    days.map((_, at) => {
      const day = course[at - past.length + 1];
      return (day && read(day)) ?? null;
    });
  return [
    days.map((_, index) => index),
    days.map(({ value }) => (value === null ? null : Number(value))),
    ahead((day) => day.expected),
    ahead((day) => day.low),
    ahead((day) => day.high),
  ];
}

interface Heard {
  onPoint(index: number | undefined, left: number): void;
  onScale(): void;
}

function chartOptions(width: number, latest: { current: Drawn }, { onPoint, onScale }: Heard): uPlot.Options {
  const [line, grid, text, surface, level] = ['accent', 'line', 'ink-soft', 'surface', 'wait'].map(resolved) as [
    ...[string, string, string, string, string],
  ];
  const marks = Object.fromEntries(Object.entries(MOVEMENT_TONE).map(([type, name]) => [type, resolved(name)]));
  const points = { show: false };
  const ratio = devicePixelRatio;
  return {
    width,
    height: HEIGHT,
    padding: [12, 24, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 9, width: 2, stroke: surface, fill: line },
    },
    scales: {
      x: { time: false },
      y: { range: (_, least, most) => yRange(least, Math.max(most, latest.current.level)) },
    },
    axes: axesOf(text, grid, latest),
    series: [
      {},
      // The balance at the end of a day holds until the next movement.
      { ...{ stroke: line, width: 2, points }, paths: uPlot.paths.stepped!({ align: 1 }), fill: tinted(line, 0.1) },
      { stroke: line, width: 2, dash: [5, 5], points },
      { width: 0, points },
      { width: 0, points },
    ],
    bands: [{ series: [4, 3], fill: tinted(line, 0.16) }],
    hooks: {
      setScale: [(_, key) => key === 'y' && queueMicrotask(onScale)],
      draw: [
        (chart) => dashedLine(chart, level, latest.current.level > 0 && { y: latest.current.level }, ratio),
        (chart) =>
          dashedLine(chart, grid, latest.current.course.length > 0 && { x: latest.current.past.length - 1 }, ratio),
        (chart) => drawMarks(chart, latest.current.past, marks, surface, ratio),
      ],
      setCursor: [
        (chart) => {
          const { idx, left } = chart.cursor;
          onPoint(idx == null || left === undefined || left < 0 ? undefined : idx, chart.valToPos(idx ?? 0, 'x'));
        },
      ],
    },
  };
}

function axesOf(stroke: string, grid: string, latest: { current: Drawn }): uPlot.Axis[] {
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const axis = { stroke, font, ticks: { show: false }, gap: 8 };
  return [
    {
      ...axis,
      grid: { show: false },
      size: 30,
      space: 74,
      incrs: [1, 2, 3, 7, 14, 30, 60, 90, 180],
      values: (_, splits) => splits.map((at) => dayText(latest.current.days[at], latest.current.dayLabel)),
    },
    {
      ...axis,
      size: AXIS_WIDTH,
      space: 46,
      grid: { stroke: grid, width: 1 },
      values: (_, splits) => splits.map((value) => value.toLocaleString('es-PA')),
    },
  ];
}

const dayText = (day: ChartDay | undefined, dayLabel: (date: string) => string): string =>
  day ? dayLabel(day.date) : '';

function yRange(least: number, most: number): [number, number] {
  const floor = Math.min(0, least ?? 0);
  const height = Math.max(1, (most ?? 1) - floor);
  return [floor === 0 ? 0 : floor - height * 0.08, floor + height * 1.12];
}

/** Along a level, or up at a day. */
function dashedLine(chart: uPlot, color: string, at: false | { x?: number; y?: number }, ratio: number): void {
  if (at === false) return;
  const { ctx, bbox } = chart;
  const x = at.x === undefined ? undefined : Math.round(chart.valToPos(at.x, 'x', true));
  const y = at.y === undefined ? undefined : Math.round(chart.valToPos(at.y, 'y', true));
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = ratio;
  ctx.setLineDash([5 * ratio, 5 * ratio]);
  ctx.beginPath();
  ctx.moveTo(x ?? bbox.left, y ?? bbox.top);
  ctx.lineTo(x ?? bbox.left + bbox.width, y ?? bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

/** Sales are the steps themselves; what is rarer has a mark on its day. */
function drawMarks(
  chart: uPlot,
  days: readonly ChartDay[],
  colors: Record<string, string>,
  rim: string,
  ratio: number,
): void {
  const { ctx } = chart;
  ctx.save();
  ctx.strokeStyle = rim;
  ctx.lineWidth = 1.5 * ratio;
  for (const [index, day] of days.entries()) {
    const type = notableType(day.events);
    if (type === undefined || type === 'VENTA') continue;
    ctx.fillStyle = colors[type]!;
    ctx.beginPath();
    const y = chart.valToPos(Number(day.value), 'y', true);
    ctx.arc(chart.valToPos(index, 'x', true), y, 4.2 * ratio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

const tinted = (color: string, share: number): string => color.replace(/rgb\((.*)\)/, `rgba($1, ${share})`);

/** A canvas wants the color itself, not its name in the style sheet. */
function resolved(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
