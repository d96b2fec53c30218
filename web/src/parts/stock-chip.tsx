// How an item stands, as a chip.
import type { StockHealth } from '../rules/stock-health.ts';
import type { Tone } from '../rules/tone.ts';
import { t } from '../texts/speech.ts';
import { Chip, type ChipProps } from './chip.tsx';

const LOOK: Record<StockHealth, [Tone, ChipProps['icon']?]> = {
  OUT: ['bad', 'cross'],
  REORDER: ['wait', 'alert'],
  COMING: ['info', 'purchasing'],
  SOON: ['bad', 'clock'],
  IDLE: ['idle'],
  FINE: ['good', 'check'],
};

export function StockChip({ health }: { health: StockHealth }) {
  const [tone, icon] = LOOK[health];
  return <Chip tone={tone} icon={icon} text={t(`stock.${health}`)} />;
}
