import type { AlertDelivery, AlertDeliveryAnswer } from '@ezdash/contracts';
import type { AuthUser } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction } from '../../../platform/db';
import { afterQuietHours, nextDigest, timeOn } from '../clockTimes';
import { hasDigest } from '../deliveries.repo';
import type { AskForDelivery } from '../tell';
import { releaseHeld } from './releaseHeld';
import * as repo from './timing.repo';

export interface TimingDeps {
  db: Db;
  clock: Clock;
  ask: AskForDelivery;
}

export interface TimingService {
  get(user: AuthUser): Promise<AlertDeliveryAnswer>;
  /**
   * What the new times would not hold any more goes at once: mails and calls of quiet hours that are off or end sooner.
   * What waits when digests are turned off goes in a last one, at once or at the end of the quiet hours.
   */
  save(user: AuthUser, delivery: AlertDelivery): Promise<AlertDeliveryAnswer>;
}

const AT_ONCE: AlertDelivery = { digest: 'off', digest_at: '08:00', quiet_hours: null };

export function presentTiming(timing: AlertDelivery | null): AlertDelivery {
  const { digest, digest_at, quiet_hours } = timing ?? AT_ONCE;
  return { digest, digest_at, quiet_hours };
}

/** The digest that only quiet hours still hold: its hour of the day is over. */
function heldDigest(before: repo.Timing | null, { digest_at }: AlertDelivery, timeZone: string, now: Date) {
  if (!before?.nextFor || before.digest_at !== digest_at || before.zone !== timeZone) return null;
  return timeOn(before.nextFor, digest_at, timeZone) <= now ? before.nextFor : null;
}

export function createTimingService({ db, clock, ask }: TimingDeps): TimingService {
  return {
    get: async ({ id, timezone }) => ({
      delivery: presentTiming(await repo.findTiming(db, id)),
      timezone,
    }),

    save: ({ id, timezone }, delivery) =>
      inTransaction(db, async (trx) => {
        const now = clock.now();
        const before = await repo.lockTiming(trx, id);
        const { lastFor, quiet_hours: quiet } = await repo.saveTiming(trx, id, delivery);
        const common = { lastFor, zone: timezone };
        if (delivery.digest === 'daily') {
          const heldDay = heldDigest(before, delivery, timezone, now);
          const { at, day } =
            heldDay === null
              ? nextDigest({ at: delivery.digest_at, quiet, lastDay: lastFor }, timezone, now)
              : { at: afterQuietHours(quiet, timezone, now), day: heldDay };
          await repo.setNext(trx, id, { ...common, nextAt: at, nextFor: day });
        } else {
          const lastAt = (await hasDigest(trx, id)) ? afterQuietHours(quiet, timezone, now) : null;
          await repo.setNext(trx, id, { ...common, nextAt: lastAt, nextFor: null });
        }
        const quietBefore = before?.quiet_hours ?? null;
        if (quietBefore)
          await releaseHeld(trx, ask, { userId: id, timeZone: timezone, before: quietBefore, quiet, now });
        return { delivery: presentTiming(delivery), timezone };
      }),
  };
}
