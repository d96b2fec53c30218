// The kind of a movement, in its color: the same in the ledger and on the chart.
import type { MovementType } from '../../api/answers.ts';
import { Chip } from '../../parts/chip.tsx';
import type { Tone } from '../../rules/tone.ts';
import { t } from '../../texts/speech.ts';

export const MOVEMENT_TONE: Record<MovementType, Tone> = {
  VENTA: 'info',
  COMPRA: 'good',
  DEVOLUCION: 'violet',
  AJUSTE: 'wait',
  OTHER: 'idle',
};

export const MovementChip = ({ type }: { type: MovementType }) => (
  <Chip tone={MOVEMENT_TONE[type]} text={t(`movement.${type}`)} />
);
