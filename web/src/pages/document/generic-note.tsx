// A note about an invoice that is not here, on paper or of a fiscal printer: for a client who is known, or is chosen first.
import { useState } from 'react';
import type { CreateGenericCreditAnswer, CreateGenericCreditVariables, PaperKind } from '../../api/answers.ts';
import { CreateGenericCredit, CreateGenericDebitNote } from '../../api/debit-notes.ts';
import { useHeldAct, type HeldAct } from '../../api/held.ts';
import { useDraft } from '../../draft.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { ClientPicker } from '../../parts/pickers.tsx';
import { todayIn } from '../../rules/month.ts';
import { useWords } from '../../texts/use-words.tsx';
import { useMay, useViewer } from '../../viewer.tsx';
import { NoteDialog } from './note-dialog.tsx';

type Client = { id: string; name: string };

interface NoteProps {
  isCredit: boolean;
  client?: Client;
}

/** Its button, and the form behind it. */
export function GenericNote({ isCredit, client }: NoteProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const draft = `generic${isCredit ? 'Credit' : 'Debit'}${client?.id ?? ''}`;
  const creating = useHeldAct(isCredit ? CreateGenericCredit : CreateGenericDebitNote, {
    name: draft,
    touches: ['GenericCreditPage', 'DebitNotePage', 'ClientAccount'],
    reopen: () => setOpen(true),
  });
  const because = useMay('operator') ? undefined : t('needs.operator');
  return (
    <>
      <Button icon="plus" isBusy={creating.isBusy} because={because} onClick={() => setOpen(true)}>
        {t(isCredit ? 'genericCredit' : 'genericDebit')}
      </Button>
      {isOpen && <Asked {...{ isCredit, client, draft, creating }} onClose={() => setOpen(false)} />}
    </>
  );
}

interface AskedProps extends Omit<NoteProps, 'client'> {
  client: Client | undefined;
  draft: string;
  creating: HeldAct<CreateGenericCreditAnswer, CreateGenericCreditVariables>;
  onClose(): void;
}

function Asked({ isCredit, client, draft, creating, onClose }: AskedProps) {
  const { t } = useWords();
  const tenant = useViewer()?.tenant;
  const [picked, setPicked] = useDraft<Client | null>(`${draft}.client`, null);
  const [kind, setKind] = useDraft<PaperKind>(`${draft}.kind`, 'PAPER');
  const [number, setNumber] = useDraft(`${draft}.number`, '');
  const [date, setDate] = useDraft(`${draft}.date`, '');
  const of = client ?? picked;
  const word = t(isCredit ? 'genericCredit' : 'genericDebit');
  if (of === null) {
    return (
      <Dialog title={word} onClose={onClose}>
        <ClientPicker onPick={({ id, name }) => setPicked({ id, name })} />
      </Dialog>
    );
  }
  const title = `${word} · ${of.name}`;
  return (
    <NoteDialog
      {...{ draft, title, onClose }}
      action={t('genericNote.create')}
      mode={tenant?.pacCompanyId === null ? 'PROFORM' : 'DGI'}
      doing={creating}
      needs={[number, date]}
      onEntered={(note) =>
        creating.hold(
          { input: { clientId: of.id, reference: { kind, number: number.trim(), date }, ...note } },
          {
            about: title,
            stays: note.mode !== 'DGI',
            done: ({ note: { id, number: made } }) => ({
              said: t('genericNote.done', { number: made }),
              to: `/${isCredit ? 'generic-credits' : 'debit-notes'}/${id}`,
            }),
          },
        )
      }
    >
      {(missing) => (
        <div className="form-row">
          <SelectField
            label={t('genericNote.kind')}
            value={kind}
            onChange={({ target }) => setKind(target.value as PaperKind)}
          >
            <option value="PAPER">{t('paper.PAPER')}</option>
            <option value="PRINTER">{t('paper.PRINTER')}</option>
          </SelectField>
          <TextField
            label={t('genericNote.number')}
            maxLength={22}
            autoFocus
            value={number}
            wrong={missing(number)}
            onChange={({ target }) => setNumber(target.value)}
          />
          <TextField
            label={t('genericNote.date')}
            type="date"
            max={todayIn(tenant?.timeZone ?? 'America/Panama')}
            value={date}
            wrong={missing(date)}
            onChange={({ target }) => setDate(target.value)}
          />
        </div>
      )}
    </NoteDialog>
  );
}
