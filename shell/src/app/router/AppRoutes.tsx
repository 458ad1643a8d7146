import type { User } from '@ezdash/contracts';
import { SIGNED_OUT_REASON, safeNext, TRY_RELEASE_PATH } from '@ezdash/contracts/constants';
import { bootstrap, page as browserPage, useSession } from '@ezdash/store';
import { PageSkeleton } from '@ezdash/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { type Location, Navigate, useLocation } from 'react-router-dom';
import { ForbiddenPage } from '../../pages/ForbiddenPage';
import { HomeButton } from '../../pages/HomeButton';
import { NotBuiltPage } from '../../pages/NotBuiltPage';
import { NotFoundPage } from '../../pages/NotFoundPage';
import { RemoteFailed, RemoteView, useManifests } from '../../remotes';
import { AppLayout } from '../layout/AppLayout';
import { PublicLayout } from '../layout/PublicLayout';
import {
  firstStop,
  isProfilePutOff,
  REGISTRATION_PATH,
  registrationOwed,
  waitsForRegistration,
} from './firstStop';
import { guard, LOGIN_PATH, oldAddress, withNext } from './guard';
import { LazyPageView } from './LazyPageView';
import { noteLastPage } from './lastPage';
import { type LazyPage, lazyPage } from './lazyPage';
import { type AppPage, appPages, findPage } from './pages';
import { usePageFocus } from './usePageFocus';
import { useRouteTitle } from './useRouteTitle';
import { useScroll } from './useScroll';

export const welcome = lazyPage(() => import('../../pages/welcome/Welcome'));
/** Built pages of the shell inside its frame, by path. */
const SHELL_SCREENS: Readonly<Record<string, LazyPage>> = {
  '/help': lazyPage(() => import('../../pages/help/HelpPage')),
  '/payment/result': lazyPage(() => import('../../pages/payment/PaymentResultPage')),
  '/payment/test': lazyPage(() => import('../../pages/payment/PaymentTestPage')),
  [TRY_RELEASE_PATH]: lazyPage(() => import('../../pages/tryRelease/TryReleasePage')),
};

const AUTH_REMOTE = 'mf-auth';

/** What an address shows. `bare`: the page brings its own frame. */
interface Screen {
  titleKey: string;
  bare: boolean;
  element: ReactNode;
}

/** Path wished for after log-in, when this person may open it. */
function wishedPath(search: string, user: User | null, pages: readonly AppPage[]): string | null {
  const next = safeNext(new URLSearchParams(search).get('next'));
  if (next === null || user === null) return null;
  const url = new URL(next, window.location.origin);
  const page = findPage(pages, url.pathname);
  if (!page) return null;
  const visit = { role: user.role, pathname: url.pathname, search: url.search, next: null };
  return guard(page.access, visit).kind === 'open' ? next : null;
}

/** A remote that brings its own frame took it along when it failed. */
function BareRemoteFailed() {
  return (
    <PublicLayout>
      <RemoteFailed>
        <HomeButton />
      </RemoteFailed>
    </PublicLayout>
  );
}

/** A built page of the shell itself. The start page brings its own frame. */
function shellScreen({ path, titleKey }: AppPage): Screen {
  if (path === '/') return { titleKey, bare: true, element: <LazyPageView page={welcome} /> };
  const page = SHELL_SCREENS[path];
  // The key parts pages that stand in one place: one does not keep what the other has loaded.
  const element = page ? (
    <LazyPageView key={path} page={page} fallback={<PageSkeleton tiles={0} />} />
  ) : (
    <NotFoundPage />
  );
  return { titleKey, bare: false, element };
}

function pageScreen(page: AppPage): Screen {
  const { titleKey, remote, module, built } = page;
  if (!built) return { titleKey, bare: false, element: <NotBuiltPage page={page} /> };
  if (remote === null) return shellScreen(page);
  // The pages of coming in bring their own frame, also those between signing in and the app.
  const bare = page.access === 'guest' || page.access === 'public' || remote === AUTH_REMOTE;
  // One element per module, whatever the page: its own routes choose, and keep what can stay.
  const key = `${remote}/${module}`;
  return {
    titleKey,
    bare,
    element: bare ? (
      <RemoteView key={key} remote={remote} module={module} failed={<BareRemoteFailed />} />
    ) : (
      <RemoteView key={key} remote={remote} module={module} fallback={<PageSkeleton />} />
    ),
  };
}

