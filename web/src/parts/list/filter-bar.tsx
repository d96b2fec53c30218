// Filters of a list: the usual ones in sight, the others in a menu, and all active ones in words.
import { useState } from 'react';
import type { PlacesAnswer } from '../../api/answers.ts';
import { Places, tillsOf } from '../../api/places.ts';
import { TillSessionName } from '../../api/tills.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { FindClients, FindSuppliers, PartyName } from '../../api/parties.ts';
import { f, t } from '../../texts/speech.ts';
import { Button } from '../button.tsx';
import { SmallSelect, TextField } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { Picker } from '../picker.tsx';
import { SearchBox } from '../search-box.tsx';
import { Segments, type SegmentsProps } from '../segments.tsx';
import { useFound } from '../use-found.ts';
import { KEYS, namesOf, PRESETS } from './list-address.ts';
import type { Filter } from './list-kind.ts';
import { Menu } from './menu.tsx';
import type { ShownList } from './use-list.ts';

type AnyList = Pick<ShownList<never, never>, 'state' | 'choose'> & {
  kind: Pick<ShownList<never, never>['kind'], 'filters' | 'search'>;
};

export function FilterBar({ list }: { list: AnyList }) {
  const { kind, state, choose } = list;
  const inSight = (filter: Filter): boolean => filter.kind === 'days' || (filter.kind === 'choice' && !filter.isInMenu);
  const more = kind.filters.filter((filter) => !inSight(filter));
  const inForce = more.filter((filter) => namesOf(filter).some((name) => state.chosen[name]));
  return (
    <div className="row list-filters">
      {kind.search && (
        <SearchBox
          label={t(kind.search)}
          value={state.search}
          onSearch={(text) => choose({ [KEYS.search]: text }, { isTyped: true })}
        />
      )}
      {kind.filters.filter(inSight).map((filter) => (
        <OneFilter key={filter.name} filter={filter} list={list} />
      ))}
      {more.length > 0 && (
        <Menu label={t('list.filters')} icon="filter" count={inForce.length}>
          {more.map((filter) => (
            <OneFilter key={filter.name} filter={filter} list={list} />
          ))}
        </Menu>
      )}
    </div>
  );
}

function OneFilter({ filter, list: { state, choose } }: { filter: Filter; list: AnyList }) {
  const value = filter.kind === 'money' ? '' : (state.chosen[filter.name] ?? '');
  const label = t(filter.label);
  const onChoose = (next: string): void => choose({ [filter.name]: next });
  switch (filter.kind) {
    case 'choice': {
      const options = filter.values.map((one) => [one, t(filter.wordOf(one))] as const);
      return <Choice {...{ label, options, value, onChoose }} all={t(filter.all)} isInSight={filter.isInSight} />;
    }
    case 'party':
      return value === '' ? <PartyFilter {...{ filter, label, onChoose }} /> : null;
    case 'place':
      return <PlaceFilter {...{ filter, label, value, onChoose }} />;
    case 'session':
      return null;
    case 'money':
      return (
        <div className="form-row">
          {filter.names.map((name, at) => (
            <Typed
              key={name}
              label={t(at === 0 ? 'list.least' : 'list.most', { of: label })}
              value={state.chosen[name] ?? ''}
              onType={(text) => choose({ [name]: text })}
            />
          ))}
        </div>
      );
    case 'text':
      return <Typed mode="text" {...{ label, value }} onType={onChoose} />;
    case 'day':
      return <Typed isDay {...{ label, value }} onType={onChoose} />;
    case 'days':
      return <DaysFilter label={label} list={{ state, choose }} />;
    default:
      return filter satisfies never;
  }
}

interface ChoiceProps extends SegmentsProps<string> {
  /** Label of the choice of all. */
  all: string;
  isInSight?: boolean | undefined;
}

/** A few are in sight, many in a menu; the empty choice stands for all. */
function Choice({ label, all, options, value, isInSight = false, onChoose }: ChoiceProps) {
  const shared = { label, value, options: [['', all] as const, ...options] };
  if (!isInSight) return <SmallSelect {...shared} onType={onChoose} />;
  return (
    <div>
      <Segments {...shared} onChoose={onChoose} />
    </div>
  );
}

function DaysFilter({ label, list: { state, choose } }: { label: string; list: Pick<AnyList, 'state' | 'choose'> }) {
  const { days = '', from = '', to = '' } = state.chosen;
  const [isOther, setOther] = useState(from !== '' || to !== '');
  return (
    <>
      <Choice
        label={label}
        all={t('list.anyDay')}
        options={[...PRESETS, 'OTHER' as const].map((one) => [one, t(`list.days.${one}`)])}
        value={isOther ? 'OTHER' : days}
        onChoose={(next) => {
          setOther(next === 'OTHER');
          if (next !== 'OTHER') choose({ days: next, from: undefined, to: undefined });
        }}
      />
      {isOther && (
        <span className="row list-days">
          <Typed isDay label={t('list.from')} value={from} onType={(text) => choose({ from: text, days: undefined })} />
          <Typed isDay label={t('list.to')} value={to} onType={(text) => choose({ to: text, days: undefined })} />
        </span>
      )}
    </>
  );
}

