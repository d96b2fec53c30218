// All suppliers, by name.
import type { SuppliersAnswer } from '../api/answers.ts';
import { Suppliers } from '../api/people.ts';
import { ARCHIVED_FILTER } from '../parts/archive.tsx';
import { textColumn } from '../parts/list/columns.tsx';
import type { KindOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { NewSupplierDialog, newPartyButton } from '../parts/party-dialogs.tsx';

const SUPPLIERS: KindOf<SuppliersAnswer> = {
  path: '/suppliers',
  title: 'nav.suppliers',
  about: 'suppliers.about',
  none: { icon: 'suppliers', title: 'suppliers.none', text: 'suppliers.noneText' },
  file: 'suppliers',
  query: Suppliers,
  search: 'picker.supplierHint',
  name: { id: 'name', name: 'supplier', order: 'NAME', show: ({ name }) => name },
  columns: [textColumn('ruc', 'suppliers.ruc'), textColumn('externalId', 'externalId')],
  filters: [ARCHIVED_FILTER],
};

export const SuppliersPage = () => (
  <ListPage kind={SUPPLIERS} tools={newPartyButton('newSupplier.title', '/suppliers/', NewSupplierDialog)} />
);
