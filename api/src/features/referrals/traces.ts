import { REFERRAL_COOKIE_DAYS } from '@ezdash/contracts';
import { sql, type Updateable } from 'kysely';
import { type Db, inTransaction, type ReferralDayTable } from '../../platform/db';
import { addDays, dayOf } from './parts';

/** Adds to the sums of a link's day. */
export async function addToDay(
  db: Db,
  linkId: number,
  day: string,
  step: keyof Pick<Updateable<ReferralDayTable>, 'clicks' | 'sign_ups' | 'active'>,
): Promise<void> {
  const column = sql.ref(step);
  await sql`INSERT INTO referral_day AS d (link_id, day, ${column}) VALUES (${linkId}, ${day}::date, 1)
    ON CONFLICT (link_id, day) DO UPDATE SET ${column} = d.${column} + 1`.execute(db);
}

/**
 * Counts a click: of a browser that is known once a day and link. Without a browser (it asks not to be followed) nothing is
 * kept of the click but that there was one.
 */
export async function noteClick(
  db: Db,
  linkId: number,
  visitorSha256: string | null,
  now: Date,
): Promise<void> {
  const day = dayOf(now);
  await inTransaction(db, async (trx) => {
    if (visitorSha256 !== null) {
      const { numAffectedRows = 0n } = await sql`
        INSERT INTO referral_trace (link_id, day, visitor_sha256) VALUES (${linkId}, ${day}::date, ${visitorSha256})
        ON CONFLICT DO NOTHING`.execute(trx);
      if (numAffectedRows === 0n) return;
    }
    await addToDay(trx, linkId, day, 'clicks');
  });
}

/** Traces of cookies that are over. */
export async function dropTraces(db: Db, now: Date): Promise<void> {
  await sql`DELETE FROM referral_trace WHERE day < ${addDays(dayOf(now), -REFERRAL_COOKIE_DAYS)}::date`.execute(
    db,
  );
}
