// Finds every record and does everything that can be done here, from the keyboard.
import { useState } from 'react';
import type { FindAnswer } from '../api/answers.ts';
import { Find } from '../api/find.ts';
import { openForm } from '../api/held.ts';
import { useAnswer } from '../api/use-answer.ts';
import { draftsWaiting } from '../draft.ts';
import { go } from '../router.ts';
import { t } from '../texts/speech.ts';
import { useMay } from '../viewer.tsx';
import { Dialog } from './dialog.tsx';
import './palette.css';
import { Picker } from './picker.tsx';

interface Choice {
  name: string;
  about: string;
  run(): void;
}

export function Palette({ onHelp, onClose }: { onHelp(): void; onClose(): void }) {
  const [text, setText] = useState('');
  const [isReader, isWriter] = [useMay('viewer'), useMay('operator')];
  // Read once: what the page behind this offers does not change meanwhile.
  const [acts] = useState<Choice[]>(() => [
    ...offered('main .page-tools, main .actions', t('palette.here')),
    ...draftsWaiting().map(({ form, title, path }) => ({
      name: title,
      about: t('palette.draft'),
      run: () => openForm(form, path),
    })),
    ...(isWriter ? begun() : []),
    ...offered('.side nav ul', t('palette.go')),
    { name: t('keys.help'), about: '', run: onHelp },
    ...offered('.who-tools', ''),
  ]);
  const isCode = /\d/.test(text);
  const answer = useAnswer(Find, { text, isCode }, { pause: text === '' || !isReader });
  const found = answer.state === 'here' && text !== '' ? recordsOf(answer.data) : [];
  const fitting = acts.filter(({ name }) => text.split(/\s+/).every((word) => folded(name).includes(folded(word))));
  const words = text === '' || !isReader ? text : answer.state === 'here' ? answer.answers.text : undefined;
  const options = isCode ? [...found, ...fitting] : [...fitting, ...found];
  return (
    <Dialog title={t('find')} onClose={onClose}>
      <Picker
        label={t('find')}
        isLabelHidden
        isStanding
        placeholder={t('palette.hint')}
        found={words === undefined && fitting.length === 0 ? undefined : { words: words ?? '', options }}
        onSearch={(typed) => setText(typed.trim())}
        choiceOf={({ name, about }) => ({ key: about + name, name, about })}
        onPick={({ run }) => {
          onClose();
          // The focus is back in the page by then.
          setTimeout(run);
        }}
      />
    </Dialog>
  );
}

const begun = (): Choice[] => [
  { name: t('palette.sale'), about: '', run: () => go('/orders/new') },
  { name: t('genericCredit'), about: '', run: () => openForm('genericCredit', '/generic-credits') },
  { name: t('genericDebit'), about: '', run: () => openForm('genericDebit', '/debit-notes') },
  { name: t('palette.purchase'), about: '', run: () => go('/purchasing/new') },
];

/** The buttons and links that are there, by what they are called. */
const offered = (places: string, about: string): Choice[] =>
  [...document.querySelectorAll(places)]
    .flatMap((place) => [...place.querySelectorAll<HTMLElement>('a, button:not([aria-disabled=true], :disabled)')])
    .map((element) => ({
      name: element.title || element.ariaLabel || wordsOf(element),
      about,
      run: () => element.click(),
    }));

/** Without the badge that it may have. */
const wordsOf = ({ childNodes }: Element): string =>
  [...childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : '')).join('');

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function recordsOf(found: FindAnswer): Choice[] {
  type Record = { id: string; number?: string; name?: string };
  const of = <R extends Record>(
    records: readonly R[] = [],
    section: string,
    kind: string,
    more: (record: R) => string | null,
  ) =>
    records.map((record) => ({
      name: record.number ?? record.name ?? '',
      about: [kind, more(record)].filter(Boolean).join(' · '),
      run: () => go(`/${section}/${record.id}`),
    }));
  const { invoices, credits, genericCredits, debitNotes, orders, purchaseOrders, items, clients, suppliers } = found;
  return [
    ...of(invoices?.records, 'invoices', t('invoice'), ({ client }) => client.name),
    ...of(orders?.records, 'orders', t('palette.order'), ({ client }) => client.name),
    ...of(credits?.records, 'credits', t('credit'), () => null),
    ...of(genericCredits?.records, 'generic-credits', t('credit'), () => null),
    ...of(debitNotes?.records, 'debit-notes', t('palette.debit'), () => null),
    ...of(purchaseOrders?.records, 'purchasing', t('palette.purchaseOrder'), ({ supplier }) => supplier.name),
    ...of(items.records, 'items', t('item'), ({ sku }) => sku),
    ...of(clients.records, 'clients', t('client'), ({ ruc }) => ruc),
    ...of(suppliers.records, 'suppliers', t('palette.supplier'), ({ ruc }) => ruc),
  ];
}
