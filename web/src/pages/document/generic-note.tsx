// A note about an invoice that is not here, on paper or of a fiscal printer: for a client who is known, or is chosen first.
import { GENERAL_PERCENT, ITBMS_PERCENTS } from '../../../../src/fiscal/itbms.ts';
import type { CreateGenericCreditAnswer, CreateGenericCreditVariables, PaperKind } from '../../api/answers.ts';
import { CreateGenericCredit, CreateGenericDebitNote } from '../../api/debit-notes.ts';
import { useHeldAct, type HeldAct } from '../../api/held.ts';
import { useDraft } from '../../draft.ts';
import { readDecimal } from '../../format/decimal.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EditDialog, type Typed } from '../../parts/edit-form.tsx';
import { ClientPicker } from '../../parts/pickers.tsx';
import { f, t } from '../../texts/speech.ts';
import { useViewer } from '../../viewer.tsx';

type Client = { id: string; name: string };

const TOUCHES = ['GenericCreditPage', 'DebitNotePage', 'ClientAccount'];
const PAPERS = ['PAPER', 'PRINTER'] as const;

/** Its button, and the form behind it. */
export function GenericNote({ isCredit, client }: { isCredit: boolean; client?: Client }) {
  const draft = `generic${isCredit ? 'Credit' : 'Debit'}${client?.id ?? ''}`;
  const doing = useHeldAct(isCredit ? CreateGenericCredit : CreateGenericDebitNote, draft, TOUCHES);
  const word = t(isCredit ? 'genericCredit' : 'genericDebit');
  const list = isCredit ? '/generic-credits' : '/debit-notes';
  return (
    <>
      <Button icon="plus" isBusy={doing.isBusy} needs="operator" onClick={doing.open} text={word} />
      {doing.isOpen && <NoteDialog {...{ client, draft, doing, word, list }} />}
    </>
  );
}

interface NoteDialogProps {
  client: Client | undefined;
  draft: string;
  doing: HeldAct<CreateGenericCreditAnswer, CreateGenericCreditVariables>;
  word: string;
  list: string;
}

function NoteDialog({ client, draft, doing, word, list }: NoteDialogProps) {
  const mode = useViewer()?.tenant.pacCompanyId === null ? 'PROFORM' : 'DGI';
  const [picked, setPicked] = useDraft<Client | null>(`${draft}.client`, null);
  const of = client ?? picked;
  if (of === null) {
    return (
      <Dialog title={word} onClose={doing.close}>
        <ClientPicker onPick={({ id, name }) => setPicked({ id, name })} />
      </Dialog>
    );
  }
  const title = `${word} · ${of.name}`;
  const enter = async (typed: Typed): Promise<void> => {
    const valueOf = (name: string): string => typed[name]?.trim() ?? '';
    const reference = { kind: typed['kind'] as PaperKind, number: valueOf('number'), date: valueOf('date') };
    const price = valueOf('price');
    const line = {
      description: valueOf('description'),
      unitPrice: readDecimal(price) ?? price,
      taxRate: valueOf('taxRate'),
    };
    doing.hold(
      { input: { clientId: of.id, reference, mode, reason: valueOf('reason'), lines: [line] } },
      {
        about: title,
        stays: mode !== 'DGI',
        done: ({ note }) => ({ text: t('genericNote.done', { number: note.number }), to: `${list}/${note.id}` }),
      },
    );
  };
  return (
    <EditDialog
      {...{ draft, title, doing }}
      about={t(mode === 'DGI' ? 'credit.aboutDgi' : 'credit.aboutInternal')}
      action={t('genericNote.create')}
      record={{ kind: 'PAPER', taxRate: GENERAL_PERCENT }}
      fields={[
        { name: 'kind', label: t('genericNote.kind'), options: PAPERS.map((one) => [one, t(`paper.${one}`)] as const) },
        { name: 'number', label: t('genericNote.number'), isNeeded: true },
        { name: 'date', label: t('genericNote.date'), kind: 'date', isNeeded: true },
        {
          ...{ name: 'description', label: t('makeDebit.description'), isNeeded: true },
          note: t('makeDebit.descriptionNote'),
        },
        { name: 'price', label: t('makeDebit.price'), kind: 'decimal', isNeeded: true },
        { name: 'taxRate', label: 'ITBMS', options: ITBMS_PERCENTS.map((one) => [one, f.percent(one)] as const) },
        { name: 'reason', label: t('credit.reason'), kind: 'long', isNeeded: true },
      ]}
      onSubmit={enter}
      onClose={doing.close}
    />
  );
}
