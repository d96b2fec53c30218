// Does something, and tells whether it was done or refused.
import { useEffect, useRef, useState } from 'react';
import { useClient, type AnyVariables, type TypedDocumentNode } from 'urql';
import { forgetDraft, keepDraft, ownKey, readDraft } from '../draft.ts';
import type { Problem } from './problem.ts';
import { requestOf, send, type Request } from './send.ts';

export type Act<Data, Variables extends AnyVariables> = ReturnType<typeof useAct<Data, Variables>>;

/** A request with a key of a PAC is kept by no browser; asked again after a reload, it sets the same. */
const SECRET = /ApiKey":/;

/**
 * `touches`: types of the contract that change although the answer does not contain them; views that show them ask again. `draft`: the
 * form whose draft the request belongs to, which is forgotten once it is done.
 */
export function useAct<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  touches: string[] = [],
  { draft }: { draft?: string } = {},
) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Problem>();
  const isHere = useRef(true);
  useEffect(() => () => void (isHere.current = false), []);
  const last = useRef<Request>(
    draft === undefined ? undefined : (readDraft(`${draft}.request`) as Request | undefined),
  );
  return {
    /** The data, or undefined when it was refused; then `refusal` says why. */
    async act(variables: Variables): Promise<Data | undefined> {
      setRefusal(undefined);
      setBusy(true);
      const request = requestOf(variables, last.current);
      last.current = request;
      // Before it leaves, so that a page that is reloaded meanwhile sends the same request again.
      const isKept = draft !== undefined && !SECRET.test(request.content);
      const key = ownKey(draft ?? '');
      if (isKept) keepDraft(`${draft}.request`, { ...request, isInDoubt: true });
      const { data, problem, done } = await send(client, mutation, { variables, request, touches });
      if (done) last.current = undefined;
      if (isKept) keepDraft(`${draft}.request`, last.current, `${key}.request`);
      if (draft !== undefined && !problem) forgetDraft(draft, key);
      setBusy(false);
      setRefusal(problem);
      return data;
    },
    isBusy,
    refusal,
    /** False once its form or page is closed: an answer that comes later closes and leaves nothing. */
    isHere: (): boolean => isHere.current,
  };
}
