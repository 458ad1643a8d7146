import type { Trx } from '../../../platform/db';
import { afterQuietHours, type QuietHours } from '../clockTimes';
import * as deliveries from '../deliveries.repo';
import { mailWaitMs } from '../mailWait';
import type { AskForDelivery } from '../tell';

/** Whether quiet hours are what it waits for: retries have times of their own. */
function isHeldBy(quiet: QuietHours | null, timeZone: string, dueAt: Date): boolean {
  const before = new Date(dueAt.getTime() - 1);
  return afterQuietHours(quiet, timeZone, before).getTime() === dueAt.getTime();
}

/** Lets go what the quiet hours of until now held and those of now would not hold, or not for so long. */
export async function releaseHeld(
  trx: Trx,
  ask: AskForDelivery,
  who: { userId: number; timeZone: string; before: QuietHours | null; quiet: QuietHours | null; now: Date },
): Promise<void> {
  const { userId, timeZone, before, quiet, now } = who;
  for (const held of await deliveries.lockLater(trx, userId, now)) {
    const { noticeId, channel, event, createdAt, attempts } = held;
    if (attempts > 0 && !isHeldBy(before, timeZone, held.dueAt)) continue;
    const waitMs = channel === 'mail' ? mailWaitMs(event) : 0;
    const earliest = new Date(Math.max(now.getTime(), createdAt.getTime() + waitMs));
    const dueAt = afterQuietHours(quiet, timeZone, earliest);
    if (dueAt >= held.dueAt) continue;
    await deliveries.advance(trx, held, dueAt);
    await ask(trx, noticeId, channel, dueAt);
  }
}
