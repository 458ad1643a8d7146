import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type LinkComponent, LinkContext } from '../parts/AppLink';
import { Brand } from './Brand';
import { SkipLink } from './SkipLink';

interface AuthFrameProps {
  homeHref?: string;
  /** The form, with the page's h1 first. */
  children: ReactNode;
  /** Under the form: the terms. */
  foot?: ReactNode;
  /** A line under the wall of formats. */
  caption?: ReactNode;
  LinkComponent?: LinkComponent;
}

// Decoration: it may come after the form, and when it does not come at all the form stands without it.
const SlotWall = lazy<ComponentType>(() => import('../art/SlotWall').catch(() => ({ default: () => null })));

/** The frame of sign-in and its neighbours: the form, and beside it the formats of the network at true proportions. */
export function AuthFrame({ homeHref = '/', children, foot, caption, LinkComponent }: AuthFrameProps) {
  const { t } = useTranslation('ui');
  const frame = (
    <div className="ez-auth">
      <div className="ez-auth-form">
        <SkipLink />
        <header>
          <Brand href={homeHref} size={26} />
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer className="ez-footnote">{foot}</footer>
      </div>
      <aside className="ez-auth-side" aria-label={t('frame.formats')}>
        <Suspense fallback={null}>
          <SlotWall />
        </Suspense>
        {caption ? <p>{caption}</p> : null}
      </aside>
    </div>
  );
  return LinkComponent ? <LinkContext value={LinkComponent}>{frame}</LinkContext> : frame;
}
