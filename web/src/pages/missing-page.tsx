// An address that leads nowhere, or where a cashier has nothing to do.
import { Message } from '../parts/message.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { Page } from '../parts/page.tsx';
import { t } from '../texts/speech.ts';
import { useMay } from '../viewer.tsx';

const ToCounter = () => <LinkButton to="/counter" text={t('nav.counter')} />;

export const MissingPage = () => (
  <Page title={t('missing.title')}>
    <Message isCard icon="question" title={t('missing.title')} text={t('missing.text')}>
      {useMay('viewer') ? <LinkButton to="/items" text={t('missing.home')} /> : <ToCounter />}
    </Message>
  </Page>
);

export const ClosedPage = () => (
  <Page title={t('closed.title')}>
    <Message isCard icon="question" title={t('closed.title')}>
      <ToCounter />
    </Message>
  </Page>
);
