// What waits: for the PAC, for the DGI, or for a person.
import { useState } from 'react';
import type { OperationsAnswer } from '../api/answers.ts';
import { Operations } from '../api/operations.ts';
import { useAnswer } from '../api/use-answer.ts';
import { TableBones, Waiting } from '../parts/bones.tsx';
import { Button } from '../parts/button.tsx';
import { Link } from '../parts/link.tsx';
import { Failure, Message } from '../parts/message.tsx';
import { Card, Page } from '../parts/page.tsx';
import { LegalChip } from '../parts/status.tsx';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { PacHealthCard } from './operations/pac-health-card.tsx';
import { ResolveDialog } from './operations/resolve-dialog.tsx';
import { SettleDialog } from './operations/settle-dialog.tsx';

type OpenDocument = OperationsAnswer['openDocuments'][number];

const isUnknown = (document: OpenDocument): boolean => document.submissionState === 'UNKNOWN';

const WAITING_MS = 2000;
const QUIET_MS = 10_000;

/** Only a person can move these on. */
function needsPerson({ nextAction }: OpenDocument): boolean {
  return nextAction === 'OPERATOR' || nextAction === 'AWAIT_NOTICE_OR_OPERATOR';
}

export function OperationsPage() {
  const { t } = useWords();
  const answer = useAnswer(
    Operations,
    {},
    { everyMs: ({ openDocuments }) => (openDocuments.length > 0 ? WAITING_MS : QUIET_MS) },
  );
  return (
    <Page title={t('nav.operations')} about={t('operations.about')}>
      {answer.state === 'failed' ? (
        <Failure problem={answer.problem} again={answer.again} />
      ) : answer.state === 'loading' ? (
        <Card isFlush>
          <Waiting>
            <TableBones rows={5} />
          </Waiting>
        </Card>
      ) : (
        <div className="stack">
          <PacHealthCard health={answer.data.pacHealth} />
          <OpenDocuments documents={answer.data.openDocuments} />
        </div>
      )}
    </Page>
  );
}

function OpenDocuments({ documents }: { documents: readonly OpenDocument[] }) {
  const { t } = useWords();
  const forPeople = documents.filter(needsPerson);
  const forThePac = documents.filter((document) => !needsPerson(document));
  const [settling, setSettling] = useState<OpenDocument>();
  if (documents.length === 0) {
    return (
      <div className="card">
        <Message icon="check" title={t('operations.none')} text={t('operations.noneText')} />
      </div>
    );
  }
  return (
    <div className="stack">
      {forPeople.length > 0 && (
        <Card title={t('operations.forPeople', { n: forPeople.length })} isFlush>
          <DocumentTable documents={forPeople} onSettle={setSettling} />
        </Card>
      )}
      {forThePac.length > 0 && (
        <Card title={t('operations.forThePac', { n: forThePac.length })} isFlush>
          <DocumentTable documents={forThePac} />
        </Card>
      )}
      {settling &&
        (isUnknown(settling) ? (
          <SettleDialog document={settling} onClose={() => setSettling(undefined)} />
        ) : (
          <ResolveDialog document={settling} onClose={() => setSettling(undefined)} />
        ))}
    </div>
  );
}

interface DocumentTableProps {
  documents: readonly OpenDocument[];
  onSettle?: (document: OpenDocument) => void;
}

function DocumentTable({ documents, onSettle }: DocumentTableProps) {
  const { t, f } = useWords();
  const maySettle = useMay('admin');
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{t('operations.document')}</th>
          <th>{t('legal')}</th>
          <th>{t('operations.next')}</th>
          <th className="number">{t('operations.age')}</th>
        </tr>
      </thead>
      <tbody>
        {documents.map((document) => (
          <tr key={document.documentId}>
            <td>
              <Link
                to={`/${document.kind === 'INVOICE' ? 'invoices' : 'credits'}/${document.documentId}`}
                className="text-link"
              >
                {document.number}
              </Link>
              <div className="soft small">{t(document.kind === 'INVOICE' ? 'invoice' : 'credit')}</div>
            </td>
            <td data-label={t('legal')}>
              <LegalChip document={{ ...document, mode: 'DGI' }} />
            </td>
            <td data-label={t('operations.next')}>
              <span>
                {t(`next.${document.nextAction}`)}
                {document.parkedReason !== null && (
                  <span className="small block bad-text break-anywhere">{document.parkedReason}</span>
                )}
                {document.deadline !== null && (
                  <span className="soft small block">
                    {t('operations.deadline', { day: f.instant(document.deadline) })}
                  </span>
                )}
                {onSettle && (isUnknown(document) || document.parkedReason !== null) && (
                  <span className="block settle">
                    <Button
                      size="small"
                      because={maySettle ? undefined : t('needs.admin')}
                      onClick={() => onSettle(document)}
                    >
                      {t(isUnknown(document) ? 'settle' : 'resolve')}
                    </Button>
                  </span>
                )}
              </span>
            </td>
            <td className="number" data-label={t('operations.age')}>
              {f.span(document.ageSeconds)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
