import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey, equalTexts } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { networkOf } from './networkOf';

/** A tab that stays open for longer has reported what it had to report. */
const GOOD_FOR_SECONDS = 12 * 3_600;
const DAY_SECONDS = 86_400;
const PAGE_BYTES = 16;
/** Characters of the hash: with the day's letter in front as many as a page's id has. */
const NETWORK_LENGTH = 21;
const FORM = /^([\w-]{22})\.(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What a ticket says. */
export interface Ticketed {
  /** Of this one page. */
  page: string;
  /**
   * Where the page was given to, as a keyed hash whose key changes at midnight (UTC). Its first letter is the day's: what
   * lies in one network has two names around midnight, and is told apart by the letter.
   */
  network: string;
}

export interface PageTickets {
  /** Signed, for one page that is given to `address`. */
  make(address: string): string;
  /** Null for what this environment did not sign, and for what is older than 12 hours. */
  read(ticket: string | undefined): Ticketed | null;
}

/** `page.seconds.network.signature`: proves that a page was given, when, and into which network; names nobody. */
export function createPageTickets({ secret, clock }: { secret: string; clock: Clock }): PageTickets {
  const signing = deriveKey(secret, 'page ticket');
  let today: { day: number; key: Buffer } | null = null;

  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url');
  const nowSeconds = () => Math.floor(clock.nowMs() / 1_000);

  function keyOf(day: number): Buffer {
    if (today?.day !== day) today = { day, key: deriveKey(secret, `page network ${day}`) };
    return today.key;
  }

  function networkName(address: string, seconds: number): string {
    const day = Math.floor(seconds / DAY_SECONDS);
    const hash = createHmac('sha256', keyOf(day)).update(networkOf(address)).digest('base64url');
    return LETTERS.charAt(day % LETTERS.length) + hash.slice(0, NETWORK_LENGTH);
  }

  return {
    make(address) {
      const seconds = nowSeconds();
      const page = randomBytes(PAGE_BYTES).toString('base64url');
      const text = `${page}.${seconds}.${networkName(address, seconds)}`;
      return `${text}.${sign(text)}`;
    },
    read(ticket) {
      const [, page, seconds, network, signature] = FORM.exec(ticket ?? '') ?? [];
      if (!page || !seconds || !network || !signature) return null;
      if (!equalTexts(signature, sign(`${page}.${seconds}.${network}`))) return null;
      return nowSeconds() - Number(seconds) < GOOD_FOR_SECONDS ? { page, network } : null;
    },
  };
}
