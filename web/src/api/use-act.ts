// Does something, and tells whether it was done or refused; an answer that was lost never makes it happen twice.
import { useRef, useState } from 'react';
import { useMutation, type AnyVariables, type TypedDocumentNode } from 'urql';
import { forgetDraft, keepDraft, readDraft } from '../draft.ts';
import { noteActed } from './acts.ts';
import { newKey } from './new-key.ts';
import { problemOf, type Problem } from './problem.ts';

export interface Act<Data, Variables> {
  /** The data, or undefined when it was refused; then `refusal` says why. */
  act(variables: Variables): Promise<Data | undefined>;
  isBusy: boolean;
  refusal: Problem | undefined;
}

/** One request, however often it is sent. Its key belongs to its content: the same key with other content is refused. */
interface Request {
  content: string;
  key: string;
  /** An answer was lost, so it may have been done: it keeps its key until the service has said so. */
  isInDoubt: boolean;
}

const REPEAT_AFTER_MS = 500;

/** After these it is not known whether the transaction was committed. */
const DOUBTFUL = ['OFFLINE', 'SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'];

/**
 * `touches`: types of the contract that change although the answer does not contain them; views that show them ask again. `draft`: the
 * form whose draft the request belongs to, which is forgotten once it is done.
 */
export function useAct<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  touches: string[] = [],
  { draft }: { draft?: string } = {},
): Act<Data, Variables> {
  const [, run] = useMutation<Data, Variables>(mutation);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Problem>();
  const last = useRef<Request>(
    draft === undefined ? undefined : (readDraft(`${draft}.request`) as Request | undefined),
  );

  const send = async (variables: Variables): Promise<{ data?: Data; problem?: Problem }> => {
    const content = JSON.stringify(variables);
    if (last.current?.content !== content) last.current = { content, key: newKey(), isInDoubt: false };
    const request = last.current;
    // Before it leaves, so that a page that is reloaded meanwhile sends the same request again.
    if (draft !== undefined) keepDraft(`${draft}.request`, { ...request, isInDoubt: true });
    const { data, error } = await run(variables, { additionalTypenames: touches, idempotencyKey: request.key });
    const problem = error && problemOf(error);
    if (problem && DOUBTFUL.includes(problem.code)) request.isInDoubt = true;
    else if (!problem || !request.isInDoubt) last.current = undefined;
    if (draft !== undefined) keepDraft(`${draft}.request`, last.current);
    if (draft !== undefined && !problem) forgetDraft(draft);
    return problem ? { problem } : { data: data! };
  };
  return {
    async act(variables) {
      setRefusal(undefined);
      setBusy(true);
      let { data, problem } = await send(variables);
      if (problem && DOUBTFUL.includes(problem.code)) {
        await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS));
        ({ data, problem } = await send(variables));
      }
      setBusy(false);
      if (problem) setRefusal(problem.code === 'OFFLINE' ? { ...problem, code: 'UNANSWERED' } : problem);
      else noteActed();
      return data;
    },
    isBusy,
    refusal,
  };
}
