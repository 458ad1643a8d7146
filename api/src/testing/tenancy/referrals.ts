import { randomBytes } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { makePublisher } from '../factories';
import { marked } from './visitors';
import type { Make, World } from './world';

const HEX = 8;

async function linkRow({ app: { test }, visitors: { advertiser } }: World): Promise<number> {
  const code = randomBytes(HEX / 2).toString('hex');
  const { rows } = await sql<{ id: number }>`
    INSERT INTO referral_link (owner_id, code, label, created_at)
    VALUES (${advertiser.id}, ${code}, ${marked(`link ${code}`)}, now()) RETURNING id`.execute(test.db);
  return rows[0]?.id ?? 0;
}

/** A sub-link of the advertiser's. */
export const referralLink: Make = async (world) => publicId('referralLink', await linkRow(world));

/** Somebody who signed up by one. */
export const referral: Make = async (world) => {
  const { db } = world.app.test;
  const { advertiser } = world.visitors;
  const { id: referred } = await makePublisher(db);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO referral (link_id, referrer_id, referred_id, state, signed_up_at, share_bps, minimum_micros, hold_days,
      ends_on, same_device, checked_at)
    VALUES (${await linkRow(world)}, ${advertiser.id}, ${referred}, 'pending', now(), 500, 10000000, 30,
      now()::date + 365, false, now()) RETURNING id`.execute(db);
  return publicId('referral', rows[0]?.id ?? 0);
};

/** Nobody's: to follow a link is counted, which is none of the walks' business. */
export const NO_CODE = 'a2b3c4d5';

export const REFERRAL_BODIES: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'PUT /api/v1/referrals/links/:id': async () => ({ label: 'A token was here' }),
  'PUT /api/referrals/links/:id': async () => ({ label: 'Somebody was here' }),
  'POST /api/operator/referrals/:id/refuse': async () => ({ note: 'Somebody was here' }),
  'POST /api/operator/referrals/:id/allow': async () => ({ note: 'Somebody was here' }),
};
