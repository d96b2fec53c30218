// Archiving a record: the button that does it or takes it back, the chip that tells it, and the filter of a list.
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { t } from '../texts/speech.ts';
import type { ButtonProps } from './button.tsx';
import { Chip } from './chip.tsx';
import type { Filter } from './list/list-kind.ts';
import { askButton } from './ask.tsx';

interface ArchiveProps<Data, Variables extends AnyVariables> {
  record: { name: string; archivedAt: string | null };
  mutation: TypedDocumentNode<Data, Variables>;
  variablesOf(archived: boolean): Variables;
  look?: Omit<ButtonProps, 'children'>;
}

export function Archive<Data, Variables extends AnyVariables>(props: ArchiveProps<Data, Variables>) {
  const { record, mutation, variablesOf, look } = props;
  const { name, archivedAt } = record;
  const isOffered = archivedAt === null;
  const word = isOffered ? 'archive' : 'restore';
  const title = t(`archiving.title.${word}`, { name });
  return askButton(t(`archiving.act.${word}`), {
    ...{ title, about: t(`archiving.about.${word}`), look: { tone: 'quiet', 'aria-label': title, ...look } },
    ...{ mutation, variables: () => variablesOf(isOffered), done: t(`archiving.done.${word}`, { name }) },
  });
}

export const ArchivedChip = ({ at }: { at: string | null }) =>
  at === null ? null : <Chip tone="idle">{t('archived')}</Chip>;

export const ARCHIVED_FILTER: Filter = {
  ...{ kind: 'choice', name: 'archived', label: 'archived.filter', all: 'archived.not', values: ['true'] },
  wordOf: () => 'archived.only',
  isInMenu: true,
  as: () => ({ archived: true }),
};
