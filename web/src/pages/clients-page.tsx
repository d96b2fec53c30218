// All clients; or those who owe something, by how long they have.
import { useState } from 'react';
import type { DebtsAnswer } from '../api/answers.ts';
import { Clients, Debts } from '../api/people.ts';
import { useAnswer } from '../api/use-answer.ts';
import { isPositive } from '../format/decimal.ts';
import { Button } from '../parts/button.tsx';
import { List, LIST_LIMIT } from '../parts/list-page.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { NewClientDialog } from '../parts/party-dialogs.tsx';
import { Receiver } from '../parts/receiver.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { Segments } from '../parts/segments.tsx';
import { go, useChoice } from '../router.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';
import { AGES, Ages } from './client/ages.tsx';
import './people.css';

export function ClientsPage() {
  const { t } = useWords();
  const [view, setView] = useChoice<'all' | 'debts'>('view', 'all');
  const [isMaking, setMaking] = useState(false);
  const because = useMay('operator') ? undefined : t('needs.operator');
  const tools = (
    <Button tone="primary" icon="plus" because={because} onClick={() => setMaking(true)}>
      {t('newClient.title')}
    </Button>
  );
  return (
    <Page title={t('nav.clients')} about={t('clients.about')} tools={tools}>
      <div className="stack">
        <div>
          <Segments
            label={t('clients.view')}
            value={view}
            onChoose={(next) => setView(next, 'from', 'q')}
            options={[
              { value: 'all', label: t('clients.all') },
              { value: 'debts', label: t('clients.debts') },
            ]}
          />
        </div>
        {view === 'all' ? <AllClients /> : <ClientDebts />}
      </div>
      {isMaking && (
        <NewClientDialog name="" onMade={({ id }) => go(`/clients/${id}`)} onClose={() => setMaking(false)} />
      )}
    </Page>
  );
}

function AllClients() {
  const { t } = useWords();
  const [search, setSearch] = useChoice('q', '', { isTyped: true });
  const [offset, setOffset] = useChoice('from', '0');
  const answer = useAnswer(Clients, { search: search || null, limit: LIST_LIMIT, offset: Number(offset) });
  return (
    <>
      <div className="row">
        <SearchBox label={t('picker.clientHint')} value={search} onSearch={(text) => setSearch(text, 'from')} />
      </div>
      <List
        answer={answer}
        pageOf={(data) => data.clients}
        offset={offset}
        onTurn={setOffset}
        empty={<Message icon="people" title={search === '' ? t('clients.none') : t('nothingFound')} />}
        keyOf={(one) => one.id}
        name={t('client')}
        linkOf={(one) => `/clients/${one.id}`}
        nameOf={(one) => one.name}
        columns={[
          { name: t('newClient.receiver'), onPhone: 'below', show: (one) => <Receiver client={one} /> },
          { name: t('contact.telephone'), onPhone: 'below', show: (one) => one.telephone },
          { name: t('newClient.email'), onPhone: 'nowhere', show: (one) => one.email },
        ]}
      />
    </>
  );
}

function ClientDebts() {
  const { t, f } = useWords();
  const [offset, setOffset] = useChoice('from', '0');
  const answer = useAnswer(Debts, { limit: LIST_LIMIT, offset: Number(offset) });
  type Debt = DebtsAnswer['receivables']['clients'][number];
  return (
    <>
      {answer.data && <Ages ages={answer.data.receivables} />}
      <List
        answer={answer}
        pageOf={({ receivables }) => ({ records: receivables.clients, totalCount: receivables.clientCount })}
        offset={offset}
        onTurn={setOffset}
        empty={<Message icon="check" title={t('clients.noDebts')} />}
        keyOf={(one) => one.client.id}
        name={t('client')}
        linkOf={(one) => `/clients/${one.client.id}`}
        nameOf={(one) => one.client.name}
        columns={AGES.map((age) => ({
          name: t(`ages.${age}`),
          isNumber: true,
          ...(age === 'owed' && { onPhone: 'beside' as const }),
          show: (one: Debt) => (
            <span className={age === 'owed' ? 'strong' : isPositive(one[age]) ? '' : 'soft'}>{f.money(one[age])}</span>
          ),
        }))}
      />
    </>
  );
}
