// The owner's results: what was sold and earned in a time, beside the time before and last year, and by what; each figure opens its documents.
import type { SalesByAnswer } from '../api/answers.ts';
import { SalesBy } from '../api/sales.ts';
import { useAnswer } from '../api/use-answer.ts';
import { subtract } from '../format/decimal.ts';
import { Answered } from '../parts/answered.tsx';
import { ReportFiles } from '../parts/file-link.tsx';
import { Metric } from '../parts/metric.tsx';
import { Card, Page } from '../parts/page.tsx';
import { usePages } from '../parts/pager.tsx';
import { Segments } from '../parts/segments.tsx';
import { Tool } from '../parts/tool.tsx';
import { useToday } from '../parts/use-today.ts';
import { PERIODS, periodWith, type PeriodKind } from '../rules/period.ts';
import { useChoice } from '../router.ts';
import { f, t } from '../texts/speech.ts';
import { SalesChart } from './sales/sales-chart.tsx';
import { percentOf, SalesTable, type Order } from './sales/sales-table.tsx';
import { documentsOf, periodTitle, timeName, type Dimension } from './sales/sales-words.ts';
import './month.css';
import './sales.css';

/** Times of the chart. */
const IN_TIME = { DAY: 'HOUR', WEEK: 'DAY', MONTH: 'DAY', QUARTER: 'WEEK', YEAR: 'MONTH' } as const;
const ROWS = 25;

export function SalesPage() {
  const today = useToday();
  const [kind, setKind] = useChoice<PeriodKind>('period', 'MONTH');
  const [day, setDay] = useChoice('day', today, { isTyped: true });
  const period = periodWith(kind, day);
  const [by] = useChoice<Dimension>('by', 'ITEM');
  const file = (format: string): string =>
    `/export/sales.${format}?${new URLSearchParams({ ...period, by }).toString()}`;
  const turn = (turns: 1 | -1, word: 'sales.before' | 'sales.after', icon: 'back' | 'next') => (
    <Tool label={t(word)} icon={icon} onClick={() => setDay(periodWith(kind, day, turns).from, 'offset')} />
  );
  return (
    <Page
      title={`${t('nav.results')}: ${periodTitle(kind, period)}`}
      chips={
        <span className="row month-turn">
          {turn(-1, 'sales.before', 'back')}
          {turn(1, 'sales.after', 'next')}
        </span>
      }
      about={t('sales.about')}
      tools={
        <div className="row month-files">
          <ReportFiles fileOf={file} />
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
      <Results kind={kind} day={day} />
    </Page>
  );
}

function Results({ kind, day }: { kind: PeriodKind; day: string }) {
  const [by, setBy] = useChoice<Dimension>('by', 'ITEM');
  const [orderBy, setOrder] = useChoice<Order>('order', 'NET');
  const { pager, ...page } = usePages('offset', ROWS);
  const period = periodWith(kind, day);
  const inTime = IN_TIME[kind];
  return (
    <Answered answer={useAnswer(SalesBy, { ...period, by, inTime, orderBy, ...page })} card={{}}>
      {(data, changing) => (
        <div className={`stack sales ${changing ?? ''}`}>
          <Headline figures={data.inTime} />
          {data.inTime.rows.some(({ net, previous }) => Number(net) !== 0 || Number(previous) !== 0) && (
            <Card title={t(`sales.inTime.${inTime}`)}>
              <SalesChart
                rows={data.inTime.rows}
                nameOf={(key) => timeName(inTime, key)}
                linkOf={(key) => documentsOf(inTime, key, period)}
              />
            </Card>
          )}
          <SalesTable
            {...{ data, query: { by, orderBy, period } }}
            onBy={(one) => setBy(one, 'offset')}
            onOrder={(one) => setOrder(one, 'offset')}
            below={pager(data.salesBy.rowCount)}
          />
        </div>
      )}
    </Answered>
  );
}

type Figures = SalesByAnswer['inTime'];

function Headline({ figures: { total, previous, lastYear, until } }: { figures: Figures }) {
  const against = (other: Figures['previous'], word: 'sales.against' | 'sales.againstYear') =>
    t(word, {
      ...{ from: f.shortDay(other.from), to: f.day(other.to), then: f.money(other.total.net) },
      change: f.moneyChange(subtract(total.net, other.total.net)),
    });
  const hasCost = Number(total.costed) !== 0;
  return (
    <dl className="metrics month-metrics">
      <Metric
        name={t('sales.netUntaxed')}
        value={f.money(total.net)}
        notes={[
          against(previous, 'sales.against'),
          against(lastYear, 'sales.againstYear'),
          until !== null && t('sales.until', { at: f.instant(until) }),
        ]}
      />
      <Metric
        name={t('sales.profit')}
        value={hasCost ? f.money(total.profit) : '—'}
        notes={[
          hasCost && t('sales.margin', { margin: f.percent(percentOf(total.profit, total.costed)) }),
          Number(total.net) > 0 && t('sales.costKnown', { part: f.percent(percentOf(total.costed, total.net)) }),
        ]}
      />
      <Metric
        name={t('sales.invoices')}
        value={f.quantity(total.sales)}
        notes={[
          total.sales > 0 && t('sales.mean', { amount: f.money((Number(total.invoiced) / total.sales).toFixed(2)) }),
        ]}
      />
    </dl>
  );
}
