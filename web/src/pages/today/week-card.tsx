// The week that is over, on its Monday: sales and profit beside the week before, what sold best, what is overdue, and what waits for a person.
import type { TodayAnswer } from '../../api/answers.ts';
import { add, subtract } from '../../format/decimal.ts';
import { TextLink } from '../../parts/link.tsx';
import { Card } from '../../parts/page.tsx';
import { f, t } from '../../texts/speech.ts';
import { PartsList, type Part } from './parts-list.tsx';

type Board = TodayAnswer['today'];

const OF_DOCUMENTS: readonly string[] = ['REJECTED', 'UNKNOWN', 'CERTIFIED_OTHERWISE', 'PARKED', 'CONTINGENCY'];

export function WeekCard({ board: { needs, isToday }, week }: { board: Board; week: NonNullable<Board['week']> }) {
  const { from, to, total, previous, rows } = week;
  const query = (more: Record<string, string>) => new URLSearchParams({ ...more }).toString();
  const results = (order: string) => `/sales?${query({ period: 'WEEK', day: from, order })}`;
  const figure = (name: 'net' | 'profit', order: string, isKnown: boolean): Part => [
    <>
      {t(`week.${name}`)}{' '}
      <span className="soft small">
        {t('week.before', {
          before: f.money(previous.total[name]),
          change: f.moneyChange(subtract(total[name], previous.total[name])),
        })}
      </span>
    </>,
    <span className="strong">{isKnown ? <TextLink to={results(order)}>{f.money(total[name])}</TextLink> : '—'}</span>,
  ];
  const sold = ({ key, name, net }: (typeof rows)[number]): Part => [
    name ?? t('week.others'),
    key === '' ? (
      f.money(net)
    ) : (
      <TextLink to={`/invoices?${query({ from, to, soldBy: 'ITEM', soldKey: key })}`}>{f.money(net)}</TextLink>
    ),
  ];
  const overdue = needs.filter(({ kind }) => kind === 'OVERDUE' || kind === 'OVERDUE_BEFORE');
  const waiting = needs.filter(({ kind }) => OF_DOCUMENTS.includes(kind)).reduce((sum, { count }) => sum + count, 0);
  const open: Part[] = [
    [
      t('week.overdue'),
      <TextLink to="/receivables">{f.money(add('0', ...overdue.map(({ amount }) => amount ?? '0')))}</TextLink>,
    ],
    [t('week.waiting'), <TextLink to="/operations">{f.quantity(waiting)}</TextLink>],
  ];
  return (
    <Card title={t('week.title', { from: f.shortDay(from), to: f.shortDay(to) })}>
      <PartsList
        parts={[
          figure('net', 'NET', true),
          figure('profit', 'PROFIT', total.costed !== '0'),
          ...rows.map(sold),
          ...(isToday ? open : []),
        ]}
      />
    </Card>
  );
}
