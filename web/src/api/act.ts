// Questions and acts of the dashboard, by name; the types are printed with the answers.
import { gql, type TypedDocumentNode } from 'urql';
import type { Operations } from './answers.ts';

type Document<Name extends keyof Operations> = TypedDocumentNode<
  Operations[Name]['answer'],
  Operations[Name]['variables']
>;

/** `takes` as the schema writes arguments: `creditId: UUID!, reason: String!`; each is a variable of that name. */
const head = (takes: string): string => (takes === '' ? '' : `(${takes.replaceAll(/\w+(?=:)/g, '$$$&')})`);

/** All that it takes as arguments of a field: each is the variable of its name. */
export const passed = (takes: string): string => takes.replaceAll(/(\w+):[^,]+/g, '$1: $$$1');

/** A view: all that it shows is asked for in one request. */
export const query =
  <Name extends keyof Operations>(name: Name, takes = '') =>
  (words: TemplateStringsArray, ...parts: string[]): Document<Name> =>
    gql(`query ${name}${head(takes)} { ${String.raw(words, ...parts)} }`);

/** A mutation, whose arguments are all variables; most answer the id alone. `called`: how, where that is not as its answer and its variables are named. */
export function act<Name extends keyof Operations>(
  name: Name,
  takes: string,
  answer = 'id',
  called?: string,
): Document<Name> {
  const call = called ?? name + (takes === '' ? '' : `(${passed(takes)})`);
  return gql(`mutation ${name[0]!.toUpperCase()}${name.slice(1)}${head(takes)} { ${call} { ${answer} } }`);
}
