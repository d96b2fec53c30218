// The line of the stock with a mark on each day on which something moved; the pointer or the arrow keys tell what.
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { MovementType } from '../../api/answers.ts';
import { isPositive } from '../../format/decimal.ts';
import { useWords } from '../../texts/use-words.tsx';
import { chartDays, notableType, totalsByType, type ChartDay, type StockHistory } from './chart-days.ts';
import { MOVEMENT_COLOR } from './movement-chip.tsx';

const HEIGHT = 290;
/** Over a longer time than this, a day is told by its month and year. */
const LONG_DAYS = 300;
/** Closer together than this, sales are left to the line, and only what is rarer keeps its mark. */
const CROWDED_PX = 4.5;
const EMPTY: uPlot.AlignedData = [[], []];

export interface StockChartProps {
  history: StockHistory;
  isChanging: boolean;
  unit: string;
  /** '0' where none is to be shown. */
  reorderLevel: string;
}

export default function StockChart({ history, isChanging, unit, reorderLevel }: StockChartProps) {
  const { t, f } = useWords();
  const days = useMemo(() => chartDays(history), [history]);
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef({ days, level: 0 });
  latest.current = { days, level: isPositive(reorderLevel) ? Number(reorderLevel) : 0 };
  const dayLabel = useRef(f.shortDay);
  dayLabel.current = days.length > LONG_DAYS ? f.month : f.shortDay;
  const [pointed, setPointed] = useState<{ index: number; left: number } | undefined>();
  const appearance = useAppearanceChanges();

  useEffect(() => {
    const element = place.current!;
    const made = new uPlot(
      chartOptions(element.clientWidth, {
        latest,
        dayLabel: (date) => dayLabel.current(date),
        onPoint: (index, left) => setPointed(index === undefined ? undefined : { index, left }),
      }),
      EMPTY,
      element,
    );
    plot.current = made;
    made.setData(aligned(latest.current.days));
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [appearance]);
  useEffect(() => plot.current?.setData(aligned(days)), [days, reorderLevel, f]);

  const show = (index: number): void => {
    const left = Math.round(plot.current?.valToPos(index, 'x') ?? 0);
    plot.current?.setCursor({ left, top: 10 });
  };
  const onKey = (event: KeyboardEvent): void => {
    const at = pointed?.index ?? days.length;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(Math.min(days.length - 1, Math.max(0, to)));
  };
  const day = pointed && days[pointed.index];
  const last = days.at(-1);
  const spoken = day ?? last;
  return (
    <figure className={isChanging ? 'chart changing' : 'chart'}>
      <div
        className="chart-place"
        role="slider"
        tabIndex={0}
        aria-label={t('chart.label', { n: days.length })}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, days.length - 1)}
        aria-valuenow={pointed?.index ?? Math.max(0, days.length - 1)}
        aria-valuetext={spoken && `${f.day(spoken.date)}: ${f.quantity(spoken.value)} ${unit}`}
        onKeyDown={onKey}
        onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
      >
        <div ref={place} style={{ height: HEIGHT }} />
        {day && pointed && <DayTip day={day} left={pointed.left} width={place.current?.clientWidth ?? 0} unit={unit} />}
      </div>
      <Legend history={history} unit={unit} reorderLevel={reorderLevel} />
    </figure>
  );
}

function Legend({ history, unit, reorderLevel }: Omit<StockChartProps, 'isChanging'>) {
  const { t, f } = useWords();
  const types = useMemo(() => new Set(history.events.map((event) => event.movementType)), [history]);
  return (
    <figcaption className="chart-legend">
      {(Object.keys(MOVEMENT_COLOR) as MovementType[])
        .filter((type) => types.has(type))
        .map((type) => (
          <span key={type} className="chart-key">
            <span className="dot" style={{ background: `var(${MOVEMENT_COLOR[type]})` }} />
            {t(`movement.${type}`)}
          </span>
        ))}
      {isPositive(reorderLevel) && (
        <span className="chart-key">
          <span className="dash" />
          {t('chart.level', { quantity: f.quantity(reorderLevel), unit })}
        </span>
      )}
    </figcaption>
  );
}

const TIP_WIDTH = 216;
/** Where the plot begins: right of its axis. */
const AXIS_WIDTH = 54;

function DayTip({ day, left, width, unit }: { day: ChartDay; left: number; width: number; unit: string }) {
  const { t, f } = useWords();
  const at = left + AXIS_WIDTH;
  const from = Math.max(0, Math.min(width - TIP_WIDTH, at > width / 2 ? at - TIP_WIDTH - 12 : at + 12));
  return (
    <div className="chart-tip" style={{ left: from, width: TIP_WIDTH }} aria-hidden="true">
      <div className="spread">
        <span className="soft small">{f.day(day.date)}</span>
        <span className="strong">
          {f.quantity(day.value)} {unit}
        </span>
      </div>
      {totalsByType(day.events).map(({ type, change, count }) => (
        <div key={type} className="spread small">
          <span className="chart-key">
            <span className="dot" style={{ background: `var(${MOVEMENT_COLOR[type]})` }} />
            {t(`movement.${type}`)}
            {count > 1 && <span className="soft">× {f.quantity(String(count))}</span>}
          </span>
          <span>{f.change(change)}</span>
        </div>
      ))}
      {day.events.length === 0 && <div className="soft small">{t('chart.quiet')}</div>}
    </div>
  );
}

