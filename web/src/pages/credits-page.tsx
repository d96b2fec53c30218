// All credit notes, with both of their lives side by side.
import type { CreditStatus, LegalStatus } from '../api/answers.ts';
import { Credits } from '../api/credits.ts';
import { useAnswer } from '../api/use-answer.ts';
import { SmallSelect } from '../parts/field.tsx';
import { Link } from '../parts/link.tsx';
import { List, LIST_LIMIT } from '../parts/list-page.tsx';
import { Message } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { CreditChip, LegalChip } from '../parts/status.tsx';
import { useChoice } from '../router.ts';
import { askAgainAfter, IN_A_LIST } from '../rules/waiting.ts';
import { useWords } from '../texts/use-words.tsx';
import { LEGAL_STATUSES } from './invoices-page.tsx';

const CREDIT_STATUSES: readonly CreditStatus[] = ['UNAPPLIED', 'APPLIED', 'CANCELED', 'VOID'];

export function CreditsPage() {
  const { t, f } = useWords();
  const [legal, setLegal] = useChoice('legal', '');
  const [status, setStatus] = useChoice('status', '');
  const [offset, setOffset] = useChoice('from', '0');
  const answer = useAnswer(
    Credits,
    {
      legalStatus: legal === '' ? null : (legal as LegalStatus),
      creditStatus: status === '' ? null : (status as CreditStatus),
      limit: LIST_LIMIT,
      offset: Number(offset),
    },
    { everyMs: ({ credits }) => askAgainAfter(credits.records, Date.now(), IN_A_LIST) },
  );
  return (
    <Page title={t('nav.credits')} about={t('credits.about')}>
      <div className="stack">
        <div className="row">
          <SmallSelect label={t('legal')} value={legal} onChange={(event) => setLegal(event.target.value, 'from')}>
            <option value="">{t('legal.any')}</option>
            {LEGAL_STATUSES.map((one) => (
              <option key={one} value={one}>
                {t(`legal.${one}`)}
              </option>
            ))}
          </SmallSelect>
          <SmallSelect label={t('business')} value={status} onChange={(event) => setStatus(event.target.value, 'from')}>
            <option value="">{t('business.any')}</option>
            {CREDIT_STATUSES.map((one) => (
              <option key={one} value={one}>
                {t(`creditStatus.${one}`)}
              </option>
            ))}
          </SmallSelect>
        </div>
        <List
          answer={answer}
          pageOf={(data) => data.credits}
          offset={offset}
          onTurn={setOffset}
          columns={[t('credit'), t('invoice'), t('issued'), t('legal'), t('business'), `#${t('total')}`]}
          empty={
            <Message
              icon="credits"
              title={legal !== '' || status !== '' ? t('nothingFound') : t('credits.none')}
              text={t('credits.noneText')}
            />
          }
          row={(credit) => (
            <tr key={credit.id} className="linked">
              <td>
                <Link to={`/credits/${credit.id}`} className="row-link">
                  {credit.number}
                </Link>
                <div className="soft small">{credit.invoice.client.name}</div>
              </td>
              <td data-label={t('invoice')}>{credit.invoice.number}</td>
              <td data-label={t('issued')}>{f.day(credit.issuedAt)}</td>
              <td data-label={t('legal')}>
                <LegalChip document={credit} />
              </td>
              <td data-label={t('business')}>
                <CreditChip status={credit.creditStatus} />
              </td>
              <td className="number" data-label={t('total')}>
                {f.money(credit.total)}
              </td>
            </tr>
          )}
        />
      </div>
    </Page>
  );
}
