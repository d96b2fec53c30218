// Buyer at the counter: found by name or RUC among those that the till keeps, or made; without network when the sale is filed.
import { useState } from 'react';
import { CreateClient } from '../../api/parties.ts';
import { useConnection } from '../../api/connection.ts';
import { useAct } from '../../api/use-act.ts';
import { forgetDraft } from '../../draft.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ClientDialog as ClientForm, draftOf, NEW_CLIENT } from '../../parts/party-dialogs.tsx';
import { Picker, type Found } from '../../parts/picker.tsx';
import { folded } from '../../rules/counter-items.ts';
import type { SaleClient } from '../../rules/sale.ts';
import { useWords } from '../../texts/use-words.tsx';

export interface ClientDialogProps {
  clients: readonly SaleClient[];
  /** Null: a walk-in client. */
  onPick(client: SaleClient | null): void;
  onClose(): void;
}

const MOST = 8;

export function ClientDialog({ clients, onPick, onClose }: ClientDialogProps) {
  const { t } = useWords();
  const isReached = useConnection();
  const [found, setFound] = useState<Found<SaleClient>>();
  const [newName, setNewName] = useState<string>();
  const draft = draftOf('newClient', newName ?? '');
  const creating = useAct(CreateClient, [], { draft });
  const search = (typed: string): void => {
    const words = folded(typed).split(/\s+/);
    const fits = ({ name, ruc }: SaleClient): boolean => words.every((word) => folded(`${name} ${ruc}`).includes(word));
    setFound({ words: typed.trim(), options: clients.filter(fits).slice(0, MOST) });
  };
  if (newName !== undefined)
    return (
      <ClientForm
        draft={draft}
        title={t('newClient.title')}
        action={t('newClient.create')}
        client={{ ...NEW_CLIENT, name: newName }}
        doing={creating}
        onEntered={(input) => {
          if (isReached) {
            void creating.act({ input }).then((done) => done && onPick(done.createClient));
          } else {
            forgetDraft(draft);
            onPick({ ...input, id: null, retentionCode: null, priceList: null, made: input });
          }
        }}
        onClose={onClose}
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
