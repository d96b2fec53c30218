// An operator has looked at what a document was put aside for.
import { ResolveParked } from '../../api/operations.ts';
import type { OperationsAnswer } from '../../api/answers.ts';
import { ActDialog } from '../../parts/edit-form.tsx';
import { t } from '../../texts/speech.ts';

export interface SettledDialogProps {
  document: Pick<OperationsAnswer['openDocuments'][number], 'documentId' | 'number' | 'parkedReason'>;
  onClose(): void;
}

export const SETTLED_TYPES = ['OpenDocument', 'Invoice', 'Credit', 'DocumentEvent'];

export const ResolveDialog = ({ document: { documentId, number, parkedReason }, onClose }: SettledDialogProps) => (
  <ActDialog
    draft={`resolve${documentId}`}
    title={t('resolve.title', { number })}
    about={<span className="break-anywhere">{parkedReason}</span>}
    action={t('resolve.do')}
    done={t('settle.done', { number })}
    fields={[
      {
        ...{ name: 'note', label: t('resolve.note'), note: t('resolve.noteAbout'), kind: 'long', isNeeded: true },
        input: { rows: 3, autoFocus: true },
      },
    ]}
    mutation={ResolveParked}
    touches={SETTLED_TYPES}
    variables={({ note = '' }) => ({ documentId, note: note.trim() })}
    onClose={onClose}
  />
);
