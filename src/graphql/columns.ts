// Fields that show a column, or a property of the same name, as it is: each is called as the column, in camel case.
import type { FieldMap, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import { evidence } from '../texts/evidence.ts';
import type { Types } from './builder.ts';
import type { RequestContext } from './context.ts';
import type { Lookup } from './lookup.ts';

export type Fields<Row> = PothosSchemaTypes.ObjectFieldBuilder<Types, Row>;

type Name<Row, Value> = { [K in keyof Row]-?: Row[K] extends Value ? K : never }[keyof Row] & string;

/** Names of columns, or descriptions by name. */
type Columns<Row, Value> = (Name<Row, Value> | { [K in Name<Row, Value>]?: string })[];

/** Fields of columns that always hold a value. */
export function columns<Row, Type extends TypeParam<Types>>(
  t: Fields<Row>,
  type: Type,
  ...names: Columns<Row, ShapeFromTypeParam<Types, Type, false>>
): FieldMap {
  return fieldsOf(t, names, { type });
}

/** Fields of columns that may be null. */
export function columnsOrNull<Row, Type extends TypeParam<Types>>(
  t: Fields<Row>,
  type: Type,
  ...names: Columns<Row, ShapeFromTypeParam<Types, Type, true>>
): FieldMap {
  return fieldsOf(t, names, { type, nullable: true });
}

/** Fields of columns that hold a sentence of the evidence or null; told in the caller's language. */
export function evidenceColumns<Row>(t: Fields<Row>, ...names: Name<Row, string | null>[]): FieldMap {
  const field = (name: keyof Row) =>
    t.string({ nullable: true, resolve: ({ [name]: text }, _, { say }) => text && say(evidence(text as string)) });
  return Object.fromEntries(names.map((name) => [nameOf(name), field(name)]));
}

/** Record that a column names by its id. */
export function recordOf<Row, Type extends TypeParam<Types>>(
  t: Fields<Row>,
  type: Type,
  lookup: Lookup<ShapeFromTypeParam<Types, Type, false>>,
  column: Name<Row, string>,
) {
  return linked(t, { type }, lookup, column);
}

/** The same; null where the column is null. */
export function recordOrNull<Row, Type extends TypeParam<Types>>(
  t: Fields<Row>,
  type: Type,
  lookup: Lookup<ShapeFromTypeParam<Types, Type, false>>,
  column: Name<Row, string | null>,
) {
  return linked(t, { type, nullable: true }, lookup, column);
}

/** Records that name this one. */
export function recordsOf<Row extends { id: string }, Type extends TypeParam<Types>>(
  t: Fields<Row>,
  type: Type,
  lookup: Lookup<readonly ShapeFromTypeParam<Types, Type, false>[]>,
) {
  return linked(t, { type: [type] }, lookup, 'id');
}

function linked<Row>(t: Fields<Row>, options: object, lookup: Lookup<unknown>, column: keyof Row) {
  const resolve = ({ [column]: id }: Row, _: unknown, { load }: RequestContext) =>
    id === null ? null : load(lookup, id as string);
  return t.field({ ...options, resolve } as never);
}

function nameOf(column: string): string {
  return column.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
}

function fieldsOf<Row>(t: Fields<Row>, names: readonly (string | object)[], options: object): FieldMap {
  const described = names.flatMap((one) =>
    Object.entries<string | undefined>(typeof one === 'string' ? { [one]: undefined } : { ...one }),
  );
  // The compiler cannot infer the type of a name that is not known yet; those of `names` are checked above.
  const field = (name: string, description?: string) => t.expose(name as never, { ...options, description } as never);
  return Object.fromEntries(described.map(([name, description]) => [nameOf(name), field(name, description)]));
}
