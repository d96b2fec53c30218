// The till session of the person at this counter, as the service said last and with what was done here since: also without network.
import { useEffect, useRef } from 'react';
import type { MyTillAnswer, OpenTillOfAnswer } from '../api/answers.ts';
import { MyTill, OpenTillOf } from '../api/tills.ts';
import { useAnswer } from '../api/use-answer.ts';
import { knownReport, openSession, type KeptAct } from '../rules/till-day.ts';
import { useSession } from '../session.ts';
import { stored } from '../stored.ts';
import { actsOf, nextPlace, useKept } from './kept-sales.ts';

export type OpenSession = OpenTillOfAnswer['tillSessions']['records'][number];
export type Mine = MyTillAnswer['tillSessions']['records'][number];

/** An answer and its place among what was filed, kept for a page that is opened while the service is not reached. */
function useHeard<Data>(name: string, data: Data | undefined): { data?: Data; at: number } {
  const { tenantId, userName } = useSession().company!;
  const key = `folio.${name} ${tenantId} ${userName}`;
  const last = useRef<{ data?: Data; at: number }>({ at: 0 });
  if (data !== undefined && data !== last.current.data) last.current = { data, at: nextPlace() };
  useEffect(() => {
    if (data !== undefined) stored(() => localStorage.setItem(key, JSON.stringify(last.current)));
  }, [key, data]);
  if (last.current.data !== undefined) return last.current;
  const kept = stored(() => localStorage.getItem(key));
  return kept == null ? last.current : (JSON.parse(kept) as { data: Data; at: number });
}

/** Undefined until it is known; null where none is open. */
export function useOpenSession(): OpenSession | null | undefined {
  const { userName } = useSession().company!;
  const answer = useAnswer(OpenTillOf, { openedBy: userName }, { everyMs: () => 60_000, isTimed: true });
  const { data, at } = useHeard('tillHeard', answer.data);
  const session = data && (data.tillSessions.records[0] ?? null);
  const acts = actsOf(useKept()).filter(({ madeBy }) => madeBy === userName);
  return openSession({ session, at }, acts, ({ sessionId: id, soldAt: openedAt }) => ({ id, openedAt }));
}

/** The session with what went in and out, its counts, and the X that this till knows; `session` undefined until all of it is known. */
export function useMyTill() {
  const { userName } = useSession().company!;
  const answer = useAnswer(MyTill, { openedBy: userName });
  const { data, at } = useHeard('myTill', answer.data);
  const kept = useKept();
  const acts = actsOf(kept).filter(({ madeBy }) => madeBy === userName);
  const { offices = [] } = data ?? {};
  // A browser that has never heard of the tills opens the first one.
  const isAlone = answer.problem?.code === 'OFFLINE';
  const heard = data ? (data.tillSessions.records[0] ?? null) : isAlone ? null : undefined;
  const opened = kept && openSession({ session: heard, at }, acts, (act) => openedHere(act, offices));
  const here = acts.filter((one) => one.sessionId === opened?.id);
  const ids = new Set(opened?.entries.map(({ id }) => id));
  const entries = [...(opened?.entries ?? []), ...here.filter(({ id }) => !ids.has(id)).flatMap(entryOf)];
  const session = opened && { ...opened, entries };
  return { ...{ answer, offices, acts, session }, report: opened ? knownReport(opened, at, kept) : undefined };
}

function openedHere({ sessionId: id, madeBy, soldAt, act }: KeptAct, offices: MyTillAnswer['offices']): Mine {
  const { pointId = null, float = '0' } = act.does === 'open' ? act : {};
  const points = offices.flatMap((office) =>
    office.billingPoints.map((one) => ({ ...one, office: { code: '', name: office.name } })),
  );
  const billingPoint = points.find((one) => one.id === pointId) ??
    points[0] ?? { id: '', code: '', name: null, office: { code: '', name: '' } };
  return {
    ...{ id, openedBy: madeBy, openedAt: soldAt, saidAt: soldAt, openingFloat: float, billingPoint },
    ...{ closedAt: null, closedBy: null, explanation: null, zNumber: null, entries: [], report: null },
  };
}

function entryOf({ id, act, soldAt: createdAt, state }: KeptAct): Mine['entries'] {
  if (state === 'refused') return [];
  if (act.does === 'move') return [{ id, kind: act.kind, amount: act.amount, reason: act.reason, createdAt }];
  return act.does === 'count' ? [{ id, kind: 'COUNT', amount: '0', reason: null, createdAt }] : [];
}
