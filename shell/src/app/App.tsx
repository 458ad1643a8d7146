import { publicId } from '@ezdash/contracts';
import { type AppStore, StoreProvider, useConfig, useSession } from '@ezdash/store';
import { UiProvider } from '@ezdash/ui';
import i18next from 'i18next';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { reportHref } from '../pages/help/useHelpPlace';
import { CrashBoundary } from './crash/CrashBoundary';
import { DebugHost } from './debug/DebugHost';
import { setReportUser } from './errorReports';
import { directionOf } from './i18n/translations';
import { useThemeOfUser } from './layout/useThemeChoice';
import { ViewHost } from './layout/ViewHost';
import { ProofHost } from './proof/ProofHost';
import { RouterLink } from './RouterLink';
import { LiveConnection } from './realtime/LiveConnection';
import { AppRoutes } from './router/AppRoutes';
import { isTryReleasePage } from './router/pages';

/** Hands the person's language, zone and direction to the design system. */
function PageSettings({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const { user } = useSession();
  const { app_name: appName } = useConfig();
  useThemeOfUser();
  const userLocale = user?.preferences.locale ?? null;

  const userId = user?.id;
  useEffect(() => setReportUser(userId === undefined ? null : publicId('user', userId)), [userId]);

  // Signing in, or changing the setting on its page, brings the person's language.
  useEffect(() => {
    if (userLocale !== null && userLocale !== i18next.language) void i18next.changeLanguage(userLocale);
  }, [userLocale]);

  return (
    <UiProvider
      locale={i18n.language}
      timezone={user?.preferences.timezone ?? 'UTC'}
      dir={directionOf(i18n.language)}
      appName={appName}
      LinkComponent={RouterLink}
      // Operators are support themselves, and nobody answers a guest.
      supportHref={user && user.role !== 'admin' ? reportHref : undefined}
    >
      {children}
    </UiProvider>
  );
}

/** Places of what remotes show over any page; none where the shell asks about a release. */
function RemoteHosts() {
  return isTryReleasePage(useLocation().pathname) ? null : (
    <>
      <DebugHost />
      <ProofHost />
    </>
  );
}

/** The whole app; the remotes are loaded into it. A test hands in a store of its own. */
export function App({ store }: { store?: AppStore }) {
  return (
    <CrashBoundary>
      <StoreProvider store={store}>
        <BrowserRouter>
          <PageSettings>
            <ViewHost />
            <AppRoutes />
            <LiveConnection />
            <RemoteHosts />
          </PageSettings>
        </BrowserRouter>
      </StoreProvider>
    </CrashBoundary>
  );
}
