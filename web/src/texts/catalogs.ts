// The catalogs of words: one for each area of the dashboard, loaded with the first page that needs it, in the language that is read.
export const CATALOGS = {
  keys: { es: () => import('./es/keys.ts'), en: () => import('./en/keys.ts') },
  everywhere: { es: () => import('./es/everywhere.ts'), en: () => import('./en/everywhere.ts') },
  'sign-in': { es: () => import('./es/sign-in.ts'), en: () => import('./en/sign-in.ts') },
  today: { es: () => import('./es/today.ts'), en: () => import('./en/today.ts') },
  items: { es: () => import('./es/items.ts'), en: () => import('./en/items.ts') },
  labels: { es: () => import('./es/labels.ts'), en: () => import('./en/labels.ts') },
  item: { es: () => import('./es/item.ts'), en: () => import('./en/item.ts') },
  orders: { es: () => import('./es/orders.ts'), en: () => import('./en/orders.ts') },
  counter: { es: () => import('./es/counter.ts'), en: () => import('./en/counter.ts') },
  counts: { es: () => import('./es/counts.ts'), en: () => import('./en/counts.ts') },
  tills: { es: () => import('./es/tills.ts'), en: () => import('./en/tills.ts') },
  documents: { es: () => import('./es/documents.ts'), en: () => import('./en/documents.ts') },
  purchasing: { es: () => import('./es/purchasing.ts'), en: () => import('./en/purchasing.ts') },
  settings: { es: () => import('./es/settings.ts'), en: () => import('./en/settings.ts') },
  people: { es: () => import('./es/people.ts'), en: () => import('./en/people.ts') },
  month: { es: () => import('./es/month.ts'), en: () => import('./en/month.ts') },
  sales: { es: () => import('./es/sales.ts'), en: () => import('./en/sales.ts') },
  list: { es: () => import('./es/list.ts'), en: () => import('./en/list.ts') },
  acts: { es: () => import('./es/acts.ts'), en: () => import('./en/acts.ts') },
  operations: { es: () => import('./es/operations.ts'), en: () => import('./en/operations.ts') },
};

export type Area = keyof typeof CATALOGS;
type WordsOf<A extends Area> = keyof Awaited<ReturnType<(typeof CATALOGS)[A]['es']>>['words'];
export type WordKey = { [A in Area]: WordsOf<A> }[Area];
