// A statement with its parameters written into it, for where PostgreSQL takes none.
import type { CompiledQuery } from 'kysely';
import { escapeLiteral } from 'pg';

/** As the driver would send it. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  return escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

/** `instead` may put something else where a value was. */
export function withLiterals(
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  instead: (value: unknown) => string | undefined = () => undefined,
): string {
  return sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1];
    return instead(value) ?? literal(value);
  });
}
