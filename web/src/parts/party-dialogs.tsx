// New clients and suppliers, made on the way to an order.
import { useState } from 'react';
import type { ReceiverType } from '../api/answers.ts';
import { CreateClient, CreateSupplier } from '../api/parties.ts';
import { useAct } from '../api/use-act.ts';
import { useWords } from '../texts/use-words.tsx';
import { SelectField, TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { FoundClient, FoundSupplier } from './pickers.tsx';
import { useNeeded } from './use-needed.ts';

const RECEIVERS: readonly ReceiverType[] = ['CONSUMIDOR_FINAL', 'CONTRIBUYENTE', 'GOBIERNO', 'EXTRANJERO'];

export interface PartyDialogProps<Party> {
  /** What was typed while nobody of that name was found. */
  name: string;
  onMade(party: Party): void;
  onClose(): void;
}

export function NewClientDialog({ name: typed, onMade, onClose }: PartyDialogProps<FoundClient>) {
  const { t } = useWords();
  const creating = useAct(CreateClient);
  const [name, setName] = useState(typed);
  const [receiverType, setReceiverType] = useState<ReceiverType>('CONSUMIDOR_FINAL');
  const [ruc, setRuc] = useState('');
  const [email, setEmail] = useState('');
  const { setTried, missing } = useNeeded();
  const needsRuc = receiverType === 'CONTRIBUYENTE' || receiverType === 'GOBIERNO';

  const create = async (): Promise<void> => {
    setTried(true);
    if (name.trim() === '' || (needsRuc && ruc.trim() === '')) return;
    const input = { name: name.trim(), receiverType, ruc: ruc.trim() || null, email: email.trim() || null };
    const done = await creating.act({ input });
    if (done) onMade(done.createClient);
  };
  return (
    <FormDialog
      title={t('newClient.title')}
      action={t('newClient.create')}
      doing={creating}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <TextField
        label={t('item.name')}
        value={name}
        autoFocus
        wrong={missing(name)}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="form-row">
        <SelectField
          label={t('newClient.receiver')}
          value={receiverType}
          onChange={(event) => setReceiverType(event.target.value as ReceiverType)}
        >
          {RECEIVERS.map((one) => (
            <option key={one} value={one}>
              {t(`receiver.${one}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={receiverType === 'EXTRANJERO' ? t('newClient.foreignId') : 'RUC'}
          value={ruc}
          wrong={needsRuc ? missing(ruc) : undefined}
          note={needsRuc ? t('newClient.rucNote') : t('optional')}
          onChange={(event) => setRuc(event.target.value)}
        />
      </div>
      <TextField
        label={t('newClient.email')}
        type="email"
        note={t('optional')}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </FormDialog>
  );
}

export function NewSupplierDialog({ name: typed, onMade, onClose }: PartyDialogProps<FoundSupplier>) {
  const { t } = useWords();
  const creating = useAct(CreateSupplier);
  const [name, setName] = useState(typed);
  const [ruc, setRuc] = useState('');
  const { setTried, missing } = useNeeded();
  const create = async (): Promise<void> => {
    setTried(true);
    if (name.trim() === '') return;
    const done = await creating.act({ name: name.trim(), ruc: ruc.trim() || null });
    if (done) onMade(done.createSupplier);
  };
  return (
    <FormDialog
      title={t('newSupplier.title')}
      action={t('newSupplier.create')}
      doing={creating}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <TextField
        label={t('item.name')}
        value={name}
        autoFocus
        wrong={missing(name)}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField label="RUC" note={t('optional')} value={ruc} onChange={(event) => setRuc(event.target.value)} />
    </FormDialog>
  );
}
