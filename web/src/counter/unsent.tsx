// How many sales and acts of this till are still to be filed and how many were refused, in the menu of every tab; whichever tab is open files them.
import { useEffect, useLayoutEffect } from 'react';
import { useClient } from 'urql';
import { serviceNow } from '../clock.ts';
import { overAt } from '../rules/sale.ts';
import { isAct } from '../rules/till-day.ts';
import { currentCompany } from '../session.ts';
import { after, endAll, every, listen } from '../store.ts';
import { t } from '../texts/speech.ts';
import { useMay } from '../viewer.tsx';
import { useKeptLines } from './kept-counts.ts';
import { salesOf, useKept } from './kept-sales.ts';
import { sendSales } from './send-sales.ts';
import './unsent.css';

const AGAIN_MS = 5000;
/** With nothing to file, a report that failed may still have to be repeated. */
const REPORT_MS = 60_000;

export function Unsent() {
  const client = useClient();
  const maySend = useMay('cashier');
  const all = useKept() ?? [];
  const waiting = all.filter(({ state }) => state === 'waiting');
  const refused = all.filter(({ state }) => state === 'refused');
  const first = Math.min(...waiting.map((kept) => (isAct(kept) ? 0 : overAt(kept))), Number.MAX_SAFE_INTEGER);
  // Lines of counts leave by any page as well.
  useKeptLines(maySend);
  useEffect(() => {
    const company = currentCompany();
    if (!company || !maySend) return undefined;
    const send = (): void => void sendSales(client, company);
    const [soonMs, pauseMs] = waiting.length > 0 ? [Math.max(0, first - serviceNow()), AGAIN_MS] : [0, REPORT_MS];
    return endAll(after(soonMs, send), every(pauseMs, send), listen(window, { online: send }));
  }, [client, maySend, waiting.length, refused.length, first]);
  const asks = waiting.length > 0 && maySend && currentCompany() !== undefined;
  // With the badge, not after it. Nothing is lost by a page that is closed, but nothing is filed either while none is open.
  useLayoutEffect(() => {
    if (!asks) return undefined;
    window.onbeforeunload = (event) => event.preventDefault();
    return () => {
      window.onbeforeunload = null;
    };
  }, [asks]);
  return ([waiting, refused] as const).map((some, at) => {
    const sales = salesOf(some).length;
    const words =
      at === 0 ? (['nav.unsent', 'nav.unsentTill'] as const) : (['nav.refused', 'nav.refusedTill'] as const);
    const label = [sales, some.length - sales].flatMap((n, of) => (n > 0 ? t(words[of]!, { n }) : [])).join(' · ');
    return (
      some.length > 0 && (
        <span key={label} className={at === 0 ? 'badge is-waiting' : 'badge'} title={label}>
          {some.length} <span className="hidden-text">{label}</span>
        </span>
      )
    );
  });
}
