import { parseUrl } from '@ezdash/contracts';
import { z } from 'zod';
import { address, port } from './fields';

/** Where strangers' files are loaded from: never from the app's own host. */
export interface CreativesConfig {
  /** Scheme and host, without a slash at the end. */
  origin: string;
  /** A port of this process that answers creatives alone; 0: requests on PORT, by their Host header. */
  port: number;
  /** The operator has named a host. */
  isNamed: boolean;
}

const DEFAULT_PORT = 8082;
/** Between PORT and the port beside it, so that servers on neighboring ports leave each other alone. */
const PORT_DISTANCE = 1_000;
const MOST_PORT = 65_535;
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const isOrigin = (text: string): boolean => {
  const url = parseUrl(text);
  return url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
};

/** The variables about the creatives' host. */
export const creativesEnvironment = {
  CREATIVES_URL: address(['http:', 'https:'])
    .refine(isOrigin, { error: 'must be a scheme and a host, without a path' })
    .optional(),
  CREATIVES_PORT: port.optional(),
};

const creativesSettings = z.object(creativesEnvironment);
interface CreativesSettings extends z.output<typeof creativesSettings> {
  PORT: number;
}

/** @param isPortNamed PORT is set, and the port beside it follows from it */
function portOf({ PORT, CREATIVES_PORT }: CreativesSettings, isPortNamed: boolean): number {
  if (CREATIVES_PORT !== undefined) return CREATIVES_PORT;
  if (!isPortNamed) return DEFAULT_PORT;
  if (PORT === 0) return 0;
  return PORT + PORT_DISTANCE > MOST_PORT ? PORT - PORT_DISTANCE : PORT + PORT_DISTANCE;
}

export function creativesConfigOf(
  set: CreativesSettings,
  { appUrl, isPortNamed }: { appUrl: string; isPortNamed: boolean },
): CreativesConfig {
  const port = portOf(set, isPortNamed);
  const app = new URL(appUrl);
  const origin =
    set.CREATIVES_URL === undefined
      ? `${app.protocol}//${app.hostname}:${port}`
      : new URL(set.CREATIVES_URL).origin;
  return { origin, port, isNamed: set.CREATIVES_URL !== undefined };
}

/** What is wrong with the set-up; null when nothing is. */
export function creativesProblem(
  set: CreativesSettings,
  { origin, port, isNamed }: CreativesConfig,
  appUrl: string,
): string | null {
  // Any free port: nobody can be led to it.
  if (set.PORT !== 0 && origin === new URL(appUrl).origin)
    return 'CREATIVES_URL must differ from APP_URL in host or port';
  if (appUrl.startsWith('https:') && !origin.startsWith('https:'))
    return 'CREATIVES_URL must be https as APP_URL is';
  if (port !== 0 && port === set.PORT) return 'CREATIVES_PORT must differ from PORT';
  return set.CREATIVES_PORT === 0 && !isNamed ? 'CREATIVES_PORT=0 needs CREATIVES_URL beside it' : null;
}

/** What an operator should know at the start; null when the host is named, or nobody else reaches the app. */
export function creativesWarning({
  appUrl,
  creatives,
}: {
  appUrl: string;
  creatives: CreativesConfig;
}): { name: string; sentence: string } | null {
  if (creatives.isNamed || LOOPBACK.test(new URL(appUrl).hostname)) return null;
  return {
    name: 'creatives',
    sentence: `CREATIVES_URL isn't set, so ads load from ${creatives.origin}. Set it to a host of its own that leads to port ${creatives.port}`,
  };
}
