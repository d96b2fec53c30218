// Who may sign in, as what, and until when; programs have tokens of the same kind.
import { useState } from 'react';
import type { UsersAnswer } from '../../api/answers.ts';
import { CreateToken, EndSession, RevokeToken, Users } from '../../api/settings.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../parts/button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { Card } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useAsk } from '../../parts/use-ask.tsx';
import { useWords } from '../../texts/use-words.tsx';
import { ROLES, type Role } from '../../viewer.tsx';
import { Answered } from './answered.tsx';
import { secretShown } from './company.tsx';

type Token = UsersAnswer['apiTokens'][number];

const LASTS_DAYS = ['1', '7', '30', '90', '365'];
const DAY_MS = 86_400_000;

export function UserSettings() {
  const { t, f } = useWords();
  const answer = useAnswer(Users, {});
  const { ask, dialog } = useAsk(answer.again);
  const [hasEnded, setHasEnded] = useState(false);
  const isOver = ({ revokedAt, expiresAt }: Token) => revokedAt !== null || Date.parse(expiresAt) < Date.now();

  const add = (kind: 'person' | 'program'): void =>
    ask({
      title: t(`users.${kind}`),
      about: t(`users.${kind}About`),
      action: t(`users.${kind}`),
      fields: [
        { name: 'userName', label: t('users.name'), note: t('users.nameNote'), isNeeded: true },
        { name: 'role', label: t('users.role'), options: ROLES.map((role) => [role, t(`role.${role}`)]) },
        { name: 'days', label: t('users.lasts'), options: LASTS_DAYS.map((n) => [n, t('users.days', { n })]) },
      ],
      record: { role: 'viewer', days: '30' },
      mutation: CreateToken,
      variables: ({ userName, role, days }) => ({
        userName: userName!.trim(),
        roles: [role as Role],
        expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      }),
      shows: ({ createApiToken: made }) =>
        kind === 'program'
          ? secretShown(made?.token, t('users.token'), t('users.tokenAbout'))
          : secretShown(made?.token && linkOf(made.token), t('users.link'), t('users.linkAbout')),
    });

  return (
    <Answered answer={answer}>
      {({ apiTokens, sessions }) => {
        const shown = apiTokens.filter((token) => hasEnded || !isOver(token));
        return (
          <>
            <Card
              title={t('users.who')}
              isFlush
              tools={
                <span className="row">
                  <Button size="small" onClick={() => add('program')}>
                    {t('users.program')}
                  </Button>
                  <Button size="small" tone="primary" icon="plus" onClick={() => add('person')}>
                    {t('users.person')}
                  </Button>
                </span>
              }
            >
              <Table
                rows={shown}
                keyOf={({ id }) => id}
                name={t('users.name')}
                nameOf={({ userName }) => userName}
                aboutOf={({ createdAt }) => t('users.since', { day: f.day(createdAt) })}
                columns={[
                  { name: t('users.role'), onPhone: 'below', show: ({ role }) => t(`role.${role as Role}`) },
                  {
                    name: t('users.used'),
                    show: ({ lastUsedAt }) =>
                      lastUsedAt === null ? <span className="soft">{t('users.never')}</span> : f.instant(lastUsedAt),
                  },
                  {
                    name: t('users.ends'),
                    show: (token) =>
                      isOver(token) ? (
                        <Chip tone="idle">
                          {t(token.revokedAt === null ? 'users.over' : 'users.revoked', {
                            day: f.day(token.revokedAt ?? token.expiresAt),
                          })}
                        </Chip>
                      ) : (
                        f.day(token.expiresAt)
                      ),
                  },
                  {
                    name: t('users.revoke'),
                    isNameHidden: true,
                    onPhone: 'beside',
                    show: (token) =>
                      !isOver(token) && (
                        <Button
                          size="small"
                          tone="quiet"
                          aria-label={t('users.revokeOf', { name: token.userName })}
                          onClick={() =>
                            ask({
                              title: t('users.revokeOf', { name: token.userName }),
                              about: t('users.revokeAbout'),
                              action: t('users.revoke'),
                              tone: 'danger solid',
                              mutation: RevokeToken,
                              variables: () => ({ id: token.id }),
                              done: t('users.revokeDone', { name: token.userName }),
                            })
                          }
                        >
                          {t('users.revoke')}
                        </Button>
                      ),
                  },
                ]}
              />
              {apiTokens.some(isOver) && (
                <div className="settings-more">
                  <Button size="small" tone="quiet" aria-pressed={hasEnded} onClick={() => setHasEnded(!hasEnded)}>
                    {t('users.ended')}
                  </Button>
                </div>
              )}
            </Card>
            <Card title={t('sessions.open')} isFlush>
              <Table
                rows={sessions}
                keyOf={({ id }) => id}
                name={t('users.name')}
                nameOf={({ userName }) => userName}
                aboutOf={({ endsAt }) => t('sessions.until', { at: f.instant(endsAt) })}
                columns={[
                  {
                    name: t('users.role'),
                    onPhone: 'below',
                    show: ({ roles }) => roles.map((role) => t(`role.${role as Role}`)).join(', '),
                  },
                  { name: t('users.used'), show: ({ usedAt }) => f.instant(usedAt) },
                  {
                    name: t('sessions.end'),
                    isNameHidden: true,
                    onPhone: 'beside',
                    show: ({ id, userName: name }) => (
                      <Button
                        size="small"
                        tone="quiet"
                        aria-label={t('sessions.endOf', { name })}
                        onClick={() =>
                          ask({
                            title: t('sessions.endOf', { name }),
                            about: t('sessions.endAbout'),
                            action: t('sessions.end'),
                            tone: 'danger solid',
                            mutation: EndSession,
                            variables: () => ({ sessionId: id }),
                            done: t('sessions.endDone', { name }),
                          })
                        }
                      >
                        {t('sessions.end')}
                      </Button>
                    ),
                  },
                ]}
              />
            </Card>
            <Card title={t('users.roles')}>
              <dl className="facts is-tall">
                {ROLES.map((role) => (
                  <div key={role}>
                    <dt className="strong">{t(`role.${role}`)}</dt>
                    <dd className="soft">{t(`roleMay.${role}`)}</dd>
                  </div>
                ))}
              </dl>
            </Card>
            {dialog}
          </>
        );
      }}
    </Answered>
  );
}

/** What follows # never reaches a server; the page exchanges it for a session, and asks first. */
const linkOf = (token: string): string => `${window.location.origin}/#token=${token}`;
