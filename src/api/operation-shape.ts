// Measures a document before validation: depth, fields, aliases, directives, fragments. Pure.
import { Kind, OperationTypeNode, visit, type DocumentNode, type FieldNode, type SelectionSetNode } from 'graphql';
import { fieldsOf, fragmentsOf } from './fragments.ts';

/** The maximum over the operations of a document, for each measure. */
export interface DocumentShape {
  /** Nesting of fields. */
  depth: number;
  /** The same below `__schema` and `__type`, where types are made of types. */
  introspectionDepth: number;
  /** Fields of the whole document where it has more: unused fragments are validated too. */
  fields: number;
  aliases: number;
  directives: number;
  fragments: number;
  /** Root fields of a mutation. */
  mutations: number;
}

interface Selected extends Pick<DocumentShape, 'depth' | 'introspectionDepth' | 'fields' | 'aliases'> {
  /** Fields on one level. */
  width: number;
}

const NOTHING: Selected = { depth: 0, introspectionDepth: 0, fields: 0, aliases: 0, width: 0 };

/** Root fields of the named or only operation when it is a mutation, in a valid document; fields with one response name count once. */
export function mutationsIn(document: DocumentNode, operationName: string | undefined): number {
  const operation = document.definitions.find(
    (one) =>
      one.kind === Kind.OPERATION_DEFINITION && (operationName === undefined || one.name?.value === operationName),
  );
  if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation !== OperationTypeNode.MUTATION) return 0;
  const fields = fieldsOf(operation.selectionSet, fragmentsOf(document));
  const names = fields
    .filter(({ name }) => !name.value.startsWith('__'))
    .map(({ alias, name }) => (alias ?? name).value);
  return new Set(names).size;
}

/** A fragment counts at each spread. */
export function shapeOf(document: DocumentNode): DocumentShape {
  const fragments = fragmentsOf(document);
  const measured = new Map<string, Selected>();

  function ofFragment(name: string): Selected {
    const cached = measured.get(name);
    const fragment = fragments.get(name);
    if (cached || !fragment) return cached ?? NOTHING;
    // Guards against recursion: a fragment within itself counts once here, and validation refuses it.
    measured.set(name, NOTHING);
    const found = ofSelection(fragment.selectionSet);
    measured.set(name, found);
    return found;
  }

  function ofField(node: FieldNode): Selected {
    const inner = node.selectionSet ? ofSelection(node.selectionSet) : NOTHING;
    const isAboutSchema = node.name.value === '__schema' || node.name.value === '__type';
    const isAlias = node.alias !== undefined && node.alias.value !== node.name.value;
    return {
      depth: isAboutSchema ? 1 : inner.depth + 1,
      introspectionDepth: isAboutSchema ? inner.depth + 1 : inner.introspectionDepth,
      fields: inner.fields + 1,
      aliases: inner.aliases + (isAlias ? 1 : 0),
      width: 1,
    };
  }

  function ofSelection(set: SelectionSetNode): Selected {
    const total = { ...NOTHING };
    for (const selection of set.selections) {
      const part =
        selection.kind === Kind.FIELD
          ? ofField(selection)
          : selection.kind === Kind.FRAGMENT_SPREAD
            ? ofFragment(selection.name.value)
            : ofSelection(selection.selectionSet);
      total.depth = Math.max(total.depth, part.depth);
      total.introspectionDepth = Math.max(total.introspectionDepth, part.introspectionDepth);
      total.fields += part.fields;
      total.aliases += part.aliases;
      total.width += part.width;
    }
    return total;
  }

  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const selected = operations.map((one) => ofSelection(one.selectionSet));
  const most = (measure: keyof Selected): number => Math.max(0, ...selected.map((one) => one[measure]));
  const widths = operations.map((one, at) => (one.operation === OperationTypeNode.MUTATION ? selected[at]!.width : 0));
  const { fields, directives } = writtenIn(document, most('fields'));
  // In the order in which they are judged.
  return {
    depth: most('depth'),
    introspectionDepth: most('introspectionDepth'),
    fields,
    aliases: most('aliases'),
    directives,
    mutations: Math.max(0, ...widths),
    fragments: fragments.size,
  };
}

function writtenIn(document: DocumentNode, spread: number): Pick<DocumentShape, 'fields' | 'directives'> {
  let fields = 0;
  let directives = 0;
  visit(document, {
    Field() {
      fields += 1;
    },
    Directive() {
      directives += 1;
    },
  });
  return { fields: Math.max(fields, spread), directives };
}
