import type { IncomingMessage } from 'node:http';
import { parseUrl } from '@ezdash/contracts';
import { EVENT_PATH } from './LeanRequest';

/** No image or video may run anything, even when it is opened as a page of its own. */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** A Host header that may become part of a policy. A policy knows no addresses of IPv6. */
const HOST = /^[A-Za-z0-9.-]+(?::\d{1,5})?$/;
/** On the machine itself people use several names, of which the set-up knows one. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const hostOf = (req: Pick<IncomingMessage, 'headers'>): string =>
  HOST.test(req.headers.host ?? '') ? (req.headers.host ?? '') : '';
const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

/** What pages of bundles may load, who may frame them, and where their clicks may lead. */
export function createBundlePolicy(origin: string, appOrigin: string) {
  const own = parseUrl(origin);
  const app = parseUrl(appOrigin);
  const isLocal = LOOPBACK.test(own?.hostname ?? 'localhost');

  /** The app alone shows what is not approved: a link to a preview is of no use on another site. */
  function previewFrames(req: Pick<IncomingMessage, 'headers'>): string {
    if (!isLocal) return appOrigin;
    const hosts = new Set(['localhost', '127.0.0.1', withoutPort(hostOf(req)) || 'localhost']);
    return [...hosts].map((host) => `http://${host}:*`).join(' ');
  }

  const isApps = ({ origin: page, hostname }: URL, req: IncomingMessage): boolean =>
    isLocal ? LOOPBACK.test(hostname) || hostname === withoutPort(hostOf(req)) : page === app?.origin;

  function isOurs(address: string, req: IncomingMessage): boolean {
    const page = parseUrl(address);
    return page !== null && (page.origin === own?.origin || isApps(page, req));
  }

  return {
    /**
     * Whether a preview is asked for by no page of another site: by one of the app's, which names itself as its referrer,
     * by the person, or by a program. For files of bundles `isOwnPart` decides.
     */
    isShownHere(req: IncomingMessage): boolean {
      const { 'sec-fetch-site': site, 'sec-fetch-dest': place, referer } = req.headers;
      if (place === 'document' || (site !== undefined && site !== 'cross-site')) return true;
      const page = parseUrl(referer ?? '');
      return page ? isApps(page, req) : site === undefined;
    },

    /**
     * Whether a part of a bundle's preview is asked for by the frame that shows it, as far as requests tell. That frame
     * has no origin, so it sends `Origin: null` or none and no referrer: a page that names itself is another one. Pages
     * open in frames alone, whose policy says on whose pages.
     */
    isOwnPart(req: IncomingMessage, isPage: boolean): boolean {
      const { 'sec-fetch-dest': place, referer, origin: asker } = req.headers;
      if (place === 'iframe' || place === 'frame' || place === 'document') return true;
      if (isPage && place !== undefined) return false;
      return [referer, asker].every((from) => from === undefined || from === 'null' || isOurs(from, req));
    },

    /**
     * A bundle runs in a frame without an origin and loads its own folder alone: no page's data, no form, no frame
     * within. A click opens a page without these limits. No policy keeps a script from leading its own frame elsewhere,
     * in the sandbox still: that is for the review.
     * @param path of the bundle's folder, with the signature it was asked with
     */
    policyOf(req: Pick<IncomingMessage, 'headers'>, path: string, isPreview: boolean): string {
      const host = isLocal ? hostOf(req) : (own?.host ?? '');
      // A frame without an origin is not 'self' in every browser: the folder is named, under our host where it is known.
      const folder = host === '' ? "'self'" : `${host}${path}`;
      const frames = isPreview ? previewFrames(req) : 'http: https:';
      return (
        `default-src 'none'; script-src 'unsafe-inline' ${folder}; style-src 'unsafe-inline' ${folder}; ` +
        `img-src data: blob: ${folder}; font-src data: ${folder}; media-src data: blob: ${folder}; ` +
        `connect-src ${folder}; form-action 'none'; base-uri 'none'; frame-ancestors ${frames}; ` +
        'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox'
      );
    },

    /** Whether an address is a click of this network, which alone may become a bundle's `clickTag`. */
    isOwnClick(req: IncomingMessage, click: string): boolean {
      const to = parseUrl(click);
      if (!to || !/^https?:$/.test(to.protocol) || !to.pathname.startsWith(`${EVENT_PATH}c/`)) return false;
      if (!isLocal) return to.host === app?.host;
      return LOOPBACK.test(to.hostname) || to.hostname === withoutPort(hostOf(req));
    },
  };
}

export type BundlePolicy = ReturnType<typeof createBundlePolicy>;
