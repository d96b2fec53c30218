// Types of events with their data, and how one event is told. Pure.
import { badInput, readEach } from '../platform/errors.ts';

/** Events of each kind of document. */
const OF_DOCUMENTS = {
  issued: 'issued, or a proforma filed with the DGI (`mode`)',
  pac_authorized: 'the PAC has authorized it',
  dgi_authorized: 'the DGI has authorized it',
  rejected: 'the PAC or the DGI has rejected it',
  unknown: 'it was sent and no answer came; what became of it is being found out',
  settled: 'what became of an unknown one is known',
  voided: 'voided at the PAC; with `legalStatus` where it was rejected meanwhile, so that nothing else changes',
  canceled: 'canceled, or for an invoice credited in full',
  updated: 'another status, or another balance by a credit or debit note',
};

const OF_ROWS = { created: 'created', updated: 'changed' };

function each<Prefix extends string, Name extends string>(prefix: Prefix, says: Record<Name, string>) {
  const entries = Object.entries<string>(says).map(([name, saying]) => [`${prefix}.${name}`, saying]);
  return Object.fromEntries(entries) as Record<`${Prefix}.${Name}`, string>;
}

export const EVENT_TYPES = {
  ...each('order', { ...OF_ROWS, canceled: 'canceled' }),
  ...each('invoice', OF_DOCUMENTS),
  ...each('invoice', { paid: 'paid in full', past_due: 'its due date has passed' }),
  ...each('credit', OF_DOCUMENTS),
  ...each('credit', { applied: "applied to its invoice's balance" }),
  ...each('debit_note', OF_DOCUMENTS),
  ...each('payment', {
    recorded: 'money that came in',
    refunded: 'money that was given back, or moved to another invoice (`movedTo`)',
  }),
  ...each('document', {
    pdf_attached: 'its PDF is there (`fileId`)',
    certified_otherwise: 'its signed XML differs from what is here, or cannot be read (`differsBy`)',
    parked: 'it needs a person',
    unparked: 'it needs no person any more',
  }),
  ...each('stock', {
    moved: 'a movement of an item at a location',
    available_changed:
      'what is available of items changed and none moved: an order or a person has promised them, or let go (`itemIds`)',
    below_reorder: 'what is available of an item, over all locations, came down to its reorder level',
  }),
  ...each('purchase_order', {
    ...OF_ROWS,
    received: 'goods of it came in; with each receipt',
    closed: 'closed: no more will come',
    canceled: 'canceled',
  }),
  ...each('supplier_invoice', { created: OF_ROWS.created }),
  ...each('client', OF_ROWS),
  ...each('supplier', OF_ROWS),
  ...each('item', OF_ROWS),
  ...each('price_list', { ...OF_ROWS, updated: 'changed, or prices of it; once for all that change together' }),
  ...each('location', OF_ROWS),
};

export type EventType = keyof typeof EVENT_TYPES;

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
