import { useSession } from '@ezdash/store';
import { PageHeader, Panel, usePageTitle } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

/** The first page: a heading, and who is signed in, from the store that the shell shares. */
export function SamplePage() {
  const { t } = useTranslation('sample');
  const { user } = useSession();
  const title = t('page.start');
  usePageTitle(title);
  return (
    <>
      <PageHeader title={title} lead={t('start.lead')} />
      <Panel title={t('start.you')}>
        <p>{user ? t('start.signedIn', { email: user.email }) : t('start.guest')}</p>
      </Panel>
    </>
  );
}
