import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  type Bootstrap,
  moduleOfPage,
  ownMachineOrigins,
  type Registry,
  type ShellRelease,
  type Theme,
} from '@ezdash/contracts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { addressKey, createLimiter } from '../../platform/auth';
import { contentSecurityPolicy } from './contentSecurityPolicy';
import { createAddressBook, createRouteFinder, type RoutedRemote, type RouteFinder } from './matchPath';
import { type RouteModule, renderPage } from './renderPage';
import { MOVED_PATHS, SHELL_PATHS } from './shellPaths';

export interface PageParts {
  shell: ShellRelease;
  shellPath: string;
  /** Remotes as whoever asks gets them, and all of them. Equal answers are the same objects. */
  getReleases: (req: Request) => Promise<Record<'shown' | 'whole', { registry: Registry }>>;
  getBootstrap: (req: Request) => Promise<Bootstrap> | Bootstrap;
  csrfToken: (req: Request) => string;
  /** Told of each page that is given whose address a release shows. */
  countPage?: (remote: string, version: string) => void;
  connectSources?: string[];
  /** Whether there is such a page for the request; always unless given. */
  opensPage?: (req: Request) => boolean;
  /** Where the page loads creatives from. */
  creatives?: string[];
  /** Pages rendered for one address in a minute, 0 for no limit. */
  pagesPerMinute?: number;
}

/** An office behind one address, and far less than a page costs to render all day. */
const PAGES_PER_MINUTE = 300;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const RIGHT_TO_LEFT = /^(ar|fa|he|ur)(-|$)/;
const SIGN_IN_PATH = '/auth/login';

/** The `appearance` cookie; anything unknown is `system`. */
export function themeOf(cookieHeader: string | undefined): Theme {
  const value = /(?:^|;\s*)appearance=(light|dark)(?:;|$)/.exec(cookieHeader ?? '')?.[1];
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Whether a request wants the application's page: a navigation, not a file and not a call. */
export function wantsPage(req: Request): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  if (/\.[a-z0-9]{1,8}$/i.test(req.path)) return false;
  return req.accepts(['html', 'json']) === 'html';
}

const moduleOf = ({ remote, page }: RoutedRemote): RouteModule => ({ remote, module: moduleOfPage(page) });

/** Module to load first: the address' own, or the sign-in page when a guest will be sent there. */
export function chooseRouteModule(
  find: RouteFinder,
  pathname: string,
  signedIn: boolean,
): RouteModule | null {
  const found = find(pathname);
  if (!found && pathname !== '/login') return null;
  const open = found?.page.access === 'public' || found?.page.access === 'guest';
  const first = found && (open || signedIn) ? found : (find(SIGN_IN_PATH) ?? found);
  return first && moduleOf(first);
}

/** A page differs with every response, so it is compressed on the way, at a level that costs less than it saves. */
async function sendCompressed(req: Request, res: Response, html: string): Promise<void> {
  res.vary('Accept-Encoding');
  if (req.acceptsEncodings('br')) {
    res.set('Content-Encoding', 'br');
    res.end(await brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
  } else if (req.acceptsEncodings('gzip')) {
    res.set('Content-Encoding', 'gzip');
    res.end(await gz(html));
  } else {
    res.end(html);
  }
}

/** What a registry says about addresses. */
interface Routes {
  registry: Registry;
  find: RouteFinder;
  exists: (pathname: string) => boolean;
}

/** Where staff's pages are, and were. */
const STAFF_AREA = /^\/(admin|operator)(\/|$)/i;

/** Worked out once a registry. */
function createRoutes(getReleases: PageParts['getReleases']): (req: Request) => Promise<Routes> {
  const known = new WeakMap<Registry, Routes>();
  const routesOf = (registry: Registry): Routes => {
    let routes = known.get(registry);
    if (!routes) {
      const exists = createAddressBook(registry, [...SHELL_PATHS, ...MOVED_PATHS]);
      routes = { registry, find: createRouteFinder(registry), exists };
      known.set(registry, routes);
    }
    return routes;
  };
  return async (req) => {
    const { shown, whole } = await getReleases(req);
    const routes = routesOf(shown.registry);
    if (shown.registry === whole.registry) return routes;
    // Whoever asks for a page of staff is led to the log-in, or told whose it is: for that the shell must know it.
    const all = routesOf(whole.registry);
    const isStaffs = STAFF_AREA.test(req.path) || (all.exists(req.path) && !routes.exists(req.path));
    return isStaffs ? all : routes;
  };
}

/**
 * Answers the application's page for every address that is nothing else; with 404 when no remote and no page of the
 * shell has the address, whatever the page then shows. Mount it last.
 */
export function pageRouter(parts: PageParts): Router {
  const { shell, shellPath, getReleases, getBootstrap, csrfToken, countPage } = parts;
  const { connectSources, creatives, pagesPerMinute = PAGES_PER_MINUTE, opensPage = () => true } = parts;
  const limiter = createLimiter({ name: 'page', points: pagesPerMinute, durationSeconds: 60 });
  const routes = createRoutes(getReleases);
  const page: RequestHandler = async (req, res, next) => {
    if (!wantsPage(req)) return next();
    if (pagesPerMinute > 0) await limiter.consume(addressKey(req.ip));
    const nonce = randomBytes(16).toString('base64');
    const { registry, find, exists } = await routes(req);
    const bootstrap = await getBootstrap(req);
    const route = chooseRouteModule(find, req.path, bootstrap.user !== null);
    const shown = route && registry[route.remote];
    if (shown && req.method === 'GET') countPage?.(route.remote, shown.version);
    const html = renderPage({
      shell,
      shellPath,
      registry,
      route,
      page: shell.pages?.[req.path],
      bootstrap,
      // Whatever the browser calls itself: without one a person taken for a robot could do nothing here. A guest's
      // lies in its cookie alone, so that a crawler costs no row.
      csrfToken: csrfToken(req),
      nonce,
      theme: themeOf(req.headers.cookie),
      dir: RIGHT_TO_LEFT.test(bootstrap.locale) ? 'rtl' : 'ltr',
    });
    res.status(exists(req.path) && opensPage(req) ? 200 : 404).set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(
        nonce,
        connectSources,
        ownMachineOrigins(registry),
        creatives,
      ),
      // It holds a token and a nonce, and who is signed in.
      'Cache-Control': 'private, no-store',
      'Content-Language': bootstrap.locale,
    });
    await sendCompressed(req, res, html);
  };
  const router = Router();
  router.use(page);
  return router;
}
