// The text of a document: a text as it is, or what code generators make of one, printed.

/**
 * An operation: its text, the text with types (`TypedDocumentString`), or its syntax tree with types
 * (`TypedDocumentNode`), which graphql-codegen makes by default.
 */
export type Document<Data, Variables> = string | ((Text | Tree) & Typed<Data, Variables>);

interface Typed<Data, Variables> {
  __apiType?: (variables: Variables) => Data;
}

/** A class of its own that extends String. */
interface Text {
  charAt(at: number): string;
  toString(): string;
}

interface Tree {
  readonly kind: string;
  readonly definitions: readonly object[];
}

interface Node {
  readonly kind: string;
  readonly [part: string]: unknown;
}

export function textOf(document: string | Text | Tree): string {
  return typeof document === 'object' && 'definitions' in document ? print({ ...document }) : document.toString();
}

/** Whether it may change anything. What only looks so, such as a fragment of the name, counts as well. */
export function isMutation(text: string): boolean {
  let outside = text.replaceAll(/"""(?:\\"""|(?!""")[^])*"""|"(?:\\.|[^"\\\n])*"|#.*/g, '');
  for (let length = Infinity; outside.length < length;) {
    length = outside.length;
    outside = outside.replaceAll(/\{[^{}]*\}/g, '');
  }
  return /\bmutation\b/.test(outside);
}

const PRINTED: Record<string, (node: Node) => string> = {
  Document: (node) => all(node['definitions']),
  OperationDefinition: (node) =>
    `${String(node['operation'])} ${name(node)}${within('(', node['variableDefinitions'], ')')} ${rest(node)}`,
  FragmentDefinition: (node) => `fragment ${name(node)} on ${one(node['typeCondition'])} ${rest(node)}`,
  VariableDefinition: (node) =>
    `${one(node['variable'])}: ${one(node['type'])}${after(' = ', node['defaultValue'])} ${rest(node)}`,
  SelectionSet: (node) => `{ ${all(node['selections'])} }`,
  Field: (node) => `${after('', node['alias'], ': ')}${called(node)} ${rest(node)}`,
  FragmentSpread: (node) => `...${name(node)} ${rest(node)}`,
  InlineFragment: (node) => `...${after(' on ', node['typeCondition'])} ${rest(node)}`,
  Directive: (node) => `@${called(node)}`,
  Argument: (node) => `${name(node)}: ${one(node['value'])}`,
  ObjectField: (node) => `${name(node)}: ${one(node['value'])}`,
  Variable: (node) => `$${name(node)}`,
  NamedType: name,
  ListType: (node) => `[${one(node['type'])}]`,
  NonNullType: (node) => `${one(node['type'])}!`,
  ListValue: (node) => `[${all(node['values'])}]`,
  ObjectValue: (node) => `{${all(node['fields'])}}`,
  StringValue: (node) => JSON.stringify(node['value']),
  NullValue: () => 'null',
};

/** Names, numbers, truths and words of an enum are what they say. */
function print(node: Node): string {
  return (PRINTED[node.kind] ?? (({ value }) => String(value)))(node);
}

function one(node: unknown): string {
  return node == null ? '' : print(node as Node);
}

function all(nodes: unknown): string {
  return ((nodes ?? []) as Node[]).map(print).join(' ');
}

function name(node: Node): string {
  return one(node['name']);
}

function called(node: Node): string {
  return name(node) + within('(', node['arguments'], ')');
}

function rest(node: Node): string {
  return `${all(node['directives'])} ${one(node['selectionSet'])}`;
}

function within(open: string, nodes: unknown, close: string): string {
  const text = all(nodes);
  return text === '' ? '' : open + text + close;
}

function after(open: string, node: unknown, close = ''): string {
  return node == null ? '' : open + print(node as Node) + close;
}
