// All suppliers, by name.
import { useState } from 'react';
import { Suppliers } from '../api/people.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Button } from '../parts/button.tsx';
import { List, LIST_LIMIT } from '../parts/list-page.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { NewSupplierDialog } from '../parts/party-dialogs.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { go, useChoice } from '../router.ts';
import { useWords } from '../texts/use-words.tsx';
import { useMay } from '../viewer.tsx';

export function SuppliersPage() {
  const { t } = useWords();
  const [search, setSearch] = useChoice('q', '', { isTyped: true });
  const [offset, setOffset] = useChoice('from', '0');
  const [isMaking, setMaking] = useState(false);
  const answer = useAnswer(Suppliers, { search: search || null, limit: LIST_LIMIT, offset: Number(offset) });
  const because = useMay('operator') ? undefined : t('needs.operator');
  const tools = (
    <Button tone="primary" icon="plus" because={because} onClick={() => setMaking(true)}>
      {t('newSupplier.title')}
    </Button>
  );
  return (
    <Page title={t('nav.suppliers')} about={t('suppliers.about')} tools={tools}>
      <div className="stack">
        <div className="row">
          <SearchBox label={t('picker.supplierHint')} value={search} onSearch={(text) => setSearch(text, 'from')} />
        </div>
        <List
          answer={answer}
          pageOf={(data) => data.suppliers}
          offset={offset}
          onTurn={setOffset}
          empty={<Message icon="people" title={search === '' ? t('suppliers.none') : t('nothingFound')} />}
          keyOf={(one) => one.id}
          name={t('supplier')}
          linkOf={(one) => `/suppliers/${one.id}`}
          nameOf={(one) => one.name}
          columns={[
            { name: 'RUC', onPhone: 'below', show: (one) => one.ruc },
            { name: t('externalId'), onPhone: 'below', show: (one) => one.externalId },
          ]}
        />
      </div>
      {isMaking && (
        <NewSupplierDialog name="" onMade={({ id }) => go(`/suppliers/${id}`)} onClose={() => setMaking(false)} />
      )}
    </Page>
  );
}
