// Caja: the session of the person who is signed in, and those that were closed.
import type { TillsAnswer } from '../api/answers.ts';
import { Tills } from '../api/tills.ts';
import { useAnswer } from '../api/use-answer.ts';
import { compare } from '../format/decimal.ts';
import { Answered } from '../parts/answered.tsx';
import { Facts } from '../parts/facts.tsx';
import { Card, Page } from '../parts/page.tsx';
import { usePages } from '../parts/pager.tsx';
import { cell } from '../parts/table.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { useSession } from '../session.ts';
import { useWords } from '../texts/use-words.tsx';
import { MethodsCard } from './till/session-report.tsx';
import { useTillActs } from './till/till-acts.tsx';

type Session = TillsAnswer['tillSessions']['records'][number];
type Mine = TillsAnswer['mine']['records'][number];

export const tillName = ({ billingPoint: { code, name, office } }: Session): string =>
  `${office.name} · ${name ?? code}`;

export function TillPage() {
  const { t, f } = useWords();
  const { pager, ...page } = usePages('offset', 20);
  const answer = useAnswer(Tills, { openedBy: useSession().company!.userName, ...page });
  return (
    <Page title={t('nav.till')} about={t('till.about')}>
      <Answered answer={answer} card={{}}>
        {({ mine, tillSessions, offices }) => (
          <div className="stack">
            <MyTill session={mine.records[0]} offices={offices} again={answer.again} />
            <TableCard
              title={t('till.sessions')}
              rows={tillSessions.records}
              keyOf={({ id }) => id}
              name={t('till.z')}
              nameOf={({ zNumber }) => (zNumber === null ? t('till.isOpen') : t('till.zNumber', { n: zNumber }))}
              linkOf={({ id }) => `/till/${id}`}
              none={<p className="soft card-none">{t('till.noSessions')}</p>}
              columns={[
                cell<Session>(t('till.till'), tillName),
                cell<Session>(t('till.cashier'), ({ openedBy }) => openedBy),
                cell<Session>(t('till.openedAt'), ({ openedAt }) => f.instant(openedAt)),
                cell<Session>(t('till.closedAt'), ({ closedAt }) => closedAt && f.instant(closedAt)),
              ]}
              below={pager(tillSessions.totalCount)}
            />
          </div>
        )}
      </Answered>
    </Page>
  );
}

function MyTill({
  session,
  offices,
  again,
}: { session: Mine | undefined; again(): void } & Pick<TillsAnswer, 'offices'>) {
  const { t, f } = useWords();
  const acts = useTillActs(again);
  if (!session)
    return (
      <Card title={t('till.mine')} tools={acts.open(offices)}>
        <p className="soft">{t('till.none')}</p>
        {acts.dialog}
      </Card>
    );
  const { report, entries } = session;
  // Blind: what is expected is read once it is counted.
  const counts = entries.filter(({ kind }) => kind === 'COUNT').length;
  const isEven =
    report !== null && report.methods.every((one) => one.difference !== null && compare(one.difference, '0') === 0);
  const moved = (wanted: string) => entries.filter(({ kind }) => kind === wanted);
  return (
    <>
      <Card
        title={t('till.mine')}
        tools={
          <div className="row">
            {acts.move('IN', session.id)}
            {acts.move('OUT', session.id)}
            {acts.count(session.id)}
            {counts > 0 && acts.close(session.id, isEven)}
          </div>
        }
      >
        <Facts
          facts={[
            [t('till.till'), tillName(session)],
            [t('till.openedAt'), f.instant(session.openedAt)],
            [t('till.float'), f.money(session.openingFloat)],
            ...(['IN', 'OUT'] as const).map(
              (kind) =>
                [
                  t(`till.moves.${kind}`),
                  moved(kind).length === 0
                    ? '—'
                    : moved(kind)
                        .map(({ amount, reason }) => `${f.money(amount)} ${reason ?? ''}`)
                        .join(' · '),
                ] as const,
            ),
            [t('till.counts'), String(counts), counts === 0 ? t('till.countFirst') : undefined],
          ]}
        />
      </Card>
      {counts > 0 && report && <MethodsCard report={report} title={t('till.result')} />}
      {acts.dialog}
    </>
  );
}
