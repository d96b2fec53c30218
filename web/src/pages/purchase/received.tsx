// How much of what was ordered has come, as a bar and in words.
import { t } from '../../texts/speech.ts';

export function Received({ lines }: { lines: readonly { quantity: string; quantityReceived: string }[] }) {
  // Only a share in percent is computed from it.
  const shares = lines.map((line) => Math.min(1, Number(line.quantityReceived) / Number(line.quantity)));
  const share = shares.length === 0 ? 0 : shares.reduce((sum, one) => sum + one, 0) / shares.length;
  const percent = share > 0 && share < 0.01 ? 1 : Math.floor(share * 100);
  return (
    <span className="received">
      <span className="bar" aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className="small soft">{t('purchases.percent', { percent })}</span>
    </span>
  );
}
