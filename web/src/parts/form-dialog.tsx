// A dialog that asks for something and does it: its fields, what was refused, and the two ways out.
import type { Problem } from '../api/problem.ts';
import { forgetDraft } from '../draft.ts';
import { t } from '../texts/speech.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Form } from './form.tsx';
import { Refusal } from './message.tsx';

export interface FormDialogProps extends DialogProps {
  /** Label of the button that acts. */
  action: string;
  tone?: ButtonProps['tone'];
  /** Why it cannot be done yet. */
  because?: string | undefined;
  /** Label of the way back, where it is more than a word. */
  keep?: string;
  doing: { isBusy: boolean; refusal?: Problem | undefined };
  /** Name under which the typed values are kept until they are sent or given up. */
  draft?: string;
  onSubmit(): void;
}

export function FormDialog(props: FormDialogProps) {
  const { title, isWide = false, action, tone = 'primary', because, keep, doing, draft, onSubmit, onClose } = props;
  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <Form onSubmit={() => because === undefined && !doing.isBusy && onSubmit()}>
        {props.children}
        <Refusal problem={doing.refusal} />
        <div className="form-actions">
          <Button
            onClick={() => {
              // A request under way keeps its key, so that the same act begun anew is the same request.
              if (draft !== undefined && !doing.isBusy) forgetDraft(draft);
              onClose();
            }}
            text={keep ?? t('cancel')}
          />
          <Button tone={tone} type="submit" isBusy={doing.isBusy} because={because} text={action} />
        </div>
      </Form>
    </Dialog>
  );
}
