// What a part of the settings shows once its answer is here.
import type { ReactNode } from 'react';
import type { Answer } from '../../api/use-answer.ts';
import { TableBones, Waiting } from '../../parts/bones.tsx';
import { Failure } from '../../parts/message.tsx';

export function Answered<Data>({ answer, children }: { answer: Answer<Data>; children(data: Data): ReactNode }) {
  if (answer.state === 'failed') return <Failure problem={answer.problem} again={answer.again} />;
  if (answer.state === 'here') return children(answer.data);
  return (
    <Waiting>
      <TableBones rows={4} />
    </Waiting>
  );
}
