// Small spellings shared by the SQL texts of all modules.
import { CompiledQuery, sql, type Kysely, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import { PREPARED } from './eager-client.ts';

/** A piece of a statement. */
export type Sql = RawBuilder<unknown>;

/** The beginning of a statement that each connection to a PostgreSQL plans once. */
export const prepared: Sql = sql.raw(PREPARED);

/** The same of a statement that Kysely builds: it names each column that it answers, since `*` fails in an older process. */
export function planned<Row>(statement: Statement<Row>): Statement<Row> {
  return {
    compile(db) {
      const compiled = statement.compile(db);
      return { ...compiled, sql: PREPARED + compiled.sql };
    },
  };
}

/** Rows that a statement of ours answers. */
export function sqlRows<Row>(db: QueryExecutorProvider) {
  return async (parts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
    (await sql<Row>(parts, ...values).execute(db)).rows;
}

/** The only row of a statement that always answers one. */
export function sqlRow<Row>(db: QueryExecutorProvider) {
  return async (...statement: Parameters<ReturnType<typeof sqlRows<Row>>>): Promise<Row> =>
    (await sqlRows<Row>(db)(...statement))[0]!;
}

/** How many rows a statement of ours changed. */
export function sqlCount(db: QueryExecutorProvider) {
  return async (parts: TemplateStringsArray, ...values: unknown[]): Promise<number> =>
    Number((await sql(parts, ...values).execute(db)).numAffectedRows ?? 0);
}

/** A list of records as one JSON parameter, to be opened by `jsonb_to_recordset`: one statement, whatever the number of rows. */
export function jsonRows(rows: readonly object[]): Sql {
  return sql`${JSON.stringify(rows)}::jsonb`;
}

/** The type of a column, and its value in a record. */
export type Column<T> = [type: string, value: (record: T) => string | number | Date | null | undefined];

/**
 * A list of thousands of records for a `from`: a parameter for each column, which PostgreSQL reads in less than half the time of
 * `jsonRows`. Their order is `ord`, from 1.
 */
export function columnRows<T>(alias: string, records: readonly T[], columns: Record<string, Column<T>>): Sql {
  const arrays = Object.values(columns).map(([type, value]) => sql`${arrayOf(records.map(value))}::${sql.raw(type)}[]`);
  const names = [...Object.keys(columns), 'ord'].map((name) => sql.ref(name));
  return sql`unnest(${sql.join(arrays)}) with ordinality as ${sql.ref(alias)} (${sql.join(names)})`;
}

/** As PostgreSQL reads an array: the driver, which does not know what is in one, takes ten times as long. */
function arrayOf(values: readonly (string | number | Date | null | undefined)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: string | number | Date | null | undefined): string | number {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value : value.toISOString();
  return `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`;
}

/** The end of an `insert` behind `on conflict (…)`: columns of `table` are overwritten, and a row in which they are right is not written. */
export function overwriting(table: string, columns: readonly string[]): Sql {
  const of = (row: string) => sql.join(columns.map((column) => sql.ref(`${row}.${column}`)));
  const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  return sql`do update set ${set} where (${of(table)}) is distinct from (${of('excluded')})`;
}

/** A jsonb parameter; pg would send an array as a PostgreSQL array. */
export function json(value: unknown): RawBuilder<never> {
  return sql<never>`${JSON.stringify(value)}::jsonb`;
}

/** Words of ours for `in (…)`, as literals: so the planner knows which partial index holds them. */
export function literals(words: readonly string[]): Sql {
  return sql.join(words.map((word) => sql.lit(word)));
}

/** `like` pattern that finds the text anywhere and takes its wildcards literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Values of a kept statement that change from run to run: the SQL that stands for each, by name. */
export type Slots<Values> = { readonly [Name in keyof Values]-?: RawBuilder<Values[Name]> };

class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Statements of ours in a form that Kysely runs. */
export interface Statement<Row> {
  compile(db: Kysely<Database>): CompiledQuery<Row>;
}

/**
 * Statements that are built once for each shape, and then run with other values: to build the page of movements costs 9 µs, a tenth
 * of all that the service does for it. A shape is whatever changes the text; a value that stands in it many times is sent once.
 */
export function keptStatements<Shape extends object, Values extends object, Row>(
  build: (shape: Shape, slots: Slots<Values>) => RawBuilder<Row>,
): (shape: Shape, values: Values) => Statement<Row> {
  const builder = new Proxy({} as Slots<Values>, { get: (_, name) => sql`${new Slot(String(name))}` });
  const kept = new Map<string, { text: string; names: readonly string[] }>();

  function built(db: Kysely<Database>, shape: Shape) {
    const { sql: text, parameters } = build(shape, builder).compile(db);
    const places = parameters.map((parameter) => {
      if (parameter instanceof Slot) return parameter.name;
      throw new Error('a kept statement has no values of its own');
    });
    const names = [...new Set(places)];
    const numberAt = (place: string) => names.indexOf(places[Number(place) - 1]!) + 1;
    return { text: text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${numberAt(place)}`), names };
  }

  return (shape, values) => ({
    compile(db) {
      const { text, names } = kept.getOrInsertComputed(JSON.stringify(shape), () => built(db, shape));
      const parameters = names.map((name) => values[name as keyof Values]);
      return CompiledQuery.raw(text, parameters);
    },
  });
}

/** A value as it is read from a `jsonb` that it was written to, which has its own order of keys: the shorter ones first. */
export function asRead<T>(value: T): T {
  if (Array.isArray(value)) return value.map(asRead) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const sorted = entries.toSorted(([one], [other]) => one.length - other.length || (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, one]) => [key, asRead(one)])) as T;
}
