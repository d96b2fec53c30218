// Sign-in by link: shows the user and the business, and asks before it signs in.
import { useEffect, useState } from 'react';
import { Mark } from '../parts/mark.tsx';
import { offerOf, openBy, type Offer } from '../api/ways-in.ts';
import { Button } from '../parts/button.tsx';
import { Failure } from '../parts/message.tsx';
import { PasswordForm } from '../parts/password-form.tsx';
import { dismissLink, signIn, useSession, type Link } from '../session.ts';
import { t } from '../texts/speech.ts';

export function LinkPage({ link }: { link: Link }) {
  const { companies } = useSession();
  const [offer, setOffer] = useState<Offer | 'asking' | 'unreached' | undefined>('asking');
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let isShown = true;
    void offerOf(link).then(
      ({ answer, problem }) => isShown && setOffer(problem?.code === 'OFFLINE' ? 'unreached' : answer),
    );
    return () => {
      isShown = false;
    };
  }, [link, times]);
  const enter = async (): Promise<void> => {
    if (await signIn(link)) dismissLink();
    else setOffer(undefined);
  };
  if (offer === 'asking') return <main className="sign-in" />;
  // It may be as good as it was.
  if (offer === 'unreached') {
    return (
      <main className="sign-in">
        <Failure problem={{ code: 'OFFLINE', message: '' }} again={() => setTimes(times + 1)} />
      </main>
    );
  }
  return (
    <main className="sign-in">
      <div className="card sign-in-card form">
        <div className="sign-in-brand">
          <Mark size={44} />
          <h1>{t(!offer ? 'link.over' : 'invitation' in link ? 'way.choose' : 'link.title')}</h1>
          {offer && (
            <p>
              <strong>{offer.tenantName}</strong> · {offer.userName}
            </p>
          )}
          {offer && companies?.some(({ tenantName }) => tenantName === offer.tenantName) === true && (
            <p className="soft">{t('link.ends')}</p>
          )}
        </div>
        {offer && 'invitation' in link && (
          <PasswordForm
            {...{ kind: 'choose', email: offer.email ?? null, autoFocus: true, action: t('way.begin') }}
            open={(typed) => openBy('POST', '/session', { ...link, ...typed })}
            // The link is used up by it.
            onOpen={dismissLink}
          />
        )}
        {offer && !('invitation' in link) && (
          <Button tone="primary" onClick={() => void enter()} text={t('signIn.enter')} />
        )}
        <Button onClick={dismissLink} text={t('link.not')} />
      </div>
    </main>
  );
}
