// Results of the pickers: items, clients and suppliers as the service answers them.
import type { FindClientsAnswer, FindSuppliersAnswer, OrderToChangeAnswer } from '../api/answers.ts';
import type { SoldItem } from '../rules/sale.ts';

type OrderedItem = OrderToChangeAnswer['order']['lines'][number]['item'];
export type FoundItem = OrderedItem & Pick<SoldItem, 'inventory'>;
export type FoundClient = FindClientsAnswer['clients']['records'][number];
export type FoundSupplier = FindSuppliersAnswer['suppliers']['records'][number];
