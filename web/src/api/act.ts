// A mutation by its name: what it takes, and what is asked of its answer. Its types are printed with the answers.
import { gql, type TypedDocumentNode } from 'urql';
import type { Mutations } from './answers.ts';

/** `takes` as the schema writes arguments: `creditId: UUID!, reason: String!`; each is a variable of the same name. */
export function act<Name extends keyof Mutations>(
  name: Name,
  takes: string,
  answer: string,
): TypedDocumentNode<Mutations[Name]['answer'], Mutations[Name]['variables']> {
  const variables = takes.replaceAll(/\w+(?=:)/g, '$$$&');
  const given = takes.replaceAll(/(\w+):[^,]+/g, '$1: $$$1');
  const [head, call] = takes === '' ? ['', ''] : [`(${variables})`, `(${given})`];
  return gql(`mutation ${name[0]!.toUpperCase()}${name.slice(1)}${head} { ${name}${call} { ${answer} } }`);
}
