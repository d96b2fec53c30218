// An address that leads nowhere.
import { Message } from '../parts/message.tsx';
import { Link } from '../parts/link.tsx';
import { Page } from '../parts/page.tsx';
import { t } from '../texts/speech.ts';

export const MissingPage = () => (
  <Page title={t('missing.title')}>
    <div className="card">
      <Message icon="question" title={t('missing.title')} text={t('missing.text')}>
        <Link to="/items" className="button primary">
          {t('missing.home')}
        </Link>
      </Message>
    </div>
  </Page>
);
