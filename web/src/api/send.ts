// Sends a write under its key, and once more when no answer came: an answer that was lost never makes it happen twice.
import type { AnyVariables, Client, DocumentInput } from 'urql';
import { newKey } from './new-key.ts';
import { problemOf, type Problem } from './problem.ts';

/** One request, however often it is sent. Its key belongs to its content: the same key with other content is refused. */
export interface Request {
  content: string;
  key: string;
  /** An answer was lost, so it may have been done: it keeps its key until the service has said so. */
  isInDoubt: boolean;
}

const REPEAT_AFTER_MS = 500;

/** After these it is not known whether the transaction was committed. */
export const DOUBTFUL = ['OFFLINE', 'SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'];

export function requestOf(variables: AnyVariables, last: Request | undefined): Request {
  const content = JSON.stringify(variables);
  return last?.content === content ? last : { content, key: newKey(), isInDoubt: false };
}

/** `done`: nothing of this request is open any more. */
export type Sent<Data> = { done: boolean } & ({ data: Data; problem?: never } | { data?: never; problem: Problem });

export async function send<Data, Variables extends AnyVariables>(
  client: Client,
  mutation: DocumentInput<Data, Variables>,
  { variables, request, touches }: { variables: Variables; request: Request; touches: string[] },
): Promise<Sent<Data>> {
  const once = async (): Promise<Sent<Data>> => {
    const context = { additionalTypenames: touches, idempotencyKey: request.key };
    const { data, error } = await client.mutation(mutation, variables, context).toPromise();
    if (!error) return { done: true, data: data! };
    const problem = problemOf(error);
    if (DOUBTFUL.includes(problem.code)) request.isInDoubt = true;
    return { done: !request.isInDoubt, problem };
  };
  let sent = await once();
  if (sent.problem && DOUBTFUL.includes(sent.problem.code)) {
    await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS));
    sent = await once();
  }
  if (sent.problem?.code === 'OFFLINE') sent.problem = { ...sent.problem, code: 'UNANSWERED' };
  return sent;
}
