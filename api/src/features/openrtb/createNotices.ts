import { sql } from 'kysely';
import { type Db, errorDetail } from '../../platform/db';
import type { Log } from '../../platform/log';

const FLUSH_MS = 500;
const MOST_WAITING = 20_000;
const BATCH = 2_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const NOTICE_KINDS = ['win', 'bill', 'loss'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What an exchange says became of a bid. */
export interface Notice {
  decisionId: string;
  kind: NoticeKind;
  zoneId: number;
  campaignId: number;
  /** Micros per thousand impressions, both. */
  offeredMicros: number;
  priceMicros: number | null;
  lossReason: number | null;
  receivedAtMs: number;
}

/** The first notice of a kind stands; those that say it again are passed over. */
async function insertNotices(db: Db, notices: readonly Notice[]): Promise<void> {
  await db
    .insertInto('rtb_notice')
    .values(
      notices.map((notice) => ({
        decision_id: notice.decisionId,
        kind: notice.kind,
        zone_id: notice.zoneId,
        campaign_id: notice.campaignId,
        offered_micros: BigInt(notice.offeredMicros),
        price_micros: notice.priceMicros === null ? null : BigInt(notice.priceMicros),
        loss_reason: notice.lossReason,
        received_at: new Date(notice.receivedAtMs),
      })),
    )
    .onConflict((conflict) => conflict.columns(['decision_id', 'kind']).doNothing())
    .execute();
}

export interface Notices {
  /** Kept within a second; answers false when there is no room for it. */
  add(notice: Notice): boolean;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface NoticesOptions {
  db: Db;
  log: Log;
  /** Epoch milliseconds. */
  now: () => number;
  /** How long notices are kept. */
  days: number;
}

/**
 * Brings notices into the database, many at a time. Nothing is paid by them, so that a crash may cost the last half
 * second.
 */
export function createNotices({ db, log, now, days }: NoticesOptions): Notices {
  let waiting: Notice[] = [];
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let forgottenAtMs = 0;

  async function forgetOld(): Promise<void> {
    if (now() - forgottenAtMs < HOUR_MS) return;
    forgottenAtMs = now();
    const before = new Date(now() - days * DAY_MS);
    await sql`DELETE FROM rtb_notice WHERE received_at < ${before}`.execute(db);
  }

  async function write(): Promise<void> {
    try {
      for (let batch = waiting.slice(0, BATCH); batch.length > 0; batch = waiting.slice(0, BATCH)) {
        await insertNotices(db, batch);
        waiting = waiting.slice(batch.length);
      }
      await forgetOld();
    } catch (error) {
      log.warn(errorDetail(error), 'Could not keep what exchanges say of bids; tried again');
    }
  }

  const flush = () => {
    running = running.then(write);
    return running;
  };
  return {
    flush,
    add(notice) {
      if (waiting.length >= MOST_WAITING) return false;
      waiting.push(notice);
      return true;
    },
    start() {
      timer ??= setInterval(() => void flush(), FLUSH_MS);
      timer.unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      await flush();
    },
  };
}
