// People with their roles and ways in, tokens of programs and assistants, and open sessions.
import { useState } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import type { CreateApiTokenAnswer, InviteMemberAnswer, UsersAnswer } from '../../api/answers.ts';
import { CreateToken, EndSession, InviteMember, RemoveMember, RevokeToken, Users } from '../../api/settings.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { serviceNow } from '../../clock.ts';
import { Button, type ButtonProps } from '../../parts/button.tsx';
import { Chip } from '../../parts/chip.tsx';
import type { FieldSpec, Typed } from '../../parts/edit-form.tsx';
import { Card } from '../../parts/page.tsx';
import { TableCard } from '../../parts/table-card.tsx';
import { actCell, cell } from '../../parts/table.tsx';
import { askButton } from '../../parts/ask.tsx';
import { Answered } from '../../parts/answered.tsx';
import { f, t } from '../../texts/speech.ts';
import { ROLES, type Role } from '../../viewer.tsx';
import { secretShown } from './company.tsx';

type Token = UsersAnswer['apiTokens'][number];
type Member = UsersAnswer['members'][number];

const LASTS_DAYS = ['1', '7', '30', '90', '365'];
const DAY_MS = 86_400_000;

const SMALL = { size: 'small', tone: 'quiet' } as const;
const isOver = ({ revokedAt, expiresAt }: Token): boolean => revokedAt !== null || Date.parse(expiresAt) < serviceNow();

const ACT_KINDS = ['SELL', 'COLLECT', 'CORRECT', 'BUY', 'STOCK', 'PEOPLE', 'ITEMS'] as const;

const AMOUNTS = ['amountPerAct', 'amountPerDay', 'approvalAbove'] as const;

const limitFields = (): FieldSpec[] => [
  { name: 'agent', label: t('users.agent'), note: t('users.agentNote'), isNeeded: true },
  ...ACT_KINDS.map((kind) => ({ name: kind, label: t(`plan.${kind}`), kind: 'check' as const })),
  ...AMOUNTS.map((name) => ({ name, label: t(`users.${name}`), kind: 'decimal' as const })),
];

const limitsOf = ({ agent, ...typed }: Typed) => ({
  agent: agent!.trim(),
  acts: ACT_KINDS.filter((kind) => typed[kind] === 'true'),
  ...Object.fromEntries(AMOUNTS.map((name) => [name, typed[name]?.trim() || null])),
});

const nameField = () => ({ name: 'userName', label: t('users.name'), note: t('users.nameNote'), isNeeded: true });
const roleField = () => ({
  ...{ name: 'role', label: t('users.role') },
  options: ROLES.map((one) => [one, t(`role.${one}`)] as const),
});

/** A link for a new person, or a new one for a member. */
const invite = (member?: Member) => ({
  about: t(member ? 'users.linkAgainAbout' : 'users.personAbout'),
  draft: `invite${member?.id ?? ''}`,
  fields: [...(member ? [] : [nameField()]), roleField()],
  record: { role: member?.role ?? 'viewer' },
  mutation: InviteMember,
  variables: ({ userName, role }: Typed) => ({ userName: member?.userName ?? userName!.trim(), role: role as Role }),
  shows: ({ inviteMember }: InviteMemberAnswer) =>
    secretShown(
      inviteMember?.invitation && `${window.location.origin}/#invitation=${inviteMember.invitation}`,
      t('users.link'),
      t('users.linkAbout'),
    ),
});

function inviteAgain(member: Member) {
  const title = t('users.linkAgainOf', { name: member.userName });
  return askButton(t('users.linkAgain'), { ...invite(member), title, look: { ...SMALL, 'aria-label': title } });
}

/** A token for a program or an assistant. */
const add = (kind: 'program' | 'assistant', look: Omit<ButtonProps, 'children'>) => ({
  ...{ about: t(`users.${kind}About`), look: { size: 'small', ...look } as const },
  draft: `new-${kind}`,
  fields: [
    nameField(),
    roleField(),
    { name: 'days', label: t('users.lasts'), options: LASTS_DAYS.map((n) => [n, t('users.days', { n })] as const) },
    ...(kind === 'assistant' ? limitFields() : []),
  ],
  record: { role: 'viewer', days: '30' },
  mutation: CreateToken,
  variables: ({ userName, role, days, ...limits }: Typed) => ({
    userName: userName!.trim(),
    roles: [role as Role],
    expiresAt: new Date(serviceNow() + Number(days) * DAY_MS).toISOString(),
    ...(kind === 'assistant' ? { limits: limitsOf(limits) } : {}),
  }),
  shows: ({ createApiToken: { token } }: CreateApiTokenAnswer) =>
    secretShown(token, t('users.token'), t('users.tokenAbout')),
});

