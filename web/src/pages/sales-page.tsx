// The owner's results: what was sold and earned in a time, beside the time before and last year, and by what; each figure opens its documents.
import type { SalesByAnswer } from '../api/answers.ts';
import { SalesBy } from '../api/sales.ts';
import { useAnswer } from '../api/use-answer.ts';
import { compare, subtract } from '../format/decimal.ts';
import { About } from '../parts/about.tsx';
import { Answered } from '../parts/answered.tsx';
import { Button } from '../parts/button.tsx';
import { FileLink } from '../parts/file-link.tsx';
import { Link } from '../parts/link.tsx';
import { Message } from '../parts/message.tsx';
import { Card, Page } from '../parts/page.tsx';
import { usePages } from '../parts/pager.tsx';
import { Segments } from '../parts/segments.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { numberCell } from '../parts/table.tsx';
import { Tool } from '../parts/tool.tsx';
import { todayIn } from '../rules/month.ts';
import { PERIODS, periodWith, type PeriodKind } from '../rules/period.ts';
import { useChoice } from '../router.ts';
import { useWords } from '../texts/use-words.tsx';
import { useTimeZone } from '../viewer.tsx';
import { SalesChart } from './sales/sales-chart.tsx';
import './month.css';
import './sales.css';

type Row = SalesByAnswer['salesBy']['rows'][number];
type Told = SalesByAnswer['inTime'];

