import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey, equalTexts } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { networkOf } from './networkOf';

/** A tab that stays open for longer has reported what it had to report. */
const GOOD_FOR_SECONDS = 12 * 3_600;
const DAY_SECONDS = 86_400;
/** As long as the reports of a page are kept: until then it is known what that page has told. */
const RENEWED_FOR_SECONDS = 7 * DAY_SECONDS;
const PAGE_BYTES = 16;
/** Characters of the hash: with the day's letter in front as many as a page's id has. */
const HASH_LENGTH = 21;
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

/** A ticket that was made anew, and the page it is of. */
export interface Renewed {
  ticket: string;
  page: string;
}

export interface PageTickets {
  /** Signed, for one page that is given to `address`. */
  make(address: string): string;
  /** Null for what this environment did not sign, and for what is older than 12 hours. */
  read(ticket: string | undefined): Ticketed | null;
  /**
   * The ticket of the same page once more, as if it were given now, and to `address`: who keeps a tab open for days is
   * heard, and no page becomes two. Null for what this environment did not sign, and for what is older than a week.
   */
  renew(ticket: string, address: string): Renewed | null;
  /** Name of an account beside the network of a ticket that was read: another one every day, too. */
  accountName(ticketed: Ticketed, userId: number): string;
}

/** Rented computers, all together: whoever rents one in each of many networks is still one stranger. */
const RENTED = 'rented';

interface PageTicketsParts {
  secret: string;
  clock: Clock;
  /** Whether an address is a data centre's; nobody's is unless said. */
  isRented?(address: string): boolean;
}

/** `page.seconds.network.signature`: proves that a page was given, when, and into which network; names nobody. */
export function createPageTickets({ secret, clock, isRented }: PageTicketsParts): PageTickets {
  const signing = deriveKey(secret, 'page ticket');
  let today: { day: number; key: Buffer } | null = null;

  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url');
  const nowSeconds = () => Math.floor(clock.nowMs() / 1_000);

  function keyOf(day: number): Buffer {
    if (today?.day !== day) today = { day, key: deriveKey(secret, `page network ${day}`) };
    return today.key;
  }

  /** A keyed hash with the letter of its day in front. */
  function nameOf(day: number, text: string): string {
    const hash = createHmac('sha256', keyOf(day)).update(text).digest('base64url');
    return LETTERS.charAt(day % LETTERS.length) + hash.slice(0, HASH_LENGTH);
  }

  function networkName(address: string, seconds: number): string {
    const network = isRented?.(address) ? RENTED : networkOf(address);
    return nameOf(Math.floor(seconds / DAY_SECONDS), network);
  }

  function write(page: string, address: string): string {
    const seconds = nowSeconds();
    const text = `${page}.${seconds}.${networkName(address, seconds)}`;
    return `${text}.${sign(text)}`;
  }

  function readSigned(ticket: string | undefined): (Ticketed & { seconds: number }) | null {
    const [, page, seconds, network, signature] = FORM.exec(ticket ?? '') ?? [];
    if (!page || !seconds || !network || !signature) return null;
    if (!equalTexts(signature, sign(`${page}.${seconds}.${network}`))) return null;
    return { page, network, seconds: Number(seconds) };
  }

  return {
    make: (address) => write(randomBytes(PAGE_BYTES).toString('base64url'), address),
    read(ticket) {
      const signed = readSigned(ticket);
      if (!signed || nowSeconds() - signed.seconds >= GOOD_FOR_SECONDS) return null;
      return { page: signed.page, network: signed.network };
    },
    renew(ticket, address) {
      const signed = readSigned(ticket);
      if (!signed || nowSeconds() - signed.seconds >= RENEWED_FOR_SECONDS) return null;
      return { ticket: write(signed.page, address), page: signed.page };
    },
    accountName({ network }, userId) {
      // A ticket is read while it is good: its day is this one, or the one before.
      const today = Math.floor(nowSeconds() / DAY_SECONDS);
      const isToday = LETTERS.charAt(today % LETTERS.length) === network.charAt(0);
      return nameOf(isToday ? today : today - 1, `account ${userId}`);
    },
  };
}
