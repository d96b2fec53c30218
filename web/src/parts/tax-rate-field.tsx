// The rate of the ITBMS of an item.
import { ITBMS_PERCENTS } from '../../../src/fiscal/itbms.ts';
import { useWords } from '../texts/use-words.tsx';
import { SelectField } from './field.tsx';

export function TaxRateField({ value, onChange }: { value: string; onChange(rate: string): void }) {
  const { f } = useWords();
  return (
    <SelectField label="ITBMS" value={value} onChange={(event) => onChange(event.target.value)}>
      {ITBMS_PERCENTS.map((rate) => (
        <option key={rate} value={rate}>
          {f.percent(rate)}
        </option>
      ))}
    </SelectField>
  );
}
