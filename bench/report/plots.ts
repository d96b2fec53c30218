// Plain plots as SVG: how little the questions grow with the movements, ratios as bars beside their goals, memory over time.
import type { QuestionFigures } from '../questions/measure.ts';
import type { Soaked } from '../soak/measure.ts';

const FONT = 'font-family="system-ui, sans-serif" font-size="12"';
const COLORS = ['#2563eb', '#16a34a', '#d97706', '#9333ea', '#dc2626', '#0891b2'];
const GRAY = '#6b7280';

const SHOWN = [
  'itemMovements, first page',
  'itemMovements, a deep page',
  'itemStockMetrics, 365 days',
  'itemIncomingQuantity',
  'itemTopClients, 90 days',
  'itemStockHistory, 60 days',
];

interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Line {
  name: string;
  points: { x: number; y: number }[];
}

/** Both axes are logarithmic: what grows as the movements do would be a diagonal. */
export function growthPlot(figures: readonly QuestionFigures[]): string {
  const hot = SHOWN.flatMap((name) => figures.filter((one) => one.question === name && one.heat === 'hot'));
  const linesOf = (value: (reading: QuestionFigures['readings'][number]) => number): Line[] =>
    hot.map(({ question, readings }) => ({
      name: question,
      points: readings.map((reading) => ({ x: reading.movements, y: value(reading) })),
    }));
  const sizes = hot[0]!.readings.map(({ movements, size }) => ({ at: movements, name: size }));
  const frame = { top: 58, width: 300, height: 220 };
  const body = [
    panel(
      'p50, milliseconds',
      linesOf(({ p50 }) => p50 ?? 0),
      sizes,
      [0.1, 1, 10],
      { ...frame, left: 60 },
    ),
    panel(
      'buffers',
      linesOf(({ buffers }) => buffers),
      sizes,
      [10, 100, 1000],
      { ...frame, left: 440 },
    ),
    ...hot.map(({ question }, index) => legend(question, index)),
  ];
  return svg(780, 370, 'The hot item’s questions by the number of movements', body);
}

function panel(
  title: string,
  lines: readonly Line[],
  sizes: readonly { at: number; name: string }[],
  ticks: readonly number[],
  frame: Frame,
): string {
  const { left, top, width, height } = frame;
  const x = scale([sizes[0]!.at, sizes.at(-1)!.at], [left + 15, left + width - 15]);
  const y = scale([ticks[0]!, ticks.at(-1)!], [top + height, top]);
  const parts = [
    `<text x="${left}" y="${top - 12}" font-weight="600">${title}</text>`,
    ...ticks.flatMap((tick) => [
      `<line x1="${left}" x2="${left + width}" y1="${y(tick)}" y2="${y(tick)}" stroke="#d1d5db"/>`,
      `<text x="${left - 8}" y="${y(tick) + 4}" text-anchor="end" fill="${GRAY}">${tick}</text>`,
    ]),
    ...sizes.map(
      ({ at, name }) =>
        `<text x="${x(at)}" y="${top + height + 18}" text-anchor="middle" fill="${GRAY}">${name}</text>`,
    ),
    ...lines.map(({ points }, index) => {
      const path = points.map((point) => `${x(point.x)},${y(point.y)}`).join(' ');
      const dots = points.map(
        (point) => `<circle cx="${x(point.x)}" cy="${y(point.y)}" r="3" fill="${COLORS[index]!}"/>`,
      );
      return `<polyline points="${path}" fill="none" stroke="${COLORS[index]!}" stroke-width="2"/>${dots.join('')}`;
    }),
  ];
  return parts.join('\n');
}

/** Values outside of the range stand at its edge. */
function scale([least, most]: [number, number], [from, to]: [number, number]): (value: number) => number {
  const span = Math.log(most) - Math.log(least) || 1;
  return (value) => {
    const share = (Math.log(Math.min(most, Math.max(least, value))) - Math.log(least)) / span;
    return Math.round((from + share * (to - from)) * 10) / 10;
  };
}

