import { AppLink, PageHeader, usePageTitle } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import classes from './settings.module.css';

const PAGES = ['profile', 'appearance'] as const;

/** The settings' own list at the start, the page beside it; on a phone the list is a row above. */
export function SettingsFrame({ page, children }: { page: (typeof PAGES)[number]; children: ReactNode }) {
  const { t } = useTranslation('settings');
  const { pathname } = useLocation();
  usePageTitle(t(`page.${page}`));
  return (
    <>
      <PageHeader title={t(`page.${page}`)} lead={t(`lead.${page}`)} />
      <div className={classes.frame}>
        <nav aria-label={t('navigation')} className={classes.list}>
          {PAGES.map((one) => {
            const href = `/settings/${one}`;
            return (
              <AppLink key={one} href={href} aria-current={pathname === href ? 'page' : undefined}>
                {t(`page.${one}`)}
              </AppLink>
            );
          })}
        </nav>
        <div className="ez-stack">{children}</div>
      </div>
    </>
  );
}
