import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { ConfirmHost } from '../feedback/ConfirmHost';
import { ToastHost } from '../feedback/ToastHost';
import { LocaleContext } from '../format/LocaleContext';
import { type LinkComponent, LinkContext } from '../parts/AppLink';
import { SupportContext, type SupportHref } from '../parts/ReportLink';
import { AppNameContext } from '../parts/usePageTitle';
import { createColorSchemeManager } from './colorSchemeManager';
import { pageNonce, shareNonce } from './pageNonce';
import { theme } from './theme';

export interface UiProviderProps {
  children: ReactNode;
  /** Of the page's content policy; read from `<meta name="csp-nonce">` when left out. */
  nonce?: string;
  dir?: 'ltr' | 'rtl';
  /** Language of figures and dates. */
  locale?: string;
  /** IANA name; UTC when left out. */
  timezone?: string;
  /** At the end of every document title. */
  appName?: string;
  /** Draws links inside the app: the router's. Plain anchors when left out. */
  LinkComponent?: LinkComponent;
  /** Where a failed call is reported to support; left out: nowhere. */
  supportHref?: SupportHref;
  /** `test` leaves out transitions and portals. */
  env?: 'default' | 'test';
}

/** Keeps Mantine's direction equal to ours when the language changes without a new page. */
function DirectionFollower({ dir }: { dir: 'ltr' | 'rtl' }) {
  const { setDirection } = useDirection();
  useEffect(() => setDirection(dir), [dir, setDirection]);
  return null;
}

/** Everything the parts need, once a page: theme, direction, formats, links, toasts, questions. */
export function UiProvider(props: UiProviderProps) {
  const { children, nonce, dir = 'ltr', locale = 'en', timezone = 'UTC', appName = 'EzDash', env } = props;
  const [manager] = useState(createColorSchemeManager);
  const [styleNonce] = useState(() => {
    const found = nonce ?? pageNonce();
    shareNonce(found);
    return found;
  });
  const setting = useMemo(() => ({ locale, timezone }), [locale, timezone]);
  const content = (
    <AppNameContext value={appName}>
      <LocaleContext value={setting}>
        <SupportContext value={props.supportHref ?? null}>{children}</SupportContext>
        <ConfirmHost />
        <ToastHost />
      </LocaleContext>
    </AppNameContext>
  );
  return (
    <DirectionProvider initialDirection={dir} detectDirection={false}>
      <DirectionFollower dir={dir} />
      <MantineProvider
        theme={theme}
        // In the sheets instead (mantineVariables.css): written while the page runs they break its content policy.
        withCssVariables={false}
        withGlobalClasses={false}
        colorSchemeManager={manager}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
        env={env}
      >
        {props.LinkComponent ? <LinkContext value={props.LinkComponent}>{content}</LinkContext> : content}
      </MantineProvider>
    </DirectionProvider>
  );
}