/** Counts up when the colors of the page have changed. */
function useAppearanceChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const note = (): void => setChanges((count) => count + 1);
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    window.addEventListener('folio:appearance', note);
    dark.addEventListener('change', note);
    return () => {
      window.removeEventListener('folio:appearance', note);
      dark.removeEventListener('change', note);
    };
  }, []);
  return changes;
}

/** Days are evenly spaced, whatever the clocks did; a pixel does not mind the rounding of a float. */
function aligned(days: readonly ChartDay[]): uPlot.AlignedData {
  return [days.map((_, index) => index), days.map((day) => Number(day.value))];
}

interface Drawing {
  latest: { current: { days: readonly ChartDay[]; level: number } };
  dayLabel(date: string): string;
  onPoint(index: number | undefined, left: number): void;
}

function chartOptions(width: number, { latest, dayLabel, onPoint }: Drawing): uPlot.Options {
  const colors = {
    line: resolved('--accent'),
    grid: resolved('--line'),
    text: resolved('--ink-soft'),
    surface: resolved('--surface'),
    level: resolved('--wait'),
  };
  const marks = Object.fromEntries(Object.entries(MOVEMENT_COLOR).map(([type, name]) => [type, resolved(name)]));
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const axis = { stroke: colors.text, font, ticks: { show: false }, gap: 8 };
  return {
    width,
    height: HEIGHT,
    padding: [12, 24, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 9, width: 2, stroke: colors.surface, fill: colors.line },
    },
    scales: {
      x: { time: false },
      y: { range: (_, least, most) => yRange(least, Math.max(most, latest.current.level)) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        space: 74,
        incrs: [1, 2, 3, 7, 14, 30, 60, 90, 180],
        values: (_, splits) => splits.map((index) => dayText(latest.current.days[index], dayLabel)),
      },
      {
        ...axis,
        size: AXIS_WIDTH,
        space: 46,
        grid: { stroke: colors.grid, width: 1 },
        values: (_, splits) => splits.map((value) => value.toLocaleString('es-PA')),
      },
    ],
    series: [
      {},
      { stroke: colors.line, width: 2, fill: (chart) => fading(chart, colors.line), points: { show: false } },
    ],
    hooks: {
      draw: [
        (chart) => drawLevel(chart, latest.current.level, colors.level),
        (chart) => drawMarks(chart, latest.current.days, marks, colors.surface),
      ],
      setCursor: [
        (chart) => {
          const { idx, left } = chart.cursor;
          onPoint(idx === null || left === undefined || left < 0 ? undefined : idx, chart.valToPos(idx ?? 0, 'x'));
        },
      ],
    },
  };
}

function dayText(day: ChartDay | undefined, dayLabel: (date: string) => string): string {
  return day ? dayLabel(day.date) : '';
}

function yRange(least: number, most: number): [number, number] {
  const floor = Math.min(0, least ?? 0);
  const height = Math.max(1, (most ?? 1) - floor);
  return [floor === 0 ? 0 : floor - height * 0.08, floor + height * 1.12];
}

/** The color of the line, fading towards the ground. */
function fading({ ctx, bbox }: uPlot, color: string): CanvasGradient {
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  gradient.addColorStop(0, color.replace(/rgb\((.*)\)/, 'rgba($1, 0.24)'));
  gradient.addColorStop(1, color.replace(/rgb\((.*)\)/, 'rgba($1, 0.03)'));
  return gradient;
}

function drawLevel(chart: uPlot, level: number, color: string): void {
  if (level <= 0) return;
  const { ctx, bbox } = chart;
  const y = Math.round(chart.valToPos(level, 'y', true));
  ctx.save();
  ctx.strokeStyle = color;
  ctx.globalAlpha = 0.75;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([5 * devicePixelRatio, 5 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

function drawMarks(chart: uPlot, days: readonly ChartDay[], colors: Record<string, string>, rim: string): void {
  const { ctx, bbox } = chart;
  const isCrowded = bbox.width / devicePixelRatio / Math.max(1, days.length) < CROWDED_PX;
  ctx.save();
  ctx.strokeStyle = rim;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  for (const [index, day] of days.entries()) {
    const type = notableType(day.events);
    if (type === undefined || (isCrowded && type === 'VENTA')) continue;
    const radius = (type === 'VENTA' ? 3.2 : isCrowded ? 3.6 : 4.6) * devicePixelRatio;
    ctx.fillStyle = colors[type]!;
    ctx.beginPath();
    ctx.arc(chart.valToPos(index, 'x', true), chart.valToPos(Number(day.value), 'y', true), radius, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

/** A canvas wants the color itself, not its name in the style sheet. */
function resolved(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