/** What an address leads to: a screen, or another address. */
type View = { to: string } | { screen: Screen };

function viewOf(location: Location, user: User | null, pages: readonly AppPage[]): View {
  const moved = oldAddress(location);
  if (moved) return { to: moved };
  const { pathname, search } = location;
  if (user && registrationOwed(user) && waitsForRegistration(pathname))
    return { to: withNext(REGISTRATION_PATH, pathname === '/' ? null : pathname + search) };
  const page = findPage(pages, pathname);
  if (!page) return { screen: { titleKey: 'shell:page.notFound', bare: false, element: <NotFoundPage /> } };
  const next = wishedPath(search, user, pages);
  const stop = user && firstStop(user, isProfilePutOff(user.id));
  const verdict = guard(page.access, { role: user?.role ?? null, pathname, search, next, stop });
  if (verdict.kind === 'redirect') return { to: verdict.to };
  if (verdict.kind === 'open') return { screen: pageScreen(page) };
  const element = <ForbiddenPage roles={verdict.roles} />;
  return { screen: { titleKey: 'shell:page.forbidden', bare: false, element } };
}

/** Until the page is loaded anew. */
const LEAVING: View = { screen: { titleKey: 'shell:page.welcome', bare: true, element: <PageSkeleton /> } };

function RouteTitle({ titleKey }: { titleKey: string }) {
  useRouteTitle(titleKey, useLocation().pathname);
  return null;
}

/** Whether somebody was signed in since the page was loaded. Who signs out by themselves gets a new page. */
function useWasSignedIn(user: User | null): boolean {
  const [was, setWas] = useState(user !== null);
  if (user !== null && !was) setWas(true);
  return was;
}

/**
 * An admin who signs in on a page that was made for somebody else: it knows neither the pages of staff nor the words for
 * them, so that nobody else carries their bytes. It is loaded anew.
 */
function useLeavesForStaff(user: User | null): boolean {
  const leaves = user?.role === 'admin' && bootstrap().user?.role !== 'admin';
  useEffect(() => {
    if (leaves) browserPage.reload();
  }, [leaves]);
  return leaves;
}

/** The way to the log-in page says why, to who did not ask for it. */
function withReason(to: string, user: User | null, wasSignedIn: boolean): string {
  const explained = user === null && wasSignedIn && to.startsWith(`${LOGIN_PATH}?next=`);
  return explained ? `${to}&reason=${SIGNED_OUT_REASON}` : to;
}

/**
 * The app's one table of addresses. Matched by hand instead of nested routes, so that a remote's own routes, which
 * name whole addresses, start from the root and stay mounted from one of its pages to the next.
 */
export function AppRoutes() {
  const location = useLocation();
  const { user } = useSession();
  const wasSignedIn = useWasSignedIn(user);
  const leaves = useLeavesForStaff(user);
  const pages = appPages(useManifests());
  const view = leaves ? LEAVING : viewOf(location, user, pages);
  // Here, and not beside the screen, because a redirect has none: what it leads to is a change of page too.
  const announced = usePageFocus('screen' in view ? location.pathname : null);
  useScroll();
  useEffect(() => noteLastPage(location.pathname), [location.pathname]);
  return (
    <>
      {'screen' in view ? (
        <ScreenView user={user} screen={view.screen} />
      ) : (
        <Navigate to={withReason(view.to, user, wasSignedIn)} replace />
      )}
      <div className="ez-sr ez-announcer" aria-live="polite" data-testid="page-announcer">
        {announced}
      </div>
    </>
  );
}

function ScreenView({ user, screen }: { user: User | null; screen: Screen }) {
  const { bare, element, titleKey } = screen;
  return (
    <>
      {bare ? element : <Framed user={user}>{element}</Framed>}
      <RouteTitle titleKey={titleKey} />
    </>
  );
}

function Framed({ user, children }: { user: User | null; children: ReactNode }) {
  return user ? <AppLayout user={user}>{children}</AppLayout> : <PublicLayout>{children}</PublicLayout>;
}
