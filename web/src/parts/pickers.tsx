// Pickers of items, clients and suppliers. They query nothing until they are opened.
import { useState, type ComponentType, type ReactNode } from 'react';
import { FindItems } from '../api/items.ts';
import { FindClients, FindSuppliers } from '../api/parties.ts';
import { useWords } from '../texts/use-words.tsx';
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
  const { t } = useWords();
  const finding = useFound(FindItems, (data) => data.items.records);
  return (
    <Picker
      label={t('picker.item')}
      placeholder={t('picker.itemHint')}
      {...finding}
      keyOf={(item) => item.id}
      nameOf={(item) => item.name}
      show={(item) => (
        <>
          <span>
            {item.name} <span className="soft small">{item.sku}</span>
          </span>
          <span className="soft small">{stockOf(item)}</span>
        </>
      )}
      onPick={onPick}
    />
  );
}

interface PartyPickerProps<Party> {
  label: string;
  hint: string;
  found: Found<Party> | undefined;
  onSearch(text: string): void;
  about(party: Party): ReactNode;
  createLabel(name: string): string;
  NewDialog: ComponentType<PartyDialogProps<Party>>;
  onPick(party: Party): void;
}

function PartyPicker<Party extends { id: string; name: string }>(props: PartyPickerProps<Party>) {
  const { label, hint, found, onSearch, about, createLabel, NewDialog, onPick } = props;
  const [newName, setNewName] = useState<string>();
  return (
    <>
      <Picker
        label={label}
        isLabelHidden
        placeholder={hint}
        found={found}
        onSearch={onSearch}
        keyOf={(party) => party.id}
        nameOf={(party) => party.name}
        show={(party) => (
          <>
            <span>{party.name}</span>
            <span className="soft small">{about(party)}</span>
          </>
        )}
        onPick={onPick}
        create={{ label: createLabel, onCreate: setNewName }}
      />
      {newName !== undefined && <NewDialog name={newName} onMade={onPick} onClose={() => setNewName(undefined)} />}
    </>
  );
}

export function ClientPicker({ onPick }: { onPick(client: FoundClient): void }) {
  const { t } = useWords();
  const finding = useFound(FindClients, (data) => data.clients.records);
  return (
    <PartyPicker
      label={t('picker.client')}
      hint={t('picker.clientHint')}
      {...finding}
      about={(client) => client.ruc ?? t(`receiver.${client.receiverType}`)}
      createLabel={(name) => t('picker.createClient', { name })}
      NewDialog={NewClientDialog}
      onPick={onPick}
    />
  );
}

export function SupplierPicker({ onPick }: { onPick(supplier: FoundSupplier): void }) {
  const { t } = useWords();
  const finding = useFound(FindSuppliers, (data) => data.suppliers.records);
  return (
    <PartyPicker
      label={t('picker.supplier')}
      hint={t('picker.supplierHint')}
      {...finding}
      about={(supplier) => supplier.ruc}
      createLabel={(name) => t('picker.createSupplier', { name })}
      NewDialog={NewSupplierDialog}
      onPick={onPick}
    />
  );
}
