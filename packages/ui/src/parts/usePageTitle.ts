import { createContext, use, useEffect } from 'react';

/** Name of the app, at the end of every document title. */
export const AppNameContext = createContext('EzDash');

export function useAppName(): string {
  return use(AppNameContext);
}

/** Sets the document's title to "{page} - {app name}"; without a page, to the app's name. */
export function usePageTitle(page?: string): void {
  const appName = useAppName();
  useEffect(() => {
    document.title = page ? `${page} - ${appName}` : appName;
  }, [page, appName]);
}
