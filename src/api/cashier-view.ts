// Questions that a cashier may ask: what a till needs to sell, and nothing of costs, other people's sales or the company's figures.
import { TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql';
import { textRows } from '../platform/text-rows.ts';
import type { Role } from '../tenancy/index.ts';

/** By type the fields that are open; those of a type without a row are closed, as is whatever a later release adds. */
const OPEN = textRows(import.meta.dirname, 'cashier-view.txt');

/** A field of the document that is closed to a cashier; of mutations those are open that name the role. */
export function closedToCashiers(schema: GraphQLSchema, document: DocumentNode): string | undefined {
  let closed: string | undefined;
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field({ name: { value: name } }) {
        // A subscription has no type here; what is no operation is refused by its own check.
        const parent = info.getParentType()?.name ?? '';
        const role = info.getFieldDef()?.extensions['role'] as Role | undefined;
        const isOpen = parent === 'Mutation' ? role === 'cashier' : isListed(parent, name);
        if (!isOpen && !name.startsWith('__')) closed ??= `${parent}.${name}`;
      },
    }),
  );
  return closed;
}

const isListed = (type: string, field: string): boolean =>
  type.endsWith('Page') || type === 'PageInfo' || (OPEN.get(type)?.split(' ').includes(field) ?? false);
