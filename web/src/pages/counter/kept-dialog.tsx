// The sales that this till keeps: parked, on their way, refused, and those that were filed today.
import { useEffect, useState } from 'react';
import { changeSale, persistSales, type KeptSale } from '../../counter/kept-sales.ts';
import { idOf } from '../../counter/report-sales.ts';
import { Button } from '../../parts/button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Link, TextLink } from '../../parts/link.tsx';
import { Note, problemWords } from '../../parts/message.tsx';
import { LegalChip } from '../../parts/status.tsx';
import { currentCompany } from '../../session.ts';
import { f, t } from '../../texts/speech.ts';
import { useNow } from '../../use-now.ts';
import { useMay } from '../../viewer.tsx';
import { DiscardButton } from './discard-button.tsx';

const TONES = { parked: 'idle', waiting: 'wait', refused: 'bad', filed: 'good' } as const;

export interface KeptDialogProps {
  sales: readonly KeptSale[];
  onResume(kept: KeptSale): void;
  onClose(): void;
}

export function KeptDialog({ sales, onResume, onClose }: KeptDialogProps) {
  const company = currentCompany()!;
  const now = useNow();
  const [isSafe, setSafe] = useState(true);
  useEffect(() => void persistSales().then(setSafe), []);
  const isAhead = ({ state }: KeptSale): number => (state === 'filed' ? 1 : 0);
  return (
    <Dialog title={t('counter.keptTitle')} isWide onClose={onClose}>
      {!isSafe && <Note tone="wait" icon="alert" text={t('counter.notSafe')} />}
      {sales.length === 0 && <p className="soft">{t('counter.noneKept')}</p>}
      <ul className="records kept-sales">
        {sales
          .toSorted((one, other) => isAhead(one) - isAhead(other))
          .map((kept) => (
            <li key={kept.id}>
              <span>
                <span className="strong">{kept.sale.client?.name ?? t('counter.walkIn')}</span>{' '}
                <span className="soft small">
                  {f.time(kept.soldAt)}
                  {kept.state === 'waiting' && ` (${f.ago(kept.soldAt, now)})`} ·{' '}
                  {t('counter.lines', { n: kept.sale.lines.length })}
                  {kept.sale.madeBy !== company.userName && ` · ${kept.sale.madeBy ?? ''}`}
                </span>
                {kept.problem && (
                  <span className="bad-text small block">
                    {t(problemWords(kept.problem))} · {kept.problem.message}
                  </span>
                )}
              </span>
              <span className="row">
                {kept.invoice && <InvoiceLink {...kept.invoice} />}
                {kept.invoice ? (
                  <LegalChip document={{ mode: kept.sale.mode, ...kept.invoice }} />
                ) : (
                  <Chip tone={TONES[kept.state]} text={t(`counter.${kept.state}`)} />
                )}
                <WaysOn kept={kept} onResume={onResume} />
                <span className="strong number">{f.money(kept.due)}</span>
              </span>
            </li>
          ))}
      </ul>
    </Dialog>
  );
}

/** The page of an invoice is not for cashiers. */
export const InvoiceLink = ({ id, number }: { id: string; number: string }) =>
  useMay('viewer') ? <TextLink to={`/invoices/${id}`}>{number}</TextLink> : <span>{number}</span>;

/** Actions on a sale that waits for a person. */
export function WaysOn({ kept, onResume }: { kept: KeptSale } & Pick<KeptDialogProps, 'onResume'>) {
  const company = currentCompany()!;
  const isReader = useMay('viewer');
  const again = (): void => void changeSale(company, kept.id, () => ({ state: 'waiting', problem: undefined }));
  return (
    <>
      {kept.state === 'refused' && <Button size="small" onClick={again} text={t('again')} />}
      {kept.state === 'refused' && (
        <DiscardButton id={idOf(kept)} amount={kept.due} onDone={() => void changeSale(company, kept.id, () => null)} />
      )}
      {isReader && kept.orderId && !kept.invoice && <Link to={`/orders/${kept.orderId}`}>{t('order')}</Link>}
      {(kept.state === 'parked' || kept.state === 'refused') && !kept.orderId && (
        <Button size="small" tone="primary" onClick={() => onResume(kept)} text={t('counter.resume')} />
      )}
    </>
  );
}
