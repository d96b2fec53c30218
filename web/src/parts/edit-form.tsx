// Forms whose fields are data: what was typed is kept, what is unchanged is not sent, and what the service objects to stands at its field.
import { Fragment, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { useAct } from '../api/use-act.ts';
import { useDraft } from '../draft.ts';
import { t } from '../texts/speech.ts';
import { Button, type Needed, useNeeds } from './button.tsx';
import { CheckField, LongTextField, SelectField, TextField } from './field.tsx';
import { Form } from './form.tsx';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { Refusal } from './message.tsx';
import { Segments } from './segments.tsx';
import { tell } from './toasts.tsx';

/** A check box is `true` or nothing. */
export type Typed = Readonly<Record<string, string>>;

export interface FieldSpec {
  /** As the input of the mutation has it, so that its problems are found. */
  name: string;
  label: string;
  note?: ReactNode;
  kind?: 'text' | 'long' | 'decimal' | 'check' | 'password' | 'date' | 'segments';
  options?: readonly (readonly [value: string, label: string])[];
  isNeeded?: boolean;
  /** Why it cannot be sent like this; said once that was tried, or at once. */
  wrong?: string | false | undefined;
  isWrongAtOnce?: boolean;
  input?: Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & { rows?: number };
}

/** In their order; an inner list stands in one row, and what is no such field as it is, or by whether it was tried to send it. */
export type FieldSpecs = readonly (
  | FieldSpec
  | false
  | readonly (FieldSpec | false)[]
  | { own: ReactNode | ((wasTried: boolean) => ReactNode) }
)[];
export type FieldsOf = FieldSpecs | ((typed: Typed) => FieldSpecs);

interface FieldsProps extends Pick<Typing, 'specs' | 'typed' | 'wasTried' | 'onType'> {
  doing: FormDialogProps['doing'];
  because?: string | undefined;
}

export function Fields({ specs, ...form }: FieldsProps) {
  return specs.map((spec, at) => {
    if (spec === false) return null;
    if ('own' in spec) {
      const { own } = spec;
      return <Fragment key={at}>{own instanceof Function ? own(form.wasTried) : own}</Fragment>;
    }
    if ('name' in spec) return <OneField key={spec.name} spec={spec} {...form} />;
    return (
      <div key={at} className="form-row">
        {spec.map((one) => one && <OneField key={one.name} spec={one} {...form} />)}
      </div>
    );
  });
}

function OneField({ spec, typed, wasTried, doing, because, onType }: Omit<FieldsProps, 'specs'> & { spec: FieldSpec }) {
  const { name, label, note, kind = 'text', options, isNeeded = false, wrong, isWrongAtOnce = wasTried, input } = spec;
  const value = typed[name] ?? '';
  const missing = wasTried && isNeeded && value.trim() === '' ? t('isNeeded') : undefined;
  const shared = {
    ...{ label, note, value, disabled: because !== undefined },
    wrong: missing ?? ((isWrongAtOnce && wrong) || doing.refusal?.fields?.[name]),
  };
  const onChange = (event: { target: { value: string } }): void => onType(name, event.target.value);
  if (options && kind === 'segments') {
    return (
      <div className="row">
        <Segments label={label} value={value} options={options} onChoose={(one) => onType(name, one)} />
        {note && <span className="soft small">{note}</span>}
      </div>
    );
  }
  if (options) {
    return <SelectField {...shared} onChange={onChange} options={options} />;
  }
  if (kind === 'check') {
    const onCheck = (isChecked: boolean): void => onType(name, isChecked ? 'true' : '');
    return <CheckField {...{ label, note, onCheck }} checked={value === 'true'} disabled={shared.disabled} />;
  }
  if (kind === 'long') {
    const { rows, maxLength, autoFocus } = input ?? {};
    return <LongTextField {...shared} {...{ rows, maxLength, autoFocus, onChange }} />;
  }
  const ofKind = kind === 'decimal' ? { inputMode: 'decimal' as const } : { type: kind };
  return <TextField {...ofKind} {...input} {...shared} onChange={onChange} />;
}

type Typing = ReturnType<typeof useTyped>;

/** Texts of a record's fields, as a form begins with them; what is no text, number or flag has no field. */
export const textsOf = (record: object): Typed =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]: [string, unknown]) => {
      if (typeof value === 'boolean') return [name, value ? 'true' : ''];
      return [name, typeof value === 'string' || typeof value === 'number' ? String(value) : ''];
    }),
  );

/** Fields of an input that differ from those that its form began with: a colleague may have changed the others meanwhile. */
export const changesOf = <Input extends object>(input: Input, begun: Input): Partial<Input> =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(begun[name as keyof Input]),
    ),
  ) as Partial<Input>;

