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
import { Table } from '../parts/table.tsx';
import { useChoice } from '../router.ts';
import { documentPath } from '../rules/document-path.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { InboxCard } from './operations/inbox-card.tsx';
import { PacHealthCard } from './operations/pac-health-card.tsx';
import { ResolveDialog } from './operations/resolve-dialog.tsx';
import { SettleDialog } from './operations/settle-dialog.tsx';

type OpenDocument = OperationsAnswer['openDocuments'][number];

const isUnknown = (document: OpenDocument): boolean => document.submissionState === 'UNKNOWN';

const NOTICES_LIMIT = 8;
const WAITING_MS = 2000;
const QUIET_MS = 10_000;

/** Only a person can move these on. */
function needsPerson({ nextAction }: OpenDocument): boolean {
  return nextAction === 'OPERATOR' || nextAction === 'AWAIT_NOTICE_OR_OPERATOR';
}

export function OperationsPage() {
  const { t } = useWords();
  const [offset, setOffset] = useChoice('from', '0');
  const answer = useAnswer(
    Operations,
    { limit: NOTICES_LIMIT, offset: Number(offset) },
    { everyMs: ({ openDocuments }) => (openDocuments.length > 0 ? WAITING_MS : QUIET_MS), isTimed: true },
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
          <InboxCard
            notices={answer.data.notices}
            offset={Number(offset)}
            limit={NOTICES_LIMIT}
            onTurn={(to) => setOffset(String(to))}
          />
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
  return (
    <Table
      rows={documents}
      keyOf={(document) => document.documentId}
      name={t('operations.document')}
      nameOf={(document) => (
        <Link to={documentPath(document.kind, document.documentId)} className="text-link">
          {document.number}
        </Link>
      )}
      aboutOf={(document) => t(document.kind === 'INVOICE' ? 'invoice' : 'credit')}
      columns={[
        {
          name: t('legal'),
          onPhone: 'below',
          show: (document) => <LegalChip document={{ ...document, mode: 'DGI' }} />,
        },
        {
          name: t('operations.next'),
          onPhone: 'below',
          show: (document) => <NextAction document={document} onSettle={onSettle} />,
        },
        {
          name: t('operations.age'),
          isNumber: true,
          onPhone: 'beside',
          show: (document) => f.span(document.ageSeconds),
        },
      ]}
    />
  );
}

interface NextActionProps {
  document: OpenDocument;
  onSettle: DocumentTableProps['onSettle'];
}

function NextAction({ document, onSettle }: NextActionProps) {
  const { t, f } = useWords();
  const maySettle = useMay('admin');
  return (
    <>
      {t(`next.${document.nextAction}`)}
      {document.parkedReason !== null && (
        <span className="small block bad-text break-anywhere">{document.parkedReason}</span>
      )}
      {document.deadline !== null && (
        <span className="soft small block">{t('operations.deadline', { day: f.instant(document.deadline) })}</span>
      )}
      {onSettle && (isUnknown(document) || document.parkedReason !== null) && (
        <span className="block settle">
          <Button size="small" because={maySettle ? undefined : t('needs.admin')} onClick={() => onSettle(document)}>
            {t(isUnknown(document) ? 'settle' : 'resolve')}
          </Button>
          {!maySettle && <span className="soft small block">{t('needs.admin')}</span>}
        </span>
      )}
    </>
  );
}