/** Ends what stands in the row. */
const end = <Data, Variables extends AnyVariables>(
  kind: 'revoke' | 'end' | 'remove',
  name: string,
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => {
  const title = t(`users.${kind}Of`, { name });
  return askButton(t(`users.${kind}`), {
    ...{ title, about: t(`users.${kind}About`), done: t(`users.${kind}Done`, { name }), tone: 'danger solid' },
    ...{ mutation, variables: () => variables, look: { ...SMALL, 'aria-label': title } },
  });
};

export const UserSettings = () => (
  <Answered answer={useAnswer(Users, {})} rows={4}>
    {({ apiTokens, sessions, members }) => (
      <>
        <MembersCard members={members} />
        <TokensCard tokens={apiTokens} />
        <SessionsCard sessions={sessions} />
        <RolesCard />
      </>
    )}
  </Answered>
);

const MembersCard = ({ members }: { members: readonly Member[] }) => (
  <TableCard<Member>
    title={t('users.members')}
    tools={askButton(t('users.person'), { ...invite(), look: { size: 'small', tone: 'primary', icon: 'plus' } })}
    rows={members}
    name={t('users.name')}
    nameOf={({ userName }) => userName}
    aboutOf={({ email }) => email}
    none={<p className="soft card-none">{t('users.noMembers')}</p>}
    columns={[
      cell(t('users.role'), ({ role }) => t(`role.${role as Role}`)),
      cell(t('users.ways'), (member) => <WaysOf {...member} />),
      { name: t('users.used'), show: ({ usedAt }) => <Used at={usedAt} /> },
      actCell(t('users.linkAgain'), inviteAgain),
      actCell(t('users.remove'), ({ id, userName }) => end('remove', userName, RemoveMember, { memberId: id })),
    ]}
  />
);

function TokensCard({ tokens }: { tokens: readonly Token[] }) {
  const [hasEnded, setHasEnded] = useState(false);
  const more = (
    <div className="settings-more">
      <Button {...SMALL} aria-pressed={hasEnded} onClick={() => setHasEnded(!hasEnded)} text={t('users.ended')} />
    </div>
  );
  return (
    <TableCard<Token>
      title={t('users.who')}
      tools={
        <span className="row">
          {askButton(t('users.assistant'), add('assistant', {}))}
          {askButton(t('users.program'), add('program', {}))}
        </span>
      }
      rows={tokens.filter((token) => hasEnded || !isOver(token))}
      name={t('users.name')}
      nameOf={({ userName, limits }) => (limits === null ? userName : `${limits.agent} → ${userName}`)}
      aboutOf={({ createdAt }) => t('users.since', { day: f.day(createdAt) })}
      columns={[
        cell(t('users.role'), ({ role }) => t(`role.${role as Role}`)),
        { name: t('users.used'), show: ({ lastUsedAt }) => <Used at={lastUsedAt} /> },
        { name: t('users.ends'), show: (token) => <Ends token={token} /> },
        actCell(
          t('users.calendar'),
          (token) => !isOver(token) && token.role !== 'cashier' && <Calendar token={token} />,
        ),
        actCell(t('users.revoke'), (one) => !isOver(one) && end('revoke', one.userName, RevokeToken, { id: one.id })),
      ]}
      below={tokens.some(isOver) && more}
    />
  );
}

const SessionsCard = ({ sessions }: { sessions: UsersAnswer['sessions'] }) => (
  <TableCard<UsersAnswer['sessions'][number]>
    title={t('sessions.open')}
    rows={sessions}
    name={t('users.name')}
    nameOf={({ userName }) => userName}
    aboutOf={({ endsAt }) => t('sessions.until', { at: f.instant(endsAt) })}
    columns={[
      cell(t('users.role'), ({ roles }) => roles.map((role) => t(`role.${role as Role}`)).join(', ')),
      { name: t('users.used'), show: ({ usedAt }) => f.instant(usedAt) },
      actCell(t('users.end'), ({ id, userName }) => end('end', userName, EndSession, { sessionId: id })),
    ]}
  />
);

const Used = ({ at }: { at: string | null }) =>
  at === null ? <span className="soft">{t('users.never')}</span> : f.instant(at);

function Ends({ token }: { token: Token }) {
  if (!isOver(token)) return f.day(token.expiresAt);
  const day = f.day(token.revokedAt ?? token.expiresAt);
  return <Chip tone="idle" text={t(token.revokedAt === null ? 'users.over' : 'users.revoked', { day })} />;
}

const Calendar = ({ token: { calendar } }: { token: Token }) => (
  <a className="text-link small" href={calendar} title={t('users.calendarAbout')}>
    {t('users.calendar')}
  </a>
);

function WaysOf({ hasPassword, invitedUntil }: Member) {
  const isInvited = invitedUntil !== null && Date.parse(invitedUntil) > serviceNow();
  return (
    <span className="row">
      {hasPassword && <Chip tone="good" text={t('users.password')} />}
      {isInvited && <Chip tone="wait" text={t('users.invited', { day: f.day(invitedUntil) })} />}
      {!hasPassword && !isInvited && <Chip tone="idle" text={t('users.noWay')} />}
    </span>
  );
}

const RolesCard = () => (
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
