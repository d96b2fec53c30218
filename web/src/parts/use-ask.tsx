// A dialog for each thing that a page can do, described where its button stands: what it asks for, what follows, what is shown once.
import { useState, type ReactNode } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { useAct } from '../api/use-act.ts';
import { useWords } from '../texts/use-words.tsx';
import type { ButtonProps } from './button.tsx';
import { Button } from './button.tsx';
import { Copyable } from './copyable.tsx';
import { Dialog } from './dialog.tsx';
import { EditDialog, type FieldSpec, type Typed } from './edit-form.tsx';
import { Note } from './message.tsx';
import { useTell } from './toasts.tsx';

export interface Asked<Data, Variables> {
  title: string;
  /** What follows from it. */
  about?: ReactNode;
  /** What its button is called. */
  action: string;
  tone?: ButtonProps['tone'];
  fields?: readonly FieldSpec[];
  record?: Typed;
  mutation: TypedDocumentNode<Data, Variables>;
  variables(typed: Typed, changed: Record<string, string | null>): Variables;
  /** What is said once it is done. */
  done?: string;
  /** Of the answer what is shown this once. */
  shows?(data: Data): Shown | undefined;
}

interface Shown {
  name: string;
  text: string;
  about: string;
}

/** Views that show these ask again. */
const TOUCHED = ['WebhookDelivery', 'WebhookDeliveryPage', 'DayNeeds'];

type AnyAsked = Asked<unknown, AnyVariables>;

/** `again` asks for what the page shows: a list that was empty does not tell what it would hold. */
export function useAsk(again: () => void) {
  const [asked, setAsked] = useState<AnyAsked>();
  const [shown, setShown] = useState<Shown>();
  return {
    ask: <Data, Variables extends AnyVariables>(wanted: Asked<Data, Variables>): void =>
      setAsked(wanted as unknown as AnyAsked),
    dialog: (
      <>
        {asked && <Asking asked={asked} onShow={setShown} onDone={again} onClose={() => setAsked(undefined)} />}
        {shown && <ShownOnce {...shown} onClose={() => setShown(undefined)} />}
      </>
    ),
  };
}

interface AskingProps {
  asked: AnyAsked;
  onShow(shown: Shown | undefined): void;
  onDone(): void;
  onClose(): void;
}

function Asking({ asked, onShow, onDone, onClose }: AskingProps) {
  const { title, about, action, tone = 'primary', fields = [], record = {}, mutation, variables, done, shows } = asked;
  const tell = useTell();
  const draft = `ask ${title}`;
  const doing = useAct(mutation, TOUCHED, { draft });
  return (
    <EditDialog
      {...{ title, about, action, tone, fields, record, draft, doing, onClose }}
      onSubmit={async (typed, changed) => {
        const data = await doing.act(variables(typed, changed));
        if (data === undefined) return;
        if (done !== undefined) tell(done);
        onDone();
        onClose();
        onShow(shows?.(data));
      }}
    />
  );
}

function ShownOnce({ name, text, about, onClose }: Shown & { onClose(): void }) {
  const { t } = useWords();
  return (
    <Dialog title={name} onClose={onClose}>
      <Note tone="wait" icon="alert">
        {t('shownOnce')}
      </Note>
      <p className="soft">{about}</p>
      <Copyable name={name} text={text} />
      <div className="form-actions">
        <Button tone="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  );
}
