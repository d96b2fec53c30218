// Does something, and tells whether it was done or refused.
import { useState } from 'react';
import { useMutation, type AnyVariables, type TypedDocumentNode } from 'urql';
import { noteActed } from './acts.ts';
import { problemOf, type Problem } from './problem.ts';

export interface Act<Data, Variables> {
  /** The data, or undefined when it was refused; then `refusal` says why. */
  act(variables: Variables): Promise<Data | undefined>;
  isBusy: boolean;
  refusal: Problem | undefined;
  forget(): void;
}

/** `touches`: types of the contract that change although the answer does not contain them; views that show them ask again. */
export function useAct<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  touches: string[] = [],
): Act<Data, Variables> {
  const [result, run] = useMutation<Data, Variables>(mutation);
  const [refusal, setRefusal] = useState<Problem>();
  return {
    async act(variables) {
      setRefusal(undefined);
      const { data, error } = await run(variables, { additionalTypenames: touches });
      if (error) setRefusal(problemOf(error));
      else noteActed();
      return error ? undefined : data;
    },
    isBusy: result.fetching,
    refusal,
    forget: () => setRefusal(undefined),
  };
}
