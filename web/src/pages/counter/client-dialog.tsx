// Buyer at the counter: found by name or RUC among those that the till keeps, or made; without network when the sale is filed.
import { useState } from 'react';
import { useConnection } from '../../api/connection.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { NewClientDialog } from '../../parts/party-dialogs.tsx';
import { Picker, type Found } from '../../parts/picker.tsx';
import { folded } from '../../rules/counter-items.ts';
import type { SaleClient } from '../../rules/sale.ts';
import { t } from '../../texts/speech.ts';

export interface ClientDialogProps {
  clients: readonly SaleClient[];
  /** Null: a walk-in client. */
  onPick(client: SaleClient | null): void;
  onClose(): void;
}

const MOST = 8;

export function ClientDialog({ clients, onPick, onClose }: ClientDialogProps) {
  const isReached = useConnection();
  const [found, setFound] = useState<Found<SaleClient>>();
  const [newName, setNewName] = useState<string>();

  const search = (typed: string): void => {
    const words = folded(typed).split(/\s+/);
    const fits = ({ name, ruc }: SaleClient): boolean => words.every((word) => folded(`${name} ${ruc}`).includes(word));
    setFound({ words: typed.trim(), options: clients.filter(fits).slice(0, MOST) });
  };
  if (newName !== undefined)
    return (
      <NewClientDialog
        {...{ name: newName, onMade: onPick, onClose }}
        onEntered={
          isReached
            ? undefined
            : (input) => onPick({ ...input, id: null, retentionCode: null, priceList: null, made: input })
        }
      />
    );
  return (
    <Dialog title={t('client')} onClose={onClose}>
      <div className="form">
        <Picker<SaleClient>
          label={t('picker.clientHint')}
          found={found}
          onSearch={search}
          choiceOf={({ id, name, ruc, receiverType }) => ({
            ...{ key: id!, name, about: ruc ?? t(`receiver.${receiverType}`) },
          })}
          onPick={onPick}
          create={{ label: (name) => t('picker.createClient', { name }), onCreate: setNewName }}
        />
        <div className="form-actions">
          <Button onClick={() => onPick(null)} text={t('counter.walkIn')} />
        </div>
      </div>
    </Dialog>
  );
}
