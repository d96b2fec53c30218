// Clients and suppliers: searched, created, changed.
import { act, query } from './act.ts';

/** Fields shown and corrected of a client that is sold to. */
export const CHOSEN_CLIENT = `
  id name receiverType ruc dv email emails telephone country retentionCode
  priceList { id name }
  address { line corregimientoCode province district corregimiento }
`;

/** Label of a filter by a client or a supplier. */
export const PartyName = query('PartyName', 'id: UUID!, isClient: Boolean!, isSupplier: Boolean!')`
  client(id: $id) @include(if: $isClient) { id name }
  supplier(id: $id) @include(if: $isSupplier) { id name }
`;

export const FindClients = query('FindClients', 'search: String')`
  clients(search: $search, limit: 8) { records { ${CHOSEN_CLIENT} } }
`;

export const FindPlaces = query('FindPlaces', 'search: String')`
  corregimientos(search: $search, limit: 8) { code province district corregimiento }
`;

export const CreateClient = act('createClient', 'input: CreateClientInput!', CHOSEN_CLIENT);
export const UpdateClient = act('updateClient', 'clientId: UUID!, input: UpdateClientInput!', CHOSEN_CLIENT);

export const FindSuppliers = query('FindSuppliers', 'search: String')`
  suppliers(search: $search, limit: 8) { records { id name ruc } }
`;

export const CreateSupplier = act('createSupplier', 'name: String!, ruc: String', 'id name ruc');