const DIMENSIONS = [
  ...(['ITEM', 'CATEGORY', 'CLIENT', 'SELLER', 'OFFICE', 'TILL', 'METHOD'] as const),
  ...(['HOUR', 'WEEKDAY', 'DAY', 'WEEK', 'MONTH'] as const),
];
type Dimension = (typeof DIMENSIONS)[number];
/** Times of the chart. */
const IN_TIME = { DAY: 'HOUR', WEEK: 'DAY', MONTH: 'DAY', QUARTER: 'WEEK', YEAR: 'MONTH' } as const;
const ROWS = 25;
/** A Monday, whose week names the weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);
const LISTS = { invoiced: '/invoices', credited: '/credits' } as const;

export function SalesPage() {
  const { t, f } = useWords();
  const today = todayIn(useTimeZone());
  const [kind, setKind] = useChoice<PeriodKind>('period', 'MONTH');
  const [day, setDay] = useChoice('day', today, { isTyped: true });
  const [by, setBy] = useChoice<Dimension>('by', 'ITEM');
  const [orderBy, setOrder] = useChoice<'NET' | 'PROFIT' | 'UNITS'>('order', 'NET');
  const { pager, ...page } = usePages('offset', ROWS);
  const period = periodWith(kind, day);
  const inTime = IN_TIME[kind];
  const answer = useAnswer(SalesBy, { ...period, by, inTime, orderBy, ...page });
  const file = (format: string): string =>
    `/export/sales.${format}?${new URLSearchParams({ ...period, by }).toString()}`;
  const turn = (turns: 1 | -1, word: 'sales.before' | 'sales.after', icon: 'back' | 'next') => (
    <Tool label={t(word)} icon={icon} onClick={() => setDay(periodWith(kind, day, turns).from, 'offset')} />
  );

  const wordOf = (of: Dimension, key: string): string => {
    if (of === 'HOUR') return `${key}:00`;
    if (of === 'WEEKDAY') return f.weekday(dayAt(MONDAY, Number(key) - 1)).split(',')[0]!;
    if (of === 'MONTH') return f.month(key).split(' ')[0]!;
    return of === 'WEEK' ? t('sales.weekOf', { day: f.shortDay(key) }) : f.shortDay(key);
  };
  const nameOf = ({ key, code, name }: Row): string => {
    if (key === '') return t(`sales.none.${by as 'ITEM'}`);
    if (by === 'METHOD') return t(`method.${key as 'CASH'}`);
    if (['HOUR', 'WEEKDAY', 'MONTH', 'WEEK', 'DAY'].includes(by)) return wordOf(by, key);
    return by === 'TILL' || by === 'OFFICE' ? `${code ?? ''} ${name ?? ''}` : (name ?? key);
  };
  /** The documents of the figure. */
  const listOf = (of: Dimension, key: string, list: '/invoices' | '/credits' = '/invoices'): string => {
    const times: Partial<Record<Dimension, { from: string; to: string }>> = {
      DAY: { from: key, to: key },
      ...((of === 'WEEK' || of === 'MONTH') && { [of]: within(period, periodWith(of, key)) }),
    };
    const time = times[of];
    const asked = time ? { ...time, soldBy: 'DAY' } : { ...period, soldBy: of, soldKey: key };
    return `${list}?${new URLSearchParams(asked).toString()}`;
  };
  const figure = (row: Row, name: 'invoiced' | 'credited') =>
    row.key === '' ? (
      f.amount(row[name])
    ) : (
      <Link to={listOf(by, row.key, LISTS[name])} className="figure">
        {f.amount(row[name])}
      </Link>
    );

  return (
    <Page
      title={`${t('nav.results')}: ${titleOf(kind, period)}`}
      chips={
        <span className="row month-turn">
          {turn(-1, 'sales.before', 'back')}
          {turn(1, 'sales.after', 'next')}
        </span>
      }
      about={t('sales.about')}
      tools={
        <div className="row month-files">
          <FileLink to={file('xlsx')}>Excel</FileLink>
          <FileLink to={file('csv')}>CSV</FileLink>
          <Button onClick={() => window.print()} text={t('sales.print')} />
        </div>
      }
    >
      <div className="row sales-asked">
        <Segments
          label={t('sales.period')}
          options={PERIODS.map((one) => [one, t(`sales.period.${one}`)] as const)}
          value={kind}
          onChoose={(one) => setKind(one, 'offset')}
        />
        <label className="row small">
          {t('sales.day')}
          <input
            type="date"
            className="input"
            value={day}
            onChange={(event) => event.target.value && setDay(event.target.value, 'offset')}
          />
        </label>
      </div>
      <Answered answer={answer} card={{}}>
        {(data, changing) => (
          <div className={`stack sales ${changing ?? ''}`}>
            <Headline told={data.inTime} />
            <Card title={t(`sales.inTime.${inTime}`)}>
              <SalesChart
                rows={data.inTime.rows}
                nameOf={(key) => wordOf(inTime, key)}
                linkOf={(key) => listOf(inTime, key)}
              />
            </Card>
            <TableCard<Row>
              title={t('sales.by')}
              tools={
                <span className="row">
                  <select
                    className="input"
                    aria-label={t('sales.by')}
                    value={by}
                    onChange={(event) => setBy(event.target.value as Dimension, 'offset')}
                  >
                    {DIMENSIONS.map((one) => (
                      <option key={one} value={one}>
                        {t(`sales.by.${one}`)}
                      </option>
                    ))}
                  </select>
                  <select
                    className="input"
                    aria-label={t('sales.order')}
                    value={orderBy}
                    onChange={(event) => setOrder(event.target.value as 'NET', 'offset')}
                  >
                    {(['NET', 'PROFIT', 'UNITS'] as const).map((one) => (
                      <option key={one} value={one}>
                        {t(`sales.order.${one}`)}
                      </option>
                    ))}
                  </select>
                </span>
              }
              rows={data.salesBy.rows}
              none={<Message icon="invoices" title={t('sales.nothing')} text={t('sales.nothingText')} />}
              keyOf={({ key }) => key}
              name={t(`sales.by.${by}`)}
              nameOf={nameOf}
              aboutOf={({ code }) => by === 'ITEM' && code}
              nameFoot={t('total')}
              columns={[
                {
                  ...numberCell<Row>(
                    t('sales.net'),
                    ({ net }) => <span className="strong">{f.amount(net)}</span>,
                    'beside',
                  ),
                  foot: f.amount(data.inTime.total.net),
                },
                {
                  ...numberCell<Row>(t('sales.invoiced'), (row) => figure(row, 'invoiced')),
                  foot: f.amount(data.inTime.total.invoiced),
                },
                {
                  ...numberCell<Row>(t('sales.credited'), (row) => figure(row, 'credited')),
                  foot: f.amount(data.inTime.total.credited),
                },
                {
                  ...numberCell<Row>(t('sales.previous'), ({ previous }) => f.amount(previous)),
                  foot: f.amount(data.inTime.previous.total.net),
                },
                {
                  ...numberCell<Row>(t('sales.lastYear'), ({ lastYear }) => f.amount(lastYear)),
                  foot: f.amount(data.inTime.lastYear.total.net),
                },
                ...(by === 'ITEM' ? [numberCell<Row>(t('sales.units'), ({ units }) => f.quantity(units))] : []),
                {
                  ...numberCell<Row>(t('sales.profit'), (row) => <Profit of={row} />),
                  foot: <Profit of={data.inTime.total} />,
                },
              ]}
              below={pager(data.salesBy.rowCount)}
            />
          </div>
        )}
      </Answered>
    </Page>
  );

  function titleOf(of: PeriodKind, { from, to }: { from: string; to: string }): string {
    if (of === 'MONTH') return f.longMonth(from);
    if (of === 'YEAR') return from.slice(0, 4);
    return of === 'DAY' ? f.day(from) : `${f.shortDay(from)} – ${f.day(to)}`;
  }
}

