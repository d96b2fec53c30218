// Pickers for what Folio knows: items, clients, suppliers.
import { useState } from 'react';
import type { FindClientsAnswer, FindItemsAnswer, FindSuppliersAnswer } from '../api/answers.ts';
import { FindItems } from '../api/items.ts';
import { CreateClient, CreateSupplier, FindClients, FindSuppliers } from '../api/parties.ts';
import { useAct } from '../api/use-act.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useWords } from '../texts/use-words.tsx';
import { Refusal } from './message.tsx';
import { Picker } from './picker.tsx';

export type FoundItem = FindItemsAnswer['items']['records'][number];
export type FoundClient = FindClientsAnswer['clients']['records'][number];
export type FoundSupplier = FindSuppliersAnswer['suppliers']['records'][number];

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export function ItemPicker({ onPick }: { onPick(item: FoundItem): void }) {
  const { t, f } = useWords();
  const [search, setSearch] = useState('');
  const answer = useAnswer(FindItems, { search: orNull(search) });
  return (
    <Picker
      label={t('picker.item')}
      placeholder={t('picker.itemHint')}
      found={answer.data?.items.records}
      onSearch={setSearch}
      keyOf={(item) => item.id}
      nameOf={(item) => item.name}
      show={(item) => (
        <>
          <span>
            {item.name} <span className="soft small">{item.sku}</span>
          </span>
          <span className="soft number small">
            {t('picker.available', { quantity: f.quantity(item.inventory.available), unit: item.unit })}
          </span>
        </>
      )}
      onPick={onPick}
    />
  );
}

export function ClientPicker({ onPick }: { onPick(client: FoundClient): void }) {
  const { t } = useWords();
  const [search, setSearch] = useState('');
  const answer = useAnswer(FindClients, { search: orNull(search) });
  const creating = useAct(CreateClient);
  return (
    <>
      <Picker
        label={t('picker.client')}
        isLabelHidden
        placeholder={t('picker.clientHint')}
        found={answer.data?.clients.records}
        onSearch={setSearch}
        keyOf={(client) => client.id}
        nameOf={(client) => client.name}
        show={(client) => (
          <>
            <span>{client.name}</span>
            <span className="soft small">{client.ruc ?? t(`receiver.${client.receiverType}`)}</span>
          </>
        )}
        onPick={onPick}
        create={{
          label: (name) => t('picker.createClient', { name }),
          onCreate: (name) => void creating.act({ input: { name } }).then((done) => done && onPick(done.createClient)),
        }}
      />
      <Refusal problem={creating.refusal} />
    </>
  );
}

export function SupplierPicker({ onPick }: { onPick(supplier: FoundSupplier): void }) {
  const { t } = useWords();
  const [search, setSearch] = useState('');
  const answer = useAnswer(FindSuppliers, { search: orNull(search) });
  const creating = useAct(CreateSupplier);
  return (
    <>
      <Picker
        label={t('picker.supplier')}
        isLabelHidden
        placeholder={t('picker.supplierHint')}
        found={answer.data?.suppliers.records}
        onSearch={setSearch}
        keyOf={(supplier) => supplier.id}
        nameOf={(supplier) => supplier.name}
        show={(supplier) => (
          <>
            <span>{supplier.name}</span>
            <span className="soft small">{supplier.ruc}</span>
          </>
        )}
        onPick={onPick}
        create={{
          label: (name) => t('picker.createSupplier', { name }),
          onCreate: (name) => void creating.act({ name }).then((done) => done && onPick(done.createSupplier)),
        }}
      />
      <Refusal problem={creating.refusal} />
    </>
  );
}
