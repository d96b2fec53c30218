// Queries the data of a view in one request, and keeps it fresh while the view is open.
import { useCallback, useEffect, useRef } from 'react';
import { useQuery, type AnyVariables, type TypedDocumentNode } from 'urql';
import { endAll, every, listen } from '../store.ts';
import { onAskAgain } from './acts.ts';
import { shows, useLiveSince, useLive } from './live.ts';
import { problemOf, type Problem } from './problem.ts';

export type Answer<Data, Variables = unknown> = { again: () => void } & (
  | { state: 'loading'; data?: undefined; problem?: undefined }
  | { state: 'failed'; data?: undefined; problem: Problem }
  /** `isChanging`: something else was asked for, and what is shown still answers what was asked before. */
  | { state: 'here'; data: Data; answers: Variables; isChanging: boolean; problem: Problem | undefined }
);

export interface Asking<Data> {
  pause?: boolean;
  /** How soon to ask again while this answer stands and no events come; null: not before something happens here. */
  everyMs?: (data: Data) => number | null;
  /** Not all of it is told by events, so it is asked for beside them. */
  isTimed?: boolean;
}

const AFTER_FAILURE_MS = 2000;
const UNANSWERED_MS = 500;

export function useAnswer<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false, everyMs, isTimed = false }: Asking<Data> = {},
): Answer<Data, Variables> {
  const [result, ask] = useQuery<Data, Variables>({ query, variables, pause, requestPolicy: 'cache-and-network' });
  const last = useRef<{ data: Data; answers: Variables } | undefined>(undefined);
  const cameAt = useRef(0);
  const answers = result.operation?.variables ?? variables;
  // A part that was refused is null: such an answer is none.
  const isRefused = (result.error?.graphQLErrors.length ?? 0) > 0;
  if (result.data !== undefined && result.data !== null && !isRefused && !pause) {
    if (last.current?.data !== result.data) cameAt.current = performance.now();
    last.current = { data: result.data, answers };
  }

  const latest = useRef(ask);
  latest.current = ask;
  const again = useCallback((): void => latest.current({ requestPolicy: 'network-only' }), []);
  const problem = result.error && !result.fetching ? problemOf(result.error) : undefined;
  const interval = nextAsking(last.current?.data, problem, everyMs);
  const liveSince = useLiveSince();
  // An answer from before the first event may have missed one.
  const isPolled = liveSince === undefined || cameAt.current < liveSince || isTimed || problem?.code === 'OFFLINE';
  useAskingAgain(again, { isOn: !pause, intervalMs: pause || result.fetching || !isPolled ? null : interval });
  useAskingAfterNews(again, { isOn: !pause, isFetching: result.fetching, data: last.current?.data });
  useLastAsking(again, { isOn: !pause && !result.fetching, isWaiting: interval !== null });

  if (last.current) {
    const isChanging = JSON.stringify(last.current.answers) !== JSON.stringify(variables);
    return { state: 'here', ...last.current, isChanging, problem, again };
  }
  return problem ? { state: 'failed', problem, again } : { state: 'loading', again };
}

function nextAsking<Data>(
  data: Data | undefined,
  problem: Problem | undefined,
  everyMs: Asking<Data>['everyMs'],
): number | null {
  // Retry by itself once the connection is back.
  if (problem?.code === 'OFFLINE') return AFTER_FAILURE_MS;
  if (problem || data === undefined) return null;
  return everyMs?.(data) ?? null;
}

/**
 * Asks once more when nothing waits any longer: the parts of an answer are read one after the other, so the first of them may be
 * from before what the last one tells.
 */
function useLastAsking(again: () => void, { isOn, isWaiting }: { isOn: boolean; isWaiting: boolean }): void {
  const wasWaiting = useRef(false);
  useEffect(() => {
    if (!isOn) return;
    if (wasWaiting.current && !isWaiting) again();
    wasWaiting.current = isWaiting;
  }, [isOn, isWaiting]);
}

/**
 * Asks when an event tells of what is shown. What was under way when that came may be from before it, and is asked for once more when
 * it is there. Whatever had come before an act of this page the cache asks for anew by itself.
 */
function useAskingAfterNews(
  again: () => void,
  { isOn, isFetching, data }: { isOn: boolean; isFetching: boolean; data: unknown },
): void {
  const isBehind = useRef(false);
  useLive(
    (event) => isOn && (isFetching || (typeof data === 'object' && data !== null && shows(data, event))),
    () => {
      if (isFetching) isBehind.current = true;
      else again();
    },
  );
  useEffect(() => {
    if (isFetching) return;
    if (isBehind.current) again();
    isBehind.current = false;
  }, [isFetching]);
}

/** Polls while the page is visible, and refetches when it becomes visible again. */
function useAskingAgain(again: () => void, { isOn, intervalMs }: { isOn: boolean; intervalMs: number | null }): void {
  const isWaiting = intervalMs !== null;
  useEffect(() => {
    if (intervalMs === null) return undefined;
    // The answer begins this anew, unless none comes; a slow page may not have drawn that it asks.
    let askedAt = Number.NEGATIVE_INFINITY;
    return every(intervalMs, () => {
      if (document.hidden || performance.now() - askedAt < UNANSWERED_MS) return;
      askedAt = performance.now();
      again();
    });
  }, [intervalMs]);
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden && isWaiting) again();
    };
    const online = (): void => {
      if (isOn) again();
    };
    return endAll(listen(document, { visibilitychange: look }), listen(window, { online }), onAskAgain(online));
  }, [isOn, isWaiting]);
}
