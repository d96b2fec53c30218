// Pickers of items, clients and suppliers. They query nothing until they are opened.
import { useState, type ComponentType, type ReactNode } from 'react';
import { FindItems } from '../api/items.ts';
import { FindClients, FindSuppliers } from '../api/parties.ts';
import { t } from '../texts/speech.ts';
import type { FoundClient, FoundItem, FoundSupplier } from './found.ts';
import { NewClientDialog, NewSupplierDialog, type PartyDialogProps } from './party-dialogs.tsx';
import { Picker, type Found } from './picker.tsx';
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

interface PartyPickerProps<Party> {
  kind: 'client' | 'supplier';
  finding: { found: Found<Party> | undefined; onSearch(text: string): void };
  about(party: Party): ReactNode;
  NewDialog: ComponentType<PartyDialogProps<Party>>;
  onPick(party: Party): void;
}

function PartyPicker<Party extends { id: string; name: string }>(props: PartyPickerProps<Party>) {
  const { kind, finding, about, NewDialog, onPick } = props;
  const [newName, setNewName] = useState<string>();
  const label = (name: string): string =>
    t(kind === 'client' ? 'picker.createClient' : 'picker.createSupplier', { name });
  return (
    <>
      <Picker
        label={t(`picker.${kind}`)}
        isLabelHidden
        placeholder={t(`picker.${kind}Hint`)}
        {...finding}
        choiceOf={(party) => ({ key: party.id, name: party.name, about: about(party) })}
        onPick={onPick}
        create={{ label, onCreate: setNewName }}
      />
      {newName !== undefined && <NewDialog name={newName} onMade={onPick} onClose={() => setNewName(undefined)} />}
    </>
  );
}

export function ClientPicker({ onPick }: { onPick(client: FoundClient): void }) {
  const finding = useFound(FindClients, (data) => data.clients.records);
  const about = (client: FoundClient): string => client.ruc ?? t(`receiver.${client.receiverType}`);
  return <PartyPicker kind="client" {...{ finding, about, onPick }} NewDialog={NewClientDialog} />;
}

export function SupplierPicker({ onPick }: { onPick(supplier: FoundSupplier): void }) {
  const finding = useFound(FindSuppliers, (data) => data.suppliers.records);
  return (
    <PartyPicker kind="supplier" {...{ finding, onPick }} about={({ ruc }) => ruc} NewDialog={NewSupplierDialog} />
  );
}
