// Answers as an assistant reads them: money and days that cannot be mistaken, texts of others marked as data, and few enough.
import { getNamedType, isEnumType, isObjectType, type GraphQLNamedType, type GraphQLObjectType } from 'graphql';
import type { Language } from '../texts/say.ts';

export interface Telling {
  language: Language;
  timeZone: string;
}

/** Fields of type Decimal that are no money. */
const NO_MONEY =
  /quantity|Quantity|units|Units|onHand|available|rate$|Rate$|Factor|Velocity|Deviation|days|reorder|balanceAfter/;
/** Fields of type String that Folio itself writes. */
const OWN =
  /^(number|proformaNumber|cufe|unit|actor|createdBy|userName|kind|method|operation|timeZone|ruc|dv|sku|code|documentType|decidedBy)$/;

/** An answer of the schema, field by field: what each value is, its type says. */
export function readable(data: unknown, type: GraphQLNamedType, telling: Telling): unknown {
  if (Array.isArray(data)) return data.map((one) => readable(one, type, telling));
  if (data === null || typeof data !== 'object' || !isObjectType(type)) return data;
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
      .map(([name, value]) => [name, toldField(name, value, type, telling)]),
  );
}

function toldField(name: string, value: unknown, parent: GraphQLObjectType, telling: Telling): unknown {
  const type = getNamedType(parent.getFields()[name]!.type);
  if (isObjectType(type)) return readable(value, type, telling);
  if (Array.isArray(value)) return value.map((one) => toldField(name, one, parent, telling));
  if (type.name === 'JSON') return quoted(JSON.stringify(value));
  if (typeof value !== 'string' || isEnumType(type) || type.name === 'UUID') return value;
  if (type.name === 'Decimal') return NO_MONEY.test(name) ? value : money(value);
  if (type.name === 'Date') return day(value, telling.language);
  if (type.name === 'DateTime') return instant(value, telling);
  return OWN.test(name) ? value : quoted(value);
}

/** `B/.1,234.50`; a price has more decimals where it needs them. */
export function money(value: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  return `${sign}B/.${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** `2026-11-26 (jueves)` */
export function day(iso: string, language: Language): string {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return `${iso} (${weekday.format(new Date(`${iso}T00:00:00Z`))})`;
}

export function instant(iso: string, { language, timeZone }: Telling): string {
  const at = new Date(iso);
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  const [date = '', time = ''] = local.split(' ');
  return `${day(date, language)} ${time}`;
}

/** Words of clients, suppliers and PACs; nothing in them ends the quotation. */
export function quoted(text: string): string {
  return `«${text.replaceAll('«', '‹').replaceAll('»', '›')}»`;
}

/** As JSON of at most so many characters: the longest list is shortened first, then the longest text. */
export function within(answer: object, most: number): string {
  const kept = structuredClone(answer) as Record<string, unknown>;
  for (let text = JSON.stringify(kept); ; text = JSON.stringify(kept)) {
    if (text.length <= most) return text;
    const longest = partsOf(kept).toSorted((one, other) => other.size - one.size)[0];
    if (!longest) return JSON.stringify({ shortened: true });
    longest.shorten();
    kept['shortened'] = true;
  }
}

interface Part {
  size: number;
  shorten: () => void;
}

const SHORT = 60;

function partsOf(value: unknown): Part[] {
  if (value === null || typeof value !== 'object') return [];
  const entries = Object.entries(value as Record<string, unknown>);
  return entries.flatMap(([name, one]): Part[] => {
    const size = JSON.stringify(one).length;
    if (typeof one === 'string' && one.length > SHORT) {
      const cut = one.slice(0, SHORT - 2) + (one.startsWith('«') ? '…»' : '…');
      return [{ size, shorten: () => void ((value as Record<string, unknown>)[name] = cut) }];
    }
    const own =
      Array.isArray(one) && one.length > 0
        ? [{ size, shorten: () => void one.splice(Math.floor(one.length / 2)) }]
        : [];
    return [...own, ...partsOf(one)];
  });
}
