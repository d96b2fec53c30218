// Asks for what a view shows, in one request, and keeps it fresh while the view is open.
import { useEffect, useRef } from 'react';
import { useQuery, type AnyVariables, type TypedDocumentNode } from 'urql';
import { problemOf, type Problem } from './problem.ts';

export type Answer<Data> = { again: () => void } & (
  | { state: 'loading'; data?: undefined; problem?: undefined }
  | { state: 'failed'; data?: undefined; problem: Problem }
  /** `isChanging`: something else was asked for, and what is shown is still the answer before. */
  | { state: 'here'; data: Data; isChanging: boolean; problem: Problem | undefined }
);

export interface Asking<Data> {
  pause?: boolean;
  /** How soon to ask again while this answer stands; null: not before something happens here. */
  everyMs?: (data: Data) => number | null;
}

const AFTER_FAILURE_MS = 2000;

export function useAnswer<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false, everyMs }: Asking<Data> = {},
): Answer<Data> {
  const [result, ask] = useQuery<Data, Variables>({ query, variables, pause, requestPolicy: 'cache-and-network' });
  const last = useRef<{ data: Data; variables: string } | undefined>(undefined);
  const asked = JSON.stringify(variables);
  const answered = JSON.stringify(result.operation?.variables ?? variables);
  if (result.data !== undefined && result.data !== null && !pause)
    last.current = { data: result.data, variables: answered };

  const again = (): void => ask({ requestPolicy: 'network-only' });
  const problem = result.error && !result.fetching ? problemOf(result.error) : undefined;
  const interval = nextAsking(last.current?.data, problem, everyMs);
  useAskingAgain(again, pause || result.fetching ? null : interval);

  if (last.current) {
    return { state: 'here', data: last.current.data, isChanging: last.current.variables !== asked, problem, again };
  }
  return problem ? { state: 'failed', problem, again } : { state: 'loading', again };
}

function nextAsking<Data>(
  data: Data | undefined,
  problem: Problem | undefined,
  everyMs: Asking<Data>['everyMs'],
): number | null {
  // Whoever lost the connection is not made to press a button to have it back.
  if (problem?.code === 'OFFLINE') return AFTER_FAILURE_MS;
  if (problem || data === undefined) return null;
  return everyMs?.(data) ?? null;
}

/** A page that nobody looks at asks nothing, and asks at once when somebody looks again. */
function useAskingAgain(again: () => void, intervalMs: number | null): void {
  const latest = useRef(again);
  latest.current = again;
  const isWaiting = intervalMs !== null;
  useEffect(() => {
    if (intervalMs === null) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden && isWaiting) latest.current();
    };
    const online = (): void => latest.current();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', online);
    };
  }, [isWaiting]);
}
