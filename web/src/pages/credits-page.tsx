// All credit notes, with both of their lives side by side.
import type { CreditStatus } from '../api/answers.ts';
import { Credits } from '../api/credits.ts';
import { useAnswer } from '../api/use-answer.ts';
import { FilterMenu, legalArguments, LegalFilter, type LegalChoice } from '../parts/filters.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { List, LIST_LIMIT } from '../parts/list-page.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { CreditChip, LegalChip } from '../parts/status.tsx';
import { useChoice } from '../router.ts';
import { askAgainAfter, IN_A_LIST } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';

const CREDIT_STATUSES: readonly CreditStatus[] = ['UNAPPLIED', 'APPLIED', 'CANCELED', 'VOID'];

export function CreditsPage() {
  const { t, f } = useWords();
  const [legal, setLegal] = useChoice<LegalChoice>('legal', '');
  const [status, setStatus] = useChoice<CreditStatus | ''>('status', '');
  const [offset, setOffset] = useChoice('from', '0');
  const answer = useAnswer(
    Credits,
    { ...legalArguments(legal), creditStatus: status || null, limit: LIST_LIMIT, offset: Number(offset) },
    { everyMs: ({ credits }) => askAgainAfter(credits.records, Date.now(), IN_A_LIST) },
  );
  const isFiltered = legal !== '' || status !== '';
  return (
    <Page title={t('nav.credits')} about={t('credits.about')}>
      <div className="stack">
        <div className="row">
          <LegalFilter value={legal} onChoose={(next) => setLegal(next, 'from')} />
          <FilterMenu
            label={t('business')}
            all={t('credits.any')}
            values={CREDIT_STATUSES}
            wordOf={(one) => t(`creditStatus.${one}`)}
            value={status}
            onChoose={(next) => setStatus(next, 'from')}
          />
        </div>
        <List
          answer={answer}
          pageOf={(data) => data.credits}
          offset={offset}
          onTurn={setOffset}
          empty={
            isFiltered ? (
              <Message icon="search" title={t('nothingFound')} text={t('credits.nothingFound')} />
            ) : (
              <Message icon="credits" title={t('credits.none')} text={t('credits.noneText')}>
                <LinkButton to="/invoices">{t('credits.toInvoices')}</LinkButton>
              </Message>
            )
          }
          keyOf={(credit) => credit.id}
          name={t('credit')}
          linkOf={(credit) => `/credits/${credit.id}`}
          nameOf={(credit) => credit.number}
          aboutOf={(credit) => credit.invoice.client.name}
          columns={[
            { name: t('invoice'), onPhone: 'below', show: (credit) => credit.invoice.number },
            { name: t('issued'), onPhone: 'below', show: (credit) => f.day(credit.issuedAt) },
            { name: t('legal'), onPhone: 'below', show: (credit) => <LegalChip document={credit} /> },
            { name: t('credits.state'), onPhone: 'below', show: (one) => <CreditChip status={one.creditStatus} /> },
            { name: t('total'), isNumber: true, onPhone: 'beside', show: (credit) => f.money(credit.total) },
          ]}
        />
      </div>
    </Page>
  );
}
