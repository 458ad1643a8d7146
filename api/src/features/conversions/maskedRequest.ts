import { isIP } from 'node:net';
import { cleanText, postback } from '@ezdash/contracts';

const LONGEST = 2_000;
const MASK = '…';
/** A goal's key, wherever it was put by mistake. */
const KEY = /ezk_[\w-]*/g;
/** What a report may say, as the network or a tracker calls it. */
const READ: ReadonlySet<string> = new Set([...Object.keys(postback.shape), 'cid', 'payout']);
/** What could be the name of a parameter, and no address. */
const NAME = /^[a-z_][\w.-]{0,39}$/i;

/** Trackers send along addresses and browsers of visitors, which nobody here reads and nobody keeps. */
function shown(name: string, value: unknown): string {
  if (!READ.has(name)) return `${NAME.test(name) ? name : MASK}=${MASK}`;
  const text = String(value);
  return `${name}=${name === 'key' || isIP(text.trim()) !== 0 ? MASK : text}`;
}

/**
 * What a report said, as `name=value&…`, readable rather than escaped. Of its key, and of what no report is asked for, only
 * that it was there. At most 2,000 characters.
 */
export function maskedRequest(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => shown(name, each)),
  );
  // Neither a NUL nor half a character can be stored.
  return cleanText(parts.join('&').replaceAll(/[\p{Cc}\p{Cs}]/gu, '\uFFFD'))
    .replaceAll(KEY, MASK)
    .slice(0, LONGEST)
    .replace(/[\uD800-\uDBFF]$/, '');
}
