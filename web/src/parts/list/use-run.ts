// Does the same with many records, one after the other: each with a key of its own, so that what is begun again is done once.
import { useRef, useState } from 'react';
import { useClient, type TypedDocumentNode } from 'urql';
import { askAgain } from '../../api/acts.ts';
import { newKey } from '../../api/new-key.ts';
import { problemOf } from '../../api/problem.ts';
import { useDraft } from '../../draft.ts';

export interface Job {
  id: string;
  /** Name of the record it acts on, in words. */
  name: string;
  variables: Readonly<Record<string, unknown>>;
}

/** Answer of an act, as far as its dialog leads there. */
interface Made {
  id: string;
  number?: string;
}

interface Run {
  /** Index among the acts of the list. */
  act: string;
  jobs: readonly (Job & { key: string })[];
  /** By id: null where it is done, else why it was refused. */
  results: Readonly<Record<string, string | null>>;
  /** Kept runs of an earlier release lack it. */
  made?: Readonly<Record<string, Made | null>>;
}

/** After these it is not known whether it was done; asked again a little later each time, then by the reader. */
const DOUBTFUL = ['OFFLINE', 'SERVICE_UNAVAILABLE'];
const PAUSES_MS = [500, 1500, 4000];

/** In place of a reason: the answer was that there is nothing yet. */
export const NOT_YET = '';

/** `name`: of the list. What is under way outlasts the page, and goes on where it was. */
export function useRun(name: string) {
  const client = useClient();
  const [run, setRun] = useDraft<Run | null>(`bulk.${name}`, null);
  const [state, setState] = useState<'waiting' | 'running' | 'lost'>('waiting');
  const isStopped = useRef(false);
  const left = run === null ? 0 : run.jobs.length - Object.keys(run.results).length;

  const send = async (mutation: TypedDocumentNode<unknown, never>, job: Run['jobs'][number]) => {
    for (const pause of [...PAUSES_MS, 0]) {
      const { data, error } = await client
        .mutation(mutation, job.variables as never, { idempotencyKey: job.key })
        .toPromise();
      const problem = error && problemOf(error);
      const made = (Object.values(data ?? {})[0] ?? null) as Made | null;
      if (!problem) return { result: made === null ? NOT_YET : null, made };
      if (!DOUBTFUL.includes(problem.code)) return { result: problem.message, made: null };
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return undefined;
  };
  return {
    run,
    left,
    state,
    begin(act: string, jobs: readonly Job[]): Run {
      const begun = { act, jobs: jobs.map((job) => ({ ...job, key: newKey() })), results: {}, made: {} };
      setRun(begun);
      return begun;
    },
    async goOn(mutation: TypedDocumentNode<unknown, never>, begun = run): Promise<void> {
      isStopped.current = false;
      setState('running');
      let isLost = false;
      for (const job of begun?.jobs ?? []) {
        if (isStopped.current) break;
        if (job.id in begun!.results) continue;
        const outcome = await send(mutation, job);
        isLost = outcome === undefined;
        if (outcome === undefined) break;
        const { result, made } = outcome;
        setRun(
          (present) =>
            present && {
              ...present,
              results: { ...present.results, [job.id]: result },
              made: { ...present.made, [job.id]: made },
            },
        );
      }
      setState(isLost ? 'lost' : 'waiting');
      askAgain();
    },
    stop: () => {
      isStopped.current = true;
    },
    end: () => setRun(null),
  };
}

export type RunOfMany = ReturnType<typeof useRun>;
