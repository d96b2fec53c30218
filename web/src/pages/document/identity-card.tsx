// By what a document is known: to the client, to the PAC and to the DGI.
import { isRejected } from '../../../../src/fiscal/legal-status.ts';
import type { InvoiceViewAnswer } from '../../api/answers.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Card } from '../../parts/page.tsx';
import { Receiver } from '../../parts/receiver.tsx';
import { certifiedFields } from '../../rules/certified.ts';
import type { FiscalDocument } from '../../rules/document-rules.ts';
import { MAKE_NAMES } from '../../rules/pac-makes.ts';
import { f, t } from '../../texts/speech.ts';

export interface IdentityCardProps {
  document: FiscalDocument;
  client?: InvoiceViewAnswer['invoice']['client'];
  dueDate?: string | null;
}

export function IdentityCard({ document, client, dueDate = null }: IdentityCardProps) {
  const { mode, legalStatus, cufe, expectedCufe, documentId, certified, pacMake } = document;
  return (
    <Card title={t('identity')}>
      <Facts
        facts={[
          client !== undefined && [t('client'), client.name, <Receiver client={client} />],
          [t('documentType'), t(`documentType.${document.documentType}`)],
          [
            t('identity.mode'),
            t(`mode.${mode}`),
            mode === 'DGI' && document.environment === 'TEST' ? t('identity.test') : undefined,
          ],
          dueDate !== null && [t('identity.due'), f.day(dueDate)],
          cufe !== null && legalStatus !== null && ['CUFE', <Copyable name="CUFE" text={cufe} />],
          // Without a button that copies it: what is copied is taken for the CUFE of an authorized document.
          cufe === null &&
            expectedCufe !== null &&
            !isRejected(legalStatus) && [
              t('identity.expectedCufe'),
              <span className="code soft break-anywhere">{expectedCufe}</span>,
              t('identity.expectedCufeNote'),
            ],
          certified !== null && [
            t('identity.certified'),
            certified.total === null ? t('identity.unreadable') : f.money(certified.total),
            <>
              {certified.total !== null &&
                t('identity.certifiedOf', { net: f.money(certified.net!), itbms: f.money(certified.itbms!) })}
              {certified.differsBy.length > 0 && (
                <span className="bad-text strong">
                  {' '}
                  {t('identity.differs', { fields: certifiedFields(certified.differsBy, t) })}
                </span>
              )}
            </>,
          ],
          pacMake !== null && [
            t('identity.pac'),
            MAKE_NAMES[pacMake],
            t('identity.company', { company: document.pacCompanyId ?? '' }),
          ],
          documentId !== null && [t('identity.pacId'), <Copyable name={t('identity.pacId')} text={documentId} />],
        ]}
      />
    </Card>
  );
}
