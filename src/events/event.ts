// Filters of types, and how one event is told. Pure.
import { badInput, readEach } from '../platform/errors.ts';
import { EVENT_TYPES, type EventType } from './catalogue.ts';

const ALL = Object.keys(EVENT_TYPES);

/** `invoice.*` stands for all that begin so. Undefined: all types, those of later releases included. */
export function readTypes(value: readonly string[] | null | undefined): EventType[] | undefined {
  if (value == null) return undefined;
  const read = readEach('types', value, (type) => {
    const meant = type.endsWith('.*')
      ? ALL.filter((one) => one.startsWith(type.slice(0, -1)))
      : ALL.filter((one) => one === type);
    if (meant.length === 0) {
      throw badInput('There are no events {type}; there are {near}', { type, near: nearOnes(type).join(', ') });
    }
    return meant as EventType[];
  });
  return [...new Set(read.flat())];
}

/** Subjects of the same kind, else those with the same events, else all subjects. */
function nearOnes(type: string): string[] {
  const [thing = '', happened = ''] = type.toLowerCase().replaceAll(/[ -]/g, '_').split('.');
  const near = (one: string, part: string) =>
    part.length > 2 && (one.startsWith(part.slice(0, 4)) || part.startsWith(one));
  const same = ALL.filter((one) => near(one.split('.')[0]!, thing));
  const alike = ALL.filter((one) => near(one.split('.')[1]!, happened || thing));
  const both = same.filter((one) => alike.includes(one));
  return (
    [both, same, alike].find((some) => some.length > 0) ?? [...new Set(ALL.map((one) => `${one.split('.')[0]!}.*`))]
  );
}

export interface PlacedEvent {
  position: number;
  id: string;
  type: string;
  entityId: string;
  /** Subject of the event; its events are delivered in order. */
  subjectId: string;
  at: Date;
  data: unknown;
}

/** The same in a webhook's body, a stream and the feed. */
export function eventJson({ id, type, at, data }: Pick<PlacedEvent, 'id' | 'type' | 'at' | 'data'>): string {
  return JSON.stringify({ id, type, timestamp: at.toISOString(), data });
}
