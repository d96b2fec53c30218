// Words of an act: the change, and by record the values before and after it.
import { isWord, type WordKey, type Words } from '../texts/words.ts';

/** The kind as it is kept where there are no words for it, such as a command. */
export function operationWords(operation: string, t: Words): string {
  const table = operation.replace('change of ', 'row.');
  if (isWord(table)) return t('acts.changeOf', { what: t(table) });
  return [`operation.${operation}`, `event.${operation}`].filter(isWord).map((key) => t(key))[0] ?? operation;
}

type Sides = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;

export type ChangedRecord = ReturnType<typeof changedRecords>[number];

export function changedRecords(before: unknown, after: unknown) {
  const [was, is] = [(before ?? {}) as Sides, (after ?? {}) as Sides];
  return Object.keys({ ...was, ...is }).map((key) => {
    const [old, now] = [was[key], is[key]];
    const became: WordKey | undefined = now == null ? 'acts.removed' : old == null ? 'acts.made' : undefined;
    return {
      ...{ key, table: key.split('/')[0]!, became },
      fields: Object.keys({ ...old, ...now })
        .filter((column) => column !== 'id')
        .map((column) => ({ column, before: old?.[column], after: now?.[column] })),
    };
  });
}
