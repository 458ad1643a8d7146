import { EVENT_KINDS, INVALID_REASONS, POSTBACK_LOG } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { type ConversionsDeps, createConversionsFeature } from '../conversions';
import { seededRandom } from './visitsModel';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SEED = 20_261_122;
const ADVERTISER = 'advertiser@demo.test';
/** Of the clicks: how many order something, and how many of the others sign up for the newsletter. */
const ORDERS = 0.08;
const SIGN_UPS = 0.05;
/** A shop's server that reports again because it missed the answer. */
const REPEATED = 0.04;
const LONGEST_THOUGHT_MS = 3 * DAY_MS;

interface ClickRow {
  decision_id: string;
  happened_at: Date;
}

/** Clicks that were counted, in the order of their ids: the same past every time. */
async function findClicks(db: Db, advertiserId: number): Promise<ClickRow[]> {
  const { rows } = await sql<ClickRow>`
    SELECT decision_id, happened_at FROM ad_event
    WHERE advertiser_id = ${advertiserId} AND kind = ${EVENT_KINDS.click}
      AND invalid_reason = ${INVALID_REASONS.counted}
    ORDER BY decision_id`.execute(db);
  return rows;
}

interface Report {
  atMs: number;
  clickId: string;
  /** Of an order; null for a sign-up. */
  cents: number | null;
}

/** What became of the clicks, as the shop reported it, oldest first. */
function planReports(clicks: readonly ClickRow[], untilMs: number): Report[] {
  const random = seededRandom(SEED);
  const reports = clicks.flatMap(({ decision_id: clickId, happened_at }): Report[] => {
    const [chance, thought, amount, again] = [random(), random(), random(), random()];
    if (chance >= ORDERS + SIGN_UPS) return [];
    const isOrder = chance < ORDERS;
    // Most decide at once, some sleep on it.
    const atMs = happened_at.getTime() + MINUTE_MS + Math.floor(thought ** 6 * LONGEST_THOUGHT_MS);
    const report = { atMs, clickId, cents: isOrder ? 1_900 + Math.floor(amount ** 2 * 24_000) : null };
    return isOrder && again < REPEATED ? [report, { ...report, atMs: atMs + 5_000 }] : [report];
  });
  return reports.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
}

/**
 * Gives the demo's main advertiser two goals, and has its shop report what became of the clicks of the past, through
 * the service that takes every report. Answers how many were reported.
 */
export async function playConversions({ clock, ...deps }: ConversionsDeps): Promise<number> {
  const { db } = deps;
  const advertiser = await db
    .selectFrom('app_user')
    .select(['id', 'created_at'])
    .where('email', '=', ADVERTISER)
    .executeTakeFirstOrThrow();
  let now = advertiser.created_at;
  const past = { now: () => now, nowMs: () => now.getTime() };
  const { goals, conversions } = createConversionsFeature({ ...deps, clock: past });
  const settings = { value_micros: null, requires_key: false };
  const order = await goals.create(advertiser.id, {
    ...settings,
    name: 'Order',
    duplicates: 'every',
    pixel: false,
  });
  const signUp = await goals.create(advertiser.id, {
    ...settings,
    name: 'Newsletter',
    duplicates: 'once',
    pixel: true,
  });
  // As the routes would have kept them: of older ones no line is left.
  const loggedFromMs = clock.nowMs() - POSTBACK_LOG.keptDays * DAY_MS;
  const reports = planReports(await findClicks(db, advertiser.id), clock.nowMs());
  for (const { atMs, clickId, cents } of reports) {
    now = new Date(atMs);
    const click = { click_id: clickId, traffic: null };
    const isOrder = cents !== null;
    const { verdict } = await conversions.record(
      isOrder
        ? { ...click, goal: order.id, source: 'postback', value: cents * 10_000, tx: orderNumber(clickId) }
        : { ...click, goal: signUp.id, source: 'pixel' },
    );
    if (atMs < loggedFromMs) continue;
    deps.note?.({
      goal: isOrder ? order.id : signUp.id,
      receivedAt: now,
      source: isOrder ? 'postback' : 'pixel',
      method: 'GET',
      request: isOrder
        ? `goal=${order.id}&click_id=${clickId}&value=${(cents / 100).toFixed(2)}&tx=${orderNumber(clickId)}`
        : `click_id=${clickId}`,
      status: 200,
      code: null,
      answer: isOrder
        ? JSON.stringify({ status: verdict === 'duplicate' ? 'duplicate' : 'recorded' })
        : 'GIF',
      verdict,
      tookMs: 1 + (atMs % 6),
    });
  }
  return reports.length;
}

/** Six digits that follow from the click. */
const orderNumber = (clickId: string) =>
  `H-${String(Number.parseInt(clickId.slice(-8), 16) % 1_000_000).padStart(6, '0')}`;
