// Caja: the session of the person who is signed in, and the list of all sessions.
import { useEffect } from 'react';
import type { TillSessionsAnswer } from '../api/answers.ts';
import { TillSessions } from '../api/tills.ts';
import { beTill } from '../counter/kept-sales.ts';
import { useMyTill } from '../counter/till-session.ts';
import { compare } from '../format/decimal.ts';
import { Answered } from '../parts/answered.tsx';
import { Facts } from '../parts/facts.tsx';
import { column, moneyColumn, textColumn } from '../parts/list/columns.tsx';
import type { KindOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { Card } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import { f, t } from '../texts/speech.ts';
import { KeptActs } from './till/kept-acts.tsx';
import { MethodsCard, tillName } from './till/session-report.tsx';
import { useTillActs } from './till/till-acts.tsx';

const STATES = { OPEN: { isOpen: true }, CLOSED: { isOpen: false }, DIFFERENCE: { hasDifference: true } };

const SESSIONS: KindOf<TillSessionsAnswer> = {
  path: '/till',
  title: 'nav.till',
  about: 'till.about',
  none: { icon: 'clock', title: 'till.sessions', text: 'till.noSessions' },
  file: 'till_sessions',
  query: TillSessions,
  name: column('zNumber', 'till.z', ({ zNumber }) =>
    zNumber === null ? t('till.isOpen') : t('till.zNumber', { n: zNumber }),
  ),
  columns: [
    column('billingPoint.code', 'till.till', tillName, { inFile: ['billingPoint.office.name', 'billingPoint.code'] }),
    textColumn('openedBy', 'till.cashier'),
    column('openedAt', 'till.openedAt', ({ openedAt }) => f.instant(openedAt), { order: 'OPENED_AT' }),
    column('closedAt', 'till.closedAt', ({ closedAt }) => closedAt && f.instant(closedAt)),
    moneyColumn('expected', 'till.expected', { isHidden: true }),
    moneyColumn('counted', 'till.counted', { isHidden: true }),
    moneyColumn('difference', 'till.difference', { onPhone: 'beside' }),
  ],
  filters: [
    {
      ...{ kind: 'choice', name: 'state', label: 'till.state', all: 'till.anyState', isInSight: true },
      values: Object.keys(STATES),
      wordOf: (one) => `till.state.${one as 'OPEN'}`,
      as: (one) => STATES[one as 'OPEN'],
    },
    { kind: 'place', name: 'billingPointId', label: 'till.till' },
    { kind: 'text', name: 'openedBy', label: 'till.cashier' },
    { kind: 'days', name: 'days', label: 'date' },
  ],
};

export function TillPage() {
  const company = useSession().company!;
  const till = useMyTill();
  useEffect(() => beTill(company), [company]);
  const content =
    till.session === undefined ? (
      <Answered answer={till.answer} card={{}}>
        {() => null}
      </Answered>
    ) : (
      <div className="stack">
        <MyTillCard key={till.session?.id} {...till} />
        <KeptActs acts={till.acts} />
      </div>
    );
  return <ListPage kind={SESSIONS} above={content} />;
}

function MyTillCard({ session, offices, report }: ReturnType<typeof useMyTill>) {
  const acts = useTillActs(session?.id);
  useEffect(() => {
    // The button that opened or closed the till is gone with the card before, and the focus with it.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main .card button')?.focus();
  }, []);
  if (!session || !report)
    return (
      <Card title={t('till.mine')} tools={acts.open(offices)}>
        <p className="soft">{t('till.none')}</p>
        {acts.dialog}
      </Card>
    );
  const { entries } = session;
  // Blind: what is expected is read once it is counted.
  const counts = entries.filter(({ kind }) => kind === 'COUNT').length;
  const isEven = report.methods.every((one) => one.difference !== null && compare(one.difference, '0') === 0);
  const moved = (wanted: string): string => {
    const moves = entries.filter(({ kind }) => kind === wanted);
    return moves.map(({ amount, reason }) => `${f.money(amount)} ${reason ?? ''}`).join(' · ') || '—';
  };
  return (
    <>
      <Card
        title={t('till.mine')}
        tools={
          <div className="row">
            {acts.move('IN')}
            {acts.move('OUT')}
            {acts.count()}
            {counts > 0 && acts.close(isEven)}
          </div>
        }
      >
        <Facts
          facts={[
            [t('till.till'), tillName(session)],
            [t('till.openedAt'), f.instant(session.openedAt)],
            [t('till.float'), f.money(session.openingFloat)],
            [t('till.moves.IN'), moved('IN')],
            [t('till.moves.OUT'), moved('OUT')],
            [t('till.counts'), String(counts), counts === 0 ? t('till.countFirst') : undefined],
          ]}
        />
      </Card>
      {counts > 0 && <MethodsCard report={report} title={t(report.isOwn ? 'till.resultHere' : 'till.result')} />}
      {acts.dialog}
    </>
  );
}
