// How a client is known to the DGI, in a line.
import type { ReceiverType } from '../../../src/fiscal/receiver.ts';
import { t } from '../texts/speech.ts';

export interface ReceiverProps {
  client: { receiverType: ReceiverType; ruc: string | null; dv: string | null };
}

export const Receiver = ({ client: { receiverType, ruc, dv } }: ReceiverProps) => (
  <>
    {t(`receiver.${receiverType}`)}
    {ruc !== null && (receiverType === 'EXTRANJERO' ? ` · ${ruc}` : ` · RUC ${ruc}`)}
    {dv !== null && ` DV ${dv}`}
  </>
);