function legend(name: string, index: number, top = 330): string {
  const [x, y] = [60 + (index % 3) * 240, top + Math.floor(index / 3) * 22];
  return `<circle cx="${x}" cy="${y - 4}" r="4" fill="${COLORS[index]!}"/><text x="${x + 10}" y="${y}">${name}</text>`;
}

export interface Bar {
  name: string;
  ratio: number;
  goal: number | undefined;
}

/** On a logarithmic axis, since a ratio of 2 is as far from 1 as one of a half. */
export function ratioPlot(title: string, bars: readonly Bar[]): string {
  const [left, width, row] = [360, 330, 30];
  const values = bars.flatMap(({ ratio, goal }) => [ratio, goal ?? ratio]);
  const x = scale([Math.min(0.1, ...values), Math.max(2, ...values) * 1.2], [left, left + width]);
  const body = bars.map(({ name, ratio, goal }, index) => {
    const y = 44 + index * row;
    const isMissed = goal !== undefined && ratio < goal;
    return [
      `<text x="${left - 10}" y="${y + 14}" text-anchor="end">${name}</text>`,
      `<rect x="${left}" y="${y}" width="${Math.max(1, x(ratio) - left)}" height="18" rx="3" fill="${isMissed ? COLORS[4]! : COLORS[0]!}"/>`,
      `<text x="${left + width + 12}" y="${y + 14}">${ratio.toFixed(2)}</text>`,
      ...(goal === undefined
        ? []
        : [
            `<line x1="${x(goal)}" x2="${x(goal)}" y1="${y - 4}" y2="${y + 22}" stroke="currentColor" stroke-dasharray="3 2"/>`,
          ]),
    ].join('\n');
  });
  return svg(780, 60 + bars.length * row, `${title} (dashed: the goal)`, body);
}

/** Both axes are linear, from zero: a leak is a slope. */
export function memoryPlot({ samples }: Soaked): string {
  const [left, top, width, height] = [60, 44, 600, 200];
  const most = Math.max(...samples.map(({ residentMb }) => residentMb)) * 1.1;
  const last = samples.at(-1)!.minutes;
  const point = (minutes: number, megabytes: number): string =>
    `${(left + (minutes / last) * width).toFixed(1)},${(top + height - (megabytes / most) * height).toFixed(1)}`;
  const lines = [
    { name: 'resident MB', of: ({ residentMb }: Soaked['samples'][number]) => residentMb },
    { name: 'heap MB', of: ({ heapMb }: Soaked['samples'][number]) => heapMb },
  ];
  const ticks = Array.from({ length: Math.floor(most / 100) + 1 }, (_, index) => index * 100);
  const body = [
    ...ticks.map((tick) => {
      const y = top + height - (tick / most) * height;
      return (
        `<line x1="${left}" x2="${left + width}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="#d1d5db"/>` +
        `<text x="${left - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end" fill="${GRAY}">${tick}</text>`
      );
    }),
    ...lines.map(({ name, of }, index) => {
      const path = samples.map((sample) => point(sample.minutes, of(sample))).join(' ');
      return `<polyline points="${path}" fill="none" stroke="${COLORS[index]!}" stroke-width="2"><title>${name}</title></polyline>`;
    }),
    `<text x="${left + width}" y="${top + height + 18}" text-anchor="end" fill="${GRAY}">${last.toFixed(0)} minutes</text>`,
    ...lines.map(({ name }, index) => legend(name, index, top + height + 46)),
  ];
  return svg(780, top + height + 60, 'Memory of the whole service under load', body);
}

function svg(width: number, height: number, title: string, body: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${FONT} role="img">
<title>${title}</title>
<style>text { fill: #111827 } @media (prefers-color-scheme: dark) { text { fill: #e5e7eb } svg { color: #e5e7eb } }</style>
<text x="10" y="18" font-size="14" font-weight="600">${title}</text>
${body.join('\n')}
</svg>
`;
}
