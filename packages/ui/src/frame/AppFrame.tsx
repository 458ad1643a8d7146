import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { IconMenu2 } from '../icons';
import { AppLink, type LinkComponent, LinkContext } from '../parts/AppLink';
import { Mark } from '../parts/Mark';
import { useAppName } from '../parts/usePageTitle';
import { Brand } from './Brand';
import { type NavigationGroup, NavigationList } from './Navigation';
import { SearchButton } from './SearchButton';
import { SkipLink } from './SkipLink';

export interface AppFrameProps {
  /** Where the mark leads: the person's dashboard. */
  homeHref: string;
  /** Beside the name: "Operator". */
  tag?: string;
  /** Groups by use, daily work first. */
  navigation: readonly NavigationGroup[];
  /** Help and settings, at the foot. */
  footNavigation?: NavigationGroup;
  /** An AccountCard. */
  account?: ReactNode;
  /** Opens the command palette; left out, the search is not shown. */
  onSearch?: () => void;
  /** At the end of the top bar: date range, balance, notices. */
  top?: ReactNode;
  /** Above the page: conditions of the whole account. */
  banner?: ReactNode;
  /** Keeps 76 px free at the foot of the sidebar for the debug button. */
  reserveCorner?: boolean;
  mainRef?: RefObject<HTMLElement | null>;
  LinkComponent?: LinkComponent;
  children: ReactNode;
}

/** Below this width the sidebar is a drawer; the sheets have the same number. */
const NARROW = '(max-width: 860px)';
const DRAWER_WIDTH = 272;

function Side({ props, onFollow }: { props: AppFrameProps; onFollow?: () => void }) {
  const { homeHref, tag, navigation, footNavigation, account } = props;
  return (
    <>
      <Brand href={homeHref} tag={tag} />
      <div>
        {navigation.map((group) => (
          <NavigationList key={group.id} items={group.items} onFollow={onFollow} />
        ))}
      </div>
      <div className="ez-side-foot">
        {footNavigation ? <NavigationList items={footNavigation.items} onFollow={onFollow} /> : null}
        {account}
      </div>
    </>
  );
}

function PhoneMenu({ props }: { props: AppFrameProps }) {
  const { t } = useTranslation('ui');
  const [opened, menu] = useDisclosure(false);
  const narrow = useMediaQuery(NARROW);
  const { close } = menu;
  useEffect(() => {
    // A turned phone may show the sidebar: two navigations at once would be one too many.
    if (narrow === false) close();
  }, [narrow, close]);
  return (
    <>
      <ActionIcon
        className="ez-burger"
        aria-label={t('frame.openMenu')}
        aria-expanded={opened}
        onClick={menu.open}
      >
        <IconMenu2 size={20} stroke={1.7} />
      </ActionIcon>
      <Drawer.Root opened={opened} onClose={close} position="left" size={DRAWER_WIDTH} padding={0}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('frame.menu')}>
          <nav
            className="ez-side ez-side-drawer"
            aria-label={t('frame.navigation')}
            data-corner={props.reserveCorner || undefined}
          >
            <Side props={props} onFollow={close} />
          </nav>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}

function TopMark({ href }: { href: string }) {
  return (
    <AppLink className="ez-top-mark" href={href} aria-label={useAppName()}>
      <Mark size={24} />
    </AppLink>
  );
}

/** The frame of every signed-in page: skip link, navigation, top bar, main. Knows no router and no store. */
export function AppFrame(props: AppFrameProps) {
  const { t } = useTranslation('ui');
  const { homeHref, onSearch, top, banner, reserveCorner, mainRef, LinkComponent, children } = props;
  const frame = (
    <div className="ez-shell">
      <SkipLink />
      <nav className="ez-side" aria-label={t('frame.navigation')} data-corner={reserveCorner || undefined}>
        <Side props={props} />
      </nav>
      <header className="ez-top">
        <PhoneMenu props={props} />
        <TopMark href={homeHref} />
        {onSearch ? <SearchButton onOpen={onSearch} /> : null}
        <span className="ez-grow" />
        {top}
      </header>
      <main id="main" className="ez-main" tabIndex={-1} ref={mainRef}>
        {banner}
        {children}
      </main>
    </div>
  );
  return LinkComponent ? <LinkContext value={LinkComponent}>{frame}</LinkContext> : frame;
}
