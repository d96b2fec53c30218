// Writes the types of all answers from the schema and the queries: web/src/api/answers.ts, before the types are checked.
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  print,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';

export interface NamedQuery {
  name: string;
  file: string;
  document: DocumentNode;
  text: string;
}

const API = join(import.meta.dirname, 'src/api');
const ANSWERS = join(API, 'answers.ts');

/** Every query and mutation of the dashboard, by its name. */
export async function allQueries(): Promise<NamedQuery[]> {
  const files = globSync('*.ts', { cwd: API, exclude: ['*.test.ts'] }).toSorted();
  const modules = await Promise.all(
    files.map(async (file) => [file, (await import(join(API, file))) as Record<string, unknown>] as const),
  );
  return modules.flatMap(([file, module]) =>
    Object.values(module)
      .filter(isDocument)
      .map((document) => {
        const operation = operationOf(document);
        return { name: operation.name?.value ?? '', file, document, text: print(document) };
      }),
  );
}

function isDocument(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === Kind.DOCUMENT;
}

export function operationOf(document: DocumentNode): OperationDefinitionNode {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('Each document holds one operation');
  return operation;
}

/** Roots that are null where nothing was refused. Any other root is null beside an error, and such an answer no page is handed. */
export const NULL_SAYS_SOMETHING = ['attachPacPdf'];

const SCALARS: Record<string, string> = { Int: 'number', Float: 'number', Boolean: 'boolean', JSON: 'unknown' };

function printAnswers(schema: GraphQLSchema, queries: readonly NamedQuery[]): string {
  const inputs = new Map<string, string>();
  const enums = new Map<string, string>();

  function typeText(type: GraphQLType, inner: (named: GraphQLType) => string): string {
    if (isNonNullType(type)) return bare(type.ofType, inner);
    const text = bare(type, inner);
    return text === 'unknown' ? text : `${text} | null`;
  }
  function bare(type: GraphQLType, inner: (named: GraphQLType) => string): string {
    if (!isListType(type)) return inner(type);
    const member = typeText(type.ofType as GraphQLType, inner);
    return member.includes(' | ') ? `(${member})[]` : `${member}[]`;
  }
  function leaf(type: GraphQLType): string {
    const named = getNamedType(type);
    if (isEnumType(named)) {
      const literals = named.getValues().map((value) => `'${value.name}'`);
      enums.set(named.name, `export type ${named.name} = ${literals.join(' | ')};`);
      return named.name;
    }
    // Decimals, instants, days and ids travel as text.
    return SCALARS[named.name] ?? 'string';
  }
  function fieldText(name: string, type: GraphQLInputType, hasDefault: boolean): string {
    const optional = isNonNullType(type) && !hasDefault ? '' : '?';
    return `  ${name}${optional}: ${typeText(type, (inner) => inputText(inner as GraphQLInputType))};`;
  }
  function inputText(type: GraphQLInputType): string {
    const named = getNamedType(type);
    if (!isInputObjectType(named)) return leaf(named);
    if (!inputs.has(named.name)) {
      inputs.set(named.name, '');
      const fields = Object.values(named.getFields()).map(({ name, type, defaultValue }) =>
        fieldText(name, type, defaultValue !== undefined),
      );
      inputs.set(named.name, `export interface ${named.name} {\n${fields.join('\n')}\n}`);
    }
    return named.name;
  }
  function selectionText(type: GraphQLObjectType, set: SelectionSetNode, indent: string): string {
    const fields = set.selections.map((selection) => {
      if (selection.kind !== Kind.FIELD) throw new Error('Queries of the dashboard spell out their fields');
      const field = type.getFields()[selection.name.value];
      if (!field) throw new Error(`${type.name} has no field ${selection.name.value}`);
      const inner = (named: GraphQLType): string =>
        selection.selectionSet
          ? selectionText(named as GraphQLObjectType, selection.selectionSet, `${indent}  `)
          : leaf(named);
      const name = selection.alias?.value ?? selection.name.value;
      // A field under a condition may be missing.
      const optional = (selection.directives ?? []).length > 0 ? '?' : '';
      const isRefused = indent === '' && !NULL_SAYS_SOMETHING.includes(field.name);
      const whole = isRefused && !isNonNullType(field.type) ? bare(field.type, inner) : typeText(field.type, inner);
      return `${indent}  ${name}${optional}: ${whole};`;
    });
    return `{\n${fields.join('\n')}\n${indent}}`;
  }
  function variablesText(operation: OperationDefinitionNode): string {
    const fields = (operation.variableDefinitions ?? []).map((variable) => {
      const type = typeFromAST(schema, variable.type as never) as GraphQLInputType | undefined;
      if (!type) throw new Error(`No type ${print(variable.type)}`);
      return fieldText(variable.variable.name.value, type, variable.defaultValue !== undefined);
    });
    return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('\n')}\n}`;
  }

  const answers = queries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, document }) => {
      const operation = operationOf(document);
      const root =
        operation.operation === OperationTypeNode.MUTATION ? schema.getMutationType()! : schema.getQueryType()!;
      const answer = `export interface ${name}Answer ${selectionText(root, operation.selectionSet, '')}`;
      // A type, not an interface: urql wants variables that can be indexed.
      return `${answer}\n\nexport type ${name}Variables = ${variablesText(operation)};`;
    });
  // A mutation under the name of its field.
  const operations = queries.map(({ name, document }) => {
    const isMutation = operationOf(document).operation === OperationTypeNode.MUTATION;
    const key = isMutation ? `${name[0]!.toLowerCase()}${name.slice(1)}` : name;
    return `  ${key}: { answer: ${name}Answer; variables: ${name}Variables };`;
  });
  const sorted = (texts: Map<string, string>): string[] =>
    [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  const byName = `export interface Operations {\n${operations.join('\n')}\n}`;
  const head =
    '// What each query of the dashboard is answered with. Written by web/print-answers.ts from the schema; not by hand.';
  return `${[head, ...sorted(enums), ...sorted(inputs), ...answers, byName].join('\n\n')}\n`;
}

/** Unchanged files stay untouched: the dashboard is built anew after its sources have changed. */
export async function writeAnswers(): Promise<void> {
  const { schema } = await import('../src/api/schema.ts');
  const text = printAnswers(schema, await allQueries());
  if ((await readFile(ANSWERS, 'utf8').catch(() => '')) !== text) await writeFile(ANSWERS, text);
}

if (process.argv[1] === import.meta.filename) await writeAnswers();
