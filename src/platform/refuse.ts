// Refusals that a statement decides itself, so that the next one, or the commit, is sent without a wait for its answer.
import { sql } from 'kysely';
import type { Sql } from './sql.ts';
import { conflict, DomainError, type ErrorCode, type Params, type PlaceholdersOf } from './errors.ts';

/** As the function of migration 0065 raises it. */
const SQLSTATE = 'FOLIO';

/** SQL that ends the transaction with this refusal where it is evaluated. A quantity in `params` is told by `quantityText`. */
export function refuse<T extends string>(
  code: ErrorCode,
  template: T,
  params: Readonly<Record<PlaceholdersOf<T>, Sql>>,
): Sql {
  const named = Object.entries<Sql>(params).map(([name, value]) => sql`${sql.lit(name)}, ${value}`);
  return sql`refuse(${sql.lit(code)}, ${sql.lit(template)}, jsonb_build_object(${sql.join(named)}))`;
}

/** A quantity as the wire spells it. */
export function quantityText(quantity: string): Sql {
  return sql.raw(`trim_scale(${quantity})::text`);
}

/** The refusal that a statement raised; any other error as it is. Of two that give the same id at once the later one fails by its index. */
export function refusalOf(error: unknown): unknown {
  const { code, constraint, detail } = Object(error) as { code?: unknown; constraint?: string; detail?: string };
  if (code === '23505' && constraint?.endsWith('_external_id'))
    return conflict('Another record has the same externalId by now', { field: 'externalId' });
  if (code !== SQLSTATE) return error;
  const raised = JSON.parse(detail!) as { code: ErrorCode; template: string; params: Params };
  return new DomainError<string>(raised.code, raised.template, raised.params);
}

/** As migration 0088 says it. */
const ELSEWHERE = 'The business is being moved, or is elsewhere by now; ask again';

/** The tenant's installation is not, or no longer, this one. */
export function isElsewhere(error: unknown): boolean {
  return error instanceof DomainError && error.sentence.template === ELSEWHERE;
}

/** Refused, by us or by PostgreSQL, for what a row says and not for how PostgreSQL is: nothing of the transaction was saved. */
export function isOfTheData(error: unknown): boolean {
  return error instanceof DomainError || /^(22|23|54)/.test(String((error as { code?: unknown }).code));
}
