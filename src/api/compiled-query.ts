// Execution of kept queries: what graphql-js finds out anew for each object of an answer is found out once for the document.
import {
  getArgumentValues,
  GraphQLError,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  locatedError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

export type CompiledQuery = (
  context: unknown,
  variables: Record<string, unknown>,
) => ExecutionResult | Promise<ExecutionResult>;

interface Path {
  prev: Path | undefined;
  key: string | number;
}

interface Run {
  context: unknown;
  variables: Record<string, unknown>;
  errors: GraphQLError[];
  /** Where null stands for an error; undefined is the root. */
  nulled: Set<Path | undefined>;
}

interface Field {
  name: string;
  /** The value in the answer, or a promise of it. */
  execute: (run: Run, source: unknown, parent: Path | undefined) => unknown;
}

type Resolve = (source: unknown, args: object, context: unknown) => unknown;

type Complete = (run: Run, value: unknown, path: () => Path) => unknown;

/** A query that holds something that is not compiled. */
class NotCompiled extends Error {}

/**
 * Undefined for what graphql-js executes: mutations, introspection, directives, abstract types, and resolvers that ask for a fourth
 * parameter. The semantics are those of its `execute`, step by step, to the same order of promises and errors; a test compares them.
 */
export function compiledQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledQuery | undefined {
  const query = schema.getQueryType();
  if (!query || operation.operation !== OperationTypeNode.QUERY) return undefined;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  try {
    const fields = compileFields([operation.selectionSet], query, fragments);
    return (context, variables) => answer({ context, variables, errors: [], nulled: new Set() }, fields);
  } catch (error) {
    if (error instanceof NotCompiled) return undefined;
    throw error;
  }
}

function answer(run: Run, fields: readonly Field[]): ExecutionResult | Promise<ExecutionResult> {
  const respond = (data: unknown): ExecutionResult =>
    ({ data, ...(run.errors.length > 0 ? { errors: run.errors } : {}) }) as ExecutionResult;
  const refuse = (error: unknown) => {
    addError(run, error as GraphQLError, undefined);
    return respond(null);
  };
  try {
    const data = executeFields(fields, run, undefined, undefined);
    return isPromise(data) ? data.then(respond, refuse) : respond(data);
  } catch (error) {
    return refuse(error);
  }
}

/** What lies below a null that stands for an error already is told no more. */
function addError({ errors, nulled }: Run, error: GraphQLError, path: Path | undefined): void {
  for (let above = path; above !== undefined; above = above.prev) if (nulled.has(above)) return;
  if (nulled.has(undefined)) return;
  nulled.add(path);
  errors.push(error);
}

function executeFields(fields: readonly Field[], run: Run, source: unknown, path: Path | undefined): unknown {
  const values = Object.create(null) as Record<string, unknown>;
  let hasPromise = false;
  try {
    for (const { name, execute } of fields) {
      const value = execute(run, source, path);
      values[name] = value;
      hasPromise ||= isPromise(value);
    }
  } catch (error) {
    // The promises of the fields before must be handled: they may be rejected as well.
    if (!hasPromise) throw error;
    return allOf(values).finally(() => {
      throw error;
    });
  }
  return hasPromise ? allOf(values) : values;
}

async function allOf(values: Record<string, unknown>): Promise<unknown> {
  const resolved = await Promise.all(Object.values(values));
  const all = Object.create(null) as Record<string, unknown>;
  for (const [index, name] of Object.keys(values).entries()) all[name] = resolved[index];
  return all;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function compileFields(
  sets: readonly SelectionSetNode[],
  parent: GraphQLObjectType,
  fragments: Fragments,
): readonly Field[] {
  const byName = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  for (const set of sets) collect(set, fragments, byName, spread);
  return [...byName].map(([name, nodes]) => compileField(name, nodes, parent, fragments));
}

/** Without interfaces and unions a fragment always fits the type that it is spread in: validation has seen to it. */
function collect(
  set: SelectionSetNode,
  fragments: Fragments,
  byName: Map<string, FieldNode[]>,
  spread: Set<string>,
): void {
  for (const node of set.selections) {
    if (node.directives?.length) throw new NotCompiled();
    if (node.kind === Kind.FIELD) {
      const name = (node.alias ?? node.name).value;
      byName.set(name, [...(byName.get(name) ?? []), node]);
    } else if (node.kind === Kind.INLINE_FRAGMENT) {
      collect(node.selectionSet, fragments, byName, spread);
    } else if (!spread.has(node.name.value)) {
      spread.add(node.name.value);
      collect(fragments.get(node.name.value)!.selectionSet, fragments, byName, spread);
    }
  }
}

function compileField(
  name: string,
  nodes: readonly FieldNode[],
  parent: GraphQLObjectType,
  fragments: Fragments,
): Field {
  const [node] = nodes;
  if (node!.name.value === '__typename') return { name, execute: () => parent.name };
  const field: GraphQLField<unknown, unknown> | undefined = parent.getFields()[node!.name.value];
  if (!field || (field.resolve?.length ?? 0) > 3) throw new NotCompiled();
  const resolve = (field.resolve ?? propertyOf(field.name)) as Resolve;
  const { type } = field;
  const complete = compileComplete(type, { nodes, fragments, of: `${parent.name}.${field.name}` });
  const isLeaf = isLeafType(isNonNullType(type) ? type.ofType : type);
  const hasArguments = field.args.length > 0;

  function execute(run: Run, source: unknown, above: Path | undefined): unknown {
    let own: Path | undefined = isLeaf ? undefined : { prev: above, key: name };
    // Of a leaf it is made where an error needs it.
    const path = (): Path => (own ??= { prev: above, key: name });
    try {
      const args = hasArguments ? getArgumentValues(field!, node!, run.variables) : {};
      const value = resolve(source, args, run.context);
      const completed = isPromise(value)
        ? value.then((resolved) => complete(run, resolved, path))
        : complete(run, value, path);
      return isPromise(completed)
        ? completed.then(undefined, (error: unknown) => handle(error, type, nodes, run, path()))
        : completed;
    } catch (error) {
      return handle(error, type, nodes, run, path());
    }
  }
  return { name, execute };
}

/** A field without a resolver, as graphql-js reads it. */
function propertyOf(name: string): Resolve {
  return (source, args, context) => {
    if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return undefined;
    const value = (source as Record<string, unknown>)[name];
    return typeof value === 'function' ? (value.call(source, args, context) as unknown) : value;
  };
}

/** An error of a type that may be null is told, and null stands in its place; else it takes the object around it with it. */
function handle(error: unknown, type: GraphQLOutputType, nodes: readonly FieldNode[], run: Run, path: Path): null {
  const located = locatedError(error, nodes, toArray(path));
  if (isNonNullType(type)) throw located;
  addError(run, located, path);
  return null;
}

function toArray(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.prev) keys.unshift(at.key);
  return keys;
}

interface At {
  nodes: readonly FieldNode[];
  fragments: Fragments;
  /** Type and field, for messages. */
  of: string;
}

function compileComplete(type: GraphQLOutputType, at: At): Complete {
  if (isNonNullType(type)) {
    const complete = compileComplete(type.ofType, at);
    return (run, value, path) => {
      const completed = complete(run, value, path);
      if (completed === null) throw new Error(`Cannot return null for non-nullable field ${at.of}.`);
      return completed;
    };
  }
  const complete = compileNullable(type, at);
  return (run, value, path) => {
    if (value instanceof Error) throw value;
    return value === null || value === undefined ? null : complete(run, value, path);
  };
}

function compileNullable(type: GraphQLOutputType, at: At): Complete {
  if (isListType(type)) return compileList(type.ofType, at);
  if (isLeafType(type)) {
    return (_, value) => {
      const serialized = type.serialize(value);
      if (serialized === null || serialized === undefined) throw new Error(`${type.name} is serialized as nothing`);
      return serialized;
    };
  }
  if (!isObjectType(type) || type.isTypeOf) throw new NotCompiled();
  const sets = at.nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const fields = compileFields(sets, type, at.fragments);
  return (run, value, path) => executeFields(fields, run, value, path());
}

function compileList(type: GraphQLOutputType, at: At): Complete {
  const complete = compileComplete(type, at);
  return (run, values, listPath) => {
    if (typeof values !== 'object' || !(Symbol.iterator in (values as object))) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${at.of}".`);
    }
    let hasPromise = false;
    const list = Array.from(values as Iterable<unknown>, (value, key) => {
      const own = { prev: listPath(), key };
      const path = (): Path => own;
      try {
        const completed = isPromise(value)
          ? value.then((resolved) => complete(run, resolved, path))
          : complete(run, value, path);
        if (!isPromise(completed)) return completed;
        hasPromise = true;
        return completed.then(undefined, (error: unknown) => handle(error, type, at.nodes, run, own));
      } catch (error) {
        return handle(error, type, at.nodes, run, own);
      }
    });
    return hasPromise ? Promise.all(list) : list;
  };
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
