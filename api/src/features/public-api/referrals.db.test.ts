import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  ErrorBody,
  ReferralEarnings,
  ReferralFunnel,
  ReferralLink,
  ReferralLinks,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { makeAdvertiser, makePublisher } from '../../testing';
import { openTestApi, type TestApi } from './testApi';

const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-api-'));
/** Its accounts may use the whole API. */
const PREMIUM = { account_type_id: 2 };
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi(dataDir);
});
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});

it('links are made and read by a token, the first one in the app alone', async () => {
  const { id } = await makePublisher(api.test.db, PREMIUM);
  const secret = await api.makeToken(id, ['read', 'write']);
  const create = (body: object) =>
    api.call<ReferralLink & ErrorBody>('/referrals/links', { method: 'POST', secret, body });
  const early = await create({ label: 'Newsletter' });
  expect([early.status, early.body.code]).toEqual([409, 'REFERRALS_NOT_JOINED']);
  await sql`INSERT INTO referral_link (owner_id, code, created_at) VALUES (${id}, 'abcd2345', now())`.execute(
    api.test.db,
  );
  const made = await create({ label: 'Newsletter' });
  expect([made.status, made.body.label]).toEqual([201, 'Newsletter']);
  expect(made.body.url).toBe(`https://ads.example.test/r/${made.body.code}`);
  expect((await create({ label: 'Other', code: 'mine' })).status).toBe(422);
  const { body } = await api.call<ReferralLinks>('/referrals/links', { secret });
  expect(body.links.map(({ code }) => code)).toEqual(['abcd2345', made.body.code]);
  const funnel = await api.call<ReferralFunnel>('/referrals/funnel?from=2026-11-20&to=2026-11-21', {
    secret,
  });
  expect([funnel.status, funnel.body.days.length, funnel.body.links.length]).toEqual([200, 2, 2]);
});

it('earnings are for tokens of finance, a page at a time, and never somebody else’s', async () => {
  const [owner, other] = [
    await makeAdvertiser(api.test.db, PREMIUM),
    await makeAdvertiser(api.test.db, PREMIUM),
  ];
  const { rows } = await sql<{ id: number }>`
    INSERT INTO referral_link (owner_id, code, created_at) VALUES (${owner.id}, 'wxyz2345', now()) RETURNING id`.execute(
    api.test.db,
  );
  const { id: referred } = await makePublisher(api.test.db);
  await sql`WITH brought AS (
      INSERT INTO referral (link_id, referrer_id, referred_id, state, signed_up_at, active_at, share_bps, minimum_micros,
        hold_days, ends_on, same_device, checked_at)
      VALUES (${rows[0]?.id}, ${owner.id}, ${referred}, 'active', now(), now(), 500, 0, 30, '2027-11-21', false, now())
      RETURNING id)
    INSERT INTO referral_earning (referral_id, referrer_id, day, amount_micros, release_on)
    SELECT brought.id, ${owner.id}, day::date, 1000, '2027-01-01'
    FROM brought, generate_series('2026-10-01'::date, '2026-10-26', interval '1 day') day`.execute(
    api.test.db,
  );
  const read = async (userId: number, query = '') =>
    (
      await api.call<ReferralEarnings & { next_cursor: string | null }>(`/referrals/earnings${query}`, {
        secret: await api.makeToken(userId, ['finance']),
      })
    ).body;
  const first = await read(owner.id);
  expect([first.earnings.length, first.earnings[0]?.day]).toEqual([25, '2026-10-26']);
  const second = await read(owner.id, `?cursor=${first.next_cursor}`);
  expect([second.earnings.map(({ day }) => day), second.next_cursor]).toEqual([['2026-10-01'], null]);
  expect((await read(other.id)).earnings).toEqual([]);
  const secret = await api.makeToken(owner.id, ['read', 'write']);
  expect((await api.call('/referrals/earnings', { secret })).status).toBe(403);
});
