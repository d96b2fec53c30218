// All clients; the way to a new one, and to those who owe something.
import { useState } from 'react';
import type { ClientsAnswer } from '../api/answers.ts';
import { Clients } from '../api/people.ts';
import { ARCHIVED_FILTER } from '../parts/archive.tsx';
import { Button } from '../parts/button.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import type { ListKind } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { NewClientDialog } from '../parts/party-dialogs.tsx';
import { Receiver } from '../parts/receiver.tsx';
import { go } from '../router.ts';
import { useWords } from '../texts/use-words.tsx';

type Row = NonNullable<ClientsAnswer['clients']['records']>[number];

const CLIENTS: ListKind<Row, ClientsAnswer> = {
  path: '/clients',
  title: 'nav.clients',
  about: 'clients.about',
  none: { icon: 'people', title: 'clients.none', text: 'clients.noneText' },
  file: 'clients',
  query: Clients,
  pageOf: (data) => data.clients,
  search: 'picker.clientHint',
  name: { id: 'name', name: 'client', order: 'NAME', show: ({ name }) => name },
  columns: [
    {
      id: 'receiver',
      name: 'newClient.receiver',
      inFile: ['receiverType', 'ruc', 'dv'],
      onPhone: 'below',
      show: (client) => <Receiver client={client} />,
    },
    { id: 'telephone', name: 'contact.telephone', onPhone: 'below', show: ({ telephone }) => telephone },
    { id: 'email', name: 'newClient.email', onPhone: 'nowhere', show: ({ email }) => email },
    { id: 'externalId', name: 'externalId', isHidden: true, show: ({ externalId }) => externalId },
  ],
  filters: [ARCHIVED_FILTER],
};

export function ClientsPage() {
  const { t } = useWords();
  const [isMaking, setMaking] = useState(false);
  const add = (
    <Button tone="primary" icon="plus" needs="operator" onClick={() => setMaking(true)} text={t('newClient.title')} />
  );
  const tools = (
    <>
      <LinkButton to="/receivables" tone="plain" text={t('clients.debts')} />
      {add}
    </>
  );
  return (
    <>
      <ListPage kind={CLIENTS} tools={tools} way={add} />
      {isMaking && (
        <NewClientDialog name="" onMade={({ id }) => go(`/clients/${id}`)} onClose={() => setMaking(false)} />
      )}
    </>
  );
}
