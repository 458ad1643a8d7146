import { PageHeader, usePageTitle } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingsList } from './SettingsList';
import classes from './settings.module.css';
import type { SettingsPage } from './settingsPage';

/** Title and list of the settings around a page; `App` puts every page into it. */
export function SettingsFrame({ page, children }: { page: SettingsPage; children: ReactNode }) {
  const { t } = useTranslation('settings');
  usePageTitle(t(`page.${page}`));
  const back = page === 'apiTry' ? { href: '/settings/api', label: t('page.api') } : undefined;
  return (
    <>
      <PageHeader title={t(`page.${page}`)} lead={t(`lead.${page}`)} back={back} />
      <div className={classes.frame} data-wide={page === 'apiTry' || undefined}>
        <SettingsList />
        {/* With a key: what one page was asked is not the next one's. */}
        <div key={page} className={classes.content}>
          {children}
        </div>
      </div>
    </>
  );
}
