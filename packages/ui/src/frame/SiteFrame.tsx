import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink, type LinkComponent, LinkContext } from '../parts/AppLink';
import { Brand } from './Brand';
import { SkipLink } from './SkipLink';

export interface SiteLink {
  href: string;
  label: string;
}

interface SiteFrameProps {
  homeHref?: string;
  links?: readonly SiteLink[];
  /** Sign in and create an account, or the way back to the dashboard. */
  actions?: ReactNode;
  foot?: ReactNode;
  mainRef?: RefObject<HTMLElement | null>;
  LinkComponent?: LinkComponent;
  children: ReactNode;
}

/** The frame of public pages: name, a few links, more air. Sections inside set their own padding with `--ez-edge`. */
export function SiteFrame(props: SiteFrameProps) {
  const { t } = useTranslation('ui');
  const { homeHref = '/', links = [], actions, foot, mainRef, LinkComponent, children } = props;
  const frame = (
    <div className="ez-site">
      <SkipLink />
      <header className="ez-site-top">
        <Brand href={homeHref} size={24} />
        {links.length > 0 ? (
          <nav aria-label={t('frame.navigation')}>
            {links.map((link) => (
              <AppLink key={link.href} href={link.href}>
                {link.label}
              </AppLink>
            ))}
          </nav>
        ) : null}
        <span className="ez-grow" />
        <div className="ez-actions">{actions}</div>
      </header>
      <main id="main" tabIndex={-1} ref={mainRef}>
        {children}
      </main>
      {foot ? <footer className="ez-site-foot">{foot}</footer> : null}
    </div>
  );
  return LinkComponent ? <LinkContext value={LinkComponent}>{frame}</LinkContext> : frame;
}
