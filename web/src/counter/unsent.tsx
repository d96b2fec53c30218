// How many sales of this till are still to be filed, in the menu of every tab; whichever tab is open files them.
import { useEffect } from 'react';
import { useClient } from 'urql';
import { currentCompany } from '../session.ts';
import { useWords } from '../texts/use-words.tsx';
import { useKeptSales } from './kept-sales.ts';
import { sendSales } from './send-sales.ts';
import './unsent.css';

const AGAIN_MS = 5000;

export function Unsent() {
  const { t } = useWords();
  const client = useClient();
  const sales = useKeptSales();
  const waiting = sales.filter(({ state }) => state === 'waiting');
  const isRefused = sales.some(({ state }) => state === 'refused');
  const count = sales.filter(({ state }) => state === 'waiting' || state === 'refused').length;
  const first = Math.min(...waiting.map(({ heldUntil }) => heldUntil));
  useEffect(() => {
    const company = currentCompany();
    if (!company || waiting.length === 0) return undefined;
    const send = (): void => void sendSales(client, company);
    const soon = setTimeout(send, Math.max(0, first - Date.now()));
    const again = setInterval(send, AGAIN_MS);
    window.addEventListener('online', send);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
      window.removeEventListener('online', send);
    };
  }, [client, waiting.length, first]);
  if (count === 0) return null;
  return (
    <span className={isRefused ? 'badge' : 'badge is-waiting'} title={t('nav.unsent', { n: count })}>
      {count} <span className="hidden-text">{t('nav.unsent', { n: count })}</span>
    </span>
  );
}
