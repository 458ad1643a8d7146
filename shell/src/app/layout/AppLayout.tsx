import type { User } from '@ezdash/contracts';
import { useLogoutMutation } from '@ezdash/store';
import { AppFrame, CommandPalette, type NavigationItem, Notice, useDisclosure } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { manifests } from '../../remotes';
import { debugToolWanted } from '../debug/debugToolWanted';
import { LostLine } from '../realtime/LostLine';
import { HOMES } from '../router/guard';
import { AccountFigure } from './AccountFigure';
import { AccountMenu } from './AccountMenu';
import { NoticeBell } from './bell/NoticeBell';
import { DateRangePicker, rangeApplies } from './DateRangePicker';
import { currentHref, type NavigationEntry, navigationFor } from './navigation';
import { PartBoundary } from './PartBoundary';
import { StandingBanner } from './StandingBanner';
import { useBadges } from './useBadges';
import { useCommands } from './useCommands';

/** Help stands at the foot, above the settings. */
const HELP_PATH = '/help';

/** The sidebar's links with their texts; one of them is where the person is. */
function useNavigation(user: User) {
  const { t, i18n } = useTranslation('shell');
  const { pathname } = useLocation();
  const { groups, settingsHref } = navigationFor(manifests(), user.role);
  const hrefs = groups.flatMap((group) => group.entries.map((entry) => entry.href));
  const current = currentHref(hrefs, pathname);
  const badges = useBadges(user, hrefs);
  const item = ({ href, labelKey, icon }: NavigationEntry): NavigationItem => ({
    href,
    icon,
    // A remote's texts may come a moment after the frame; an empty line is better than a key.
    label: i18n.exists(labelKey) ? t(labelKey) : ' ',
    badge: badges[href],
    current: href === current,
  });
  const foot: NavigationItem[] = [
    {
      href: HELP_PATH,
      icon: 'help',
      label: t('page.help'),
      badge: badges[HELP_PATH],
      current: pathname === HELP_PATH,
    },
    ...(settingsHref
      ? [
          {
            href: settingsHref,
            icon: 'settings',
            label: t('nav.settings'),
            current: pathname.startsWith('/settings/'),
          },
        ]
      : []),
  ];
  return {
    groups: groups.map(({ id, entries }) => ({ id, items: entries.map(item) })),
    foot: { id: 'foot', items: foot },
  };
}

/** Frame of every page of who is signed in. */
export function AppLayout({ user, children }: { user: User; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const [paletteOpened, palette] = useDisclosure(false);
  const [logout, { isError: stillSignedIn }] = useLogoutMutation();
  const signOut = () => void logout();
  const commands = useCommands(user, paletteOpened, signOut);
  const { groups, foot } = useNavigation(user);
  return (
    <>
      <AppFrame
        homeHref={HOMES[user.role]}
        tag={user.role === 'admin' ? t('nav.operator') : undefined}
        navigation={groups}
        footNavigation={foot}
        account={<AccountMenu user={user} onSignOut={signOut} />}
        onSearch={palette.open}
        top={
          <>
            <LostLine />
            {rangeApplies(pathname) ? <DateRangePicker /> : null}
            <AccountFigure user={user} />
            <PartBoundary>
              <NoticeBell />
            </PartBoundary>
          </>
        }
        banner={
          stillSignedIn ? (
            <Notice tone="bad">{t('account.signOutFailed')}</Notice>
          ) : (
            <StandingBanner user={user} />
          )
        }
        reserveCorner={debugToolWanted(search)}
      >
        {children}
      </AppFrame>
      <CommandPalette opened={paletteOpened} onClose={palette.close} {...commands} />
    </>
  );
}
