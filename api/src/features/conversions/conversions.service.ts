import {
  type Conversion,
  type ConversionList,
  type ConversionQuery,
  type ConversionVerdict,
  type Postback,
  type PostbackAnswer,
  publicId,
  rowId,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx, toNumber } from '../../platform/db';
import { AppError, ForbiddenError, ValidationError } from '../../platform/errors';
import type { VisitorReason } from '../serving';
import { clickTimeMs } from './clickTime';
import * as repo from './conversions.repo';
import type { GoalKeys } from './goalKey';
import * as goals from './goals.repo';
import { goalRow, noGoal } from './goals.service';
import { bookJudged, judgeConversion, type Named } from './judgeConversion';

const DAY_MS = 86_400_000;
const PAGE = 50;

/** A report as it came in, by whichever way. */
export interface ConversionReport extends Postback {
  source: 'postback' | 'pixel';
  /** Why whoever asked for the pixel was nobody; null for people, and for a postback. */
  traffic: VisitorReason | null;
}

export interface ConversionServiceDeps {
  db: Db;
  clock: Clock;
  keys: GoalKeys;
  onVerdict: (verdict: ConversionVerdict) => void;
}

export interface ConversionService {
  /**
   * Keeps a report with its verdict, and counts it when it is attributed, in one transaction: the answer says that it is
   * durable. Throws 404 for an unknown goal, 410 for an archived one, 403 for a wrong key or a goal without a pixel, 422
   * for what cannot be kept.
   */
  record(report: ConversionReport): Promise<PostbackAnswer>;
  /** What was reported of a goal of one's own (404 otherwise), newest first. */
  list(ownerId: number, goalId: string, query: ConversionQuery): Promise<ConversionList>;
}

function present(row: repo.ListedConversion): Conversion {
  return {
    id: publicId('conversion', toNumber(row.id)),
    click_id: row.click_id,
    tx: row.tx,
    value_micros: toNumber(row.value_micros),
    price_micros: toNumber(row.price_micros),
    source: row.source,
    verdict: row.verdict,
    received_at: row.received_at.toISOString(),
    clicked_at: row.clicked_at?.toISOString() ?? null,
    campaign:
      row.campaign_id === null
        ? null
        : { id: publicId('campaign', row.campaign_id), name: row.campaign_name ?? '' },
  };
}

/** Throws unless the goal takes the report. */
function admit(goal: goals.GoalRow, { source, key, tx }: ConversionReport, keys: GoalKeys): void {
  if (goal.state === 'archived') throw new AppError(410, 'GOAL_ARCHIVED', 'This goal is archived');
  if (source === 'pixel' && !goal.pixel)
    throw new ForbiddenError('This goal takes no pixel: turn it on first', 'PIXEL_OFF');
  if (source === 'postback' && key === undefined && goal.requires_key)
    throw new ForbiddenError('This goal asks for its key', 'KEY_REQUIRED');
  // A key that is given has to fit, also where none is asked for: a mistake shows at once.
  if (key !== undefined && !(goal.key_sealed && keys.fits(goal.key_sealed, goal.id, key)))
    throw new ForbiddenError('This is not the key of this goal', 'WRONG_KEY');
  if (goal.duplicates === 'every' && tx === undefined)
    throw new ValidationError({ tx: ['This goal counts every transaction: send its id'] });
}

/** A key that was given has fitted (`admit`). */
const isProven = ({ source, key }: ConversionReport) => source === 'postback' && key !== undefined;

/** The row of a report; of another advertiser's click it says nothing. */
function rowOf(goal: goals.GoalRow, report: ConversionReport, decidedAt: Date, receivedAt: Date) {
  const { click_id, tx = null, value, source } = report;
  return {
    goal_id: goal.id,
    click_id,
    decided_at: decidedAt,
    received_at: receivedAt,
    source,
    dedupe_key: goal.duplicates === 'once' ? click_id : tx,
    tx,
    proven: isProven(report),
    value_micros: value === undefined ? (goal.value_micros ?? 0n) : BigInt(value),
  };
}

/**
 * Whether a report is a repetition although no row keeps it out: what was paid before, whether or not it would fit into
 * the budget again; or what waits for the same click.
 */
async function isRepetition(trx: Trx, row: ReturnType<typeof rowOf>, verdict: ConversionVerdict) {
  const { goal_id, dedupe_key } = row;
  if (verdict !== 'over-budget' && verdict !== 'waiting') return false;
  if (await repo.isCounted(trx, goal_id, dedupe_key)) return true;
  return verdict === 'waiting' && (await repo.isAwaited(trx, row));
}

async function keep(trx: Trx, goal: goals.GoalRow, report: ConversionReport, receivedAt: Date) {
  const receivedAtMs = receivedAt.getTime();
  const decidedAtMs = clickTimeMs(report.click_id);
  const named: Named = {
    goalId: goal.id,
    goalOwnerId: goal.advertiser_id,
    windowDays: goal.window_days,
    clickId: report.click_id,
    decidedAtMs,
    receivedAtMs,
    traffic: report.traffic,
    isProven: isProven(report),
  };
  const judged = await judgeConversion(trx, named, receivedAtMs);
  const { verdict, click, paid } = judged;
  const row = rowOf(goal, report, new Date(decidedAtMs), receivedAt);
  const isRepeated = await isRepetition(trx, row, verdict);
  const place = repo.placeOf(repo.showsClick(verdict) ? click : null);
  const id = isRepeated ? null : await repo.insertConversion(trx, { ...row, ...place, ...paid, verdict });
  if (id !== null) {
    await bookJudged(trx, id, named, judged);
    return verdict;
  }
  const own = repo.placeOf(click?.advertiserId === goal.advertiser_id ? click : null);
  await repo.insertConversion(trx, { ...row, ...own, verdict: 'duplicate' });
  return 'duplicate' as const;
}

export function createConversionService({
  db,
  clock,
  keys,
  onVerdict,
}: ConversionServiceDeps): ConversionService {
  return {
    async record(report) {
      const id = goalRow(report.goal);
      const goal = id === null ? undefined : await goals.findGoal(db, id);
      if (!goal) throw noGoal();
      admit(goal, report, keys);
      const receivedAt = clock.now();
      if (clickTimeMs(report.click_id) > receivedAt.getTime() + DAY_MS)
        throw new ValidationError({ click_id: ['This click has not happened yet'] });
      const verdict = await inTransaction(db, (trx) => keep(trx, goal, report, receivedAt));
      onVerdict(verdict);
      return { status: verdict === 'duplicate' ? 'duplicate' : 'recorded' };
    },

    async list(ownerId, goalId, { verdict, before }) {
      const id = goalRow(goalId);
      const goal = id === null ? undefined : await goals.findOwnGoal(db, ownerId, id);
      if (!goal) throw noGoal();
      const first = before === undefined ? undefined : rowId('conversion', before);
      if (first === null) throw new ValidationError({ before: ['This is no page'] });
      const rows = await repo.listConversions(db, goal.id, { verdict, before: first, limit: PAGE + 1 });
      const page = rows.slice(0, PAGE).map(present);
      return { conversions: page, next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null };
    },
  };
}
