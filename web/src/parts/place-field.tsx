// The choice of one of the tenant's locations.
import { SelectField } from './field.tsx';

export interface PlaceFieldProps {
  label: string;
  locations: readonly { id: string; name: string }[];
  value: string;
  wrong?: string | undefined;
  onChoose(id: string): void;
}

export function PlaceField({ label, locations, value, wrong, onChoose }: PlaceFieldProps) {
  return (
    <SelectField label={label} value={value} wrong={wrong} onChange={(event) => onChoose(event.target.value)}>
      {locations.map((place) => (
        <option key={place.id} value={place.id}>
          {place.name}
        </option>
      ))}
    </SelectField>
  );
}
