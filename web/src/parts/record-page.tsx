// The page of one record: waits and fails in the same way on each, then shows what came.
import type { ReactNode } from 'react';
import type { Answer } from '../api/use-answer.ts';
import { Waiting } from './bones.tsx';
import { Failure } from './message.tsx';
import { Page, type PageProps } from './page.tsx';

/** Under the name of its kind, until its own name is known. */
export interface RecordPageProps<Data> extends Required<Pick<PageProps, 'title' | 'back'>> {
  bones: ReactNode;
  answer: Answer<Data>;
  children(data: Data): ReactNode;
}

export function RecordPage<Data>({ title, back, bones, answer, children }: RecordPageProps<Data>) {
  if (answer.state === 'here') return children(answer.data);
  return (
    <Page title={title} back={back}>
      {answer.state === 'failed' ? (
        <Failure problem={answer.problem} again={answer.again} back={back} />
      ) : (
        <Waiting>{bones}</Waiting>
      )}
    </Page>
  );
}
