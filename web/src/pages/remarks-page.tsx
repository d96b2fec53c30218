// Documents that the DGI has authorized with remarks, of all kinds, the newest first: all of them, or those of one code.
import type { DocumentType, RemarkedDocumentsAnswer } from '../api/answers.ts';
import { RemarkedDocuments } from '../api/operations.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Answered } from '../parts/answered.tsx';
import { DocumentNumber } from '../parts/document-number.tsx';
import { Message } from '../parts/message.tsx';
import { Page, backTo } from '../parts/page.tsx';
import { useCursor } from '../parts/pager.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { cell, mainCell } from '../parts/table.tsx';
import { useChoice } from '../router.ts';
import { f, t } from '../texts/speech.ts';

type Row = RemarkedDocumentsAnswer['documents']['records'][number];

/** Sections of the notes; every other type is an invoice. */
const SECTIONS: Partial<Record<DocumentType, string>> = {
  CREDIT_NOTE: 'credits',
  DEBIT_NOTE: 'debit-notes',
  GENERIC_CREDIT_NOTE: 'generic-credits',
  GENERIC_DEBIT_NOTE: 'debit-notes',
};

export function RemarksPage() {
  const [code] = useChoice('code', '');
  const { after, pager } = useCursor();
  return (
    <Page
      title={t('remarks.title')}
      about={t(code === '' ? 'remarks.about' : 'remarks.ofCode', { code })}
      back={backTo('nav.operations')}
    >
      <Answered answer={useAnswer(RemarkedDocuments, { remarkCode: code || null, after })} rows={5} card={{}}>
        {({ documents: { records, pageInfo } }) => (
          <TableCard<Row>
            title={t('remarks.documents')}
            rows={records}
            none={<Message icon="check" title={t('remarks.none')} text={t('remarks.noneText')} />}
            name={t('operations.document')}
            nameOf={({ number }) => <DocumentNumber number={number} />}
            aboutOf={({ client }) => client.name}
            linkOf={({ documentType: type, id }) => `/${SECTIONS[type] ?? 'invoices'}/${id}`}
            columns={[
              cell(t('documentType'), ({ documentType }) => t(`documentType.${documentType}`)),
              cell(t('date'), ({ issuedAt }) => f.day(issuedAt)),
              cell(t('remarks.said'), ({ remarks }) => <span className="small">{remarks.join(' · ')}</span>),
              mainCell(t('total'), ({ total }) => f.money(total)),
            ]}
            below={<div className="row settings-more">{pager(pageInfo)}</div>}
          />
        )}
      </Answered>
    </Page>
  );
}
