// The company: what its documents say of it, its account at the PAC, and whether it works in a contingency.
import { useState } from 'preact/hooks';
import type { CompanyAnswer, UpdateTenantVariables } from '../../api/answers.ts';
import {
  Company,
  EndContingency,
  ExplainContingency,
  PacConnections,
  RotateWebhookSecret,
  StartContingency,
  UpdateTenant,
} from '../../api/settings.ts';
import { LONGEST_REASON, longestExplanation } from '../../../../src/fiscal/issue-type.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { readDecimal } from '../../format/decimal.ts';
import { About } from '../../parts/about.tsx';
import { Button } from '../../parts/button.tsx';
import { ActForm, type ActFormProps, type FieldSpec, type Typed } from '../../parts/edit-form.tsx';
import { Note } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { RucNote } from '../../parts/party-dialogs.tsx';
import { askButton } from '../../parts/ask.tsx';
import { Answered } from '../../parts/answered.tsx';
import { MAKE_NAMES } from '../../rules/pac-makes.ts';
import { f, t } from '../../texts/speech.ts';
import type { WordKey } from '../../texts/words.ts';

type Tenant = NonNullable<CompanyAnswer['tenant']>;

/** Zones with Panama's clock first; the command line accepts others. */
const TIME_ZONES = ['America/Panama', 'America/Bogota', 'America/Jamaica', 'America/Lima', 'America/New_York', 'UTC'];

const CHECKS = [
  'isRetentionAgent',
  'sellsWithoutStock',
  'refusesDocumented',
  'roundsOnce',
  'requiresOpenTill',
  'cashierReturns',
] as const;

export const CompanySettings = () => (
  <Answered answer={useAnswer(Company, {})} rows={4}>
    {({ tenant, contingencies }) =>
      tenant && (
        <>
          {tenant.suspendedAt !== null && (
            <Note tone="bad" icon="stop" text={t('company.suspended', { day: f.instant(tenant.suspendedAt) })} />
          )}
          {tenant.pacCredentialsRefusedAt !== null && (
            <Note tone="bad" icon="alert">
              {t('company.refused', { day: f.instant(tenant.pacCredentialsRefusedAt) })}
            </Note>
          )}
          <Identity tenant={tenant} />
          <Pac tenant={tenant} />
          <Contingency contingencies={contingencies} />
        </>
      )
    }
  </Answered>
);

function Identity({ tenant }: { tenant: Tenant }) {
  const fields = ({ ruc = '' }: Typed): FieldSpec[] => [
    { name: 'name', label: t('company.name'), isNeeded: true },
    {
      ...{ name: 'ruc', label: 'RUC' },
      ...(ruc !== (tenant.ruc ?? '') && { note: <RucNote ruc={ruc} receiverType="CONTRIBUYENTE" /> }),
    },
    { name: 'dv', label: 'DV', note: t('company.dvNote') },
    {
      name: 'timeZone',
      label: t('company.timeZone'),
      note: t('company.timeZoneNote'),
      options: [...new Set([tenant.timeZone, ...TIME_ZONES])].map((zone) => [zone, zone.replace('_', ' ')]),
    },
    ...CHECKS.map((name) => ({
      name,
      kind: 'check' as const,
      label: t(`company.${name}`),
      note: t(`company.${name}Note`),
    })),
    {
      ...{ name: 'cashierDiscount', label: t('company.cashierDiscount'), note: t('company.cashierDiscountNote') },
      isNeeded: true,
    },
  ];
  return (
    <Card title={t('company.identity')}>
      <TenantForm draft="company" fields={fields} record={tenant} />
    </Card>
  );
}

interface TenantFormProps extends Pick<ActFormProps<unknown, UpdateTenantVariables>, 'draft' | 'record'> {
  fields(typed: Typed): FieldSpec[];
  /** Sent with every change. */
  always?: Record<string, string>;
}

const TenantForm = ({ always, fields, ...form }: TenantFormProps) => (
  <ActForm
    mutation={UpdateTenant}
    touches={['Tenant']}
    variables={(changed) => inputOf({ ...always, ...changed })}
    fields={(typed) => fields(typed).map((one) => ({ ...one, wrong: isNotWhole(one.name, typed) && t('isWhole') }))}
    {...form}
  />
);

/** Fields of the first account, or of the second. */
const accountFields = (of: 'pac' | 'secondPac', companyNote: WordKey, keyNote: WordKey): FieldSpec[] => [
  { name: `${of}Make`, label: t('pac.make'), options: Object.entries(MAKE_NAMES) },
  { name: `${of}CompanyId`, label: t('pac.company'), note: t(companyNote) },
  { name: `${of}User`, label: t('pac.user'), note: t('pac.userNote') },
  { name: `${of}ApiKey`, kind: 'password', label: t('pac.key'), note: t(keyNote) },
];

function Pac({ tenant }: { tenant: Tenant }) {
  const [tries, setTries] = useState(0);
  return (
    <Card title="PAC">
      <TenantForm
        draft="pac"
        record={tenant}
        fields={() => [
          ...accountFields('pac', 'pac.companyNote', tenant.hasPacKey ? 'pac.keyThere' : 'pac.keyNone'),
          {
            name: 'pacEnvironment',
            label: t('pac.environment'),
            options: [
              ['', t('pac.usual')],
              ['TEST', t('pac.test')],
              ['PRODUCTION', t('pac.production')],
            ],
          },
          { name: 'voidWindowHours', label: t('pac.window'), note: t('pac.windowNote') },
        ]}
      />
      <SecondAccount tenant={tenant} />
      <div className="settings-act">
        <Button text={t('pac.try')} onClick={() => setTries(tries + 1)} />
        {tries > 0 && <Connections key={tries} />}
      </div>
      <div className="spread settings-act">
        <span>
          {t('pac.secret')}
          <About>{t('pac.secretNote')}</About>
        </span>
        {askButton(t('rotate'), {
          ...{ title: t('pac.secret'), about: t('pac.rotateAbout'), tone: 'danger solid' },
          draft: 'rotatePacSecret',
          ...overlap(),
          mutation: RotateWebhookSecret,
          variables: ({ overlapHours }) => ({ overlapHours: readNumber(overlapHours) }),
          shows: ({ rotateWebhookSecret: made }) => secretShown(made?.secret, t('pac.secret'), t('pac.secretAbout')),
        })}
      </div>
    </Card>
  );
}

