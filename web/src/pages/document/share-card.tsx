// Ways of a certified document to its receiver: a link, by WhatsApp or copied, and e-mail by the PAC.
import { askAgain } from '../../api/acts.ts';
import { RevokeDocumentLink, ShareDocument } from '../../api/document.ts';
import { SendDocument } from '../../api/counter.ts';
import type { InvoiceViewAnswer } from '../../api/answers.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../parts/button.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { Refusal } from '../../parts/message.tsx';
import { Card } from '../../parts/page.tsx';
import { askButton } from '../../parts/ask.tsx';
import { useSession } from '../../session.ts';
import { f, t } from '../../texts/speech.ts';

const WHATSAPP = 'https://wa.me/';

type ShareCardProps = { document: Pick<InvoiceViewAnswer['invoice'], 'id' | 'number' | 'link'> };

export function ShareCard({ document: { id, number, link } }: ShareCardProps) {
  const company = useSession().company!;
  const sharing = useAct(ShareDocument);
  const share = async (): Promise<void> => {
    if (await sharing.act({ documentId: id })) askAgain();
  };
  const address = link?.path == null ? undefined : new URL(link.path, location.origin).href;
  return (
    <Card title={t('share')}>
      {address === undefined ? (
        <p className="soft card-note">{t('share.about')}</p>
      ) : (
        <div className="card-note">
          <Copyable name={t('share.link')} text={address} />
          <p className="soft small">
            {link!.viewedAt === null
              ? t('share.unseen')
              : t('share.seen', { n: link!.views, at: f.instant(link!.viewedAt) })}
          </p>
        </div>
      )}
      <Refusal problem={sharing.refusal} />
      <div className="row">
        {address === undefined ? (
          <Button
            needs="cashier"
            icon="open"
            isBusy={sharing.isBusy}
            onClick={() => void share()}
            text={t('share.make')}
          />
        ) : (
          <a
            className="button plain"
            href={`${WHATSAPP}?text=${encodeURIComponent(t('share.text', { company: company.tenantName, number, address }))}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            WhatsApp
          </a>
        )}
        {askButton(t('share.mail'), {
          ...{ look: { needs: 'operator', icon: 'mail' }, mutation: SendDocument, done: t('share.mailed') },
          draft: `mail${id}`,
          fields: [{ name: 'email', label: t('newClient.email'), note: t('share.mailNote'), input: { type: 'email' } }],
          variables: ({ email }) => ({ documentId: id, email: email?.trim() || null }),
        })}
        {address !== undefined &&
          askButton(t('share.revoke'), {
            ...{ look: { needs: 'operator', tone: 'quiet' }, tone: 'danger', about: t('share.revokeAbout') },
            ...{ mutation: RevokeDocumentLink, done: t('share.revoked') },
            variables: () => ({ documentId: id }),
          })}
      </div>
    </Card>
  );
}
