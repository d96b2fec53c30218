// Form of a person's e-mail and password: to sign in, or to choose them.
import { useState, type ReactNode } from 'react';
import type { Problem } from '../api/problem.ts';
import { useWords } from '../texts/use-words.tsx';
import { isWord } from '../texts/words.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { Note, Refusal } from './message.tsx';

const LEAST = 12;

interface PasswordFormProps {
  /** A new password is typed twice; to change one, that of now is typed as well. */
  kind: 'enter' | 'choose' | 'change';
  email?: string | null;
  action: string;
  autoFocus?: boolean;
  /** Answers why it was refused. */
  onSend(typed: { email: string; password: string; current?: string }): Promise<Problem | undefined>;
  children?: ReactNode;
}

export function PasswordForm({ kind, email: known, action, autoFocus = false, onSend, children }: PasswordFormProps) {
  const { t } = useWords();
  const [email, setEmail] = useState(known ?? '');
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Problem>();
  const isNew = kind !== 'enter';
  const needed = (text: string) => (wasTried && text.trim() === '' ? t('isNeeded') : undefined);
  const short = isNew && wasTried && password.length < LEAST ? t('way.short', { n: LEAST }) : undefined;
  const differs = wasTried && again !== password ? t('way.differs') : undefined;
  const isWhole =
    email.trim() !== '' &&
    password !== '' &&
    (!isNew || (password.length >= LEAST && again === password)) &&
    (kind !== 'change' || current !== '');
  const send = async (): Promise<void> => {
    setTried(true);
    if (!isWhole || isBusy) return;
    setBusy(true);
    setRefusal(await onSend({ email, password, ...(kind === 'change' && { current }) }));
    setBusy(false);
  };
  const { fields = {}, code } = refusal ?? {};
  const said = `way.problem.${code ?? ''}`;
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        label={t('way.email')}
        type="email"
        autoComplete="username"
        {...{ autoFocus, value: email, onType: setEmail }}
        wrong={needed(email) ?? fields['email']}
      />
      {kind === 'change' && (
        <TextField
          label={t('way.current')}
          type="password"
          autoComplete="current-password"
          value={current}
          onType={setCurrent}
          wrong={needed(current) ?? (fields['current'] && t('way.wrong'))}
        />
      )}
      <TextField
        label={t(isNew ? 'way.new' : 'way.password')}
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        value={password}
        onType={setPassword}
        note={isNew ? t('way.least', { n: LEAST }) : undefined}
        wrong={needed(password) ?? short ?? fields['password']}
      />
      {isNew && (
        <TextField
          label={t('way.again')}
          type="password"
          autoComplete="new-password"
          value={again}
          onType={setAgain}
          wrong={needed(again) ?? differs}
        />
      )}
      {isWord(said) ? (
        <Note tone="bad" icon="alert" isNews text={t(said)} />
      ) : (
        <Refusal problem={Object.keys(fields).length > 0 ? undefined : refusal} />
      )}
      <Button tone="primary" type="submit" isBusy={isBusy} text={action} />
      {children}
    </form>
  );
}
