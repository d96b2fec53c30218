// The whole schema, from the graphql.ts of each module.
import type { GraphQLSchema } from 'graphql';
import { textRows } from '../platform/text-rows.ts';
import { builder } from '../graphql/builder.ts';
import '../graphql/scalars.ts';
import '../analytics/graphql.ts';
import '../catalog/graphql.ts';
import '../certification/graphql.ts';
import '../company/graphql.ts';
import '../counts/graphql.ts';
import '../transfers/graphql.ts';
import '../acts/graphql.ts';
import '../events/graphql.ts';
import '../files/graphql.ts';
import '../invoicing/graphql.ts';
import '../purchasing/graphql.ts';
import '../reports/graphql.ts';
import '../sales/graphql.ts';
import '../stock/graphql.ts';
import '../tills/graphql.ts';
import '../today/graphql.ts';
import '../webhooks/graphql.ts';

export const schema = described(builder.toSchema());

/** Descriptions that no declaration has are in words.txt. */
function described(made: GraphQLSchema): GraphQLSchema {
  const words = textRows(import.meta.dirname, 'words.txt');
  for (const type of Object.values(made.getTypeMap())) {
    type.description ??= words.get(type.name);
    for (const field of 'getFields' in type ? Object.values(type.getFields()) : []) {
      field.description ??= words.get(`${type.name}.${field.name}`) ?? words.get(field.name);
      for (const arg of 'args' in field ? field.args : [])
        arg.description ??= words.get(`${field.name}(${arg.name})`) ?? words.get(`(${arg.name})`);
    }
  }
  return made;
}
