// Field of a form: a label, an input, and a message about its problem.
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  type AriaAttributes,
} from 'react';
import { About } from './about.tsx';

interface FieldProps {
  label: string;
  /** Said in any case. */
  note?: ReactNode;
  /** Said instead, once what was written is wrong. */
  wrong?: string | undefined;
}

interface Ids extends AriaAttributes {
  id: string;
}

export function Field({ label, note, wrong, children }: FieldProps & { children: (ids: Ids) => ReactNode }) {
  const id = useId();
  const hasNote = wrong !== undefined || note !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': hasNote ? `${id}-note` : undefined,
        'aria-invalid': wrong === undefined ? undefined : true,
      })}
      {hasNote && (
        <span id={`${id}-note`} className={wrong === undefined ? 'field-note' : 'field-note is-bad'}>
          {wrong ?? note}
        </span>
      )}
    </div>
  );
}

/** An alert where no field stands. */
export const Wrong = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <p className="field-note is-bad" role="alert">
      {text}
    </p>
  );

interface Typing {
  /** Told what stands in the field. */
  onType?: ((text: string) => void) | undefined;
}

const typing = ({ onType }: Typing) =>
  onType && { onChange: ({ target }: { target: { value: string } }) => onType(target.value) };

type TextProps = FieldProps & Typing & InputHTMLAttributes<HTMLInputElement>;

export const TextField = ({ label, note, wrong, onType, ...rest }: TextProps) => (
  <Field label={label} note={note} wrong={wrong}>
    {(ids) => <input className="input" autoComplete="off" {...typing({ onType })} {...rest} {...ids} />}
  </Field>
);

/** For quantities and money: the keyboard of a phone shows digits, and nothing is rounded on the way. */
export const NumberField = (props: TextProps) => <TextField inputMode="decimal" {...props} />;

type LongTextProps = FieldProps & Typing & TextareaHTMLAttributes<HTMLTextAreaElement>;

export const LongTextField = ({ label, note, wrong, onType, ...rest }: LongTextProps) => (
  <Field label={label} note={note} wrong={wrong}>
    {(ids) => <textarea className="input" {...typing({ onType })} {...rest} {...ids} />}
  </Field>
);

export interface CheckFieldProps {
  label: ReactNode;
  note?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onCheck(isChecked: boolean): void;
}

export const CheckField = ({ label, note, checked, disabled, onCheck }: CheckFieldProps) => (
  <label className="check">
    <input type="checkbox" {...{ checked, disabled }} onChange={({ target }) => onCheck(target.checked)} />
    <span>
      {label}
      {note !== undefined && <About>{note}</About>}
    </span>
  </label>
);

/** Each is a value and what it is called. */
export type Options = readonly (readonly [value: string | number, label: ReactNode])[];
type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & Typing & { options: Options };

const optionsOf = (options: Options): ReactNode =>
  options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

export const SelectField = ({ label, note, wrong, options, onType, ...rest }: FieldProps & SelectProps) => (
  <Field label={label} note={note} wrong={wrong}>
    {(ids) => (
      <select className="input" {...typing({ onType })} {...rest} {...ids}>
        {optionsOf(options)}
      </select>
    )}
  </Field>
);

/** In the head of a page, where there is no room for a label that can be seen. */
export const SmallSelect = ({ label, options, onType, ...rest }: { label: string } & SelectProps) => (
  <select className="input select-small" aria-label={label} {...typing({ onType })} {...rest}>
    {optionsOf(options)}
  </select>
);