function SecondAccount({ tenant }: { tenant: Tenant }) {
  const make = { secondPacMake: tenant.secondPacMake ?? tenant.pacMake };
  const keyNote = tenant.secondPacCompanyId === null ? 'pac.keyNeeded' : 'pac.keyThere';
  return (
    <>
      <div className="settings-act">
        <h3>{t('pac.second')}</h3>
        <p className="soft">{t('pac.secondAbout')}</p>
      </div>
      <TenantForm
        draft="second-pac"
        always={make}
        record={{ ...tenant, ...make }}
        fields={() => [
          ...accountFields('secondPac', 'pac.secondNote', keyNote),
          { name: 'secondPacAfterSeconds', label: t('pac.after'), note: t('pac.afterNote') },
        ]}
      />
    </>
  );
}

const NUMBERS = ['cashierDiscount', 'voidWindowHours', 'secondPacAfterSeconds', 'overlapHours'];
export const readNumber = (text: string | null | undefined): number => Number(readDecimal(text ?? ''));
const isNotWhole = (name: string, { [name]: text = '' }: Typed): boolean =>
  NUMBERS.includes(name) && text.trim() !== '' && !Number.isInteger(readNumber(text));

/** Changes as the mutation takes them; an empty number is none. */
function inputOf(changed: Record<string, string | null | undefined>) {
  const read = Object.entries(changed).map(([name, text]) => {
    if (CHECKS.some((one) => one === name)) return [name, text === 'true'];
    return [name, NUMBERS.includes(name) && text ? readNumber(text) : text || null];
  });
  return { input: Object.fromEntries(read) as Record<string, unknown> };
}

/** Asks each PAC once, where it is shown. */
const Connections = () => (
  <Answered answer={useAnswer(PacConnections, {})} rows={1}>
    {({ pacAccounts }) =>
      pacAccounts.length === 0 ? (
        <Note tone="wait" icon="alert" text={t('pac.noAccount')} />
      ) : (
        pacAccounts.map(({ make, companyId, connection: { isAccepted, cause }, quota }) => (
          <Note key={companyId} tone={isAccepted ? 'good' : 'bad'} icon={isAccepted ? 'check' : 'alert'}>
            {t(isAccepted ? 'pac.accepted' : 'pac.notAccepted', { make: MAKE_NAMES[make], company: companyId })} {cause}
            {quota &&
              (quota.endsOn === null
                ? t('pac.left', { n: quota.left })
                : t('pac.leftUntil', { n: quota.left, day: f.day(quota.endsOn) }))}
          </Note>
        ))
      )
    }
  </Answered>
);

/** How long a secret stays valid beside the next one. */
export const overlap = () => ({
  fields: (typed: Typed): FieldSpec[] => [
    {
      ...{ name: 'overlapHours', label: t('overlap'), note: t('overlap.note'), isNeeded: true },
      wrong: isNotWhole('overlapHours', typed) && t('isWhole'),
    },
  ],
  record: { overlapHours: '24' },
});

/** Null where a request is answered again: it was shown then. */
export const secretShown = (secret: string | null | undefined, name: string, about: string) =>
  secret == null ? undefined : { name, text: secret, about };

function Contingency({ contingencies }: Pick<CompanyAnswer, 'contingencies'>) {
  const open = contingencies.find(({ endedAt }) => endedAt === null);
  const long = (name: string, label: string, maxLength: number): FieldSpec => ({
    ...{ name, label, kind: 'long', isNeeded: true, input: { maxLength } },
  });
  return (
    <Card title={t('contingency')}>
      <p className="soft card-note">{t('contingency.about')}</p>
      {open ? (
        <>
          <Note tone={open.mustBeExplained ? 'bad' : 'wait'} icon="clock">
            {t('contingency.open', { since: f.instant(open.startedAt), reason: open.reason })}{' '}
            {t('contingency.waiting', { n: open.documents.waiting, total: open.documents.total })}
            {open.mustBeExplained && <span className="block">{t('contingency.explainNow')}</span>}
          </Note>
          <div className="row settings-act">
            {askButton(t('contingency.explain'), {
              ...{ action: t('save'), done: t('saved') },
              draft: `explain${open.id}`,
              fields: [long('explanation', t('contingency.explanation'), longestExplanation(open.reason))],
              record: open,
              mutation: ExplainContingency,
              variables: ({ explanation }) => ({ explanation: explanation! }),
            })}
            {askButton(t('contingency.end'), {
              ...{ about: t('contingency.endAbout', { n: open.documents.waiting }), done: t('saved') },
              ...{ mutation: EndContingency, variables: () => ({}), look: { tone: 'primary' } },
            })}
          </div>
        </>
      ) : (
        askButton(t('contingency.start'), {
          ...{ about: t('contingency.startAbout'), done: t('contingency.started'), tone: 'danger solid' },
          draft: 'startContingency',
          fields: [long('reason', t('contingency.reason'), LONGEST_REASON)],
          mutation: StartContingency,
          variables: ({ reason }) => ({ reason: reason! }),
        })
      )}
    </Card>
  );
}
