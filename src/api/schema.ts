// The whole schema, from the graphql.ts of each module.
import { lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from '../graphql/builder.ts';
import '../graphql/scalars.ts';
import '../graphql/tenant-settings.ts';
import '../graphql/viewer.ts';
import '../analytics/graphql.ts';
import '../catalog/graphql.ts';
import '../certification/graphql.ts';
import '../acts/graphql.ts';
import '../events/graphql.ts';
import '../files/graphql.ts';
import '../invoicing/graphql.ts';
import '../purchasing/graphql.ts';
import '../reports/graphql.ts';
import '../sales/graphql.ts';
import '../stock/graphql.ts';
import '../today/graphql.ts';
import '../webhooks/graphql.ts';

export const schema = builder.toSchema();

/** As committed in schema.graphql. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
