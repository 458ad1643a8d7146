import type { Device } from '@ezdash/contracts';
import Bowser from 'bowser';
import type { Request } from 'express';

/** What somebody came with, as its owner may read it later. Never their address. */
export interface Visitor {
  device: Device;
  /** `Firefox 145`; null when it did not say. */
  browser: string | null;
  /** `Windows`; null when it did not say. */
  system: string | null;
  /** ISO 3166-1 alpha-2; null when it is not known. */
  country: string | null;
}

/** Address → country; null for private and unlisted ones. */
export type CountryOf = (address: string) => string | null;

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the handlers of the sessions. */
    countryOf?: CountryOf;
  }
}

/** Longer ones are nobody's browser. */
const MOST_READ = 512;
const DEVICES: Readonly<Record<string, Device>> = { mobile: 'phone', tablet: 'tablet', tv: 'tv' };

/** What is named to owners comes from these lists, never from the header: anybody can write anything there. */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/** The name and the first number of the version: the rest changes every week. */
function nameOf({ name, version }: { name?: string; version?: string }): string | null {
  if (name === undefined || !BROWSERS.has(name)) return null;
  const [major] = /^\d{1,4}/.exec(version ?? '') ?? [];
  return [name, major].filter(Boolean).join(' ');
}

/** Device, browser and system of a User-Agent; a computer of which nothing is known when it says nothing. */
export function readUserAgent(header: string | undefined): Omit<Visitor, 'country'> {
  if (!header?.trim()) return { device: 'desktop', browser: null, system: null };
  const { platform, browser, os } = Bowser.parse(header.slice(0, MOST_READ));
  return {
    device: DEVICES[platform.type ?? ''] ?? 'desktop',
    browser: nameOf(browser),
    system: os.name !== undefined && SYSTEMS.has(os.name) ? os.name : null,
  };
}

/** What the call comes from. */
export function visitorOf(req: Request): Visitor {
  return { ...readUserAgent(req.get('User-Agent')), country: req.countryOf?.(req.ip ?? '') ?? null };
}
