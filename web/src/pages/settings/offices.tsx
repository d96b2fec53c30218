// Offices of the company with their billing points, number series and locations.
import type { ReactNode } from 'react';
import type { OfficesAnswer } from '../../api/answers.ts';
import {
  CreateBillingPoint,
  CreateLocation,
  CreateOffice,
  Offices,
  UpdateBillingPoint,
  UpdateLocation,
  UpdateOffice,
} from '../../api/settings.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { About } from '../../parts/about.tsx';
import { Archive } from '../../parts/archive.tsx';
import { Chip } from '../../parts/chip.tsx';
import type { FieldSpec } from '../../parts/edit-form.tsx';
import { Card } from '../../parts/page.tsx';
import { useAsk } from '../../parts/use-ask.tsx';
import { Answered } from '../../parts/answered.tsx';
import { useWords } from '../../texts/use-words.tsx';

type Office = OfficesAnswer['offices'][number];

type Button = ReturnType<typeof useAsk>['button'];

export function OfficeSettings() {
  const { t } = useWords();
  const answer = useAnswer(Offices, {});
  const { button, dialog } = useAsk(answer.again);
  const { saved, officeFields: fields } = useForms();
  return (
    <Answered answer={answer} rows={4}>
      {({ offices, numberAudit }) => (
        <>
          <div>
            {button(
              t('office.new'),
              {
                ...{ ...saved, fields, mutation: CreateOffice },
                variables: (_, changed) => ({ input: asInput(changed) }),
              },
              { tone: 'primary', icon: 'plus' },
            )}
          </div>
          {offices.map((office) => (
            <OfficeCard key={office.id} {...{ office, numberAudit, button }} again={answer.again} />
          ))}
          {dialog}
        </>
      )}
    </Answered>
  );
}

const asInput = ({ isMain, ...rest }: Record<string, string | null>) => ({
  ...rest,
  ...(isMain === 'true' && { isMain: true }),
});

/** Fields of an office, a billing point and a location, and their buttons. */
function useForms() {
  const { t } = useWords();
  const code = (label: string, note?: string): FieldSpec => ({ name: 'code', label, note, isNeeded: true });
  const name: FieldSpec = { name: 'name', label: t('item.name'), isNeeded: true };
  return {
    officeFields: [
      ...[code(t('office.code'), t('office.codeNote')), name],
      { name: 'address', label: t('contact.address') },
      { name: 'corregimientoCode', label: t('office.place'), note: t('office.placeNote') },
      { name: 'telephone', label: t('contact.telephone') },
      { name: 'pacOfficeId', label: t('office.pac') },
      { name: 'isMain', label: t('office.main'), note: t('office.mainNote'), kind: 'check' },
    ] satisfies FieldSpec[],
    placeFields: [
      ...[code(t('place.code')), name],
      { name: 'externalId', label: t('externalId'), note: t('externalId.note') },
    ],
    pointFields: [code(t('point.code'), t('point.codeNote')), { ...name, isNeeded: false }],
    saved: { action: t('save'), done: t('saved') },
    add: { size: 'small', tone: 'quiet', icon: 'plus' } as const,
    editOf: (of: string) => ({ size: 'small', tone: 'quiet', 'aria-label': t('editOf', { name: of }) }) as const,
  };
}

interface OfficeProps {
  office: Office;
  numberAudit: OfficesAnswer['numberAudit'];
  button: Button;
  again(): void;
}

function OfficeCard({ office, numberAudit, button, again }: OfficeProps) {
  const { t } = useWords();
  const { saved, officeFields: fields, editOf } = useForms();
  return (
    <Card
      title={`${office.code} · ${office.name}`}
      tools={
        <span className="row">
          {office.isMain && <Chip tone="idle" text={t('office.main')} />}
          {button(
            t('edit'),
            {
              ...{ ...saved, title: t('editOf', { name: office.name }) },
              ...{ fields, record: recordOf(office), mutation: UpdateOffice },
              variables: (_, changed) => ({ officeId: office.id, input: asInput(changed) }),
            },
            { ...editOf(office.name), tone: 'plain' },
          )}
        </span>
      }
    >
      <p className="soft card-note">{[office.address, office.corregimientoCode].filter(Boolean).join(' · ')}</p>
      <Points {...{ office, numberAudit, button, again }} />
      <Places {...{ office, button, again }} />
    </Card>
  );
}

