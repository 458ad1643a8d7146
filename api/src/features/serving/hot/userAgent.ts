import { BROWSER_CODES, DEVICE_CODES, OS_CODES, versionNumber } from '@ezdash/contracts';
import Bowser from 'bowser';
import { textCache } from './boundedCache';
import { type ClientClass, clientClass } from './clientClass';
import { isRobot } from './robots';
import { isTelevision } from './televisions';

export interface UserAgent {
  client: ClientClass;
  bot: boolean;
}

const CACHED = 20_000;
/** Longer ones are nobody's browser; they are cut so that no stranger fills the memory. */
const MAX_LENGTH = 512;

/** Browsers without a platform that bowser knows count as desktops, as every report of the field does. */
const devices: Readonly<Record<string, number>> = {
  desktop: DEVICE_CODES.desktop,
  mobile: DEVICE_CODES.phone,
  tablet: DEVICE_CODES.tablet,
  tv: DEVICE_CODES.tv,
};
const systems: Readonly<Record<string, number>> = {
  Windows: OS_CODES.windows,
  macOS: OS_CODES.macos,
  Linux: OS_CODES.linux,
  'Chrome OS': OS_CODES.chromeos,
  iOS: OS_CODES.ios,
  Android: OS_CODES.android,
};
const browsers: Readonly<Record<string, number>> = {
  Chrome: BROWSER_CODES.chrome,
  Chromium: BROWSER_CODES.chrome,
  Safari: BROWSER_CODES.safari,
  Firefox: BROWSER_CODES.firefox,
  'Microsoft Edge': BROWSER_CODES.edge,
  'Samsung Internet for Android': BROWSER_CODES.samsung,
  Opera: BROWSER_CODES.opera,
};
const VERSION = /^(?:NT )?(\d{1,4}(?:\.\d{1,4})?)(?!\d)/;

/** `10.15.7` and `NT 10.0` as numbers that sort; -1 for what is no version. */
function osVersion(text: string | undefined): number {
  const [, version] = VERSION.exec(text ?? '') ?? [];
  return version === undefined ? -1 : versionNumber(version);
}

/** What cannot be named is unknown; what is named and not on the list is another. */
const codeOf = (codes: Readonly<Record<string, number>>, name: string | undefined, other: number) =>
  name === undefined || name === '' ? 0 : (codes[name] ?? other);

export function parseUserAgent(text: string): UserAgent {
  const isTv = isTelevision(text);
  if (text === '' || isRobot(text, isTv))
    return { client: clientClass(DEVICE_CODES.desktop, 0, -1, 0), bot: true };
  const { platform, os, browser } = Bowser.parse(text);
  const client = clientClass(
    isTv ? DEVICE_CODES.tv : (devices[platform.type ?? 'desktop'] ?? DEVICE_CODES.desktop),
    codeOf(systems, os.name, OS_CODES.other),
    osVersion(os.version),
    codeOf(browsers, browser.name, BROWSER_CODES.other),
  );
  return { client, bot: platform.type === 'bot' };
}

/**
 * The first characters in memory of their own: V8 makes a long slice as a view, and the cache would keep the whole
 * header alive. Node reads headers as Latin-1, so that the copy is exact.
 */
const cut = (text: string) => Buffer.from(text.slice(0, MAX_LENGTH), 'latin1').toString('latin1');

/** `User-Agent` → class and bot flag, parsed once per text. A request without one is a bot's. */
export function createUserAgents(): (header: string | undefined) => UserAgent {
  const cached = textCache(CACHED, parseUserAgent);
  return (header) => {
    const text = header ?? '';
    return cached(text.length > MAX_LENGTH ? cut(text) : text);
  };
}
