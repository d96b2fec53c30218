// The page of a fiscal document: how it stands, what it says, and, beside it, what can be done and what has happened.
import { useState, type ReactNode } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { isAuthorized } from '../../../../src/fiscal/legal-status.ts';
import type { InvoiceViewAnswer } from '../../api/answers.ts';
import { useAnswer, type Answer } from '../../api/use-answer.ts';
import { serviceNow } from '../../clock.ts';
import { Page } from '../../parts/page.tsx';
import { RecordPage, type RecordPageProps } from '../../parts/record-page.tsx';
import { LegalChip } from '../../parts/status.tsx';
import type { FiscalDocument } from '../../rules/document-rules.ts';
import { askAgainAfter, isWaiting, ON_ITS_PAGE } from '../../rules/waiting.ts';
import { DocumentBones } from './document-bones.tsx';
import { IdentityCard, type IdentityCardProps } from './identity-card.tsx';
import { PdfCard } from './pdf-card.tsx';
import { ShareCard } from './share-card.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { VerdictNote } from './verdict-note.tsx';

/** Asked for again while it waits: a page that was opened for such a document is fresh, however old the document is. */
export function useDocument<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  documentOf: (data: Data) => FiscalDocument,
): Answer<Data, Variables> {
  const [issuedAt] = useState(() => new Date(serviceNow()).toISOString());
  return useAnswer(query, variables, {
    everyMs: (data) => askAgainAfter([{ ...documentOf(data), issuedAt }], ON_ITS_PAGE),
  });
}

export interface DocumentPageProps<Data> extends Omit<RecordPageProps<Data>, 'bones' | 'children'> {
  children(data: Data): Parts;
}

interface Parts extends Omit<IdentityCardProps, 'document'> {
  document: FiscalDocument;
  timeline: InvoiceViewAnswer['timeline'];
  chip: ReactNode;
  about: ReactNode;
  lines: ReactNode;
  /** Below the PDF. */
  below?: ReactNode;
  /** Beside it, above what has happened. */
  beside: ReactNode;
}

export const DocumentPage = <Data,>({ title, back, answer, children }: DocumentPageProps<Data>) => (
  <RecordPage title={title} back={back} bones={<DocumentBones />} answer={answer}>
    {(data) => {
      const { document, timeline, chip, about, lines, below, beside, ...identity } = children(data);
      return (
        <Page
          title={document.number}
          chips={
            <span className="row" aria-live="polite">
              <LegalChip document={document} />
              {chip}
            </span>
          }
          about={about}
        >
          <div className="columns">
            <div className="stack">
              <VerdictNote document={document} />
              {lines}
              {document.pdf !== null && <PdfCard file={document.pdf} />}
              {below}
            </div>
            <div className="stack">
              {beside}
              {document.pdf !== null && isAuthorized(document.legalStatus) && <ShareCard document={document} />}
              <TimelineCard events={timeline} isWaiting={isWaiting(document)} />
              <IdentityCard document={document} {...identity} />
            </div>
          </div>
        </Page>
      );
    }}
  </RecordPage>
);
