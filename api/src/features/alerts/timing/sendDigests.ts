import type { Clock } from '../../../platform/clock';
import { type Db, errorDetail, inTransaction, type Trx } from '../../../platform/db';
import type { Log } from '../../../platform/log';
import type { Mail } from '../../mail';
import { findReaders } from '../alerts.repo';
import { afterQuietHours, nextDigest } from '../clockTimes';
import { type Delivery, endDigest, lockDigest } from '../deliveries.repo';
import type { Reader } from '../letter';
import { isStillDue } from '../sendHeldMail';
import * as repo from './timing.repo';

export interface DigestDeps {
  db: Db;
  clock: Clock;
  log: Log;
  mail: Pick<Mail, 'send'>;
}

const ACCOUNTS_AT_A_TIME = 500;
/** Lines of one mail; of the rest it says how many. */
const MOST_LINES = 100;

async function sendLines(trx: Trx, { mail }: DigestDeps, reader: Reader, waiting: readonly Delivery[]) {
  const told = waiting.filter((each) => isStillDue(each, reader));
  const [first] = told;
  if (!first) return;
  await mail.send(trx, {
    to: reader.email,
    template: 'alert-digest',
    locale: reader.locale,
    data: {
      items: told.slice(0, MOST_LINES).map(({ event, createdAt, data }) => ({
        event,
        at: createdAt.toISOString(),
        data,
      })),
      more: Math.max(0, told.length - MOST_LINES),
      role: reader.role,
      timeZone: reader.timezone,
    },
    // Each notice is in one digest alone.
    idempotencyKey: `alert-digest:${first.id}`,
  });
}

async function next(trx: Trx, timing: repo.Timing, reader: Reader, now: Date): Promise<void> {
  const { quiet_hours: quiet, digest, digest_at: at, lastFor } = timing;
  const common = { lastFor, zone: reader.timezone };
  if (digest === 'off') return repo.setNext(trx, reader.id, { ...common, nextAt: null, nextFor: null });
  const following = nextDigest({ at, quiet, lastDay: lastFor }, reader.timezone, now);
  await repo.setNext(trx, reader.id, { ...common, nextAt: following.at, nextFor: following.day });
}

/** One account's; all of it in one transaction, so that a digest and what it tells go together or not at all. */
async function sendOne(deps: DigestDeps, trx: Trx, userId: number): Promise<void> {
  const timing = await repo.takeTiming(trx, userId);
  const reader = timing && (await findReaders(trx, [userId])).get(userId);
  if (!timing?.nextAt || !reader) return;
  const now = deps.clock.now();
  if (timing.zone !== reader.timezone) {
    const quietUntil = afterQuietHours(timing.quiet_hours, reader.timezone, timing.nextAt);
    if (timing.digest === 'daily') return next(trx, timing, reader, now);
    return repo.setNext(trx, userId, { ...timing, nextAt: quietUntil, zone: reader.timezone });
  }
  if (timing.nextAt > now) return;
  const waiting = await lockDigest(trx, userId);
  await sendLines(trx, deps, reader, waiting);
  await endDigest(
    trx,
    waiting.map(({ id }) => id),
  );
  await next(trx, { ...timing, lastFor: timing.nextFor ?? timing.lastFor }, reader, now);
}

/** Sends the digests that are due: one mail of all that waited, none where nothing did. */
export async function sendDigests(deps: DigestDeps): Promise<void> {
  const { db, clock, log } = deps;
  let after = 0;
  for (;;) {
    const ids = await repo.findDue(db, clock.now(), after, ACCOUNTS_AT_A_TIME);
    for (const userId of ids)
      try {
        await inTransaction(db, (trx) => sendOne(deps, trx, userId));
      } catch (error) {
        // It is tried again in the next round; the others must not wait for it.
        log.error({ ...errorDetail(error), userId }, 'A digest could not be sent');
      }
    const last = ids.at(-1);
    if (ids.length < ACCOUNTS_AT_A_TIME || last === undefined) return;
    after = last;
  }
}