const dayAt = (first: number, days: number): string => new Date(first + days * 86_400_000).toISOString().slice(0, 10);

const within = (period: { from: string; to: string }, part: { from: string; to: string }) => ({
  from: part.from < period.from ? period.from : part.from,
  to: part.to > period.to ? period.to : part.to,
});

const percentOf = (part: string, whole: string): string => ((Number(part) / Number(whole)) * 100).toFixed(1);

/** Profit of what has a cost, and which part of it that is. */
function Profit({ of: { costed, net, profit } }: { of: Pick<Row, 'costed' | 'net' | 'profit'> }) {
  const { t, f } = useWords();
  if (Number(costed) === 0) return <span className="soft">—</span>;
  const isAll = compare(costed, net) === 0;
  return (
    <>
      {f.amount(profit)}
      <About>
        {f.percent(percentOf(profit, costed))}
        {!isAll && Number(net) > 0 && ` · ${t('sales.known', { part: f.percent(percentOf(costed, net)) })}`}
      </About>
    </>
  );
}

function Headline({ told: { total, previous, lastYear, until } }: { told: Told }) {
  const { t, f } = useWords();
  const against = (other: Told['previous'], name: 'net' | 'profit', word: 'sales.against' | 'sales.againstYear') =>
    t(word, {
      ...{ from: f.shortDay(other.from), to: f.day(other.to), then: f.money(other.total[name]) },
      change: f.moneyChange(subtract(total[name], other.total[name])),
    });
  const mean = total.sales === 0 ? '0' : (Number(total.invoiced) / total.sales).toFixed(2);
  return (
    <dl className="metrics month-metrics">
      <div className="card metric">
        <dt className="soft small">{t('sales.netUntaxed')}</dt>
        <dd className="metric-value">{f.money(total.net)}</dd>
        <dd className="soft small">{against(previous, 'net', 'sales.against')}</dd>
        <dd className="soft small">{against(lastYear, 'net', 'sales.againstYear')}</dd>
        {until !== null && <dd className="soft small">{t('sales.until', { at: f.instant(until) })}</dd>}
      </div>
      <div className="card metric">
        <dt className="soft small">{t('sales.profit')}</dt>
        <dd className="metric-value">{Number(total.costed) === 0 ? '—' : f.money(total.profit)}</dd>
        {Number(total.costed) !== 0 && (
          <dd className="soft small">
            {t('sales.margin', { margin: f.percent(percentOf(total.profit, total.costed)) })}
          </dd>
        )}
        <dd className="soft small">
          {t('sales.costKnown', { part: f.percent(Number(total.net) > 0 ? percentOf(total.costed, total.net) : '0') })}
        </dd>
      </div>
      <div className="card metric">
        <dt className="soft small">{t('sales.invoices')}</dt>
        <dd className="metric-value">{f.quantity(String(total.sales))}</dd>
        <dd className="soft small">{t('sales.mean', { amount: f.money(mean) })}</dd>
      </div>
    </dl>
  );
}
