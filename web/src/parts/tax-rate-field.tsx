// The rate of the ITBMS of an item.
import { useWords } from '../texts/use-words.tsx';
import { SelectField } from './field.tsx';

/** In percent; the DGI has codes for these. */
const TAX_RATES = ['0', '7', '10', '15'];

export function TaxRateField({ value, onChange }: { value: string; onChange(rate: string): void }) {
  const { f } = useWords();
  return (
    <SelectField label="ITBMS" value={value} onChange={(event) => onChange(event.target.value)}>
      {TAX_RATES.map((rate) => (
        <option key={rate} value={rate}>
          {f.percent(rate)}
        </option>
      ))}
    </SelectField>
  );
}
