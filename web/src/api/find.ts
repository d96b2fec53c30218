// Results of the palette: records of every kind by their names, and documents by a number or a CUFE.
import { query } from './act.ts';

const NOTES = '(search: $text, limit: 3) @include(if: $isCode) { records { id number } }';

export const Find = query('Find', 'text: String!, isCode: Boolean!')`
  invoices(search: $text, limit: 5) @include(if: $isCode) { records { id number client { name } } }
  credits${NOTES} genericCredits${NOTES} debitNotes${NOTES}
  orders(search: $text, limit: 3) @include(if: $isCode) { records { id number client { name } } }
  purchaseOrders(search: $text, limit: 3) @include(if: $isCode) { records { id number supplier { name } } }
  items(search: $text, limit: 5) { records { id name sku } }
  clients(search: $text, limit: 5) { records { id name ruc } }
  suppliers(search: $text, limit: 3) { records { id name ruc } }
`;
