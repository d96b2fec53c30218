// Forms whose fields are data: what was typed is kept, what is unchanged is not sent, and what the service objects to stands at its field.
import { useState, type ReactNode } from 'react';
import { useDraft } from '../draft.ts';
import { useWords } from '../texts/use-words.tsx';
import { Button } from './button.tsx';
import { LongTextField, SelectField, TextField } from './field.tsx';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { Refusal } from './message.tsx';

/** A check box is `true` or nothing. */
export type Typed = Readonly<Record<string, string>>;

export interface FieldSpec {
  /** As the input of the mutation has it, so that its problems are found. */
  name: string;
  label: string;
  note?: ReactNode;
  kind?: 'text' | 'long' | 'decimal' | 'check' | 'password' | 'date';
  options?: readonly (readonly [value: string, label: string])[];
  isNeeded?: boolean;
}

interface FieldsProps {
  fields: readonly FieldSpec[];
  typed: Typed;
  wasTried: boolean;
  doing: FormDialogProps['doing'];
  because?: string | undefined;
  onType(name: string, value: string): void;
}

function Fields({ fields, typed, wasTried, doing, because, onType }: FieldsProps) {
  const { t } = useWords();
  return fields.map(({ name, label, note, kind = 'text', options, isNeeded = false }) => {
    const value = typed[name] ?? '';
    const missing = wasTried && isNeeded && value.trim() === '' ? t('isNeeded') : undefined;
    const shared = {
      label,
      note,
      value,
      disabled: because !== undefined,
      wrong: missing ?? doing.refusal?.fields?.[name],
    };
    const onChange = (event: { target: { value: string } }): void => onType(name, event.target.value);
    if (options) {
      return (
        <SelectField key={name} {...shared} onChange={onChange}>
          {options.map(([one, word]) => (
            <option key={one} value={one}>
              {word}
            </option>
          ))}
        </SelectField>
      );
    }
    if (kind === 'check') {
      return (
        <label key={name} className="check">
          <input
            type="checkbox"
            checked={value === 'true'}
            disabled={shared.disabled}
            onChange={(event) => onType(name, event.target.checked ? 'true' : '')}
          />
          <span>
            {label}
            {note !== undefined && <span className="soft small block">{note}</span>}
          </span>
        </label>
      );
    }
    if (kind === 'long') return <LongTextField key={name} {...shared} onChange={onChange} />;
    const type = kind === 'decimal' ? 'text' : kind;
    return (
      <TextField
        key={name}
        {...shared}
        type={type}
        inputMode={kind === 'decimal' ? 'decimal' : undefined}
        onChange={onChange}
      />
    );
  });
}

/** What was typed over the record as it is now; `changed` has the fields that differ, null where one was emptied. */
export function useTyped(draft: string, fields: readonly FieldSpec[], record: Typed) {
  const [over, setOver] = useDraft<Typed>(`${draft}.typed`, {});
  const [wasTried, setTried] = useState(false);
  const typed = { ...record, ...over };
  const names = fields.map(({ name }) => name).filter((name) => (typed[name] ?? '') !== (record[name] ?? ''));
  return {
    typed,
    wasTried,
    isDirty: names.length > 0,
    changed: Object.fromEntries(names.map((name) => [name, typed[name]?.trim() || null])),
    onType: (name: string, value: string) => setOver((present) => ({ ...present, [name]: value })),
    /** False while something is missing. */
    isComplete(): boolean {
      setTried(true);
      return fields.every(({ name, isNeeded }) => isNeeded !== true || typed[name]?.trim());
    },
    forget() {
      setTried(false);
      setOver({});
    },
  };
}

export interface EditFormProps {
  draft: string;
  fields: readonly FieldSpec[];
  record: Typed;
  doing: FormDialogProps['doing'];
  /** Why nothing can be changed by this person. */
  because?: string | undefined;
  /** True once it was saved. */
  onSave(changed: Record<string, string | null>): Promise<boolean>;
}

/** A few settings that stand on the page: saved together, and only where something differs. */
export function EditForm({ draft, fields, record, doing, because, onSave }: EditFormProps) {
  const { t } = useWords();
  const form = useTyped(draft, fields, record);
  const save = async (): Promise<void> => {
    if (form.isComplete() && (await onSave(form.changed))) form.forget();
  };
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isDirty && !doing.isBusy) void save();
      }}
    >
      <Fields {...form} {...{ fields, doing, because }} />
      <Refusal problem={doing.refusal} />
      {form.isDirty && (
        <div className="form-actions">
          <Button onClick={form.forget}>{t('edit.discard')}</Button>
          <Button tone="primary" type="submit" isBusy={doing.isBusy}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  );
}

export interface EditDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'children' | 'draft'> {
  draft: string;
  about?: ReactNode;
  fields: readonly FieldSpec[];
  record?: Typed;
  onSubmit(typed: Typed, changed: Record<string, string | null>): Promise<void>;
}

export function EditDialog({ draft, about, fields, record = {}, onSubmit, ...dialog }: EditDialogProps) {
  const form = useTyped(draft, fields, record);
  return (
    <FormDialog
      {...dialog}
      draft={draft}
      onSubmit={() => {
        if (form.isComplete()) void onSubmit(form.typed, form.changed);
      }}
    >
      {about !== undefined && <p className="soft">{about}</p>}
      <Fields {...form} fields={fields} doing={dialog.doing} />
    </FormDialog>
  );
}
