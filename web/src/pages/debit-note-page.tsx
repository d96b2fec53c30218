// One debit note, or one credit about an invoice that is not here: whether it is legal, and what can be done about it.
import type { ReactNode } from 'react';
import { DebitNoteView, GenericCreditView } from '../api/debit-notes.ts';
import type { DebitNoteViewAnswer, GenericCreditViewAnswer, GenericCreditViewVariables } from '../api/answers.ts';
import { TextLink } from '../parts/link.tsx';
import { TotalLines } from '../parts/lines-card.tsx';
import { Card } from '../parts/page.tsx';
import { DebitChip, InvoiceChip } from '../parts/status.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { f, t } from '../texts/speech.ts';
import { DocumentPage, useDocument } from './document/document-page.tsx';
import { EndingActions } from './document/ending-actions.tsx';
import { LegalActions } from './document/legal-actions.tsx';

type Note = GenericCreditViewAnswer['debitNote'] & Partial<Pick<DebitNoteViewAnswer['debitNote'], 'invoice'>>;
type DebitInvoice = NonNullable<DebitNoteViewAnswer['debitNote']['invoice']>;
type Kind = { isCredit: boolean };

export const DebitNotePage = ({ id }: { id: string }) => <NotePage id={id} isCredit={false} />;
export const GenericCreditPage = ({ id }: { id: string }) => <NotePage id={id} isCredit />;

function NotePage({ id, isCredit }: Kind & { id: string }) {
  const answer = useDocument<GenericCreditViewAnswer, GenericCreditViewVariables>(
    isCredit ? GenericCreditView : DebitNoteView,
    { id },
    ({ debitNote }) => debitNote,
  );
  const back = isCredit
    ? { to: '/generic-credits', label: t('genericCredits') }
    : { to: '/debit-notes', label: t('nav.debitNotes') };
  return (
    <DocumentPage title={t(isCredit ? 'credit' : 'debit')} back={back} answer={answer}>
      {({ debitNote: note, timeline }: { debitNote: Note; timeline: GenericCreditViewAnswer['timeline'] }) => ({
        document: note,
        timeline,
        chip: <DebitChip status={note.debitStatus} />,
        about: `${note.client.name} · ${f.instant(note.issuedAt)}`,
        lines: <Lines note={note} />,
        beside: (
          <>
            <Actions note={note} isCredit={isCredit} />
            {note.reference && (
              <Card title={t('credit.onInvoice')}>
                <span className="strong">{note.reference.number}</span>
                <p className="soft small">
                  {t(`paper.${note.reference.kind}`)} · {f.day(note.reference.date)}
                </p>
              </Card>
            )}
            {note.invoice && <OnInvoice invoice={note.invoice} />}
          </>
        ),
      })}
    </DocumentPage>
  );
}

const Lines = ({ note }: { note: Note }) => (
  <TableCard
    title={t('lines')}
    above={<p className="soft lines-about">{t('credit.because', { reason: note.reason })}</p>}
    rows={note.lines}
    name={t('item')}
    nameOf={(line) => line.description}
    columns={[{ name: t('total'), isNumber: true, onPhone: 'beside', show: (line) => f.money(line.total) }]}
    below={<TotalLines total={[t('total'), f.money(note.total)]} />}
  />
);

/** The invoice that a note is about. */
export const OnInvoice = ({ invoice, children }: { invoice: DebitInvoice; children?: ReactNode }) => (
  <Card title={t('credit.onInvoice')}>
    <div className="row">
      <TextLink to={`/invoices/${invoice.id}`}>{invoice.number}</TextLink>
      <InvoiceChip invoice={invoice} />
    </div>
    {children}
  </Card>
);

const Actions = ({ note, isCredit }: Kind & { note: Note }) => (
  <Card title={t('debit.value')}>
    <div className="balance">
      <div className="balance-value">{f.money(note.total)}</div>
    </div>
    <ul className="actions">
      <LegalActions kind={isCredit ? 'CREDIT_NOTE' : 'DEBIT_NOTE'} document={note} />
      <EndingActions document={note} name={isCredit ? 'GenericCredit' : 'DebitNote'} />
    </ul>
  </Card>
);
