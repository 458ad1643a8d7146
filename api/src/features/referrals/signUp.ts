import { REFERRAL_CODE, type Role } from '@ezdash/contracts';
import type { Request } from 'express';
import { sql } from 'kysely';
import { currentUser } from '../../platform/auth';
import type { Db, Trx } from '../../platform/db';
import type { ReferralCookies } from './cookies';
import { findFacts } from './facts.repo';
import { findOpenLink } from './links.repo';
import { addMonths, dayOf, type ReferralParts } from './parts';
import { type RuleReason, rulesMet } from './rules';
import { addToDay } from './traces';

/** By which link a browser came to the registration, and whether it is the browser of who shared it. */
export interface Arrival {
  linkId: number;
  sameDevice: boolean;
}

export interface SignUps {
  /** Null: it came by none. The address's own code counts before the cookie: it is what was followed last. */
  arrivalOf(req: Request, code: string | undefined): Promise<Arrival | null>;
  /** Once, in the transaction that makes the account or its registration whole; never for one that was there before. */
  note(trx: Trx, arrival: Arrival | null, made: { id: number; role: Role }): Promise<void>;
}

export interface Decision {
  referralId: number;
  state: 'pending' | 'active' | 'refused';
  reason: RuleReason | 'operator' | null;
  note: string;
  decidedBy: number | null;
}

export async function insertDecision(trx: Trx, decision: Decision, now: Date): Promise<void> {
  await sql`
    INSERT INTO referral_decision (referral_id, state, reason, note, decided_by, decided_at)
    VALUES (${decision.referralId}, ${decision.state}, ${decision.reason}, ${decision.note}, ${decision.decidedBy}, ${now})`.execute(
    trx,
  );
}

async function ownerOf(db: Db, linkId: number): Promise<number | null> {
  const { rows } = await sql<{ owner_id: number }>`
    SELECT l.owner_id FROM referral_link l JOIN app_user u ON u.id = l.owner_id
    WHERE l.id = ${linkId} AND u.deleted_at IS NULL`.execute(db);
  return rows[0]?.owner_id ?? null;
}

/** Notes by which link an account came, once; of operators and of who shared it themselves nothing. */
export async function noteSignUp(
  { clock, terms }: Pick<ReferralParts, 'clock' | 'terms'>,
  trx: Trx,
  arrival: Arrival | null,
  { id, role }: { id: number; role: Role },
): Promise<void> {
  if (arrival === null || role === 'admin') return;
  const referrerId = await ownerOf(trx, arrival.linkId);
  if (referrerId === null || referrerId === id) return;
  const [referrer, referred] = [await findFacts(trx, referrerId), await findFacts(trx, id)];
  if (!referrer || !referred) return;
  const now = clock.now();
  const met = rulesMet(referrer, referred, arrival.sameDevice);
  const reason = met[0] ?? null;
  const shareBps = role === 'publisher' ? terms.publisherShareBps : terms.advertiserShareBps;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO referral (link_id, referrer_id, referred_id, state, reason, signed_up_at, share_bps, minimum_micros,
      hold_days, ends_on, same_device, rules_met, checked_at)
    VALUES (${arrival.linkId}, ${referrerId}, ${id}, ${reason === null ? 'pending' : 'refused'}, ${reason}, ${now},
      ${shareBps}, ${terms.minimumMicros}, ${terms.holdDays}, ${addMonths(now, terms.months)}::date,
      ${arrival.sameDevice}, ${met}::text[], ${now})
    ON CONFLICT (referred_id) DO NOTHING RETURNING id`.execute(trx);
  const [made] = rows;
  if (!made) return;
  await addToDay(trx, arrival.linkId, dayOf(now), 'sign_ups');
  if (reason !== null)
    await insertDecision(
      trx,
      { referralId: made.id, state: 'refused', reason, note: '', decidedBy: null },
      now,
    );
}

export function createSignUps(
  { db, clock, terms }: Pick<ReferralParts, 'db' | 'clock' | 'terms'>,
  cookies: ReferralCookies,
): SignUps {
  return {
    async arrivalOf(req, code) {
      for (const each of [code, cookies.codeOf(req)]) {
        if (!each || !REFERRAL_CODE.pattern.test(each)) continue;
        const link = await findOpenLink(db, each);
        if (!link) continue;
        const isSignedIn = currentUser(req)?.id === link.owner_id;
        return { linkId: link.id, sameDevice: isSignedIn || cookies.isOwn(req, link.owner_id) };
      }
      return null;
    },

    note: (trx, arrival, made) => noteSignUp({ clock, terms }, trx, arrival, made),
  };
}
