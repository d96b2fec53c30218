/** A rule: a place in the body, its condition, the PAC's message where it fails, and how sure we are of it. */
import type { Company, SimulatedDocument } from '../documents.ts';
import type { DocumentTotals, Rounding } from '../totals.ts';
import { objectAt, textAt, type Json } from './json.ts';

export const SOURCES = {
  alanube: 'Alanube Panamá: its reference and public integrations of /pan/v1',
  refusals: 'refusals of PACs, as integrators tell of them',
  hka: 'The Factory HKA and EBI: wiki of the method Enviar, help desk',
  integrators: 'checks that public integrations of Panamanian PACs make before they send',
  sheet: 'DGI: technical sheet of the electronic invoice, lists of codes',
  ours: 'no published source; how we read the rest',
} as const;

/** From what a PAC was seen to do, over what one has published, to what we only suppose. */
export const MARKS = ['seen', 'documented', 'assumed'] as const;
export type Mark = (typeof MARKS)[number];

/** Facts that a rule may read besides the value. */
export interface Given {
  body: Json;
  /** The types of document that this address takes. */
  types: readonly string[];
  documentType: string;
  receiver: Json;
  /** Null while the lines cannot be added up. */
  totals: DocumentTotals | null;
  company: Company | null;
  /** The document of this company under a CUFE; undefined where there is none. */
  original(cufe: string): SimulatedDocument | undefined;
  acceptsUnknown: boolean;
  rounding?: Rounding;
}

export interface Place {
  /** As an error names it: items[0].prices.discount. */
  field: string;
  value: unknown;
  /** The entry of a list in which it stands; the whole body outside of lists. */
  own: Json;
  index: number;
}

export interface When {
  says: string;
  test(given: Given, place: Place): boolean;
}

export interface Rule {
  /** Path in the body; [] stands for each entry of a list. */
  at: string;
  when?: When;
  holds(value: unknown, given: Given, place: Place): boolean;
  /** The PAC's message, without the field before it. */
  message: string;
  mark: Mark;
  source: keyof typeof SOURCES;
  code?: string;
}

/** The places that a path leads to; one, without a value, where the body has nothing there. */
export function placesOf(body: Json, at: string): Place[] {
  let places: Place[] = [{ field: '', value: body, own: body, index: 0 }];
  for (const step of at.split('.')) {
    const name = step.replace(/\[\]$/, '');
    places = places.flatMap(({ field, value, own, index }) => {
      const here = { field: field === '' ? name : `${field}.${name}`, value: objectAt(value)[name], own, index };
      if (!step.endsWith('[]')) return [here];
      const list = Array.isArray(here.value) ? here.value : [];
      return list.map((entry, at) => ({
        field: `${here.field}[${at}]`,
        value: entry,
        own: objectAt(entry),
        index: at,
      }));
    });
  }
  return places;
}

export interface BodyError {
  code: string;
  field: string;
  message: string;
}

/** How far down the list of marks a PAC refuses. */
export function refuses(strictness: Mark, { mark }: Rule): boolean {
  return MARKS.indexOf(mark) <= MARKS.indexOf(strictness);
}

export function brokenRules(rules: readonly Rule[], given: Given, strictness: Mark): BodyError[] {
  return rules
    .filter((rule) => refuses(strictness, rule))
    .flatMap((rule) =>
      placesOf(given.body, rule.at)
        .filter((place) => rule.when?.test(given, place) ?? true)
        .filter((place) => !rule.holds(place.value, given, place))
        .map(({ field }) => ({ code: rule.code ?? 'INVALID_FIELD', field, message: `${field}: ${rule.message}` })),
    );
}

export const when = (says: string, test: When['test']): When => ({ says, test });

export const ofType = (...types: string[]) =>
  when(`type ${types.join(', ')}`, ({ documentType }) => types.includes(documentType));
export const forReceiver = (...types: string[]) =>
  when(`receiver ${types.join(', ')}`, ({ receiver }) => types.includes(textAt(receiver['type'])));
/** The field is there. */
export const ifGiven = when('where given', (_, { value }) => value !== undefined);
export const ifEntry = (says: string, test: (own: Json) => boolean) => when(says, (_, { own }) => test(own));
export const ifBody = (says: string, test: (body: Json) => boolean) => when(says, ({ body }) => test(body));
