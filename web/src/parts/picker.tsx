// A combobox that searches while typing: for an item, a client, a supplier.
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useWords } from '../texts/use-words.tsx';

export interface Found<T> {
  words: string;
  options: readonly T[];
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
  keyOf(option: T): string;
  nameOf(option: T): string;
  show(option: T): ReactNode;
  onPick(option: T): void;
  /** Offered below what was found: make a new one of this name. */
  create?: { label: (typed: string) => string; onCreate(typed: string): void } | undefined;
}

const PAUSE_MS = 150;

export function Picker<T>(props: PickerProps<T>) {
  const { label, isLabelHidden = false, isStanding = false, placeholder, found, keyOf, show, create } = props;
  const { id, typed, setTyped, isOpen, setOpen, active, setActive, options, canCreate, pick, onKey } = usePicker(props);
  const length = options.length + (canCreate ? 1 : 0);
  return (
    <div
      className={isStanding ? 'field picker standing' : 'field picker'}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
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
        aria-activedescendant={isOpen && length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={typed}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
        }}
        onKeyDown={onKey}
      />
      {isOpen && (
        <PickerList
          id={id}
          label={label}
          names={[...options.map(show), ...(canCreate ? [create?.label(typed.trim())] : [])]}
          keys={[...options.map(keyOf), ...(canCreate ? ['create'] : [])]}
          active={active}
          isLoading={found === undefined}
          onPoint={setActive}
          onPick={pick}
        />
      )}
    </div>
  );
}

/** How an option stands in the list: its name, and what tells it from others of that name. */
export function Named({ name, about }: { name: ReactNode; about: ReactNode }) {
  return (
    <>
      <span>{name}</span>
      <span className="soft small">{about}</span>
    </>
  );
}

interface PickerListProps {
  id: string;
  label: string;
  keys: readonly string[];
  names: readonly ReactNode[];
  active: number;
  isLoading: boolean;
  onPoint(index: number): void;
  onPick(index: number): void;
}

export function PickerList({ id, label, keys, names, active, isLoading, onPoint, onPick }: PickerListProps) {
  const { t } = useWords();
  return (
    <div className="picker-list" role="listbox" id={`${id}-list`} aria-label={label}>
      {names.map((name, index) => (
        <div
          key={keys[index]}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={keys[index] === 'create' ? 'picker-option strong' : 'picker-option'}
          onMouseMove={() => onPoint(index)}
          onMouseDown={(event) => {
            event.preventDefault();
            onPick(index);
          }}
        >
          {name}
        </div>
      ))}
      {names.length === 0 && (
        <div className="picker-option soft" role="option" aria-selected={false} aria-disabled="true">
          {isLoading ? t('loading') : t('nothingFound')}
        </div>
      )}
    </div>
  );
}

function usePicker<T>({ isStanding = false, found, onSearch, nameOf, onPick, create }: PickerProps<T>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [wasOpened, setOpen] = useState(false);
  const isOpen = isStanding || wasOpened;
  const [active, setActive] = useState(0);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    if (!isOpen) return undefined;
    // Typed words are looked for a moment after the last key; an opened list, at once.
    const timer = setTimeout(() => search.current(typed), typed === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, isOpen]);
  useEffect(() => setActive(0), [found?.words]);

  const options = found?.options ?? [];
  /** False while the options answer an earlier text, so that Enter neither picks a stale one nor creates a duplicate. */
  const isAnswered = found?.words === typed.trim();
  const canCreate =
    create !== undefined &&
    isAnswered &&
    typed.trim() !== '' &&
    !options.some((option) => nameOf(option) === typed.trim());
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
  return { id, typed, setTyped, isOpen, setOpen, active, setActive, options, canCreate, pick, onKey };
}
