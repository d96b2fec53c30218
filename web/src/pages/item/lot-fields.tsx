// The lot or serial number of goods that come or leave, and the day on which the lot expires.
import { TextField } from '../../parts/field.tsx';
import { useWords } from '../../texts/use-words.tsx';

interface LotFieldsProps {
  lot: string;
  wrong: string | undefined;
  onLot(lot: string): void;
  /** Undefined for goods that leave. */
  expires: string | undefined;
  onExpires(day: string): void;
}

export function LotFields({ lot, wrong, onLot, expires, onExpires }: LotFieldsProps) {
  const { t } = useWords();
  return (
    <div className="form-row">
      <TextField label={t('lot')} value={lot} wrong={wrong} onChange={(event) => onLot(event.target.value)} />
      {expires !== undefined && (
        <TextField
          label={t('purchase.expires')}
          type="date"
          note={t('optional')}
          value={expires}
          onChange={(event) => onExpires(event.target.value)}
        />
      )}
    </div>
  );
}
