import type { PublicConfig } from '@ezdash/contracts';
import { isLoopbackUrl } from '../../platform/address';
import type { ReverbAddress } from './outsideReverb';

const PORTS = { http: 80, https: 443 } as const;

type Address = Pick<NonNullable<PublicConfig['broadcaster']>, 'host' | 'port' | 'scheme'>;

function addressAt(origin: string): Address {
  const { hostname, port, protocol } = new URL(origin);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return { host: hostname, port: port === '' ? PORTS[scheme] : Number(port), scheme };
}

/**
 * Where pages connect to: APP_URL, since a proxy need not say by which name it was asked. A network without a name of its
 * own (APP_URL is this machine) is asked under many, and the page's policy allows it only the one it was loaded from.
 *
 * @param host of the request, as the page was asked for
 */
export function connectionAddress(
  appUrl: string,
  outside: ReverbAddress | undefined,
  host: string | undefined,
): Address {
  if (outside) return outside;
  const asked = `http://${host}`;
  const isPlain = host !== undefined && URL.canParse(asked) && new URL(asked).host === host.toLowerCase();
  return isLoopbackUrl(appUrl) && isPlain ? { ...addressAt(asked), scheme: 'http' } : addressAt(appUrl);
}

/** What the pages' policy must allow besides their own origin, which not every browser takes to hold for sockets. */
export function socketSources(appUrl: string, outside: ReverbAddress | undefined): string[] {
  if (!outside && isLoopbackUrl(appUrl)) return [];
  const { host, port, scheme } = outside ?? addressAt(appUrl);
  const at = port === PORTS[scheme] ? host : `${host}:${port}`;
  return [`${scheme === 'https' ? 'wss' : 'ws'}://${at}`];
}

/** Pages that may connect; undefined: any, of a network without a name of its own. */
export const pageOrigins = (appUrl: string): string[] | undefined =>
  isLoopbackUrl(appUrl) ? undefined : [new URL(appUrl).origin];
