import { useConfig } from '@ezdash/store';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** A document's title as the specification has it: `{page} - {app name}`. */
export function documentTitle(page: string | null, appName: string): string {
  return page ? `${page} - ${appName}` : appName;
}

/** Text of a key, or null while its namespace has not come: a title is no place to show a key. */
export function useTextIfKnown(key: string): string | null {
  const { t, i18n } = useTranslation();
  return i18n.exists(key) ? t(key) : null;
}

/**
 * Titles the document after the route, at once. The page below may know better (the name of a campaign) and says so in
 * an effect of its own, which runs later; texts that come after that change only a title that is still the route's.
 */
export function useRouteTitle(titleKey: string, pathname: string): void {
  const appName = useConfig().app_name;
  const title = documentTitle(useTextIfKnown(titleKey), appName);
  const last = useRef({ pathname: '', title: '' });
  useLayoutEffect(() => {
    if (last.current.pathname === pathname && document.title !== last.current.title) return;
    document.title = title;
    last.current = { pathname, title };
  }, [title, pathname]);
}
