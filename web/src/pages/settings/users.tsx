// Users with their roles and ends; programs have tokens of the same kind.
import { useState } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import type { CreateApiTokenAnswer, UsersAnswer } from '../../api/answers.ts';
import { CreateToken, EndSession, RevokeToken, Users } from '../../api/settings.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button, type ButtonProps } from '../../parts/button.tsx';
import { Chip } from '../../parts/chip.tsx';
import type { FieldSpec, Typed } from '../../parts/edit-form.tsx';
import { Card } from '../../parts/page.tsx';
import { TableCard } from '../../parts/table-card.tsx';
import { type Column, cell } from '../../parts/table.tsx';
import { useAsk } from '../../parts/use-ask.tsx';
import { Answered } from '../../parts/answered.tsx';
import { useWords } from '../../texts/use-words.tsx';
import type { Words } from '../../texts/words.ts';
import { ROLES, type Role } from '../../viewer.tsx';
import { secretShown } from './company.tsx';

type Token = UsersAnswer['apiTokens'][number];

const LASTS_DAYS = ['1', '7', '30', '90', '365'];
const DAY_MS = 86_400_000;

const SMALL = { size: 'small', tone: 'quiet' } as const;
const ENDING = { isNameHidden: true, onPhone: 'beside' } as const;
const isOver = ({ revokedAt, expiresAt }: Token): boolean => revokedAt !== null || Date.parse(expiresAt) < Date.now();

const ACT_KINDS = ['SELL', 'COLLECT', 'CORRECT', 'BUY', 'STOCK', 'PEOPLE', 'ITEMS'] as const;

const AMOUNTS = ['amountPerAct', 'amountPerDay', 'approvalAbove'] as const;

const limitFields = (t: Words): FieldSpec[] => [
  { name: 'agent', label: t('users.agent'), note: t('users.agentNote'), isNeeded: true },
  ...ACT_KINDS.map((kind) => ({ name: kind, label: t(`plan.${kind}`), kind: 'check' as const })),
  ...AMOUNTS.map((name) => ({ name, label: t(`users.${name}`), kind: 'decimal' as const })),
];

const limitsOf = ({ agent, ...typed }: Typed) => ({
  agent: agent!.trim(),
  acts: ACT_KINDS.filter((kind) => typed[kind] === 'true'),
  ...Object.fromEntries(AMOUNTS.map((name) => [name, typed[name]?.trim() || null])),
});

/** The buttons that give someone a token, and that end one or a session. */
function useUserActs(again: () => void) {
  const { t } = useWords();
  const { button, dialog } = useAsk(again);
  const add = (kind: 'person' | 'program' | 'assistant', look: Omit<ButtonProps, 'children'>) => ({
    ...{ about: t(`users.${kind}About`), look: { size: 'small', ...look } as const },
    fields: [
      { name: 'userName', label: t('users.name'), note: t('users.nameNote'), isNeeded: true },
      { name: 'role', label: t('users.role'), options: ROLES.map((role) => [role, t(`role.${role}`)] as const) },
      { name: 'days', label: t('users.lasts'), options: LASTS_DAYS.map((n) => [n, t('users.days', { n })] as const) },
      ...(kind === 'assistant' ? limitFields(t) : []),
    ],
    record: { role: 'viewer', days: '30' },
    mutation: CreateToken,
    variables: ({ userName, role, days, ...limits }: Typed) => ({
      userName: userName!.trim(),
      roles: [role as Role],
      expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      ...(kind === 'assistant' ? { limits: limitsOf(limits) } : {}),
    }),
    shows: ({ createApiToken: { token } }: CreateApiTokenAnswer) =>
      kind !== 'person'
        ? secretShown(token, t('users.token'), t('users.tokenAbout'))
        : secretShown(token && linkOf(token), t('users.link'), t('users.linkAbout')),
  });
  /** Ends what stands in the row. */
  const end = <Data, Variables extends AnyVariables>(
    kind: 'revoke' | 'end',
    name: string,
    mutation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ) => {
    const title = t(`users.${kind}Of`, { name });
    return button(t(`users.${kind}`), {
      ...{ title, about: t(`users.${kind}About`), done: t(`users.${kind}Done`, { name }), tone: 'danger solid' },
      ...{ mutation, variables: () => variables, look: { ...SMALL, 'aria-label': title } },
    });
  };
  return { button, add, end, dialog };
}