function Points({ office, numberAudit, button, again }: OfficeProps) {
  const { t } = useWords();
  const { saved, pointFields: fields, add, editOf } = useForms();
  return (
    <Records
      title={t('office.points')}
      add={button(
        t('point.new'),
        {
          ...{ ...saved, title: t('point.newAt', { name: office.name }), fields, mutation: CreateBillingPoint },
          variables: ({ code, name }) => ({ officeId: office.id, code: code!, name: name?.trim() || null }),
        },
        add,
      )}
      records={office.billingPoints.map(({ id, code, name, isFirst, archivedAt }) => ({
        ...{ id, code, name: name ?? '' },
        about: [
          archivedAt !== null && t('archived'),
          ...numberAudit
            .filter(({ billingPoint, reserved }) => billingPoint?.id === id && reserved > 0)
            .map(({ series, reserved }) => t('point.series', { series, reserved })),
        ],
        archive: !isFirst && (
          <Archive
            record={{ name: `${office.code} · ${code}`, archivedAt }}
            mutation={UpdateBillingPoint}
            variablesOf={(archived) => ({ billingPointId: id, archived })}
            {...{ again, look: { size: 'small' } }}
          />
        ),
        edit: button(
          t('edit'),
          {
            ...{ ...saved, title: t('editOf', { name: `${office.code} · ${code}` }), fields },
            ...{ record: { code, name: name ?? '' }, mutation: UpdateBillingPoint },
            variables: (_, changed) => ({ billingPointId: id, ...changed }),
          },
          editOf(`${code} ${name ?? ''}`),
        ),
      }))}
    />
  );
}

function Places({ office, button, again }: Omit<OfficeProps, 'numberAudit'>) {
  const { t } = useWords();
  const { saved, placeFields: fields, add, editOf } = useForms();
  return (
    <Records
      title={t('office.places')}
      add={button(
        t('place.new'),
        {
          ...{ ...saved, title: t('place.newAt', { name: office.name }), fields, mutation: CreateLocation },
          variables: ({ code, name, externalId }) => ({
            ...{ officeId: office.id, code: code!, name: name! },
            ...(externalId && { externalId }),
          }),
        },
        add,
      )}
      records={office.locations.map(({ id, code, name, externalId, isDefault, archivedAt }) => ({
        ...{ id, code, name },
        about: [archivedAt !== null && t('archived'), isDefault && t('place.usual'), externalId],
        archive: !isDefault && (
          <Archive
            record={{ name, archivedAt }}
            mutation={UpdateLocation}
            variablesOf={(archived) => ({ locationId: id, archived })}
            {...{ again, look: { size: 'small' } }}
          />
        ),
        edit: button(
          t('edit'),
          {
            ...{ ...saved, title: t('editOf', { name }), fields },
            ...{ record: { code, name, externalId: externalId ?? '' }, mutation: UpdateLocation },
            variables: (_, changed) => ({ locationId: id, ...changed }),
          },
          editOf(`${code} ${name}`),
        ),
      }))}
    />
  );
}

function recordOf(office: Office): Record<string, string> {
  const { id: _, billingPoints: __, locations: ___, isMain, ...texts } = office;
  const entries = Object.entries(texts).map(([name, text]) => [name, text ?? '']);
  return { ...Object.fromEntries(entries), isMain: isMain ? 'true' : '' };
}

interface RecordsProps {
  title: string;
  add: ReactNode;
  records: readonly {
    id: string;
    code: string;
    name: string;
    about: readonly (string | false | null)[];
    archive: ReactNode;
    edit: ReactNode;
  }[];
}

function Records({ title, add, records }: RecordsProps) {
  return (
    <section className="things">
      <div className="spread">
        <h3>{title}</h3>
        {add}
      </div>
      <ul className="records">
        {records.map(({ id, code, name, about, archive, edit }) => (
          <li key={id}>
            <span>
              <span className="strong">{code}</span> {name}
              {about.some(Boolean) && <About>{about.filter(Boolean).join(' · ')}</About>}
            </span>
            <span className="row">
              {archive}
              {edit}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
