// Sign-in page: a token is pasted once.
import { useEffect, useState } from 'react';
import { Mark } from '../parts/mark.tsx';
import { AppearanceSwitch, LanguageSwitch } from '../parts/switches.tsx';
import { Button } from '../parts/button.tsx';
import { LongTextField } from '../parts/field.tsx';
import { signIn, useSession } from '../session.ts';
import { useWords } from '../texts/use-words.tsx';
import type { WordKey } from '../texts/words.ts';

/** Three parts with a point between: what every bearer token of this service looks like. */
const TOKEN = /[\w-]+\.[\w-]+\.[\w-]+/;

export function SignInPage() {
  const { t } = useWords();
  const { wasRefused } = useSession();
  const [typed, setTyped] = useState('');
  const [wasWrong, setWasWrong] = useState<WordKey | undefined>(undefined);
  useEffect(() => {
    document.title = 'Folio';
  }, []);
  const enter = async (): Promise<void> => {
    // People paste the whole line, the header's name and quotes included.
    const token = TOKEN.exec(typed)?.[0];
    if (token === undefined) setWasWrong('signIn.noToken');
    else if (!(await signIn({ token }))) setWasWrong('signIn.refused');
  };
  return (
    <main className="sign-in">
      <form
        className="card sign-in-card form"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <div className="sign-in-brand">
          <Mark size={44} />
          <h1>{t('signIn.title')}</h1>
          <p className="soft">{t('signIn.about')}</p>
        </div>
        <LongTextField
          label={t('signIn.token')}
          rows={4}
          autoFocus
          spellCheck={false}
          className="input code"
          value={typed}
          wrong={wasWrong ? t(wasWrong) : wasRefused ? t('signIn.refused') : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setWasWrong(undefined);
          }}
        />
        <Button tone="primary" type="submit" onClick={() => undefined}>
          {t('signIn.enter')}
        </Button>
        <p className="field-note">{t('signIn.where')}</p>
      </form>
      <div className="row">
        <LanguageSwitch />
        <AppearanceSwitch />
      </div>
    </main>
  );
}
