// One debit note, or one credit about an invoice that is not here: whether it is legal, and what can be done about it.
import { useState } from 'react';
import {
  CancelDebitNote,
  CancelGenericCredit,
  DebitNoteView,
  GenericCreditView,
  VoidDebitNote,
  VoidGenericCredit,
} from '../api/debit-notes.ts';
import { useAnswer } from '../api/use-answer.ts';
import type { DebitNoteViewAnswer, GenericCreditViewAnswer, GenericCreditViewVariables } from '../api/answers.ts';
import { Link } from '../parts/link.tsx';
import { TotalLines } from '../parts/lines-card.tsx';
import { Card, Page } from '../parts/page.tsx';
import { RecordPage } from '../parts/record-page.tsx';
import { DebitChip, InvoiceChip, LegalChip } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { askAgainAfter, isWaiting, ON_ITS_PAGE } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';
import { DocumentBones } from './document/document-bones.tsx';
import { EndingActions } from './document/ending-actions.tsx';
import { IdentityCard } from './document/identity-card.tsx';
import { LegalActions } from './document/legal-actions.tsx';
import { PdfCard } from './document/pdf-card.tsx';
import { TimelineCard } from './document/timeline-card.tsx';
import { VerdictNote } from './document/verdict-note.tsx';

const TOUCHES = ['DebitNote', 'GenericCredit', 'Invoice', 'DocumentEvent'];

type Note = GenericCreditViewAnswer['debitNote'] & Partial<Pick<DebitNoteViewAnswer['debitNote'], 'invoice'>>;
type Kind = { isCredit: boolean };

export const DebitNotePage = ({ id }: { id: string }) => <NotePage id={id} isCredit={false} />;
export const GenericCreditPage = ({ id }: { id: string }) => <NotePage id={id} isCredit />;

function NotePage({ id, isCredit }: Kind & { id: string }) {
  const { t, f } = useWords();
  const [openedAt] = useState(() => new Date().toISOString());
  const answer = useAnswer<GenericCreditViewAnswer, GenericCreditViewVariables>(
    isCredit ? GenericCreditView : DebitNoteView,
    { id },
    { everyMs: ({ debitNote }) => askAgainAfter([{ ...debitNote, issuedAt: openedAt }], Date.now(), ON_ITS_PAGE) },
  );
  const back = isCredit
    ? { to: '/generic-credits', label: t('genericCredits') }
    : { to: '/debit-notes', label: t('nav.debitNotes') };
  return (
    <RecordPage title={t(isCredit ? 'credit' : 'debit')} back={back} bones={<DocumentBones />} answer={answer}>
      {({ debitNote: note, timeline }: { debitNote: Note; timeline: GenericCreditViewAnswer['timeline'] }) => (
        <Page
          title={note.number}
          back={back}
          chips={
            <span className="row" aria-live="polite">
              <LegalChip document={note} />
              <DebitChip status={note.debitStatus} />
            </span>
          }
          about={`${note.client.name} · ${f.instant(note.issuedAt)}`}
        >
          <div className="columns">
            <div className="stack">
              <VerdictNote document={note} />
              <Card title={t('lines')} isFlush>
                <p className="soft lines-about">{t('credit.because', { reason: note.reason })}</p>
                <Table
                  rows={note.lines}
                  keyOf={(line) => line.id}
                  name={t('item')}
                  nameOf={(line) => line.description}
                  columns={[
                    { name: t('total'), isNumber: true, onPhone: 'beside', show: (line) => f.money(line.total) },
                  ]}
                />
                <TotalLines total={[t('total'), f.money(note.total)]} />
              </Card>
              {note.pdf !== null && <PdfCard file={note.pdf} />}
            </div>
            <div className="stack">
              <Actions note={note} isCredit={isCredit} />
              {note.reference && (
                <Card title={t('credit.onInvoice')}>
                  <span className="strong">{note.reference.number}</span>
                  <p className="soft small">
                    {t(`paper.${note.reference.kind}`)} · {f.day(note.reference.date)}
                  </p>
                </Card>
              )}
              {note.invoice && (
                <Card title={t('credit.onInvoice')}>
                  <div className="row">
                    <Link to={`/invoices/${note.invoice.id}`} className="text-link">
                      {note.invoice.number}
                    </Link>
                    <InvoiceChip invoice={note.invoice} />
                  </div>
                </Card>
              )}
              <TimelineCard events={timeline} isWaiting={isWaiting(note)} />
              <IdentityCard document={note} />
            </div>
          </div>
        </Page>
      )}
    </RecordPage>
  );
}

function Actions({ note, isCredit }: Kind & { note: Note }) {
  const { t, f } = useWords();
  return (
    <Card title={t('debit.value')}>
      <div className="balance">
        <div className="balance-value">{f.money(note.total)}</div>
      </div>
      <ul className="actions">
        <LegalActions kind={isCredit ? 'CREDIT_NOTE' : 'DEBIT_NOTE'} document={note} />
        <EndingActions
          document={note}
          name={isCredit ? 'GenericCredit' : 'DebitNote'}
          variables={{ debitNoteId: note.id }}
          voids={isCredit ? VoidGenericCredit : VoidDebitNote}
          cancels={isCredit ? CancelGenericCredit : CancelDebitNote}
          touches={TOUCHES}
          isVoid={({ voidDebitNote }) => voidDebitNote.debitStatus === 'VOID'}
        />
      </ul>
    </Card>
  );
}
