// Offices of the company with their billing points, number series and locations.
import type { ReactNode } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
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
import { askButton } from '../../parts/ask.tsx';
import { Answered } from '../../parts/answered.tsx';
import { t } from '../../texts/speech.ts';

type Office = OfficesAnswer['offices'][number];

export function OfficeSettings() {
  const { saved, officeFields: fields } = forms();
  return (
    <Answered answer={useAnswer(Offices, {})} rows={4}>
      {({ offices, numberAudit }) => (
        <>
          <div>
            {askButton(t('office.new'), {
              ...{
                ...saved,
                draft: 'newOffice',
                fields,
                mutation: CreateOffice,
                look: { tone: 'primary', icon: 'plus' },
              },
              variables: (_, changed) => ({ input: asInput(changed) }),
            })}
          </div>
          {offices.map((office) => (
            <OfficeCard key={office.id} {...{ office, numberAudit }} />
          ))}
        </>
      )}
    </Answered>
  );
}

const ADD = { size: 'small', tone: 'quiet', icon: 'plus' } as const;

const asInput = ({ isMain, ...rest }: Record<string, string | null>) => ({
  ...rest,
  ...(isMain === 'true' && { isMain: true }),
});

/** Fields of an office, a billing point and a location, and their buttons. */
function forms() {
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
    editOf: (of: string) => ({ size: 'small', tone: 'quiet', 'aria-label': t('editOf', { name: of }) }) as const,
  };
}

interface OfficeProps {
  office: Office;
  numberAudit: OfficesAnswer['numberAudit'];
}

function OfficeCard({ office, numberAudit }: OfficeProps) {
  const { saved, officeFields: fields, editOf } = forms();
  return (
    <Card
      title={`${office.code} · ${office.name}`}
      tools={
        <span className="row">
          {office.isMain && <Chip tone="idle" text={t('office.main')} />}
          {askButton(t('edit'), {
            ...{ ...saved, title: t('editOf', { name: office.name }), fields, record: office },
            ...{ draft: `office${office.id}`, mutation: UpdateOffice, look: { ...editOf(office.name), tone: 'plain' } },
            variables: (_, changed) => ({ officeId: office.id, input: asInput(changed) }),
          })}
        </span>
      }
    >
      <p className="soft card-note">{[office.address, office.corregimientoCode].filter(Boolean).join(' · ')}</p>
      <Points {...{ office, numberAudit }} />
      <Places office={office} />
    </Card>
  );
}

function Points({ office, numberAudit }: OfficeProps) {
  const { saved, pointFields: fields } = forms();
  return (
    <Records
      fields={fields}
      title={t('office.points')}
      add={askButton(t('point.new'), {
        ...{ ...saved, title: t('point.newAt', { name: office.name }) },
        ...{ draft: `newPoint${office.id}`, fields, mutation: CreateBillingPoint, look: ADD },
        variables: ({ code, name }) => ({ officeId: office.id, code: code!, name: name?.trim() || null }),
      })}
      mutation={UpdateBillingPoint}
      variablesOf={(billingPointId, changed) => ({ billingPointId, ...changed })}
      records={office.billingPoints.map((one) => ({
        ...{ ...one, called: `${office.code} · ${one.code}`, stays: one.isFirst },
        about: numberAudit
          .filter(({ billingPoint, reserved }) => billingPoint?.id === one.id && reserved > 0)
          .map(({ series, reserved }) => t('point.series', { series, reserved })),
      }))}
    />
  );
}

function Places({ office }: Pick<OfficeProps, 'office'>) {
  const { saved, placeFields: fields } = forms();
  return (
    <Records
      fields={fields}
      title={t('office.places')}
      add={askButton(t('place.new'), {
        ...{ ...saved, title: t('place.newAt', { name: office.name }), fields, mutation: CreateLocation, look: ADD },
        draft: `newPlace${office.id}`,
        variables: ({ code, name, externalId }) => ({
          ...{ officeId: office.id, code: code!, name: name! },
          ...(externalId && { externalId }),
        }),
      })}
      mutation={UpdateLocation}
      variablesOf={(locationId, changed) => ({ locationId, ...changed })}
      records={office.locations.map((one) => ({
        ...{ ...one, called: one.name, stays: one.isDefault },
        about: [one.isDefault && t('place.usual'), one.externalId],
      }))}
    />
  );
}

interface RecordsProps<Variables extends AnyVariables> {
  title: string;
  add: ReactNode;
  fields: FieldSpec[];
  mutation: TypedDocumentNode<unknown, Variables>;
  variablesOf(id: string, changed: Record<string, string | null> | { archived: boolean }): Variables;
  records: readonly {
    id: string;
    code: string;
    name: string | null;
    /** Name in its dialogs. */
    called: string;
    /** It cannot be archived. */
    stays: boolean;
    archivedAt: string | null;
    about: readonly (string | false | null)[];
  }[];
}

function Records<Variables extends AnyVariables>(props: RecordsProps<Variables>) {
  const { title, add, fields, mutation, variablesOf, records } = props;
  const { saved, editOf } = forms();
  return (
    <section className="things">
      <div className="spread">
        <h3>{title}</h3>
        {add}
      </div>
      <ul className="records">
        {records.map(({ about, called, stays, ...record }) => (
          <li key={record.id}>
            <span>
              <span className="strong">{record.code}</span> {record.name}
              <About>{[record.archivedAt !== null && t('archived'), ...about].filter(Boolean).join(' · ')}</About>
            </span>
            <span className="row">
              {!stays && (
                <Archive
                  record={{ ...record, name: called }}
                  variablesOf={(archived) => variablesOf(record.id, { archived })}
                  {...{ mutation, look: { size: 'small' } }}
                />
              )}
              {askButton(t('edit'), {
                ...{ ...saved, title: t('editOf', { name: called }), fields, record },
                ...{ draft: `edit${record.id}`, mutation, look: editOf(`${record.code} ${record.name ?? ''}`) },
                variables: (_, changed) => variablesOf(record.id, changed),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
