import type { Role } from '@ezdash/contracts';
import { useSession } from '@ezdash/store';
import { AppLink, IconChevronDown } from '@ezdash/ui';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import classes from './settings.module.css';
import type { SettingsPage } from './settingsPage';

interface ListEntry {
  page: SettingsPage;
  href: string;
  /** Everybody when left out. */
  roles?: readonly Role[];
}

const CUSTOMERS: readonly Role[] = ['advertiser', 'publisher'];
const GROUPS: readonly { id: string; entries: readonly ListEntry[] }[] = [
  {
    id: 'you',
    entries: [
      { page: 'profile', href: '/settings/profile' },
      { page: 'appearance', href: '/settings/appearance' },
      { page: 'alerts', href: '/settings/alerts' },
    ],
  },
  {
    id: 'signIn',
    entries: [
      { page: 'password', href: '/settings/password' },
      { page: 'socialConnections', href: '/settings/social-connections' },
    ],
  },
  {
    id: 'money',
    entries: [{ page: 'paymentMethods', href: '/settings/payment-methods', roles: CUSTOMERS }],
  },
  { id: 'developers', entries: [{ page: 'api', href: '/settings/api', roles: CUSTOMERS }] },
];
const SET_PASSWORD = '/settings/set-password';

/** Groups with what the person may use; who has no password finds the page to set one behind the same words. */
function useEntries() {
  const { user } = useSession();
  const passwordHref = user?.standing?.has_password === false ? SET_PASSWORD : '/settings/password';
  return GROUPS.map(({ id, entries }) => ({
    id,
    entries: entries
      .filter(({ roles }) => !roles || (user && roles.includes(user.role)))
      .map((entry) => (entry.page === 'password' ? { ...entry, href: passwordHref } : entry)),
  })).filter(({ entries }) => entries.length > 0);
}

function currentOf(href: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === href) return 'page';
  const passwords = pathname === SET_PASSWORD && href === '/settings/password';
  return passwords || pathname.startsWith(`${href}/`) ? 'true' : undefined;
}

/** The settings' own list at the start; on a phone one line that opens it. */
export function SettingsList() {
  const { t } = useTranslation('settings');
  const { pathname } = useLocation();
  const id = useId();
  // Open for the page it was opened on: having gone to another closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const open = openOn === pathname;
  const groups = useEntries();
  const current = groups
    .flatMap(({ entries }) => entries)
    .find(({ href }) => currentOf(href, pathname) !== undefined);
  return (
    <nav aria-label={t('navigation')} className={classes.list}>
      <button
        type="button"
        className={classes.opener}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenOn(open ? null : pathname)}
      >
        {t('navigationOf', { page: current ? t(`page.${current.page}`) : t('navigation') })}
        <IconChevronDown size={16} stroke={1.7} aria-hidden />
      </button>
      <div id={id} className={classes.groups} data-open={open || undefined}>
        {groups.map((group) => (
          <div key={group.id}>
            <p id={`${id}-${group.id}`}>{t(`group.${group.id}`)}</p>
            <ul aria-labelledby={`${id}-${group.id}`}>
              {group.entries.map(({ page, href }) => (
                <li key={page}>
                  <AppLink href={href} aria-current={currentOf(href, pathname)}>
                    {t(`page.${page}`)}
                  </AppLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}
