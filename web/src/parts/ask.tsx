// A dialog for each thing that a page can do, described where its button stands: what it asks for, what follows, what is shown once.
import { useEffect } from 'react';
import type { AnyVariables } from 'urql';
import { askAgain } from '../api/acts.ts';
import { store } from '../store.ts';
import { t } from '../texts/speech.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Copyable } from './copyable.tsx';
import { Dialog } from './dialog.tsx';
import { ActDialog, type ActDialogProps } from './edit-form.tsx';
import { Note } from './message.tsx';

export type Question<Data, Variables extends AnyVariables> = Pick<
  ActDialogProps<Data, Variables>,
  'title' | 'about' | 'action' | 'tone' | 'keep' | 'fields' | 'record' | 'mutation' | 'touches' | 'variables' | 'done'
> & {
  /** Left out: its title. */
  draft?: string;
  onDone?(): void;
  /** Part of the answer that is shown once. */
  shows?(data: Data): Secret | undefined;
};

interface Secret {
  name: string;
  text: string;
  about: string;
}

/** Views that show these ask again. */
const TOUCHED = ['WebhookDelivery', 'WebhookDeliveryPage', 'DayNeeds'];

type AnyQuestion = Question<unknown, AnyVariables>;
type Named<One extends { title: string; action: string }> = Omit<One, 'title' | 'action'> &
  Partial<Pick<One, 'title' | 'action'>> & { look?: Omit<ButtonProps, 'children'> };

const asking = store<AnyQuestion | undefined>(undefined);
const showing = store<Secret | undefined>(undefined);

/** Opens its dialog. Once it is done, every view asks again: a list that was empty does not tell what it would hold. */
export function ask<Data, Variables extends AnyVariables>(wanted: Question<Data, Variables>): void {
  asking.set(wanted as unknown as AnyQuestion);
}

/** A button that asks; the dialog and its own button are called as it is, unless they say more. */
export const askButton = <Data, Variables extends AnyVariables>(
  name: string,
  { look, ...wanted }: Named<Question<Data, Variables>>,
) => <Button {...look} onClick={() => ask({ title: name, action: name, ...wanted })} text={name} />;

/** Beside the page, whose dialogs go with it. */
export function AskDialogs() {
  const [question, visible] = [asking.use(), showing.use()];
  useEffect(
    () => () => {
      asking.set(undefined);
      showing.set(undefined);
    },
    [],
  );
  const onDone = (data: unknown): void => {
    askAgain();
    question?.onDone?.();
    showing.set(question?.shows?.(data));
  };
  return (
    <>
      {question && (
        <ActDialog
          touches={TOUCHED}
          draft={`ask ${question.title}`}
          {...question}
          key={question.title}
          onDone={onDone}
          onClose={() => asking.set(undefined)}
        />
      )}
      {visible && <ShownOnce {...visible} onClose={() => showing.set(undefined)} />}
    </>
  );
}

const ShownOnce = ({ name, text, about, onClose }: Secret & { onClose(): void }) => (
  <Dialog title={name} onClose={onClose}>
    <Note tone="wait" icon="alert" text={t('shownOnce')} />
    <p className="soft">{about}</p>
    <Copyable name={name} text={text} />
    <div className="form-actions">
      <Button tone="primary" onClick={onClose} text={t('close')} />
    </div>
  </Dialog>
);
