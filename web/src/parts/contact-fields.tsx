// Where a client is and how it is reached: what fiscal documents say of a receiver beside its name and RUC.
import { useMemo, useState } from 'react';
import { COUNTRIES, PANAMA } from '../../../src/fiscal/countries.ts';
import type { ReceiverType } from '../../../src/fiscal/receiver.ts';
import type { FindPlacesAnswer } from '../api/answers.ts';
import { FindPlaces } from '../api/parties.ts';
import { useWords } from '../texts/use-words.tsx';
import { Button } from './button.tsx';
import { SelectField, TextField } from './field.tsx';
import type { FoundClient } from './found.ts';
import { Named, Picker } from './picker.tsx';
import { useFound } from './use-found.ts';

type Place = FindPlacesAnswer['corregimientos'][number];
export type Contact = Pick<FoundClient, 'emails' | 'telephone' | 'country' | 'address'>;

export const NO_CONTACT: Contact = { emails: [], telephone: null, country: null, address: null };

export interface TypedContact {
  line: string;
  place: Partial<Place> | null;
  country: string;
  telephone: string;
  emails: string;
}

/** A draft of an earlier release has none of it. */
export function typedContact({ emails = [], telephone, country, address }: Partial<Contact>): TypedContact {
  const { line, corregimientoCode, ...names } = address ?? {};
  const place = Object.fromEntries(
    Object.entries({ code: corregimientoCode, ...names }).filter(([, name]) => typeof name === 'string'),
  ) as Partial<Place>;
  return {
    line: line ?? '',
    place: Object.keys(place).length === 0 ? null : place,
    country: country ?? '',
    telephone: telephone ?? '',
    emails: emails.join(', '),
  };
}

export function enteredContact({ line, place, country, telephone, emails }: TypedContact, receiverType: ReceiverType) {
  const { code = null, province = null, district = null, corregimiento = null } = place ?? {};
  const address = { line: line.trim() || null, corregimientoCode: code, province, district, corregimiento };
  return {
    address: address.line === null && place === null ? null : address,
    country: receiverType === 'EXTRANJERO' || country === PANAMA ? country || null : null,
    telephone: telephone.trim() || null,
    emails: emails.split(/[\s,;]+/).filter((one) => one !== ''),
  };
}

export interface ContactFieldsProps {
  receiverType: ReceiverType;
  contact: TypedContact;
  onChange(contact: TypedContact): void;
}

export function ContactFields({ receiverType, contact, onChange }: ContactFieldsProps) {
  const { t } = useWords();
  const change = (part: Partial<TypedContact>): void => onChange({ ...contact, ...part });
  return (
    <>
      {receiverType === 'EXTRANJERO' && (
        <CountryField value={contact.country} onChoose={(country) => change({ country })} />
      )}
      <TextField
        label={t('contact.address')}
        note={t('optional')}
        maxLength={100}
        value={contact.line}
        onType={(line) => change({ line })}
      />
      <PlacePicker place={contact.place} onChoose={(place) => change({ place })} />
      <div className="form-row">
        <TextField
          label={t('contact.telephone')}
          type="tel"
          note={t('optional')}
          value={contact.telephone}
          onType={(telephone) => change({ telephone })}
        />
        <TextField
          label={t('newClient.email')}
          inputMode="email"
          note={t('contact.emailsNote')}
          value={contact.emails}
          onType={(emails) => change({ emails })}
        />
      </div>
    </>
  );
}

function CountryField({ value, onChoose }: { value: string; onChoose(country: string): void }) {
  const { t, language } = useWords();
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const named = COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code }));
    return named.toSorted((one, other) => one.name.localeCompare(other.name, language));
  }, [language]);
  return (
    <SelectField
      label={t('contact.country')}
      value={value}
      onType={onChoose}
      options={[['', t('contact.noCountry')], ...countries.map(({ code, name }) => [code, name] as const)]}
    />
  );
}

function PlacePicker({ place, onChoose }: { place: Partial<Place> | null; onChoose(place: Place | null): void }) {
  const { t } = useWords();
  const finding = useFound(FindPlaces, (data) => data.corregimientos);
  const [isChanging, setChanging] = useState(false);
  if (place !== null && !isChanging) {
    const names = [place.corregimiento, place.district, place.province].filter((name) => name !== undefined);
    return (
      <div className="field">
        <span className="strong">{t('contact.place')}</span>
        <div className="spread">
          <span>
            {names.join(', ')} <span className="soft small">{place.code}</span>
          </span>
          <span className="row">
            <Button tone="quiet" size="small" onClick={() => setChanging(true)}>
              {t('change')}
            </Button>
            <Button tone="quiet" size="small" onClick={() => onChoose(null)}>
              {t('contact.removePlace')}
            </Button>
          </span>
        </div>
      </div>
    );
  }
  return (
    <Picker
      label={t('contact.place')}
      placeholder={t('contact.placeHint')}
      {...finding}
      keyOf={({ code }) => code}
      nameOf={({ corregimiento }) => corregimiento}
      show={(one) => <Named name={one.corregimiento} about={`${one.district}, ${one.province} · ${one.code}`} />}
      onPick={(one) => {
        setChanging(false);
        onChoose(one);
      }}
    />
  );
}
