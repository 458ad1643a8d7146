import { errorDetail } from '../../platform/db';
import { bookReferral, releaseHeld } from './booking';
import { findDue, findReleasable } from './booking.repo';
import { addDays, dayOf, type ReferralParts } from './parts';
import { dropTraces } from './traces';

const AT_ONCE = 500;

/**
 * Books the last day that is over of every referral, then pays what was on hold for long enough: in this order, so that what
 * is to be taken back is not paid first. What fails for one does not hold up the others and is tried again.
 */
export async function bookDue(parts: ReferralParts): Promise<void> {
  const { db, clock, log } = parts;
  const today = dayOf(clock.now());
  const day = addDays(today, -1);
  async function attempt(what: string, id: number, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.error({ ...errorDetail(error), id }, what);
    }
  }
  for (let due = await findDue(db, day, 0, AT_ONCE); due.length > 0; ) {
    for (const each of due)
      await attempt('A referral was not booked', each.id, () => bookReferral(parts, each, day));
    due = await findDue(db, day, due.at(-1)?.id ?? 0, AT_ONCE);
  }
  for (const id of await findReleasable(db, today))
    await attempt('Referral earnings were not released', id, async () => {
      while (await releaseHeld(parts, id));
    });
  await dropTraces(db, clock.now());
}
