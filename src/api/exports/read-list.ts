// Reads a list of the schema page by page through its own field, so that an export has the arguments, the rights and the order of the list.
import {
  getNamedType,
  GraphQLBoolean,
  GraphQLInt,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldMap,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { withPagesOf } from '../../graphql/limits.ts';
import { badInput, DomainError } from '../../platform/errors.ts';
import type { CellKind, Cells } from '../../platform/table-file.ts';
import { cellsOf, textRows } from '../../platform/text-rows.ts';
import { wallClock } from '../../platform/wall-clock.ts';
import type { Language } from '../../texts/say.ts';
import type { Result } from '../answer-in-json.ts';
import { createExecutor } from '../execute-query.ts';
import { schema } from '../schema.ts';

export type Query = Record<string, string | string[]>;

interface Column {
  path: string[];
  heading: Record<Language, string>;
  kind: CellKind;
}

/** As one file has it: with the columns that were chosen, in their order. */
interface Chosen {
  columns: readonly Column[];
  text: string;
}

interface ReadableList {
  columns: readonly Column[];
  args: GraphQLField<unknown, unknown>['args'];
  /** The query that asks for the fields that are written so. */
  textFor(fields: string): string;
}

const PAGING = ['first', 'after', 'limit', 'offset'];
/** A page costs a transaction for itself and each of its lookups; a longer one holds up what else is asked while it is put together. */
const ROWS_OF_A_PAGE = 300;
const KINDS: Readonly<Record<string, CellKind>> = {
  Decimal: 'number',
  Int: 'number',
  Date: 'day',
  DateTime: 'instant',
};

const EXPORTED_LISTS = textRows(import.meta.dirname, 'exported-lists.txt');
const HEADINGS = textRows(import.meta.dirname, 'headings.txt');

const execute = createExecutor({ introspection: false, audience: 'caller' });
const lists = new Map<string, ReadableList>();

/** Undefined: no list of this name is exported. */
export function exportedList(name: string): ReadableList | undefined {
  const cached = lists.get(name);
  const row = EXPORTED_LISTS.get(name);
  if (cached || row === undefined) return cached;
  const [fieldName = '', paths = ''] = cellsOf(row);
  const field = schema.getQueryType()!.getFields()[fieldName]!;
  const args = field.args.filter((argument) => !PAGING.includes(argument.name));
  // A statement is one answer, whose entries are the rows.
  const { records, entries } = fieldsOf(field.type);
  const record = (records ?? entries)!.type;
  const columns = paths.split(' ').map((path) => readable(path.split('.'), record));
  const declared = args.map((one) => `, $${one.name}: ${String(one.type)}`).join('');
  const passed = args.map((one) => `, ${one.name}: $${one.name}`).join('');
  const textFor = (fields: string) =>
    records
      ? `query($after: String${declared}) { list: ${fieldName}(first: ${ROWS_OF_A_PAGE}, after: $after${passed}) ` +
        `{ records { ${fields} } pageInfo { endCursor hasNextPage } } }`
      : `query(${declared.slice(2)}) { list: ${fieldName}(${passed.slice(2)}) { records: entries { ${fields} } } }`;
  const list = { columns, args, textFor };
  lists.set(name, list);
  return list;
}

function fieldsOf(type: GraphQLOutputType): GraphQLFieldMap<unknown, unknown> {
  const named = getNamedType(type);
  if (!isObjectType(named)) throw new Error(`${named.name} has no fields`);
  return named.getFields();
}

function readable(path: string[], record: GraphQLOutputType): Column {
  const type = path.reduce((within, name) => fieldsOf(within)[name]!.type, record);
  const [en = '', es = ''] = cellsOf((HEADINGS.get(path.join('.')) ?? HEADINGS.get(path.at(-1)!))!);
  return { path, heading: { en, es }, kind: KINDS[getNamedType(type).name] ?? 'text' };
}

/** `columns=number,client.name`: those, in this order; all where it is left out. The rest of the query string stays. */
export function columnsIn(
  { columns, textFor }: ReadableList,
  { columns: wantedColumns, ...query }: Query,
): [Chosen, Query] {
  const paths = wantedColumns === undefined ? undefined : [wantedColumns].flat().flatMap((text) => text.split(','));
  const chosen = paths?.map((path) => {
    const column = columns.find((one) => one.path.join('.') === path);
    if (!column) throw badInput('The list has no column {column}', { field: 'columns', column: path });
    return column;
  });
  const fields = (chosen ?? columns).map(({ path }) => path.join(' { ') + ' }'.repeat(path.length - 1));
  return [{ columns: chosen ?? columns, text: textFor(fields.join(' ')) }, query];
}

/** The arguments of the list as a query string has them: input objects by dots (`orderBy.field`), lists by commas or repeated. */
export function argumentsIn({ args }: Pick<ReadableList, 'args'>, query: Query): Record<string, unknown> {
  const left = new Map(Object.entries(query));
  // Read already, with who asks: a session may be of several companies.
  left.delete('tenant');
  const values = args.map((one) => [one.name, valueOf(one.type, one.name, left)] as const);
  const [unknown] = left.keys();
  if (unknown !== undefined) throw badInput('No argument has the name {field}', { field: unknown });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function valueOf(type: GraphQLInputType, name: string, left: Map<string, string | string[]>): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType, name, left);
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).map((one) => [
      one.name,
      valueOf(one.type, `${name}.${one.name}`, left),
    ]);
    const input = fields.filter(([, value]) => value !== undefined);
    return input.length > 0 ? Object.fromEntries(input) : undefined;
  }
  const parameter = left.get(name);
  if (parameter === undefined) return undefined;
  left.delete(name);
  const texts = [parameter].flat();
  const scalar = getNamedType(type);
  const read = (text: string): unknown => {
    if (scalar === GraphQLInt && /^-?\d+$/.test(text)) return Number(text);
    return scalar === GraphQLBoolean && /^(true|false)$/.test(text) ? text === 'true' : text;
  };
  if (isListType(type)) return texts.flatMap((text) => text.split(',')).map(read);
  if (texts.length > 1) throw badInput('{field} is given more than once', { field: name });
  return read(texts[0]!);
}