/** Said when it is left, or when Enter is pressed: half a number is none. */
function Typed(props: {
  label: string;
  value: string;
  isDay?: boolean;
  mode?: 'decimal' | 'text';
  onType(text: string): void;
}) {
  const { label, value, isDay = false, mode = 'decimal', onType } = props;
  return (
    <TextField
      key={value}
      label={label}
      type={isDay ? 'date' : 'text'}
      inputMode={isDay ? undefined : mode}
      defaultValue={value}
      onBlur={({ target }) => target.value !== value && onType(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  );
}

type PlaceOf = Extract<Filter, { kind: 'place' }>;

/** Locations, or tills with their offices. */
const placesOf = (name: PlaceOf['name'], data: PlacesAnswer | undefined): (readonly [id: string, name: string])[] =>
  name === 'locationId' ? (data?.locations ?? []).map((one) => [one.id, one.name]) : tillsOf(data?.offices);

function PlaceFilter({ filter: { name }, ...choice }: { filter: PlaceOf } & Omit<ChoiceProps, 'all' | 'options'>) {
  const { data } = useAnswer(Places, {});
  const all = t(name === 'locationId' ? 'list.anyPlace' : 'payments.anyTill');
  return <Choice {...choice} all={all} options={placesOf(name, data)} />;
}

function PartyFilter(props: { filter: Extract<Filter, { kind: 'party' }>; label: string; onChoose(id: string): void }) {
  const clients = useFound(FindClients, (data) => data.clients.records);
  const suppliers = useFound(FindSuppliers, (data) => data.suppliers.records);
  const finding: typeof suppliers | typeof clients = props.filter.name === 'clientId' ? clients : suppliers;
  return (
    <Picker<{ id: string; name: string }>
      label={props.label}
      {...finding}
      choiceOf={({ id: key, name }) => ({ key, name })}
      onPick={({ id }) => props.onChoose(id)}
    />
  );
}

/** In words, each with the way to take it away; on paper the words alone. */
export function InForce({ list: { kind, state, choose } }: { list: AnyList }) {
  const { chosen, search } = state;
  const leastOrMost = (filter: Extract<Filter, { kind: 'money' }>, name: string): string =>
    t(name === filter.names[0] ? 'list.least' : 'list.most', { of: t(filter.label) });
  const labelsOf = (filter: Filter): [names: readonly string[], word: React.ReactNode][] => {
    const names = namesOf(filter).filter((name) => chosen[name]);
    if (names.length === 0) return [];
    if (filter.kind === 'money') return names.map((name) => [[name], `${leastOrMost(filter, name)}: ${chosen[name]!}`]);
    return [[names, <WordOf key="word" filter={filter} chosen={chosen} />]];
  };
  const all = [...(search === '' ? [] : [[[KEYS.search], `«${search}»`] as const]), ...kind.filters.flatMap(labelsOf)];
  if (all.length === 0) return null;
  const without = (names: readonly string[]) => choose(Object.fromEntries(names.map((name) => [name, undefined])));
  return (
    <div className="row in-force">
      {all.map(([names, word]) => (
        <button key={names.join()} type="button" className="in-force-one" onClick={() => without(names)}>
          {word}
          <Icon name="cross" size={13} />
          <span className="hidden-text">{t('list.without')}</span>
        </button>
      ))}
      {all.length > 1 && (
        <Button tone="quiet" size="small" onClick={() => without(all.flatMap(([names]) => names))}>
          {t('list.withoutAll')}
        </Button>
      )}
    </div>
  );
}

type WordOfProps = { filter: Exclude<Filter, { kind: 'money' }>; chosen: AnyList['state']['chosen'] };

function WordOf({ filter, chosen }: WordOfProps) {
  const value = chosen[filter.name] ?? '';
  const isParty = filter.kind === 'party';
  const isClient = filter.name === 'clientId';
  const party = useAnswer(PartyName, { id: value, isClient, isSupplier: !isClient }, { pause: !isParty });
  const places = useAnswer(Places, {}, { pause: filter.kind !== 'place' });
  const session = useAnswer(TillSessionName, { id: value }, { pause: filter.kind !== 'session' }).data?.tillSession;
  const word = (): string => {
    switch (filter.kind) {
      case 'choice':
        return t(filter.wordOf(value));
      case 'days':
        if (value !== '') return t(`list.days.${value as 'OTHER'}`);
        return [chosen['from'], chosen['to']].map((day) => (day ? f.day(day) : '…')).join(' – ');
      case 'text':
        return value;
      case 'day':
        return f.day(value);
      case 'place':
        return placesOf(filter.name, places.data).find(([id]) => id === value)?.[1] ?? '…';
      case 'session':
        if (!session) return '…';
        return `${session.zNumber === null ? f.instant(session.openedAt) : `Z ${session.zNumber}`} · ${session.openedBy}`;
      case 'party':
        return (party.data?.client ?? party.data?.supplier)?.name ?? '…';
      default:
        return filter satisfies never;
    }
  };
  return `${t(filter.label)}: ${word()}`;
}
