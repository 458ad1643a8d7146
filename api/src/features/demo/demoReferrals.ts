import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import type { Log } from '../../platform/log';
import { createReferralParts, type ReferralParts } from '../referrals';
import { type Random, seededRandom } from './visitsModel';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const SEED = 20_261_123;
/** Clicks are played of so many days at most: older ones nobody looks at. */
const CLICKED_DAYS = 90;
/** A link is shared for a while before the first account comes by it. */
const SHARED_BEFORE_MS = 5 * DAY_MS;
/** When the network's job comes to a day that is over. */
const BOOKED_AT_MS = 30 * MINUTE_MS;

interface Shared {
  email: string;
  /** Sub-links, with how many of ten clicks come by each; the rest comes by the first link. */
  links: readonly { label: string; share: number }[];
  /** Mean clicks a day. */
  clicks: number;
  /** Accounts of the plan that signed up, each by one of the links. */
  brought: readonly { email: string; label: string }[];
}

/** Who shares links, and whom they brought. */
const SHARED: readonly Shared[] = [
  {
    email: 'advertiser@demo.test',
    links: [
      { label: 'Newsletter', share: 5 },
      { label: 'Trade fair, Munich', share: 2 },
    ],
    clicks: 7,
    brought: [
      { email: 'hello@fernfield.test', label: 'Newsletter' },
      { email: 'desk@harbourherald.test', label: 'Trade fair, Munich' },
    ],
  },
  {
    email: 'publisher@demo.test',
    links: [{ label: 'Foot of the forecast', share: 6 }],
    clicks: 11,
    brought: [
      { email: 'hej@velonord.test', label: 'Foot of the forecast' },
      { email: 'kitchen@saltandstone.test', label: 'Foot of the forecast' },
    ],
  },
];

export type DemoReferralsDeps = Pick<ReferralParts, 'terms' | 'appUrl' | 'appName'>;

interface Opened {
  /** Rows of the first link and the sub-links, with their shares. */
  links: { id: number; label: string | null; share: number }[];
  sinceMs: number;
  clicks: number;
}

interface SignUp {
  id: number;
  role: 'advertiser' | 'publisher';
  atMs: number;
  linkId: number;
}

async function accountOf(db: Db, email: string): Promise<{ id: number; role: SignUp['role']; atMs: number }> {
  const { id, role, created_at } = await db
    .selectFrom('app_user')
    .select(['id', 'role', 'created_at'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  if (role === 'admin') throw new Error(`${email} brings nobody and is brought by nobody`);
  return { id, role, atMs: created_at.getTime() };
}

const visitor = (random: Random): string => createHash('sha256').update(String(random())).digest('hex');

/** One of the links, by its share of the clicks. */
function linkOf({ links }: Opened, random: Random): number {
  let left = random() * 10;
  for (const { id, share } of links) {
    left -= share;
    if (left < 0) return id;
  }
  return links[0]?.id ?? 0;
}

export interface DemoReferralsOptions extends DemoReferralsDeps {
  db: Db;
  log: Log;
  untilMs: number;
}

/**
 * Plays referrals beside the visits of the past, by the services that are there for everybody: links, clicks, sign-ups,
 * and each day's booking. Answers what is to be called before a day's visits.
 */
export async function createDemoReferrals(
  options: DemoReferralsOptions,
): Promise<(dayStartMs: number) => Promise<void>> {
  const { db, untilMs } = options;
  let nowMs = untilMs;
  const clock: Clock = { now: () => new Date(nowMs), nowMs: () => nowMs };
  const parts = createReferralParts({ ...options, clock, publisher: { toAccount: async () => {} } });
  const random = seededRandom(SEED);

  async function open({ email, links, clicks, brought }: Shared): Promise<[Opened, SignUp[]]> {
    const owner = await accountOf(db, email);
    const accounts = await Promise.all(brought.map((each) => accountOf(db, each.email)));
    nowMs = Math.min(...accounts.map(({ atMs }) => atMs)) - SHARED_BEFORE_MS;
    const sinceMs = nowMs;
    await parts.links.join(owner.id);
    for (const { label } of links) await parts.links.create(owner.id, label);
    const { rows } = await sql<{ id: number; label: string | null }>`
      SELECT id, label FROM referral_link WHERE owner_id = ${owner.id} ORDER BY id`.execute(db);
    const idOf = (label: string) => rows.find((row) => row.label === label)?.id ?? 0;
    const shared = links.reduce((sum, { share }) => sum + share, 0);
    return [
      {
        links: rows.map((row) => ({
          ...row,
          share: links.find(({ label }) => label === row.label)?.share ?? 10 - shared,
        })),
        sinceMs,
        clicks,
      },
      brought.map(({ label }, at) => ({ ...(accounts[at] as SignUp), linkId: idOf(label) })),
    ];
  }

  const opened: Opened[] = [];
  let waiting: SignUp[] = [];
  for (const shared of SHARED) {
    const [links, signUps] = await open(shared);
    opened.push(links);
    waiting.push(...signUps);
  }

  async function signUp({ id, role, atMs, linkId }: SignUp): Promise<void> {
    nowMs = atMs;
    await parts.noteClick(linkId, visitor(random), new Date(atMs - 5 * MINUTE_MS));
    await inTransaction(db, (trx) => parts.noteSignUp(trx, { linkId, sameDevice: false }, { id, role }));
  }

  async function clickOn(dayStartMs: number): Promise<void> {
    // Of today as much as has passed of it.
    const passed = Math.min(1, (untilMs - dayStartMs) / DAY_MS);
    for (const shared of opened) {
      if (shared.sinceMs > dayStartMs) continue;
      const clicks = Math.floor(shared.clicks * passed * (0.5 + random()));
      for (let click = 0; click < clicks; click += 1)
        await parts.noteClick(linkOf(shared, random), visitor(random), new Date(dayStartMs + HOUR_MS));
    }
  }

  return async (dayStartMs) => {
    const due = waiting.filter(({ atMs }) => atMs < Math.min(dayStartMs + DAY_MS, untilMs));
    waiting = waiting.filter((each) => !due.includes(each));
    for (const each of due.sort((a, b) => a.atMs - b.atMs)) await signUp(each);
    if (untilMs - dayStartMs < CLICKED_DAYS * DAY_MS) await clickOn(dayStartMs);
    nowMs = Math.min(dayStartMs + BOOKED_AT_MS, untilMs);
    await parts.book();
  };
}
