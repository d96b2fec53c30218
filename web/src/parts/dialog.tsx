// A question on top of the page; Escape closes it, and so does a click beside it while nothing was typed.
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { t } from '../texts/speech.ts';
import { Tool } from './tool.tsx';

export interface DialogProps {
  title: string;
  isWide?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** Had the focus before a dialog whose place another one takes at once. */
let left: Element | null = null;

export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const wasTouched = useRef(false);
  const id = useId();
  // Before the browser takes another key, which would go to the page below.
  useLayoutEffect(() => {
    const opener = left ?? document.activeElement;
    dialog.current?.showModal();
    // A browser chooses the first thing that takes the focus, which is the cross.
    const first = dialog.current?.querySelector<HTMLElement>(
      '[autofocus], input, select, textarea, .form-actions .primary',
    );
    if (!dialog.current?.querySelector('input:focus, textarea:focus, select:focus')) first?.focus();
    return () => {
      left = opener;
      queueMicrotask(() => {
        left = null;
        // The browser does this only where it closes the dialog itself. What opened it takes no focus while the dialog stands in the page.
        if (opener instanceof HTMLElement) opener.focus();
      });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      // Closed by the browser it would give the focus back before it goes, and the caret be lost as it goes.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onInput={() => {
        wasTouched.current = true;
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current && !wasTouched.current) onClose();
      }}
    >
      <div className="dialog-body">
        <div className="spread">
          <h2 id={id}>{title}</h2>
          <Tool icon="cross" label={t('close')} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
