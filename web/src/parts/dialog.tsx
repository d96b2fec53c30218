// A question on top of the page; Escape and a click beside it close it.
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { useWords } from '../texts/use-words.tsx';

export interface DialogProps {
  title: string;
  isWide?: boolean;
  onClose(): void;
  children: ReactNode;
}

export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const { t } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      // The browser does this only where it closes the dialog itself; what opened it may be gone by then.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onClose={onClose}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="dialog-body">
        <div className="spread">
          <h2 id={id}>{title}</h2>
          <button type="button" className="tool" aria-label={t('close')} onClick={onClose}>
            <Icon name="cross" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
