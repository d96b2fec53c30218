// A session of a till: its Z, or the X of this moment, with what went in and out and what came after it.
import type { TillSessionAnswer } from '../api/answers.ts';
import { TillSession } from '../api/tills.ts';
import { useAnswer } from '../api/use-answer.ts';
import { PageBones } from '../parts/bones.tsx';
import { Facts } from '../parts/facts.tsx';
import { FileLink } from '../parts/file-link.tsx';
import { TextLink } from '../parts/link.tsx';
import { Note } from '../parts/message.tsx';
import { Card, Page, backTo } from '../parts/page.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { cell, numberCell } from '../parts/table.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { f, t } from '../texts/speech.ts';
import { useMay } from '../viewer.tsx';
import { DocumentsCard, MethodsCard, tillName } from './till/session-report.tsx';

type Session = NonNullable<TillSessionAnswer['tillSession']>;
type Entry = Session['entries'][number];

export function TillSessionPage({ id }: { id: string }) {
  const answer = useAnswer(TillSession, { id });
  return (
    <RecordPage title={t('till.z')} back={backTo('nav.till')} bones={<PageBones />} answer={answer}>
      {({ tillSession }) => tillSession && <SessionView session={tillSession} />}
    </RecordPage>
  );
}

function SessionView({ session }: { session: Session }) {
  const mayRead = useMay('viewer');
  const { zNumber, report, late, entries, closedAt, closedBy, explanation } = session;
  const paper = (kind: 'roll' | 'letter'): string => `/till-papers/${session.id}.pdf?paper=${kind}`;
  const isLate = late !== null && late.documents.length + late.methods.length > 0;
  return (
    <Page
      title={zNumber === null ? t('till.x') : t('till.zNumber', { n: zNumber })}
      tools={
        <div className="row">
          {mayRead && <TextLink to={`/payments?tillSessionId=${session.id}`}>{t('till.payments')}</TextLink>}
          <FileLink to={paper('roll')}>{t('till.paperRoll')}</FileLink>
          <FileLink to={paper('letter')}>{t('till.paperLetter')}</FileLink>
        </div>
      }
    >
      <div className="stack">
        <Card>
          <Facts
            facts={[
              [t('till.till'), tillName(session)],
              [t('till.cashier'), session.openedBy],
              [t('till.openedAt'), f.instant(session.openedAt)],
              closedAt !== null && [
                t('till.closedAt'),
                f.instant(closedAt),
                closedBy === session.openedBy ? undefined : (closedBy ?? undefined),
              ],
              [t('till.float'), f.money(session.openingFloat)],
              explanation !== null && [t('till.explanation'), explanation],
            ]}
          />
        </Card>
        {isLate && <Note tone="wait" icon="alert" text={t('till.lateAbout')} />}
        {report ? (
          <>
            <MethodsCard report={report} title={t('till.money')} />
            <DocumentsCard report={report} />
          </>
        ) : (
          <Note tone="wait" icon="clock" text={t('till.countFirst')} />
        )}
        <TableCard
          title={t('till.entries')}
          rows={entries}
          name={t('till.entry')}
          nameOf={({ kind }: Entry) => t(`till.entry.${kind}`)}
          none={<p className="soft card-none">{t('till.noEntries')}</p>}
          columns={[
            cell<Entry>(t('date'), ({ createdAt }) => f.instant(createdAt)),
            cell<Entry>(t('till.reason'), ({ reason }) => reason),
            numberCell<Entry>(t('till.amount'), ({ amount }) => f.amount(amount)),
          ]}
        />
        {isLate && (
          <>
            <MethodsCard report={late} title={t('till.late')} />
            <DocumentsCard report={late} />
          </>
        )}
      </div>
    </Page>
  );
}
