// An address that leads nowhere.
import { Message } from '../parts/message.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { Page } from '../parts/page.tsx';
import { t } from '../texts/speech.ts';

export const MissingPage = () => (
  <Page title={t('missing.title')}>
    <Message isCard icon="question" title={t('missing.title')} text={t('missing.text')}>
      <LinkButton to="/items" text={t('missing.home')} />
    </Message>
  </Page>
);
