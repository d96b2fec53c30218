// A dialog for each thing that a page can do, described where its button stands: what it asks for, what follows, what is shown once.
import { useEffect, type ReactNode } from 'react';
import type { AnyVariables } from 'urql';
import { askAgain } from '../api/acts.ts';
import { store } from '../store.ts';
import { t } from '../texts/speech.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Copyable } from './copyable.tsx';
import { Dialog } from './dialog.tsx';
import { ActDialog, type ActDialogProps, type FieldsOf } from './edit-form.tsx';
import { Note } from './message.tsx';

type Asked<Data, Variables extends AnyVariables> = Pick<
  ActDialogProps<Data, Variables>,
  'about' | 'tone' | 'keep' | 'record' | 'mutation' | 'touches' | 'variables' | 'done'
> & {
  onDone?(): void;
  /** Part of the answer that is shown once. */
  shows?(data: Data): Secret | undefined;
} & (
    | { fields?: never; draft?: never }
    /** Typed values belong to one record, and another may have the same title. */
    | { fields: FieldsOf; draft: string }
  );
type Words = Pick<ActDialogProps<unknown, AnyVariables>, 'title' | 'action'>;

interface Secret {
  name: string;
  text: string;
  about: string;
}

/** Views that show these ask again. */
const TOUCHED = ['WebhookDelivery', 'WebhookDeliveryPage', 'DayNeeds'];

type Named<Data, Variables extends AnyVariables> = Asked<Data, Variables> &
  Partial<Words> & { look?: Omit<ButtonProps, 'children'> };

/** The first is shown; one that comes late, as a secret does, takes no other's place. */
const opened = store<readonly ReactNode[]>([]);

/** A dialog of its own making, as it is at that moment: what it is called with closes it. */
export function openDialog(dialogOf: (onClose: () => void) => ReactNode): void {
  const dialog = dialogOf(() => opened.set(opened.get().filter((one) => one !== dialog)));
  opened.set([...opened.get(), dialog]);
}

export const closeDialogs = (): void => opened.set([]);

/** Opens its dialog. Once it is done, every view asks again: a list that was empty does not tell what it would hold. */
export function ask<Data, Variables extends AnyVariables>(wanted: Asked<Data, Variables> & Words): void {
  const onDone = (data: Data): void => {
    askAgain();
    wanted.onDone?.();
    const secret = wanted.shows?.(data);
    if (secret) openDialog((onClose) => <ShownOnce key={secret.text} {...secret} onClose={onClose} />);
  };
  const draft = wanted.draft ?? `ask ${wanted.title}`;
  openDialog((onClose) => <ActDialog touches={TOUCHED} {...wanted} {...{ draft, onDone, onClose }} key={draft} />);
}

/** A button that asks; the dialog and its own button are called as it is, unless they say more. */
export const askButton = <Data, Variables extends AnyVariables>(
  name: string,
  { look, ...wanted }: Named<Data, Variables>,
) => <Button {...look} onClick={() => ask({ title: name, action: name, ...wanted })} text={name} />;

/** Beside the page, whose dialogs go with it. */
export function AskDialogs() {
  useEffect(() => closeDialogs, []);
  return opened.use()[0];
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
