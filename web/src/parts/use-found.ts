// Results of a picker for the typed words; it queries nothing until it is opened.
import { useState } from 'react';
import type { TypedDocumentNode } from 'urql';
import { useAnswer } from '../api/use-answer.ts';
import type { Found } from './picker.tsx';

type Search = { search?: string | null };

export function useFound<Data, T>(
  query: TypedDocumentNode<Data, Search>,
  recordsOf: (data: Data) => readonly T[],
): { found: Found<T> | undefined; onSearch(text: string): void } {
  const [search, setSearch] = useState<string>();
  const answer = useAnswer(query, { search: search?.trim() || null }, { pause: search === undefined });
  const found =
    answer.state === 'here' ? { words: answer.answers.search ?? '', options: recordsOf(answer.data) } : undefined;
  return { found, onSearch: setSearch };
}
