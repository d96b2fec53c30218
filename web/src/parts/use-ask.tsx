// A dialog for each thing that a page can do, described where its button stands: what it asks for, what follows, what is shown once.
import { useState } from 'react';
import type { AnyVariables } from 'urql';
import { t } from '../texts/speech.ts';
import type { ButtonProps } from './button.tsx';
import { Button } from './button.tsx';
import { Copyable } from './copyable.tsx';
import { Dialog } from './dialog.tsx';
import { ActDialog, type ActDialogProps } from './edit-form.tsx';
import { Note } from './message.tsx';

export type Asked<Data, Variables extends AnyVariables> = Pick<
  ActDialogProps<Data, Variables>,
  'title' | 'about' | 'action' | 'tone' | 'keep' | 'fields' | 'record' | 'mutation' | 'touches' | 'variables' | 'done'
> & {
  /** Part of the answer that is shown once. */
  shows?(data: Data): Shown | undefined;
};

interface Shown {
  name: string;
  text: string;
  about: string;
}

/** Views that show these ask again. */
const TOUCHED = ['WebhookDelivery', 'WebhookDeliveryPage', 'DayNeeds'];

type AnyAsked = Asked<unknown, AnyVariables>;
type Named<One extends { title: string; action: string }> = Omit<One, 'title' | 'action'> &
  Partial<Pick<One, 'title' | 'action'>> & { look?: Omit<ButtonProps, 'children'> };

export type Ask = ReturnType<typeof useAsk>['ask'];
export type AskButton = ReturnType<typeof useAsk>['button'];

/** `again` asks for what the page shows: a list that was empty does not tell what it would hold. */
export function useAsk(again: () => void) {
  const [question, setQuestion] = useState<AnyAsked>();
  const [visible, setVisible] = useState<Shown>();
  const ask = <Data, Variables extends AnyVariables>(wanted: Asked<Data, Variables>): void =>
    setQuestion(wanted as unknown as AnyAsked);
  const onDone = (data: unknown): void => {
    again();
    setVisible(question?.shows?.(data));
  };
  return {
    ask,
    /** A button that asks; the dialog and its own button are called as it is, unless they say more. */
    button: <Data, Variables extends AnyVariables>(
      name: string,
      { look, ...wanted }: Named<Asked<Data, Variables>>,
    ) => <Button {...look} onClick={() => ask({ title: name, action: name, ...wanted })} text={name} />,
    dialog: (
      <>
        {question && (
          <ActDialog
            touches={TOUCHED}
            {...question}
            key={question.title}
            draft={`ask ${question.title}`}
            onDone={onDone}
            onClose={() => setQuestion(undefined)}
          />
        )}
        {visible && <ShownOnce {...visible} onClose={() => setVisible(undefined)} />}
      </>
    ),
  };
}

const ShownOnce = ({ name, text, about, onClose }: Shown & { onClose(): void }) => (
  <Dialog title={name} onClose={onClose}>
    <Note tone="wait" icon="alert" text={t('shownOnce')} />
    <p className="soft">{about}</p>
    <Copyable name={name} text={text} />
    <div className="form-actions">
      <Button tone="primary" onClick={onClose} text={t('close')} />
    </div>
  </Dialog>
);