/** Every row of the list, a page at a time; each page is a request of its own, so no transaction stays open while a client reads. */
export async function* pagesOf(
  { columns, text }: Chosen,
  values: Record<string, unknown>,
  { contextOf, timeZone }: { contextOf: () => Promise<RequestContext>; timeZone: string },
): AsyncGenerator<Cells[]> {
  const clock = wallClock(timeZone);
  for (let [after, isMore]: [string | null, boolean] = [null, true]; isMore;) {
    const page: Page = await ask(text, { ...values, after }, await contextOf());
    yield page.records.map((record) => columns.map(({ path, kind }) => cellOf(record, path, kind, clock)));
    [after, isMore] = [page.pageInfo?.endCursor ?? null, page.pageInfo?.hasNextPage === true];
  }
}

interface Page {
  records: object[];
  pageInfo?: { endCursor: string | null; hasNextPage: boolean };
}

async function ask(query: string, variables: Record<string, unknown>, context: RequestContext): Promise<Page> {
  const prepared = execute({ query, variables, operationName: undefined });
  const result: Result = 'run' in prepared ? await withPagesOf(ROWS_OF_A_PAGE, () => prepared.run(context)) : prepared;
  if ('text' in result) return (JSON.parse(result.text) as { list: Page }).list;
  const [error] = result.errors ?? [];
  if (!error) return (result.data as { list: Page }).list;
  const cause = error.originalError;
  if (cause && !(cause instanceof Error && cause.name === 'GraphQLError')) throw cause;
  throw cause instanceof DomainError ? cause : new DomainError<string>('BAD_USER_INPUT', error.message);
}

function cellOf(record: object, path: readonly string[], kind: CellKind, clock: (at: Date) => string): string | null {
  let value: unknown = record;
  for (const name of path) value = (value as Record<string, unknown> | null)?.[name] ?? null;
  if (value === null) return null;
  // oxlint-disable-next-line typescript/no-base-to-string
  return kind === 'instant' ? clock(new Date(value as string)) : String(value);
}
