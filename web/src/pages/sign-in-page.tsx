// Sign-in page: by the identity provider where there is one, by e-mail and password, or by a token that is pasted once.
import { useEffect, useState } from 'react';
import { openBy } from '../api/ways-in.ts';
import { Button } from '../parts/button.tsx';
import { LongTextField } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Mark } from '../parts/mark.tsx';
import { Note } from '../parts/message.tsx';
import { PasswordForm } from '../parts/password-form.tsx';
import { AppearanceSwitch, LanguageSwitch } from '../parts/switches.tsx';
import { dismissLink, lookAgain, providerAddress, signIn, switchTo, useSession } from '../session.ts';
import { t } from '../texts/speech.ts';
import { isWord, type WordKey } from '../texts/words.ts';

/** Three parts with a point between: what every bearer token of this service looks like. */
const TOKEN = /[\w-]+\.[\w-]+\.[\w-]+/;

export function SignInPage() {
  const { byProvider, byMember, wasRefused, entry, company, companies = [] } = useSession();
  const problem = `signIn.problem.${entry?.problem ?? ''}`;
  useEffect(() => {
    document.title = 'Folio';
  }, []);
  return (
    <main className="sign-in">
      <div className="card sign-in-card form">
        <div className="sign-in-brand">
          <Mark size={44} />
          <h1>{t('signIn.title')}</h1>
          <p className="soft">{t('signIn.about')}</p>
        </div>
        {isWord(problem) ? (
          <Note tone="bad" icon="alert" text={t(problem)} />
        ) : (
          wasRefused && <Note tone="wait" icon="clock" text={t('signIn.ended')} />
        )}
        {byProvider && (
          <a className="button primary" href={providerAddress()}>
            {t('signIn.provider')}
          </a>
        )}
        {byMember && (
          <PasswordForm
            {...{ kind: 'enter', action: t('signIn.enter'), autoFocus: !byProvider }}
            open={(typed) => openBy('POST', '/session', typed)}
            // The same may bring into other companies.
            onOpen={() => void lookAgain()}
          >
            <p className="field-note">{t('way.lost')}</p>
          </PasswordForm>
        )}
        {byProvider || byMember ? (
          <details>
            <summary>{t('signIn.byToken')}</summary>
            <ByToken />
          </details>
        ) : (
          <ByToken />
        )}
        {companies.map((one) => (
          <Button
            key={one.tenantId}
            onClick={() => (one === company ? dismissLink() : switchTo(one, window.location.pathname))}
            text={t('signIn.goOn', { name: one.tenantName })}
          />
        ))}
      </div>
      <div className="row">
        <LanguageSwitch />
        <AppearanceSwitch />
      </div>
    </main>
  );
}

function ByToken() {
  const { byProvider, byMember } = useSession();
  const isAside = byProvider || byMember === true;
  const [typed, setTyped] = useState('');
  const [wasWrong, setWasWrong] = useState<WordKey | undefined>(undefined);
  const enter = async (): Promise<void> => {
    // People paste the whole line, the header's name and quotes included.
    const token = TOKEN.exec(typed)?.[0];
    if (token === undefined) setWasWrong('signIn.noToken');
    else if (!(await signIn({ token }))) setWasWrong('signIn.refused');
  };
  return (
    <Form onSubmit={() => void enter()}>
      <LongTextField
        label={t('signIn.token')}
        rows={4}
        autoFocus={!isAside}
        spellCheck={false}
        className="input code"
        value={typed}
        wrong={wasWrong && t(wasWrong)}
        onType={(text) => {
          setTyped(text);
          setWasWrong(undefined);
        }}
      />
      <Button tone={isAside ? 'plain' : 'primary'} type="submit" onClick={() => undefined}>
        {t('signIn.enter')}
      </Button>
      <p className="field-note">{t('signIn.where')}</p>
    </Form>
  );
}
