import { randomUUID } from 'node:crypto';
import type { ReferralOverview, Role } from '@ezdash/contracts';
import { sql } from 'kysely';
import { requireRecentProof } from '../../platform/auth';
import { inTransaction } from '../../platform/db';
import {
  buildApp,
  type FakeClock,
  jobsEnd,
  type MadeUser,
  makeAdmin,
  makeUser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { openMailParts } from '../../testing/mailParts';
import { createTestPublisher } from '../../testing/testPublisher';
import { createAccountsFeature } from '../accounts';
import {
  adSpendPostings,
  correctionPostings,
  type Difference,
  deposit,
  invalidTrafficPostings,
  post,
  releaseEarnings,
  verify,
} from '../ledger';
import { createProofsFeature } from '../proofs';
import { createReferralsFeature, type ReferralsFeature } from '.';

export const UNIT = 1_000_000;
const SECRET = 'a secret of the tests, long enough for anybody';
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

export interface Brought {
  referrer: MadeUser;
  referred: MadeUser;
  referralId: number;
}

export interface ReferralsWorld {
  test: TestDb;
  app: TestApp;
  clock: FakeClock;
  referrals: ReferralsFeature;
  messages: ReturnType<typeof createTestPublisher>;
  admin: TestClient;
  signedIn(user: MadeUser): Promise<TestClient>;
  /** A browser that nobody is signed in with. */
  visitor(): TestClient;
  /** The code of the account's first link. */
  join(user: MadeUser): Promise<string>;
  /** An account that signed up by the link of another; both are made unless given. */
  bring(options?: {
    role?: Exclude<Role, 'admin'>;
    referrer?: MadeUser;
    referrerRole?: Exclude<Role, 'admin'>;
    referred?: MadeUser;
    sameDevice?: boolean;
  }): Promise<Brought>;
  /** Ad spend of an advertiser: of its cash unless said otherwise; below nothing it is given back. */
  spend(advertiserId: number, micros: number, bonusMicros?: number): Promise<void>;
  pay(advertiserId: number, micros: number): Promise<void>;
  /** Earnings of a month that were validated. */
  validate(publisherId: number, micros: number, period: string): Promise<void>;
  rowOf(referralId: number): Promise<{ state: string; reason: string | null; rules_met: string[] }>;
  earningsOf(referralId: number): Promise<{ day: string; amount: number; returned: number; as: string }[]>;
  /** What the books say that is not right; events stand behind none of the spend here. */
  trouble(): Promise<Difference[]>;
  settled(): Promise<void>;
  newestToken(email: string): Promise<string>;
  close(): Promise<void>;
}

/** Checks of events, which nothing here has. */
const OF_EVENTS = /events (say|cost)|invalid traffic|bonuses paid|campaign|rollup/;

/** The app with accounts, registrations and referrals: 5 %, 12 months, from 10.00 on, 30 days on hold. */
export async function openReferrals(): Promise<ReferralsWorld> {
  const { test, parts, site, close } = await openMailParts();
  const { db, clock, jobs } = parts;
  const messages = createTestPublisher();
  const referrals = createReferralsFeature({
    ...parts,
    publisher: messages,
    terms: {
      publisherShareBps: 500,
      advertiserShareBps: 500,
      months: 12,
      minimumMicros: 10n * BigInt(UNIT),
      holdDays: 30,
    },
    appUrl: site.appUrl,
    appName: site.appName,
    secret: SECRET,
    checkProof: requireRecentProof,
  });
  const accounts = createAccountsFeature({ db, clock }).service;
  const proofs = createProofsFeature({
    ...parts,
    signupBonusMicros: 0n,
    appName: site.appName,
    secret: SECRET,
    accounts,
    signUps: referrals.signUps,
  });
  await jobs.start();
  const app = await buildApp({
    test,
    clock,
    trustProxy: ['loopback'],
    mounts: [...proofs.mounts, ...referrals.mounts],
  });
  let addresses = 0;
  const visitor = () => {
    const client = app.client();
    client.setHeader('X-Forwarded-For', `198.51.100.${++addresses}`);
    client.setHeader('User-Agent', BROWSER);
    return client;
  };
  const signedIn = async (user: MadeUser) => {
    const client = visitor();
    await client.signIn(user);
    return client;
  };
  const admin = await signedIn(await makeAdmin(db));
  const booked = (work: Parameters<typeof inTransaction<unknown>>[1]) => inTransaction(db, work);

  async function join(user: MadeUser): Promise<string> {
    const { overview } = await referrals.links.join(user.id);
    return overview.links[0]?.code ?? '';
  }

  return {
    test,
    app,
    clock,
    referrals,
    messages,
    admin,
    signedIn,
    visitor,
    join,

    async bring({ role = 'advertiser', referrerRole = 'advertiser', sameDevice = false, ...given } = {}) {
      const referrer = given.referrer ?? (await makeUser(db, { role: referrerRole }));
      const referred = given.referred ?? (await makeUser(db, { role }));
      const code = await join(referrer);
      const { rows: links } = await sql<{ id: number }>`
        SELECT id FROM referral_link WHERE code = ${code}`.execute(db);
      const arrival = { linkId: links[0]?.id ?? 0, sameDevice };
      await inTransaction(db, (trx) =>
        referrals.signUps.note(trx, arrival, { id: referred.id, role: referred.role }),
      );
      const { rows } = await sql<{ id: number }>`
        SELECT id FROM referral WHERE referred_id = ${referred.id}`.execute(db);
      return { referrer, referred, referralId: rows[0]?.id ?? 0 };
    },

    async spend(advertiserId, micros, bonusMicros = 0) {
      const kind = micros + bonusMicros > 0 ? 'ad_spend' : 'invalid_traffic';
      const spend = {
        advertiserId,
        bonusMicros: BigInt(Math.abs(bonusMicros)),
        cashMicros: BigInt(Math.abs(micros)),
        payouts: new Map(),
      };
      await booked((trx) =>
        post(trx, {
          idempotencyKey: `${kind}:test:${randomUUID()}`,
          kind,
          occurredAt: clock.now(),
          postings: kind === 'ad_spend' ? adSpendPostings(spend) : invalidTrafficPostings(spend),
        }),
      );
    },

    async pay(advertiserId, micros) {
      const reference = `test-${randomUUID()}`;
      await deposit(db, { advertiserId, amountMicros: BigInt(micros), reference, occurredAt: clock.now() });
    },

    async validate(publisherId, micros, period) {
      const amountMicros = BigInt(micros);
      const network = { kind: 'network_revenue', ownerId: null } as const;
      const pending = { kind: 'publisher_pending', ownerId: publisherId } as const;
      await booked(async (trx) => {
        await post(trx, {
          idempotencyKey: `test:${randomUUID()}`,
          kind: 'correction',
          occurredAt: clock.now(),
          postings: correctionPostings(network, pending, amountMicros),
        });
        const reference = `${publisherId}:${period}`;
        const released = await releaseEarnings(trx, {
          ownerId: publisherId,
          amountMicros,
          reference,
          occurredAt: clock.now(),
        });
        await sql`INSERT INTO earnings_release (publisher_id, period, earned_micros, deducted_micros, released_micros,
            transaction_id, released_at)
          VALUES (${publisherId}, ${period}, ${amountMicros}, 0, ${amountMicros}, ${released.id}, ${clock.now()})`.execute(
          trx,
        );
      });
    },

    async rowOf(referralId) {
      const { rows } = await sql<{ state: string; reason: string | null; rules_met: string[] }>`
        SELECT state, reason, rules_met FROM referral WHERE id = ${referralId}`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('There is no such referral');
      return row;
    },

    async earningsOf(referralId) {
      const { rows } = await sql<{ day: string; amount: number; returned: number; as: string }>`
        SELECT day::text AS day, amount_micros::float8 AS amount, returned_micros::float8 AS returned,
          coalesce(settled_as, 'held') AS "as"
        FROM referral_earning WHERE referral_id = ${referralId} ORDER BY id`.execute(db);
      return rows;
    },

    trouble: async () => (await verify(db)).differences.filter(({ check }) => !OF_EVENTS.test(check)),

    settled: () => jobsEnd(db),

    newestToken: async (email) => {
      const { rows } = await sql<{ token: string | null }>`
        SELECT data ->> 'token' AS token FROM mail WHERE recipient = ${email}
        ORDER BY created_at DESC, id DESC LIMIT 1`.execute(db);
      const token = rows[0]?.token;
      if (!token) throw new Error(`No link was mailed to ${email}`);
      return token;
    },

    close: async () => {
      await app.close();
      await close();
    },
  };
}

export const overviewOf = async (client: TestClient): Promise<ReferralOverview> =>
  (await client.get<ReferralOverview>('/api/referrals')).body;
