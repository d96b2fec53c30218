// The corregimiento of an address: found by its name, and taken back.
import { useState } from 'react';
import type { FindPlacesAnswer } from '../api/answers.ts';
import { FindPlaces } from '../api/parties.ts';
import { t } from '../texts/speech.ts';
import { Button } from './button.tsx';
import { Picker } from './picker.tsx';
import { useFound } from './use-found.ts';

export type Place = FindPlacesAnswer['corregimientos'][number];
type PlacePickerProps = { place: Partial<Place> | null; onChoose(place: Place | null): void };

export function PlacePicker({ place, onChoose }: PlacePickerProps) {
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
            <Button tone="quiet" size="small" onClick={() => setChanging(true)} text={t('change')} />
            <Button tone="quiet" size="small" onClick={() => onChoose(null)} text={t('contact.removePlace')} />
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
      choiceOf={({ code: key, corregimiento: name, district, province }) => ({
        ...{ key, name, about: `${district}, ${province} · ${key}` },
      })}
      onPick={(one) => {
        setChanging(false);
        onChoose(one);
      }}
    />
  );
}
