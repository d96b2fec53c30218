// Debts of clients by the days since they were due, as of a day; each leads to the account of its client and to the invoices.
import type { ReactNode } from 'react';
import type { ReceivablesAnswer } from '../api/answers.ts';
import { Receivables } from '../api/month.ts';
import { useAnswer } from '../api/use-answer.ts';
import { isPositive } from '../format/decimal.ts';
import { Answered } from '../parts/answered.tsx';
import { ReportFiles } from '../parts/file-link.tsx';
import { FigureLink } from '../parts/figure-link.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { usePages } from '../parts/pager.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { AGES } from '../rules/ages.ts';
import { daysAfter } from '../rules/period.ts';
import { useChoice } from '../router.ts';
import { f, t } from '../texts/speech.ts';
import './month.css';

type Aging = ReceivablesAnswer['receivables'];

/** Days that a debt of this age is overdue at least. */
const LEAST_DAYS: Readonly<Record<string, number>> = { days1To30: 1, days31To60: 31, days61To90: 61, over90: 91 };
const AMOUNTS = [...AGES, 'inHand'] as const;
const ROWS = 50;

export function ReceivablesPage() {
  const [asOf, setAsOf] = useChoice('asOf', '', { isTyped: true });
  const { pager, ...page } = usePages('offset', ROWS);
  const answer = useAnswer(Receivables, { asOf: asOf || null, ...page });
  const file = (format: 'xlsx' | 'csv'): string => `/export/receivables.${format}${asOf && `?asOf=${asOf}`}`;
  return (
    <Page
      title={t('nav.receivables')}
      about={t('receivables.about')}
      tools={
        <div className="row month-files">
          <label className="row small receivables-day">
            {t('receivables.asOf')}
            <input
              type="date"
              className="input"
              value={asOf || (answer.data?.receivables.asOf ?? '')}
              onChange={(event) => setAsOf(event.target.value, 'offset')}
            />
          </label>
          <ReportFiles fileOf={file} />
        </div>
      }
    >
      <Answered answer={answer} card={{}}>
        {({ receivables }, changing) => (
          <div className={changing ? 'month changing' : 'month'}>
            <AgingCard aging={receivables} pager={pager(receivables.clientCount)} />
          </div>
        )}
      </Answered>
    </Page>
  );
}

function AgingCard({ aging, pager }: { aging: Aging; pager: ReactNode }) {
  if (aging.clientCount === 0)
    return <Message isCard icon="check" title={t('receivables.none')} text={t('receivables.noneText')} />;
  return (
    <TableCard
      title={t('receivables.title', { day: f.day(aging.asOf) })}
      rows={aging.clients}
      keyOf={({ client }) => client.id}
      name={t('client')}
      nameOf={({ client }) => client.name}
      linkOf={({ client }) => `/clients/${client.id}?view=statement`}
      nameFoot={t('receivables.all', { n: aging.clientCount })}
      columns={AMOUNTS.map((name) => ({
        name: t(`receivables.${name}`),
        isNumber: true,
        foot: f.amount(aging[name]),
        show: (one: Aging['clients'][number]) =>
          !isPositive(one[name]) ? (
            <span className="soft">—</span>
          ) : name === 'inHand' ? (
            f.amount(one[name])
          ) : (
            <FigureLink to={invoicesOf(one.client.id, dueBy(aging.asOf, name))} text={f.amount(one[name])} />
          ),
      }))}
      below={pager}
    />
  );
}

/** The last day on which something of this age was due. */
function dueBy(asOf: string, name: string): string | undefined {
  const days = LEAST_DAYS[name];
  return days === undefined ? undefined : daysAfter(asOf, -days);
}

const invoicesOf = (clientId: string, due: string | undefined): string =>
  `/invoices?clientId=${clientId}&${due === undefined ? 'isOpen=true' : `due=${due}`}`;
