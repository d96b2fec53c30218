// Asks once more before something that cannot be taken back.
import type { ReactNode } from 'react';
import type { FormDialogProps } from './form-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useWords } from '../texts/use-words.tsx';

export interface ConfirmDialogProps extends Pick<
  FormDialogProps,
  'title' | 'action' | 'because' | 'doing' | 'onClose'
> {
  /** What follows from it. */
  about: string;
  /** What is asked with it. */
  children?: ReactNode;
  onConfirm(): void;
}

export function ConfirmDialog({ about, children, onConfirm, ...dialog }: ConfirmDialogProps) {
  const { t } = useWords();
  return (
    <FormDialog {...dialog} tone="danger solid" keep={t('void.keep')} onSubmit={onConfirm}>
      <p>{about}</p>
      {children}
    </FormDialog>
  );
}
