// Ages of a debt, by the days since it was due; the last one is all of it.
export const AGES = ['current', 'days1To30', 'days31To60', 'days61To90', 'over90', 'owed'] as const;
