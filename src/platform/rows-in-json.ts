// Rows that the database writes as JSON text, of the fields that were asked for.
import { sql } from 'kysely';
import type { Sql } from './sql.ts';

/** A field that was asked for, under the name that it has in the answer. */
export interface Chosen {
  name: string;
  field: string;
  /** The named type of the field, without lists. */
  type: string;
  /** Chosen fields of an object. */
  within: readonly Chosen[];
}

/** By field; what asks for fields of its own is a function of them. */
export type JsonFields = Record<string, Sql | ((within: readonly Chosen[]) => Sql)>;

/** Serialization of the scalars of src/graphql/scalars.ts, in SQL. JSON writes the others as they are. */
const SERIALIZED: Record<string, (value: Sql) => Sql> = {
  Decimal: (value) => sql`trim_scale(${value})::text`,
  DateTime: (value) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  // Beyond its range it is refused.
  Int: (value) => sql`(${value})::int`,
};

/** A query of one JSON object for each row; `from` is the rest of it, `from` and `order by`. */
export function rowsInJson(chosen: readonly Chosen[], fields: JsonFields, from: Sql = sql``): Sql {
  const columns = chosen.map(({ name, field, type, within }) => {
    const value = fields[field]!;
    const written = typeof value === 'function' ? value(within) : (SERIALIZED[type]?.(value) ?? value);
    return sql`${written} as ${sql.id(name)}`;
  });
  return sql`select row_to_json(answer) from (select ${sql.join(columns)} ${from}) answer`;
}

/** A list of such objects, as an expression. */
export function listInJson(...[chosen, fields, from]: Required<Parameters<typeof rowsInJson>>): Sql {
  return sql`array_to_json(array(${rowsInJson(chosen, fields, from)}))`;
}
