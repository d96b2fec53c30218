// All clients; the way to a new one, and to those who owe something.
import type { ClientsAnswer } from '../api/answers.ts';
import { Clients } from '../api/people.ts';
import { ARCHIVED_FILTER } from '../parts/archive.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { column, textColumn } from '../parts/list/columns.tsx';
import type { KindOf } from '../parts/list/list-kind.ts';
import { ListPage } from '../parts/list/list-page.tsx';
import { NewClientDialog, newPartyButton } from '../parts/party-dialogs.tsx';
import { Receiver } from '../parts/receiver.tsx';
import { t } from '../texts/speech.ts';

const CLIENTS: KindOf<ClientsAnswer> = {
  path: '/clients',
  title: 'nav.clients',
  about: 'clients.about',
  none: { icon: 'people', title: 'clients.none', text: 'clients.noneText' },
  file: 'clients',
  query: Clients,
  search: 'picker.clientHint',
  name: { id: 'name', name: 'client', order: 'NAME', show: ({ name }) => name },
  columns: [
    column('receiver', 'newClient.receiver', (client) => <Receiver client={client} />, {
      inFile: ['receiverType', 'ruc', 'dv'],
    }),
    textColumn('telephone', 'contact.telephone'),
    textColumn('email', 'newClient.email', { onPhone: 'nowhere' }),
    { id: 'externalId', name: 'externalId', isHidden: true, show: ({ externalId }) => externalId },
  ],
  filters: [ARCHIVED_FILTER],
};

export function ClientsPage() {
  const add = newPartyButton('newClient.title', '/clients/', NewClientDialog);
  const tools = (
    <>
      <LinkButton to="/receivables" tone="plain" text={t('clients.debts')} />
      {add}
    </>
  );
  return <ListPage kind={CLIENTS} tools={tools} toolsOfNone={add} />;
}
