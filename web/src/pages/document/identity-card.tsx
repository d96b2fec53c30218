// By what a document is known: to the client, to the PAC and to the DGI.
import { isRejected } from '../../../../src/fiscal/legal-status.ts';
import type { InvoiceViewAnswer } from '../../api/answers.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { Card } from '../../parts/page.tsx';
import { Receiver } from '../../parts/receiver.tsx';
import { useWords } from '../../texts/use-words.tsx';

export interface IdentityCardProps {
  document: Pick<
    InvoiceViewAnswer['invoice'],
    'mode' | 'environment' | 'legalStatus' | 'cufe' | 'expectedCufe' | 'documentId'
  >;
  client?: InvoiceViewAnswer['invoice']['client'];
  dueDate?: string | null;
}

export function IdentityCard({ document, client, dueDate = null }: IdentityCardProps) {
  const { t, f } = useWords();
  return (
    <Card title={t('identity')}>
      <dl className="facts is-tall">
        {client && (
          <Fact name={t('client')} value={client.name}>
            <Receiver client={client} />
          </Fact>
        )}
        <Fact name={t('identity.mode')} value={t(`mode.${document.mode}`)}>
          {document.mode === 'DGI' && document.environment === 'TEST' ? t('identity.test') : undefined}
        </Fact>
        {dueDate !== null && <Fact name={t('identity.due')} value={f.day(dueDate)} />}
        {document.cufe !== null && document.legalStatus !== null && (
          <Fact name="CUFE" value={<Copyable name="CUFE" text={document.cufe} />} />
        )}
        {document.cufe === null && document.expectedCufe !== null && !isRejected(document.legalStatus) && (
          // Without a button that copies it: what is copied is taken for the CUFE of an authorized document.
          <Fact
            name={t('identity.expectedCufe')}
            value={<span className="code soft break-anywhere">{document.expectedCufe}</span>}
          >
            {t('identity.expectedCufeNote')}
          </Fact>
        )}
        {document.documentId !== null && (
          <Fact name={t('identity.pacId')} value={<Copyable name={t('identity.pacId')} text={document.documentId} />} />
        )}
      </dl>
    </Card>
  );
}

function Fact({ name, value, children }: { name: string; value: React.ReactNode; children?: React.ReactNode }) {
  return (
    <div>
      <dt className="soft small">{name}</dt>
      <dd>{value}</dd>
      {children !== undefined && <dd className="soft small">{children}</dd>}
    </div>
  );
}