/** Typed values over the record as it is now; `changed` has the fields that differ, null for an emptied one. Without a draft nothing is kept. */
export function useTyped(draft: string | undefined, fields: FieldsOf, record: object) {
  const begun = textsOf(record);
  const isAsBegun = ([name, text]: [string, string]): boolean => text === (begun[name] ?? '');
  const [over, setOver] = useDraft<Typed>(draft && `${draft}.typed`, {}, (typed) =>
    Object.entries(typed).every(isAsBegun),
  );
  // A key outlasts no page: what is kept can be read in the browser.
  const [secrets, setSecrets] = useState<Typed>({});
  const [wasTried, setTried] = useState(false);
  const typed: Typed = { ...begun, ...over, ...secrets };
  const specs = fields instanceof Function ? fields(typed) : fields;
  const visible = specs.flat().filter((one) => one !== false && 'name' in one);
  const names = visible.map(({ name }) => name).filter((name) => !isAsBegun([name, typed[name] ?? '']));
  return {
    specs,
    typed,
    wasTried,
    isDirty: names.length > 0,
    changed: Object.fromEntries(names.map((name) => [name, typed[name]?.trim() || null])),
    onType(name: string, value: string) {
      const isSecret = visible.some((one) => one.name === name && one.kind === 'password');
      (isSecret ? setSecrets : setOver)((present) => ({ ...present, [name]: value }));
    },
    /** False while something is missing or wrong. */
    isComplete(): boolean {
      setTried(true);
      return visible.every(({ name, isNeeded, wrong }) => !wrong && (isNeeded !== true || typed[name]?.trim()));
    },
    /** All that is typed, or what is still as it was sent. */
    forget(sent?: Typed) {
      const left = (present: Typed): Typed =>
        Object.fromEntries(Object.entries(present).filter(([name, value]) => sent && value !== sent[name]));
      setTried(false);
      setSecrets(left);
      setOver(left);
    },
  };
}

export interface ActFormProps<Data, Variables extends AnyVariables> extends Pick<
  ActDialogProps<Data, Variables>,
  'mutation' | 'touches'
> {
  draft: string;
  fields: FieldsOf;
  /** As it is; its fields are found by their names. */
  record: object;
  /** The role that changes something takes. */
  needs?: Needed;
  variables(changed: Record<string, string | null>): Variables;
  /** Else: saved. */
  done?: string;
}

/** A few settings that stand on the page: saved together, and only where something differs. */
export function ActForm<Data, Variables extends AnyVariables>(props: ActFormProps<Data, Variables>) {
  const { draft, fields, record, needs, mutation, touches, variables, done } = props;
  const because = useNeeds(needs);
  const form = useTyped(draft, fields, record);
  const doing = useAct(mutation, touches, { draft });
  const save = async (): Promise<void> => {
    if (!form.isComplete() || (await doing.act(variables(form.changed))) === undefined) return;
    tell(done ?? t('saved'));
    form.forget(form.typed);
  };
  return (
    <Form onSubmit={() => form.isDirty && !doing.isBusy && void save()}>
      <Fields {...form} {...{ doing, because }} />
      <Refusal problem={doing.refusal} />
      {form.isDirty && (
        <div className="form-actions">
          <Button onClick={() => form.forget()} text={t('edit.discard')} />
          <Button tone="primary" type="submit" isBusy={doing.isBusy} text={t('save')} />
        </div>
      )}
    </Form>
  );
}

export interface EditDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'children' | 'draft'> {
  draft: string;
  about?: ReactNode;
  /** Above the fields, as it is. */
  above?: ReactNode;
  /** Fields that depend on others read the typed values. */
  fields?: FieldsOf;
  /** As it is; its fields are found by their names. */
  record?: object;
  /** Below the fields. */
  below?(typed: Typed): ReactNode;
  /** Label of its button, and the reason why it is disabled, where they depend on the typed values. */
  buttonOf?(typed: Typed): Partial<Pick<FormDialogProps, 'action' | 'because'>>;
  onSubmit(typed: Typed, changed: Record<string, string | null>): Promise<void> | void;
}

export function EditDialog(props: EditDialogProps) {
  const { draft, about, above, fields = [], record = {}, below, buttonOf, onSubmit, ...dialog } = props;
  const form = useTyped(draft, fields, record);
  return (
    <FormDialog
      {...dialog}
      {...buttonOf?.(form.typed)}
      draft={draft}
      onSubmit={() => {
        if (form.isComplete()) void onSubmit(form.typed, form.changed);
      }}
    >
      {above}
      {about !== undefined && <p className={dialog.keep === undefined ? 'soft' : undefined}>{about}</p>}
      <Fields {...form} doing={dialog.doing} />
      {below?.(form.typed)}
    </FormDialog>
  );
}

export interface ActDialogProps<Data, Variables extends AnyVariables> extends Omit<
  EditDialogProps,
  'doing' | 'onSubmit'
> {
  mutation: TypedDocumentNode<Data, Variables>;
  /** Types of the contract that change although the answer does not contain them. */
  touches?: string[] | undefined;
  variables(typed: Typed, changed: Record<string, string | null>): Variables;
  /** Message after success. */
  done?: string | undefined;
  /** `isHere`: whether the dialog was still open. */
  onDone?(data: Data, isHere: boolean): void;
}

/** Asks for something and does it; closes once it is done. */
export function ActDialog<Data, Variables extends AnyVariables>(props: ActDialogProps<Data, Variables>) {
  const { mutation, touches, variables, done, onDone, ...dialog } = props;
  const doing = useAct(mutation, touches, { draft: dialog.draft });
  const act = async (typed: Typed, changed: Record<string, string | null>): Promise<void> => {
    const data = await doing.act(variables(typed, changed));
    if (data === undefined) return;
    if (done !== undefined) tell(done);
    if (doing.isHere()) dialog.onClose();
    onDone?.(data, doing.isHere());
  };
  return <EditDialog {...dialog} doing={doing} onSubmit={act} />;
}
