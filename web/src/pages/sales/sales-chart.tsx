// Bars of what was sold in a time, each beside a mark of the time before; the same as a table for a reader by keys or by ear.
import type { SalesByAnswer } from '../../api/answers.ts';
import { FigureLink } from '../../parts/figure-link.tsx';
import { mainCell, numberCell, Table } from '../../parts/table.tsx';
import { f, t } from '../../texts/speech.ts';

type Bar = SalesByAnswer['inTime']['rows'][number];

const [WIDTH, HEIGHT, FOOT] = [960, 180, 22];
const MOST_LABELS = 12;

interface ChartProps {
  rows: readonly Bar[];
  nameOf(key: string): string;
}

export const SalesChart = ({ rows, nameOf, linkOf }: ChartProps & { linkOf(key: string): string }) => (
  <figure className="sales-chart">
    <Bars rows={rows} nameOf={nameOf} />
    <figcaption className="soft small">{t('sales.legend')}</figcaption>
    <details className="sales-as-table">
      <summary>{t('sales.asTable')}</summary>
      <Table
        rows={rows}
        keyOf={({ key }) => key}
        name={t('date')}
        nameOf={({ key }) => nameOf(key)}
        columns={[
          mainCell<Bar>(t('sales.net'), ({ key, net }) => <FigureLink to={linkOf(key)} text={f.money(net)} />),
          numberCell<Bar>(t('sales.previous'), ({ previous }) => f.money(previous)),
        ]}
      />
    </details>
  </figure>
);

function Bars({ rows, nameOf }: ChartProps) {
  const values = rows.flatMap(({ net, previous }) => [Number(net), Number(previous)]);
  const [most, least] = [Math.max(...values, 0), Math.min(...values, 0)];
  const yOf = (value: number): number => ((most - value) / (most - least || 1)) * HEIGHT;
  const step = WIDTH / rows.length;
  const best = rows.reduce((one, other) => (Number(other.net) > Number(one.net) ? other : one), rows[0]!);
  const every = Math.ceil(rows.length / MOST_LABELS);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`}
      role="img"
      aria-label={t('sales.chart', { n: rows.length, best: nameOf(best.key), amount: f.money(best.net) })}
    >
      {rows.map(({ key, net, previous }, at) => (
        <g key={key}>
          <title>{`${nameOf(key)}: ${f.money(net)}`}</title>
          <rect
            className="sales-bar"
            x={at * step + step * 0.15}
            width={step * 0.7}
            y={Math.min(yOf(Number(net)), yOf(0))}
            height={Math.abs(yOf(Number(net)) - yOf(0))}
            rx={2}
          />
          <line
            className="sales-before"
            x1={at * step + step * 0.05}
            x2={(at + 1) * step - step * 0.05}
            y1={yOf(Number(previous))}
            y2={yOf(Number(previous))}
          />
          {at % every === 0 && (
            <text x={(at + 0.5) * step} y={HEIGHT + FOOT - 4}>
              {nameOf(key)}
            </text>
          )}
        </g>
      ))}
      <line className="sales-zero" x1={0} x2={WIDTH} y1={yOf(0)} y2={yOf(0)} />
    </svg>
  );
}
