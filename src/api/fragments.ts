// The fragments of a document, and the fields of a selection with them. Pure.
import { Kind, type DocumentNode, type FieldNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export function fragmentsOf(document: DocumentNode): Fragments {
  const definitions = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(definitions.map((one) => [one.name.value, one]));
}

/** The fields of a selection with its fragments expanded; the document must be valid. */
export function fieldsOf(set: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return set.selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return [one];
    const inner = one.kind === Kind.INLINE_FRAGMENT ? one : fragments.get(one.name.value);
    return inner ? fieldsOf(inner.selectionSet, fragments) : [];
  });
}
