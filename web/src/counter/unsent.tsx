// How many sales of this till are still to be filed and how many were refused, in the menu of every tab; whichever tab is open files them.
import { useEffect, useLayoutEffect } from 'react';
import { useClient } from 'urql';
import { overAt } from '../rules/sale.ts';
import { currentCompany } from '../session.ts';
import { listen } from '../store.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { useKeptSales } from './kept-sales.ts';
import { sendSales } from './send-sales.ts';
import './unsent.css';

const AGAIN_MS = 5000;

export function Unsent() {
  const { t } = useWords();
  const client = useClient();
  const maySend = useMay('cashier');
  const sales = useKeptSales() ?? [];
  const waiting = sales.filter(({ state }) => state === 'waiting');
  const refused = sales.filter(({ state }) => state === 'refused');
  const first = Math.min(...waiting.map((kept) => overAt(kept)), Number.MAX_SAFE_INTEGER);
  useEffect(() => {
    const company = currentCompany();
    if (!company || !maySend) return undefined;
    const send = (): void => void sendSales(client, company);
    const soon = setTimeout(send, waiting.length > 0 ? Math.max(0, first - Date.now()) : 0);
    const again = waiting.length > 0 ? setInterval(send, AGAIN_MS) : undefined;
    const end = listen(window, { online: send });
    return () => {
      clearTimeout(soon);
      clearInterval(again);
      end();
    };
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
    const label = t(at === 0 ? 'nav.unsent' : 'nav.refused', { n: some.length });
    return (
      some.length > 0 && (
        <span key={label} className={at === 0 ? 'badge is-waiting' : 'badge'} title={label}>
          {some.length} <span className="hidden-text">{label}</span>
        </span>
      )
    );
  });
}
