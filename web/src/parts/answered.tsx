// A part of a page with its answer; before that it waits, or shows the problem.
import type { ReactNode } from 'react';
import type { Answer } from '../api/use-answer.ts';
import { ListBones } from './bones.tsx';
import { Failure } from './message.tsx';
import { Card } from './page.tsx';

export interface AnsweredProps<Data> {
  answer: Answer<Data>;
  /** While it waits: so many, in a card where they will be in one. */
  rows?: number | undefined;
  card?: { title?: string | undefined } | undefined;
  children(data: Data, className: 'changing' | undefined): ReactNode;
}

export function Answered<Data>({ answer, rows, card, children }: AnsweredProps<Data>) {
  if (answer.state === 'failed') return <Failure problem={answer.problem} again={answer.again} />;
  if (answer.state === 'here') return children(answer.data, answer.isChanging ? 'changing' : undefined);
  const bones = <ListBones rows={rows} />;
  return card ? <Card {...card} isFlush children={bones} /> : bones;
}
