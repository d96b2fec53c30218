// Choices that narrow a list: a few in sight, or many in a menu; the empty choice stands for all.
import { SmallSelect } from './field.tsx';
import { Segments } from './segments.tsx';

export interface FilterProps<T extends string> {
  label: string;
  /** What the choice of all is called. */
  all: string;
  values: readonly T[];
  wordOf(value: T): string;
  value: T | '';
  onChoose(value: T | ''): void;
}

export function FilterSegments<T extends string>({ label, all, values, wordOf, value, onChoose }: FilterProps<T>) {
  const options = values.map((one) => ({ value: one, label: wordOf(one) }));
  return (
    <div>
      <Segments<T | ''>
        label={label}
        value={value}
        onChoose={onChoose}
        options={[{ value: '', label: all }, ...options]}
      />
    </div>
  );
}

export function FilterMenu<T extends string>({ label, all, values, wordOf, value, onChoose }: FilterProps<T>) {
  return (
    <SmallSelect
      label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value as T | '')}
      options={[['', all], ...values.map((one) => [one, wordOf(one)] as const)]}
    />
  );
}
