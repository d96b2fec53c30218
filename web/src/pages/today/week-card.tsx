// The week that is over, on its Monday: sales and profit beside the week before, what sold best, what is overdue, and what waits for a person.
import type { TodayAnswer } from '../../api/answers.ts';
import { add, subtract } from '../../format/decimal.ts';
import { TextLink } from '../../parts/link.tsx';
import { Card } from '../../parts/page.tsx';
import { useWords } from '../../texts/use-words.tsx';

type Board = TodayAnswer['today'];

const OF_DOCUMENTS: readonly string[] = ['REJECTED', 'UNKNOWN', 'CERTIFIED_OTHERWISE', 'PARKED', 'CONTINGENCY'];

export function WeekCard({ board: { needs, isToday }, week }: { board: Board; week: NonNullable<Board['week']> }) {
  const { t, f } = useWords();
  const { from, to, total, previous, rows } = week;
  const asked = (more: Record<string, string>) => new URLSearchParams({ ...more }).toString();
  const results = (order: string) => `/sales?${asked({ period: 'WEEK', day: from, order })}`;
  const figures = [
    { word: 'week.net', order: 'NET', value: total.net, before: previous.total.net, isKnown: true },
    {
      word: 'week.profit',
      order: 'PROFIT',
      value: total.profit,
      before: previous.total.profit,
      isKnown: total.costed !== '0',
    },
  ] as const;
  const overdue = needs.filter(({ kind }) => kind === 'OVERDUE' || kind === 'OVERDUE_BEFORE');
  const waiting = needs.filter(({ kind }) => OF_DOCUMENTS.includes(kind)).reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title={t('week.title', { from: f.shortDay(from), to: f.shortDay(to) })}>
      <dl className="today-parts">
        {figures.map(({ word, order, value, before, isKnown }) => (
          <div key={word}>
            <dt>
              {t(word)}{' '}
              <span className="soft small">
                {t('week.before', { before: f.money(before), change: f.moneyChange(subtract(value, before)) })}
              </span>
            </dt>
            <dd className="strong">{isKnown ? <TextLink to={results(order)}>{f.money(value)}</TextLink> : '—'}</dd>
          </div>
        ))}
        {rows.map(({ key, name, net }) => (
          <div key={key}>
            <dt>{name ?? t('week.others')}</dt>
            <dd>
              {key === '' ? (
                f.money(net)
              ) : (
                <TextLink to={`/invoices?${asked({ from, to, soldBy: 'ITEM', soldKey: key })}`}>
                  {f.money(net)}
                </TextLink>
              )}
            </dd>
          </div>
        ))}
        {isToday && (
          <div>
            <dt>{t('week.overdue')}</dt>
            <dd>
              <TextLink to="/receivables">{f.money(add('0', ...overdue.map(({ amount }) => amount ?? '0')))}</TextLink>
            </dd>
          </div>
        )}
        {isToday && (
          <div>
            <dt>{t('week.waiting')}</dt>
            <dd>
              <TextLink to="/operations">{f.quantity(String(waiting))}</TextLink>
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
