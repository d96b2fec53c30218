// The page of one record: waits and fails in the same way on each, then shows what came.
import type { ReactNode } from 'react';
import type { Answer } from '../api/use-answer.ts';
import { Waiting } from './bones.tsx';
import { Failure } from './message.tsx';
import { BackOfRecord, Page, type PageProps } from './page.tsx';

/** Under the name of its kind, until its own name is known. */
export interface RecordPageProps<Data> extends Required<Pick<PageProps, 'title' | 'back'>> {
  bones: ReactNode;
  answer: Answer<Data>;
  children(data: Data): ReactNode;
}

export function RecordPage<Data>({ title, back, bones, answer, children }: RecordPageProps<Data>) {
  return (
    <BackOfRecord value={back}>
      {answer.state === 'here' ? (
        children(answer.data)
      ) : (
        <Page title={title}>
          {answer.state === 'failed' ? (
            <Failure problem={answer.problem} again={answer.again} back={back} />
          ) : (
            <Waiting>{bones}</Waiting>
          )}
        </Page>
      )}
    </BackOfRecord>
  );
}
