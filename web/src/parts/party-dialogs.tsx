// Clients and suppliers, made on the way to an order, and clients put right.
import { useDeferredValue, useMemo, useState, type ComponentType } from 'react';
import { COUNTRIES, PANAMA } from '../../../src/fiscal/countries.ts';
import { needsRuc, RECEIVER_TYPES, type ReceiverType } from '../../../src/fiscal/receiver.ts';
import { CreateClient, CreateSupplier, UpdateClient } from '../api/parties.ts';
import { CheckRuc } from '../api/people.ts';
import { useAct } from '../api/use-act.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useDraft, forgetDraft } from '../draft.ts';
import { go } from '../router.ts';
import { language, t } from '../texts/speech.ts';
import type { WordKey } from '../texts/words.ts';
import { openDialog } from './ask.tsx';
import { Button } from './button.tsx';
import { ActDialog, changesOf, EditDialog, textsOf, type Typed, type EditDialogProps } from './edit-form.tsx';
import type { FoundClient, FoundSupplier } from './found.ts';
import { PlacePicker, type Place } from './place-picker.tsx';
import { tell } from './toasts.tsx';

const RUC_LEAST = 5;

export interface PartyDialogProps<Party> {
  /** The name that was typed and not found. */
  name: string;
  onMade(party: Party): void;
  onClose(): void;
}

/** A search for another name is another draft; a point would end the name of the form. */
const draftOf = (form: 'newClient' | 'newSupplier', name: string): string => `${form}${name.replaceAll('.', ' ')}`;

export type ClientFields = ReturnType<typeof enteredClient>;

interface NewClientDialogProps extends PartyDialogProps<FoundClient> {
  /** Takes what was entered in place of the service, which is not reached. */
  onEntered?: ((client: ClientFields) => void) | undefined;
}

export function NewClientDialog({ name, onMade, onEntered, onClose }: NewClientDialogProps) {
  const draft = draftOf('newClient', name);
  const doing = useAct(CreateClient, [], { draft });
  const enter = async (input: ClientFields): Promise<void> => {
    if (onEntered) {
      forgetDraft(draft);
      return onEntered(input);
    }
    const done = await doing.act({ input });
    if (done && doing.isHere()) onMade(done.createClient);
  };
  return (
    <ClientDialog
      {...{ draft, doing, onClose }}
      title={t('newClient.title')}
      action={t('newClient.create')}
      client={{ name, receiverType: 'CONSUMIDOR_FINAL' }}
      onEntered={(input) => void enter(input)}
    />
  );
}

export interface EditClientDialogProps {
  client: FoundClient;
  onSaved?(client: FoundClient): void;
  onClose(): void;
}

/** Issued documents keep their words; a RUC that the DGI refused is corrected here. */
export function EditClientDialog({ client, onSaved, onClose }: EditClientDialogProps) {
  const draft = `editClient${client.id}`;
  const doing = useAct(UpdateClient, [], { draft });
  const save = async (input: ClientFields, begun: ClientFields): Promise<void> => {
    const done = await doing.act({ clientId: client.id, input: changesOf(input, begun) });
    if (!done) return;
    tell(t('editClient.saved', { name: done.updateClient.name }));
    onSaved?.(done.updateClient);
    if (doing.isHere()) onClose();
  };
  return (
    <ClientDialog
      {...{ draft, client, doing, onClose }}
      title={t('editClient.title')}
      action={t('save')}
      onEntered={(input, begun) => void save(input, begun)}
    />
  );
}

interface ClientDialogProps extends Pick<EditDialogProps, 'draft' | 'title' | 'action' | 'doing' | 'onClose'> {
  /** As it is before anything is typed. */
  client: Pick<FoundClient, 'name' | 'receiverType'> & Partial<FoundClient>;
  onEntered(client: ClientFields, begun: ClientFields): void;
}

const typeOf = (typed: Typed) => typed['receiverType'] as ReceiverType;

