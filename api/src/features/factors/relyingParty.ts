import { isLoopbackHost } from '../../platform/address';

/** Who passkeys are made for: the app's own host, and the addresses its pages are opened at. */
export interface RelyingParty {
  id: string;
  origins: string[];
}

/**
 * By APP_URL alone. Only when that is this very machine (development), a page of it may be open at another port or
 * name of the machine: then `origin`, the request's own, counts.
 */
export function createRelyingParty(appUrl: string): (origin: string | undefined) => RelyingParty {
  const app = new URL(appUrl);
  const own: RelyingParty = { id: app.hostname, origins: [app.origin] };
  return (origin) => {
    if (!isLoopbackHost(app.hostname) || origin === undefined || !URL.canParse(origin)) return own;
    const asked = new URL(origin);
    return isLoopbackHost(asked.hostname) ? { id: asked.hostname, origins: [asked.origin] } : own;
  };
}
