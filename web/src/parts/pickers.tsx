// Pickers of items, clients and suppliers. They query nothing until they are opened.
import { useState, type ComponentType, type ReactNode } from 'react';
import type { FindClientsAnswer, FindSuppliersAnswer } from '../api/answers.ts';
import { FindItems } from '../api/items.ts';
import { FindClients, FindSuppliers } from '../api/parties.ts';
import { t } from '../texts/speech.ts';
import type { FoundClient, FoundItem, FoundSupplier } from './found.ts';
import { NewClientDialog, NewSupplierDialog, type PartyDialogProps } from './party-dialogs.tsx';
import { Picker } from './picker.tsx';
import { useFound } from './use-found.ts';

export interface ItemPickerProps {
  /** How much of it there is, said beside its name. */
  stockOf(item: FoundItem): string;
  onPick(item: FoundItem): void;
}

export function ItemPicker({ stockOf, onPick }: ItemPickerProps) {
  const finding = useFound(FindItems, (data) => data.items.records);
  return (
    <Picker
      label={t('picker.item')}
      placeholder={t('picker.itemHint')}
      {...finding}
      choiceOf={(item) => ({ key: item.id, name: item.name, code: item.sku, about: stockOf(item) })}
      onPick={onPick}
    />
  );
}

/** The picker of a kind of party, which makes one where none is found. */
const partyPicker = <Data, Party extends { id: string; name: string }>(
  kind: 'client' | 'supplier',
  [query, recordsOf]: Parameters<typeof useFound<Data, Party>>,
  about: (party: Party) => ReactNode,
  NewDialog: ComponentType<PartyDialogProps<Party>>,
) =>
  function PartyPicker({ onPick }: { onPick(party: Party): void }) {
    const [newName, setNewName] = useState<string>();
    const label = (name: string): string =>
      t(kind === 'client' ? 'picker.createClient' : 'picker.createSupplier', { name });
    return (
      <>
        <Picker
          label={t(`picker.${kind}`)}
          isLabelHidden
          placeholder={t(`picker.${kind}Hint`)}
          {...useFound(query, recordsOf)}
          choiceOf={(party) => ({ key: party.id, name: party.name, about: about(party) })}
          onPick={onPick}
          create={{ label, onCreate: setNewName }}
        />
        {newName !== undefined && <NewDialog name={newName} onMade={onPick} onClose={() => setNewName(undefined)} />}
      </>
    );
  };

export const ClientPicker = partyPicker<FindClientsAnswer, FoundClient>(
  'client',
  [FindClients, (data) => data.clients.records],
  (client) => client.ruc ?? t(`receiver.${client.receiverType}`),
  NewClientDialog,
);
export const SupplierPicker = partyPicker<FindSuppliersAnswer, FoundSupplier>(
  'supplier',
  [FindSuppliers, (data) => data.suppliers.records],
  ({ ruc }) => ruc,
  NewSupplierDialog,
);
