// All suppliers, by name.
import { useState } from 'react';
import type { SuppliersAnswer } from '../api/answers.ts';
import { Suppliers } from '../api/people.ts';
import { ARCHIVED_FILTER } from '../parts/archive.tsx';
import { Button } from '../parts/button.tsx';
import type { ListKind } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { NewSupplierDialog } from '../parts/party-dialogs.tsx';
import { go } from '../router.ts';
import { useWords } from '../texts/use-words.tsx';

type Row = NonNullable<SuppliersAnswer['suppliers']['records']>[number];

const SUPPLIERS: ListKind<Row, SuppliersAnswer> = {
  path: '/suppliers',
  title: 'nav.suppliers',
  about: 'suppliers.about',
  none: { icon: 'suppliers', title: 'suppliers.none', text: 'suppliers.noneText' },
  file: 'suppliers',
  query: Suppliers,
  pageOf: (data) => data.suppliers,
  search: 'picker.supplierHint',
  name: { id: 'name', name: 'supplier', order: 'NAME', show: ({ name }) => name },
  columns: [
    { id: 'ruc', name: 'suppliers.ruc', onPhone: 'below', show: ({ ruc }) => ruc },
    { id: 'externalId', name: 'externalId', onPhone: 'below', show: ({ externalId }) => externalId },
  ],
  filters: [ARCHIVED_FILTER],
};

export function SuppliersPage() {
  const { t } = useWords();
  const [isMaking, setMaking] = useState(false);
  const add = (
    <Button tone="primary" icon="plus" needs="operator" onClick={() => setMaking(true)} text={t('newSupplier.title')} />
  );
  return (
    <>
      <ListPage kind={SUPPLIERS} tools={add} />
      {isMaking && (
        <NewSupplierDialog name="" onMade={({ id }) => go(`/suppliers/${id}`)} onClose={() => setMaking(false)} />
      )}
    </>
  );
}
