// The schema builder that every module's graphql.ts adds its part to.
import SchemaBuilder, { type FieldMap, type InputFieldMap } from '@pothos/core';
import type { Decimal } from '../platform/decimal.ts';
import type { Chosen } from '../platform/rows-in-json.ts';
import type { RequestContext } from './context.ts';

export const builder = new SchemaBuilder<{
  Context: RequestContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    UUID: { Input: string; Output: string };
    Decimal: { Input: Decimal; Output: Decimal };
    DateTime: { Input: Date; Output: Date };
    Date: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
  };
}>({ defaultFieldNullability: false });

builder.queryType();
builder.mutationType();

export type Types = (typeof builder)['$inferSchemaTypes'];
export type QueryFields = PothosSchemaTypes.QueryFieldBuilder<Types, Types['Root']>;
export type MutationFields = PothosSchemaTypes.MutationFieldBuilder<Types, Types['Root']>;
export type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

/** A type of the contract by its fields; its description, if its name needs one, is a line of api/words.txt. */
export function objectType<Row>(
  name: string,
  fields: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row>) => FieldMap,
) {
  return builder.objectRef<Row>(name).implement({ fields });
}

/** Said of the first of types that name each other. */
export type ObjectType<Row> = ReturnType<typeof objectType<Row>>;

/** An input likewise. */
export function inputType<Fields extends InputFieldMap>(name: string, fields: (t: InputFields) => Fields) {
  return builder.inputType(name, { fields });
}

/** A page of records with the total number of matches, counted beside it. */
export interface Page<T> {
  records: T[];
  totalCount: number;
}

/**
 * The extension `inJson` of a root field that the database can answer as JSON text, with the values that the resolver answers. It is
 * called once for each document that is kept.
 */
export type InJson<Args> = (chosen: readonly Chosen[]) => (args: Args, context: RequestContext) => Promise<string>;

/** End of a page that is continued by a cursor. */
export interface PageInfo {
  endCursor: string | null;
  hasNextPage: boolean;
}

export const PageInfoType = objectType<PageInfo>('PageInfo', (t) => ({
  endCursor: t.exposeString('endCursor', { nullable: true, description: 'Value of `after` for the next page.' }),
  hasNextPage: t.exposeBoolean('hasNextPage'),
}));
