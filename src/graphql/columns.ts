// Fields that show a column, or a property of the same name, as it is: each is called as the column, in camel case.
import type { FieldMap, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import type { builder } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Fields<Row> = PothosSchemaTypes.ObjectFieldBuilder<Types, Row>;

type Name<Row, Value> = { [K in keyof Row]-?: Row[K] extends Value ? K : never }[keyof Row] & string;

/** Fields of columns that always hold a value. */
export function columns<Row, Type extends TypeParam<Types>>(
  t: Fields<Row>,
  type: Type,
  ...names: Name<Row, ShapeFromTypeParam<Types, Type, false>>[]
): FieldMap {
  return fieldsOf(t, names, { type });
}

/** Fields of columns that may be null. */
export function columnsOrNull<Row, Type extends TypeParam<Types>>(
  t: Fields<Row>,
  type: Type,
  ...names: Name<Row, ShapeFromTypeParam<Types, Type, true>>[]
): FieldMap {
  return fieldsOf(t, names, { type, nullable: true });
}

function fieldsOf<Row>(t: Fields<Row>, names: readonly string[], options: object): FieldMap {
  const nameOf = (column: string) => column.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
  // The compiler cannot infer the type of a name that is not known yet; those of `names` are checked above.
  return Object.fromEntries(names.map((name) => [nameOf(name), t.expose(name as never, options as never)]));
}
