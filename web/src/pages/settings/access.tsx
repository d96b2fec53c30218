// Own ways in of the person who is signed in: e-mail and password.
import { useEffect, useState } from 'react';
import { openBy, ownWays } from '../../api/ways-in.ts';
import { Card } from '../../parts/page.tsx';
import { Message } from '../../parts/message.tsx';
import { PasswordForm } from '../../parts/password-form.tsx';
import { tell } from '../../parts/toasts.tsx';
import { t } from '../../texts/speech.ts';

export function AccessSettings() {
  const [own, setOwn] = useState<Awaited<ReturnType<typeof ownWays>>>();
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let isShown = true;
    void ownWays().then((found) => isShown && setOwn(found));
    return () => {
      isShown = false;
    };
  }, [times]);
  if (!own) return null;
  if (!own.answer)
    return (
      <Message isCard icon="stop" title={t('way.none')} text={t(own.problem ? 'problem.OFFLINE' : 'way.noneText')} />
    );
  const { email, hasPassword } = own.answer;
  return (
    <Card title={t('way.password')}>
      <p className="soft card-note">{t('way.about')}</p>
      <PasswordForm
        key={times}
        kind={hasPassword ? 'change' : 'choose'}
        email={email}
        action={t('way.keep')}
        open={(typed) => openBy('PUT', '/session/password', typed)}
        onOpen={() => {
          tell(t('way.kept'));
          setTimes(times + 1);
        }}
      />
    </Card>
  );
}
