// Form of a person's e-mail and password: to sign in, or to choose them.
import { useState, type ReactNode } from 'react';
import type { Problem } from '../api/problem.ts';
import type { openBy } from '../api/ways-in.ts';
import { enterAs } from '../session.ts';
import { t } from '../texts/speech.ts';
import { isWord } from '../texts/words.ts';
import { Button } from './button.tsx';
import { Fields, useTyped, type FieldSpec, type Typed } from './edit-form.tsx';
import { Form } from './form.tsx';
import { Note, Refusal } from './message.tsx';

const LEAST = 12;

interface PasswordFormProps {
  /** A new password is typed twice; to change one, that of now is typed as well. */
  kind: 'enter' | 'choose' | 'change';
  email?: string | null;
  action: string;
  autoFocus?: boolean;
  /** Opens a session by what was typed, or refuses. */
  open(typed: { email: string; password: string; current?: string }): ReturnType<typeof openBy>;
  /** Once the session is here. */
  onOpen?(): void;
  children?: ReactNode;
}

export function PasswordForm({ kind, email, action, autoFocus = false, open, onOpen, children }: PasswordFormProps) {
  const fields = passwordFields(kind, autoFocus);
  const form = useTyped(undefined, fields, { email: email ?? '' });
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Problem>();
  const send = async (): Promise<void> => {
    if (!form.isComplete() || isBusy) return;
    const { email = '', password = '', current = '' } = form.typed;
    setBusy(true);
    const { answer, problem } = await open({ email, password, ...(kind === 'change' && { current }) });
    setRefusal(problem);
    setBusy(false);
    if (!answer) return;
    enterAs(answer);
    onOpen?.();
  };
  const wrong = { ...refusal?.fields, ...(refusal?.fields?.['current'] && { current: t('way.wrong') }) };
  const word = `way.problem.${refusal?.code ?? ''}`;
  return (
    <Form onSubmit={() => void send()}>
      <Fields {...form} doing={{ isBusy, refusal: refusal && { ...refusal, fields: wrong } }} />
      {isWord(word) ? (
        <Note tone="bad" icon="alert" isNews text={t(word)} />
      ) : (
        <Refusal problem={Object.keys(wrong).length > 0 ? undefined : refusal} />
      )}
      <Button tone="primary" type="submit" isBusy={isBusy} text={action} />
      {children}
    </Form>
  );
}

function passwordFields(kind: PasswordFormProps['kind'], autoFocus: boolean) {
  const isNew = kind !== 'enter';
  const secret = (name: string, word: 'current' | 'password' | 'new' | 'again', wrong?: string | false): FieldSpec => ({
    ...{ name, label: t(`way.${word}`), kind: 'password', isNeeded: true, wrong },
    input: { autoComplete: word === 'new' || word === 'again' ? 'new-password' : 'current-password' },
  });
  return ({ password = '', again = '' }: Typed) => [
    {
      ...{ name: 'email', label: t('way.email'), isNeeded: true },
      input: { type: 'email', autoComplete: 'username', autoFocus },
    },
    kind === 'change' && secret('current', 'current'),
    isNew
      ? {
          ...secret('password', 'new', password.length < LEAST && t('way.short', { n: LEAST })),
          note: t('way.least', { n: LEAST }),
        }
      : secret('password', 'password'),
    isNew && secret('again', 'again', again !== password && t('way.differs')),
  ];
}
