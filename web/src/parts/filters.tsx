// Choices that narrow a list: a few in sight, or many in a menu; the empty choice stands for all.
import { LEGAL_STATUSES } from '../../../src/fiscal/legal-status.ts';
import { useWords } from '../texts/use-words.tsx';
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
    <SmallSelect label={label} value={value} onChange={(event) => onChoose(event.target.value as T | '')}>
      <option value="">{all}</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {wordOf(one)}
        </option>
      ))}
    </SmallSelect>
  );
}

const LEGAL_CHOICES = ['ATTENTION', 'PENDING', 'UNKNOWN', ...LEGAL_STATUSES] as const;
export type LegalChoice = (typeof LEGAL_CHOICES)[number] | '';

/** What the lists of the service are asked for, for a choice. */
export function legalArguments(choice: LegalChoice) {
  const isState = choice === 'PENDING' || choice === 'UNKNOWN';
  return {
    needsPerson: choice === 'ATTENTION' ? true : null,
    submissionState: isState ? choice : null,
    legalStatus: isState || choice === 'ATTENTION' || choice === '' ? null : choice,
  };
}

/** The same choice for invoices and for credits. */
export function LegalFilter({ value, onChoose }: { value: LegalChoice; onChoose(value: LegalChoice): void }) {
  const { t } = useWords();
  return (
    <FilterMenu
      label={t('legal')}
      all={t('legal.any')}
      values={LEGAL_CHOICES}
      wordOf={(one) => t(`legal.${one}`)}
      value={value}
      onChoose={onChoose}
    />
  );
}
