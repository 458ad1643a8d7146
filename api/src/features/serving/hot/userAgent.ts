import { DEVICE_CODES } from '@ezdash/contracts';
import Bowser from 'bowser';
import { isbot } from 'isbot';
import { boundedCache } from './boundedCache';

export interface UserAgent {
  /** 1 desktop, 2 phone, 3 tablet, 4 tv. */
  device: number;
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

export function parseUserAgent(text: string): UserAgent {
  if (text === '' || isbot(text)) return { device: DEVICE_CODES.desktop, bot: true };
  const platform = Bowser.parse(text).platform.type ?? 'desktop';
  return { device: devices[platform] ?? DEVICE_CODES.desktop, bot: platform === 'bot' };
}

/**
 * The first characters in memory of their own: V8 makes a long slice as a view, and the cache would keep the whole
 * header alive. Node reads headers as Latin-1, so that the copy is exact.
 */
const cut = (text: string) => Buffer.from(text.slice(0, MAX_LENGTH), 'latin1').toString('latin1');

/** `User-Agent` → device and bot flag, parsed once per text. A request without one is a bot's. */
export function createUserAgents(): (header: string | undefined) => UserAgent {
  const cached = boundedCache(CACHED, parseUserAgent);
  return (header) => {
    const text = header ?? '';
    return cached(text.length > MAX_LENGTH ? cut(text) : text);
  };
}
