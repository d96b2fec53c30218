// Where the company issues and where its goods are: offices with their billing points, number series and locations.
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
import { Button } from '../../parts/button.tsx';
import { Chip } from '../../parts/chip.tsx';
import type { FieldSpec } from '../../parts/edit-form.tsx';
import { Card } from '../../parts/page.tsx';
import { useAsk } from '../../parts/use-ask.tsx';
import { useWords } from '../../texts/use-words.tsx';
import { Answered } from './answered.tsx';

type Office = OfficesAnswer['offices'][number];

export function OfficeSettings() {
  const { t } = useWords();
  const answer = useAnswer(Offices, {});
  const { ask, dialog } = useAsk(answer.again);
  const officeFields: FieldSpec[] = [
    { name: 'code', label: t('office.code'), note: t('office.codeNote'), isNeeded: true },
    { name: 'name', label: t('item.name'), isNeeded: true },
    { name: 'address', label: t('contact.address') },
    { name: 'corregimientoCode', label: t('office.place'), note: t('office.placeNote') },
    { name: 'telephone', label: t('contact.telephone') },
    { name: 'pacOfficeId', label: t('office.pac') },
    { name: 'isMain', label: t('office.main'), note: t('office.mainNote'), kind: 'check' },
  ];
  const placeFields: FieldSpec[] = [
    { name: 'code', label: t('place.code'), isNeeded: true },
    { name: 'name', label: t('item.name'), isNeeded: true },
    { name: 'externalId', label: t('externalId'), note: t('externalId.note') },
  ];
  const pointFields: FieldSpec[] = [
    { name: 'code', label: t('point.code'), note: t('point.codeNote'), isNeeded: true },
    { name: 'name', label: t('item.name') },
  ];
  const asInput = ({ isMain, ...rest }: Record<string, string | null>) => ({
    ...rest,
    ...(isMain === 'true' && { isMain: true }),
  });
  const saved = { action: t('save'), done: t('saved') };

  return (
    <Answered answer={answer}>
      {({ offices, numberAudit }) => (
        <>
          <div>
            <Button
              tone="primary"
              icon="plus"
              onClick={() =>
                ask({
                  ...saved,
                  title: t('office.new'),
                  fields: officeFields,
                  mutation: CreateOffice,
                  variables: (_, changed) => ({ input: asInput(changed) }),
                })
              }
            >
              {t('office.new')}
            </Button>
          </div>
          {offices.map((office) => (
            <Card
              key={office.id}
              title={`${office.code} · ${office.name}`}
              tools={
                <span className="row">
                  {office.isMain && <Chip tone="idle">{t('office.main')}</Chip>}
                  <Button
                    size="small"
                    aria-label={t('editOf', { name: office.name })}
                    onClick={() =>
                      ask({
                        ...saved,
                        title: t('editOf', { name: office.name }),
                        fields: officeFields,
                        record: recordOf(office),
                        mutation: UpdateOffice,
                        variables: (_, changed) => ({ officeId: office.id, input: asInput(changed) }),
                      })
                    }
                  >
                    {t('edit')}
                  </Button>
                </span>
              }
            >
              <p className="soft card-note">{[office.address, office.corregimientoCode].filter(Boolean).join(' · ')}</p>
              <Things
                title={t('office.points')}
                add={t('point.new')}
                things={office.billingPoints.map((point) => ({
                  ...point,
                  name: point.name ?? '',
                  about: numberAudit
                    .filter(({ billingPoint, reserved }) => billingPoint?.id === point.id && reserved > 0)
                    .map(({ series, reserved }) => t('point.series', { series, reserved }))
                    .join(' · '),
                }))}
                onAdd={() =>
                  ask({
                    ...saved,
                    title: t('point.newAt', { name: office.name }),
                    fields: pointFields,
                    mutation: CreateBillingPoint,
                    variables: ({ code, name }) => ({ officeId: office.id, code: code!, name: name?.trim() || null }),
                  })
                }
                onEdit={({ id, code, name }) =>
                  ask({
                    ...saved,
                    title: t('editOf', { name: `${office.code} · ${code}` }),
                    fields: pointFields,
                    record: { code, name },
                    mutation: UpdateBillingPoint,
                    variables: (_, changed) => ({ billingPointId: id, ...changed }),
                  })
                }
              />
              <Things
                title={t('office.places')}
                add={t('place.new')}
                things={office.locations.map((place) => ({
                  ...place,
                  about: [place.isDefault && t('place.usual'), place.externalId].filter(Boolean).join(' · '),
                }))}
                onAdd={() =>
                  ask({
                    ...saved,
                    title: t('place.newAt', { name: office.name }),
                    fields: placeFields,
                    mutation: CreateLocation,
                    variables: ({ code, name, externalId }) => ({
                      officeId: office.id,
                      code: code!,
                      name: name!,
                      ...(externalId && { externalId }),
                    }),
                  })
                }
                onEdit={({ id, code, name, externalId }) =>
                  ask({
                    ...saved,
                    title: t('editOf', { name }),
                    fields: placeFields,
                    record: { code, name, externalId: externalId ?? '' },
                    mutation: UpdateLocation,
                    variables: (_, changed) => ({ locationId: id, ...changed }),
                  })
                }
              />
            </Card>
          ))}
          {dialog}
        </>
      )}
    </Answered>
  );
}

function recordOf(office: Office): Record<string, string> {
  const { id: _, billingPoints: __, locations: ___, isMain, ...texts } = office;
  const entries = Object.entries(texts).map(([name, text]) => [name, text ?? '']);
  return { ...Object.fromEntries(entries), isMain: isMain ? 'true' : '' };
}

interface Thing {
  id: string;
  code: string;
  name: string;
  about: string;
  externalId?: string | null;
}

interface ThingsProps {
  title: string;
  add: string;
  things: readonly Thing[];
  onAdd(): void;
  onEdit(thing: Thing): void;
}

function Things({ title, add, things, onAdd, onEdit }: ThingsProps) {
  const { t } = useWords();
  return (
    <section className="things">
      <div className="spread">
        <h3>{title}</h3>
        <Button size="small" tone="quiet" icon="plus" onClick={onAdd}>
          {add}
        </Button>
      </div>
      <ul className="records">
        {things.map((thing) => (
          <li key={thing.id}>
            <span>
              <span className="strong">{thing.code}</span> {thing.name}
              {thing.about !== '' && <span className="soft small block">{thing.about}</span>}
            </span>
            <Button
              size="small"
              tone="quiet"
              aria-label={t('editOf', { name: `${thing.code} ${thing.name}` })}
              onClick={() => onEdit(thing)}
            >
              {t('edit')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
