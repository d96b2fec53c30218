// Asks once more before something that cannot be taken back.
import type { FormDialogProps } from './form-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useWords } from '../texts/use-words.tsx';

export interface ConfirmDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'doing' | 'onClose'> {
  /** What follows from it. */
  about: string;
  onConfirm(): void;
}

export function ConfirmDialog({ about, onConfirm, ...dialog }: ConfirmDialogProps) {
  const { t } = useWords();
  return (
    <FormDialog {...dialog} tone="danger solid" keep={t('void.keep')} onSubmit={onConfirm}>
      <p>{about}</p>
    </FormDialog>
  );
}