function useTokenColumns(end: ReturnType<typeof useUserActs>['end']): Column<Token>[] {
  const { t, f } = useWords();
  return [
    cell(t('users.role'), ({ role }) => t(`role.${role as Role}`)),
    {
      name: t('users.used'),
      show: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span className="soft">{t('users.never')}</span> : f.instant(lastUsedAt),
    },
    {
      name: t('users.ends'),
      show: (token) => {
        if (!isOver(token)) return f.day(token.expiresAt);
        const day = f.day(token.revokedAt ?? token.expiresAt);
        return <Chip tone="idle" text={t(token.revokedAt === null ? 'users.over' : 'users.revoked', { day })} />;
      },
    },
    cell(
      t('users.calendar'),
      (token) =>
        !isOver(token) && (
          <a className="text-link small" href={token.calendar} title={t('users.calendarAbout')}>
            {t('users.calendar')}
          </a>
        ),
      ENDING,
    ),
    cell(
      t('users.revoke'),
      (token) => !isOver(token) && end('revoke', token.userName, RevokeToken, { id: token.id }),
      ENDING,
    ),
  ];
}

export function UserSettings() {
  const { t, f } = useWords();
  const answer = useAnswer(Users, {});
  const { button, add, end, dialog } = useUserActs(answer.again);
  const [hasEnded, setHasEnded] = useState(false);
  const columns = useTokenColumns(end);
  return (
    <Answered answer={answer} rows={4}>
      {({ apiTokens, sessions }) => (
        <>
          <TableCard
            title={t('users.who')}
            tools={
              <span className="row">
                {button(t('users.assistant'), add('assistant', {}))}
                {button(t('users.program'), add('program', {}))}
                {button(t('users.person'), add('person', { tone: 'primary', icon: 'plus' }))}
              </span>
            }
            rows={apiTokens.filter((token) => hasEnded || !isOver(token))}
            keyOf={({ id }) => id}
            name={t('users.name')}
            nameOf={({ userName, limits }) => (limits === null ? userName : `${limits.agent} → ${userName}`)}
            aboutOf={({ createdAt }) => t('users.since', { day: f.day(createdAt) })}
            columns={columns}
            below={
              apiTokens.some(isOver) && (
                <div className="settings-more">
                  <Button {...SMALL} aria-pressed={hasEnded} onClick={() => setHasEnded(!hasEnded)}>
                    {t('users.ended')}
                  </Button>
                </div>
              )
            }
          />
          <TableCard<UsersAnswer['sessions'][number]>
            title={t('sessions.open')}
            rows={sessions}
            keyOf={({ id }) => id}
            name={t('users.name')}
            nameOf={({ userName }) => userName}
            aboutOf={({ endsAt }) => t('sessions.until', { at: f.instant(endsAt) })}
            columns={[
              cell(t('users.role'), ({ roles }) => roles.map((role) => t(`role.${role as Role}`)).join(', ')),
              { name: t('users.used'), show: ({ usedAt }) => f.instant(usedAt) },
              cell(t('users.end'), ({ id, userName }) => end('end', userName, EndSession, { sessionId: id }), ENDING),
            ]}
          />
          <RolesCard />
          {dialog}
        </>
      )}
    </Answered>
  );
}

function RolesCard() {
  const { t } = useWords();
  return (
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
  );
}

/** The part after # never reaches a server; the page exchanges it for a session, and asks first. */
const linkOf = (token: string): string => `${window.location.origin}/#token=${token}`;
