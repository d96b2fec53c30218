// Waiting work: for a person, by kind and in pages; for the PAC or the DGI; and the PAC's notices.
import type { DayNeedKind, OperationsAnswer } from '../api/answers.ts';
import { Operations } from '../api/operations.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Answered } from '../parts/answered.tsx';
import { TextLink } from '../parts/link.tsx';
import { Page } from '../parts/page.tsx';
import { usePages } from '../parts/pager.tsx';
import { LegalChip } from '../parts/status.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { cell, mainCell } from '../parts/table.tsx';
import { useChoice } from '../router.ts';
import { documentPath } from '../rules/document-path.ts';
import { TONES } from '../rules/need.ts';
import { f, t } from '../texts/speech.ts';
import { InboxCard } from './operations/inbox-card.tsx';
import { PacHealthCard } from './operations/pac-health-card.tsx';
import { NeedsCard } from './today/need-group.tsx';

type OpenDocument = OperationsAnswer['openDocuments'][number];

const NOTICES_LIMIT = 8;
const ALL_KINDS_LIMIT = 10;
const KIND_LIMIT = 25;
const WAITING_MS = 2000;
const QUIET_MS = 10_000;

/** The others need a person. */
const movesByItself = ({ nextAction }: OpenDocument): boolean =>
  nextAction !== 'OPERATOR' && nextAction !== 'AWAIT_NOTICE_OR_OPERATOR';

export function OperationsPage() {
  const { pager, ...page } = usePages('from', NOTICES_LIMIT);
  const [chosen] = useChoice('kind', '');
  const needPages = usePages('at', KIND_LIMIT);
  const kind = chosen in TONES ? (chosen as DayNeedKind) : undefined;
  const needLimit = kind ? KIND_LIMIT : ALL_KINDS_LIMIT;
  const answer = useAnswer(
    Operations,
    { ...page, ...{ kinds: kind ? [kind] : null, needLimit, needOffset: kind ? needPages.offset : 0 } },
    { everyMs: ({ openDocuments }) => (openDocuments.length > 0 ? WAITING_MS : QUIET_MS) },
  );
  return (
    <Page
      title={kind ? t(`need.${kind}`) : t('nav.operations')}
      about={kind ? <TextLink to="/operations">{t('need.title')}</TextLink> : t('operations.about')}
    >
      <Answered answer={answer} rows={5} card={{}}>
        {(data) => (
          <div className="stack">
            <NeedsCard board={data.today} pager={kind && needPages.pager} />
            {!kind && (
              <>
                <PacHealthCard health={data.pacHealth} />
                <Moving documents={data.openDocuments} count={data.openDocumentCount} />
                <Remarks remarks={data.remarks} />
                <InboxCard notices={data.notices} pager={pager(data.notices.totalCount, t('inbox'))} />
              </>
            )}
          </div>
        )}
      </Answered>
    </Page>
  );
}

const Remarks = ({ remarks }: { remarks: OperationsAnswer['remarks'] }) => (
  <TableCard<OperationsAnswer['remarks'][number]>
    title={t('remarks.title')}
    none={null}
    rows={remarks}
    keyOf={({ code, text }) => code ?? text}
    name={t('remarks.code')}
    nameOf={({ code, text }) => (
      <TextLink to={code === null ? '/remarks' : `/remarks?code=${code}`}>{code ?? text}</TextLink>
    )}
    aboutOf={({ code, text }) => (code === null ? '' : text)}
    columns={[
      cell(t('remarks.last'), ({ lastAt }) => f.instant(lastAt)),
      mainCell(t('remarks.documents'), ({ documents }) => f.quantity(documents)),
    ]}
  />
);

/** The oldest of them. */
function Moving({ documents, count }: { documents: readonly OpenDocument[]; count: number }) {
  const visible = documents.filter(movesByItself);
  if (visible.length === 0) return null;
  const others = count - documents.length;
  return (
    <TableCard<OpenDocument>
      title={t('operations.forThePac', { n: visible.length + others })}
      rows={visible}
      keyOf={(document) => document.documentId}
      name={t('operations.document')}
      nameOf={({ kind, documentId, number }) => <TextLink to={documentPath(kind, documentId)}>{number}</TextLink>}
      columns={[
        cell(t('legal'), (document) => <LegalChip document={{ ...document, mode: 'DGI' }} />),
        cell(t('operations.next'), ({ nextAction }) => t(`next.${nextAction}`)),
        mainCell(t('operations.age'), ({ ageSeconds }) => f.span(ageSeconds)),
      ]}
    />
  );
}
