// Shared by mutations of documents: a document of any kind is voided at the PAC or canceled here, and five have a second spelling.
import type { FieldMap, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import type { Types, MutationFields } from '../graphql/builder.ts';
import { mutation } from '../graphql/mutation.ts';
import { ID } from '../graphql/roots.ts';
import type { Clock } from '../platform/clock.ts';
import type { Effect, TenantDb } from '../tenancy/index.ts';
import type { TenantContext } from '../certification/index.ts';

/** The specification's own spelling of a mutation stands beside the contract's, with the same arguments. */
export function inBothSpellings(name: string, field: (deprecationReason?: string) => FieldMap[string]): FieldMap {
  const ours = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { [name]: field(), [ours]: field('Use the camelCase name.') };
}

interface Endings<Type extends TypeParam<Types>, Entity> {
  type: Type;
  answer: (db: TenantDb, id: string) => Promise<Entity>;
  atPac: (context: TenantContext, id: string, reason: string, actor: string, effect: Effect) => Promise<Entity>;
  here: (db: TenantDb, clock: Clock, id: string, actor: string) => Promise<Entity>;
  /** Null: the cancel has none. */
  description?: null;
  isSpelledTwice?: boolean;
}

const CANCELED_HERE = 'Internal cancel, no PAC call; refused for a document the PAC accepted.';

/** `void…` and `cancel…` of a kind of document. */
export function endings<Type extends TypeParam<Types>>(
  t: MutationFields,
  kind: string,
  ends: Endings<Type, ShapeFromTypeParam<Types, Type, false>>,
): FieldMap {
  const { type, answer, atPac, here, isSpelledTwice } = ends;
  const description = ends.description === null ? {} : { description: CANCELED_HERE };
  const id = `${kind[0]!.toLowerCase()}${kind.slice(1)}Id`;
  const voidAtPac = (deprecationReason?: string) =>
    mutation(t, {
      ...{ type, role: 'admin', deprecationReason, answer },
      args: { [id]: t.arg(ID), reason: t.arg.string({ required: true }) },
      run: (args, { app, userName, effect }) => {
        const { [id]: documentId, reason } = args as Record<string, string>;
        return atPac(app, documentId!, reason!, userName, effect);
      },
    });
  return {
    ...(isSpelledTwice ? inBothSpellings(`void${kind}`, voidAtPac) : { [`void${kind}`]: voidAtPac() }),
    [`cancel${kind}`]: mutation(t, {
      ...{ type, role: 'operator', answer, ...description },
      args: { [id]: t.arg(ID) },
      write: (db, args, { app, userName }) => here(db, app.clock, (args as Record<string, string>)[id]!, userName),
    }),
  };
}
