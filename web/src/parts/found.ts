// What the pickers find: items, clients and suppliers as the service answers them.
import type { FindClientsAnswer, FindItemsAnswer, FindSuppliersAnswer } from '../api/answers.ts';

export type FoundItem = FindItemsAnswer['items']['records'][number];
export type FoundClient = FindClientsAnswer['clients']['records'][number];
export type FoundSupplier = FindSuppliersAnswer['suppliers']['records'][number];