/** Address and contact of a receiver in fiscal documents, beside its name and RUC. */
function ClientDialog({ client, onEntered, ...dialog }: ClientDialogProps) {
  const countries = useCountries();
  // A draft of an earlier release has none of it.
  const { line, corregimientoCode: code, ...names } = client.address ?? {};
  const filled = Object.entries({ code, ...names }).filter(([, name]) => typeof name === 'string');
  const [begun] = useState<Partial<Place> | null>(filled.length === 0 ? null : Object.fromEntries(filled));
  const [place, setPlace] = useDraft(`${dialog.draft}.place`, begun);
  const record = { ...client, line, emails: client.emails?.join(', ') };
  return (
    <EditDialog
      {...dialog}
      record={record}
      fields={(typed) => {
        const receiverType = typeOf(typed);
        const isForeign = receiverType === 'EXTRANJERO';
        return [
          { name: 'name', label: t('item.name'), isNeeded: true, input: { autoFocus: true } },
          [
            {
              ...{ name: 'receiverType', label: t('newClient.receiver') },
              options: RECEIVER_TYPES.map((one) => [one, t(`receiver.${one}`)]),
            },
            {
              ...{ name: 'ruc', label: isForeign ? t('newClient.foreignId') : 'RUC', isNeeded: needsRuc(receiverType) },
              note: isForeign ? t('optional') : <RucNote ruc={typed['ruc'] ?? ''} receiverType={receiverType} />,
            },
          ],
          isForeign && { name: 'country', label: t('contact.country'), options: countries },
          { name: 'line', label: t('contact.address'), note: t('optional'), input: { maxLength: 100 } },
          { own: <PlacePicker place={place} onChoose={setPlace} /> },
          [
            { name: 'telephone', label: t('contact.telephone'), note: t('optional'), input: { type: 'tel' } },
            {
              name: 'emails',
              label: t('newClient.email'),
              note: t('contact.emailsNote'),
              input: { inputMode: 'email' },
            },
          ],
        ];
      }}
      onSubmit={(typed) => onEntered(enteredClient(typed, place), enteredClient(textsOf(record), begun))}
    />
  );
}

function enteredClient(typed: Typed, place: Partial<Place> | null) {
  const [name = '', ruc, line, telephone] = ['name', 'ruc', 'line', 'telephone'].map((one) => typed[one]?.trim());
  const { country, emails = '' } = typed;
  const { code = null, province = null, district = null, corregimiento = null } = place ?? {};
  const address = { line: line || null, corregimientoCode: code, province, district, corregimiento };
  const isAbroad = typeOf(typed) === 'EXTRANJERO' || country === PANAMA;
  return {
    ...{ name, receiverType: typeOf(typed), ruc: ruc || null, telephone: telephone || null },
    address: address.line === null && place === null ? null : address,
    country: (isAbroad && country) || null,
    emails: emails.split(/[\s,;]+/).filter((one) => one !== ''),
  };
}

function useCountries(): [code: string, name: string][] {
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const named = COUNTRIES.map((code): [string, string] => [code, names.of(code) ?? code]);
    const byName = named.toSorted(([, one], [, other]) => one.localeCompare(other, language));
    return [['', t('contact.noCountry')], ...byName];
  }, [language, t]);
}

/** The check digits as they are counted, or what is odd about a number, while it is typed. */
export function RucNote({ ruc, receiverType }: { ruc: string; receiverType: ReceiverType }) {
  const settled = useDeferredValue(ruc.trim());
  const { data } = useAnswer(CheckRuc, { ruc: settled, receiverType }, { pause: settled.length < RUC_LEAST });
  const found = settled.length < RUC_LEAST ? null : data?.checkRuc;
  if (!found) return needsRuc(receiverType) ? t('newClient.rucNote') : t('optional');
  return (
    [found.dv === null ? '' : `DV ${found.dv}`, ...found.advice].filter(Boolean).join(' · ') || t('newClient.oddRuc')
  );
}

export const NewSupplierDialog = ({ name, onMade, onClose }: PartyDialogProps<FoundSupplier>) => (
  <ActDialog
    draft={draftOf('newSupplier', name)}
    title={t('newSupplier.title')}
    action={t('newSupplier.create')}
    record={{ name }}
    fields={[
      { name: 'name', label: t('item.name'), isNeeded: true, input: { autoFocus: true } },
      { name: 'ruc', label: 'RUC', note: t('optional') },
    ]}
    mutation={CreateSupplier}
    variables={({ name: typed = '', ruc }) => ({ name: typed.trim(), ruc: ruc?.trim() || null })}
    onDone={({ createSupplier }, isHere) => isHere && onMade(createSupplier)}
    onClose={onClose}
  />
);

/** The button that makes one, its form, and the way to its page below `path`. */
export const newPartyButton = (
  title: WordKey,
  path: string,
  Dialog: ComponentType<PartyDialogProps<{ id: string }>>,
) => (
  <Button
    {...{ tone: 'primary', icon: 'plus', needs: 'operator', text: t(title) }}
    onClick={() => openDialog((onClose) => <Dialog name="" onMade={({ id }) => go(path + id)} onClose={onClose} />)}
  />
);
