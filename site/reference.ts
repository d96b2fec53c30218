// The reference of the site: each operation with its role, an example and its answer, and each type, printed from schema.graphql and
// from site/examples.json, which test/api.test.ts holds against the service.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  astFromValue,
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
  print,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
} from 'graphql';
import { EVENT_TYPES, type EventFacts } from '../src/events/catalogue.ts';

export interface Example {
  operation: string;
  text: string;
  variables?: object | undefined;
  data: unknown;
}

export interface Examples {
  examples: readonly Example[];
  /** The least role that an operation asks for, where it is more than a viewer's. */
  roles: Readonly<Record<string, string>>;
}

const WORDS = {
  en: { head: ['Type', 'When', 'Read by', 'Fields of `data`; `?`: where there is one'], else: 'else', or: 'or' },
  es: { head: ['Tipo', 'Cuándo', 'Se lee con', 'Campos de `data`; `?`: si lo hay'], else: 'si no', or: 'o' },
};

/** The catalogue of events as a table. */
export function printEvents(language: keyof typeof WORDS): string {
  const words = WORDS[language];
  const rows = Object.entries<EventFacts>(EVENT_TYPES).map(([type, { when, readBy, fields }]) => {
    const [first, ...others] = readBy.map((query) => `\`${query}\``);
    const last = others.pop();
    const rest = others.length === 0 ? last : `${others.join(', ')} ${words.or} ${last!}`;
    const names = Object.entries(fields).map(([name, of]) => `\`${name}${of.endsWith('!') ? '' : '?'}\``);
    return [
      `\`${type}\``,
      when[language === 'en' ? 0 : 1],
      rest === undefined ? first! : `${first!}, ${words.else} ${rest}`,
      names.join(' '),
    ];
  });
  return table(words.head, rows);
}

export const EXAMPLES = join(import.meta.dirname, 'examples.json');

/** By the path in docs/. */
export function printReference(): Record<string, string> {
  const schema = buildSchema(readFileSync(join(import.meta.dirname, '../schema.graphql'), 'utf8'));
  const examples = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Examples;
  const fields = (type = schema.getQueryType()) =>
    Object.values(type!.getFields()).map((field) => operation(field, examples));
  const types = Object.values(schema.getTypeMap())
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(typeText)
    .filter((text) => text !== '');
  const pages = {
    'reference/queries.md': ['# Queries\n', ...fields()],
    'reference/mutations.md': ['# Mutations\n', ...fields(schema.getMutationType())],
    'reference/types.md': ['# Types\n', ...types],
  };
  return Object.fromEntries(Object.entries(pages).map(([path, parts]) => [path, `${parts.join('\n').trimEnd()}\n`]));
}

function operation(field: GraphQLField<unknown, unknown>, { examples, roles }: Examples): string {
  const lines = [`## ${field.name}\n`];
  if (field.deprecationReason != null) return [...lines, `Deprecated. ${field.deprecationReason}\n`].join('\n');
  if (field.description != null) lines.push(`${field.description}\n`);
  lines.push(`\`${signature(field)}\` · ${roles[field.name] ?? 'any signed-in caller'}\n`);
  const described = field.args.filter((arg) => arg.description != null);
  for (const arg of described) lines.push(`- \`${arg.name}\`: ${arg.description}`);
  if (described.length > 0) lines.push('');
  for (const example of examples.filter((one) => one.operation === field.name)) {
    lines.push('```graphql', print(parse(example.text)), '```\n');
    if (example.variables !== undefined) lines.push('```json', json(example.variables), '```\n');
    lines.push('answers\n', '```json', json(example.data), '```\n');
  }
  return lines.join('\n');
}

function signature(field: GraphQLField<unknown, unknown>): string {
  const args = field.args.map((arg) => inputText(arg)).join(', ');
  return `${field.name}${args === '' ? '' : `(${args})`}: ${String(field.type)}`;
}

function inputText({ name, type, defaultValue }: GraphQLArgument | GraphQLInputField): string {
  const standing = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
  return `${name}: ${String(type)}${standing ? ` = ${print(standing)}` : ''}`;
}

function typeText(type: GraphQLNamedType): string {
  if (type.name.startsWith('__') || isSpecifiedScalarType(type) || ['Query', 'Mutation'].includes(type.name)) return '';
  const lines = [`## ${type.name}\n`];
  if (type.description != null) lines.push(`${type.description}\n`);
  if (isEnumType(type))
    lines.push(
      `${type
        .getValues()
        .map((value) => `\`${value.name}\``)
        .join(' · ')}\n`,
    );
  if (isObjectType(type) || isInterfaceType(type)) {
    lines.push(
      table(
        ['field', 'type', ''],
        Object.values(type.getFields()).map((field) => [
          `\`${field.name}\``,
          `\`${String(field.type)}\``,
          field.description ?? '',
        ]),
      ),
      '',
    );
  }
  if (isInputObjectType(type)) {
    lines.push(
      table(
        ['field', ''],
        Object.values(type.getFields()).map((field) => [`\`${inputText(field)}\``, field.description ?? '']),
      ),
      '',
    );
  }
  return lines.join('\n');
}

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const MOST_SHOWN = 4;

/** Long lists are cut short, and say so. */
function json(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, entry: unknown) =>
      Array.isArray(entry) && entry.length > MOST_SHOWN
        ? [...entry.slice(0, MOST_SHOWN - 1), `… and ${entry.length - MOST_SHOWN + 1} more`]
        : entry,
    2,
  );
}
