// Comboboxes: one that searches while typing, for an item, a client, a supplier; and the field with its list, for others.
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type InputHTMLAttributes,
  type RefAttributes,
} from 'react';
import { after } from '../store.ts';
import { t } from '../texts/speech.ts';

export interface Found<T> {
  words: string;
  options: readonly T[];
}

/** An option in the list: its name, and what tells it from others of that name. */
export interface Choice {
  key: string;
  name: string;
  /** Small, right behind the name. */
  code?: string;
  about?: ReactNode;
}

export interface PickerProps<T> {
  label: string;
  isLabelHidden?: boolean;
  placeholder?: string;
  /** The list stays, as where the picker is all that there is. */
  isStanding?: boolean;
  /** Results of the words typed a moment ago, found by the caller, with those words; undefined before the first. */
  found: Found<T> | undefined;
  onSearch(text: string): void;
  choiceOf(option: T): Choice;
  onPick(option: T): void;
  /** Offered below what was found: make a new one of this name. */
  create?: { label: (typed: string) => string; onCreate(typed: string): void } | undefined;
}

const PAUSE_MS = 150;

export function Picker<T>(props: PickerProps<T>) {
  const { label, isLabelHidden, isStanding = false, placeholder, found, create } = props;
  const { typed, setTyped, isOpen, setOpen, active, setActive, choices, canCreate, pick, onKey } = usePicker(props);
  return (
    <Combobox
      {...{ label, isLabelHidden, isOpen, active }}
      className={isStanding ? 'standing' : ''}
      choices={canCreate && create ? [...choices, { key: CREATE, name: create.label(typed.trim()) }] : choices}
      isLoading={found === undefined}
      input={{
        ...{ placeholder, value: typed, onKeyDown: onKey, onFocus: () => setOpen(true), onClick: () => setOpen(true) },
        onChange: ({ target }) => {
          setTyped(target.value);
          setOpen(true);
        },
      }}
      onPoint={setActive}
      onPick={pick}
      onLeave={() => setOpen(false)}
    />
  );
}

export interface ComboboxProps extends Omit<PickerListProps, 'id'> {
  className: string;
  isLabelHidden?: boolean | undefined;
  isOpen: boolean;
  input: InputHTMLAttributes<HTMLInputElement> & RefAttributes<HTMLInputElement>;
  onLeave?(): void;
  /** Below the field. */
  children?: ReactNode;
}

export function Combobox(props: ComboboxProps) {
  const { className, isLabelHidden = false, isOpen, input, onLeave, children, ...list } = props;
  const { label, choices, active } = list;
  const id = useId();
  return (
    <div
      className={`field picker ${className}`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onLeave?.()}
    >
      <label htmlFor={id} className={isLabelHidden ? 'hidden-text' : undefined}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        {...input}
      />
      {isOpen && <PickerList id={id} {...list} />}
      {children}
    </div>
  );
}

interface PickerListProps {
  id: string;
  label: string;
  choices: readonly Choice[];
  active: number;
  isLoading?: boolean;
  onPoint(index: number): void;
  onPick(index: number): void;
}

/** Key of the choice that makes a new one. */
const CREATE = 'create';

const PickerList = ({ id, label, choices, active, isLoading = false, onPoint, onPick }: PickerListProps) => (
  <div className="picker-list" role="listbox" id={`${id}-list`} aria-label={label}>
    {choices.map(({ key, name, code, about }, index) => (
      <div
        key={key}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === active}
        className={key === CREATE ? 'picker-option strong' : 'picker-option'}
        onMouseMove={() => onPoint(index)}
        onMouseDown={(event) => {
          event.preventDefault();
          onPick(index);
        }}
      >
        <span>
          {name} {code !== undefined && <span className="soft small">{code}</span>}
        </span>
        {about !== undefined && <span className="soft small">{about}</span>}
      </div>
    ))}
    {choices.length === 0 && (
      <div className="picker-option soft" role="option" aria-selected={false} aria-disabled="true">
        {isLoading ? t('loading') : t('nothingFound')}
      </div>
    )}
  </div>
);

function usePicker<T>({ isStanding = false, found, onSearch, choiceOf, onPick, create }: PickerProps<T>) {
  const [typed, setTyped] = useState('');
  const [wasOpened, setOpen] = useState(false);
  const isOpen = isStanding || wasOpened;
  const [active, setActive] = useState(0);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    if (!isOpen) return undefined;
    // Typed words are looked for a moment after the last key; an opened list, at once.
    return after(typed === '' ? 0 : PAUSE_MS, () => search.current(typed));
  }, [typed, isOpen]);
  useEffect(() => setActive(0), [found?.words]);

  const options = found?.options ?? [];
  const choices = options.map(choiceOf);
  /** False while the options answer an earlier text, so that Enter neither picks a stale one nor creates a duplicate. */
  const isAnswered = found?.words === typed.trim();
  const canCreate =
    create !== undefined && isAnswered && typed.trim() !== '' && !choices.some(({ name }) => name === typed.trim());
  const length = options.length + (canCreate ? 1 : 0);
  const pick = (index: number): void => {
    setOpen(false);
    const option = options[index];
    if (option !== undefined) onPick(option);
    else if (canCreate) create?.onCreate(typed.trim());
    setTyped('');
  };
  // A fast typist, such as a scanner, presses Enter before the answer is there; the key then counts.
  const wasEntered = useRef<string>(undefined);
  useEffect(() => {
    if (!isAnswered) return;
    if (wasEntered.current === typed && length > 0) pick(0);
    wasEntered.current = undefined;
  });
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (length > 0) setActive((active + (event.key === 'ArrowDown' ? 1 : length - 1)) % length);
    } else if (event.key === 'Enter' && isOpen && (length > 0 || !isAnswered)) {
      event.preventDefault();
      if (isAnswered) pick(active);
      else wasEntered.current = typed;
    } else if (event.key === 'Escape' && isOpen && !isStanding) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return { typed, setTyped, isOpen, setOpen, active, setActive, choices, canCreate, pick, onKey };
}
