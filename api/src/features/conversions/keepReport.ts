import type { ConversionStatus, ConversionVerdict } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import { holdConversionMoney, rejectConversions } from '../events';
import { type ConversionReport, isProven } from './admitReport';
import { attribute } from './attribute';
import { clickTimeMs } from './clickTime';
import * as repo from './conversions.repo';
import type { GoalRow } from './goals.repo';
import { bookJudged, type Judgement, judgeConversion, type Named } from './judgeConversion';
import { isTestClick } from './testClicks.repo';
import type { TellConversion } from './told';

/** A report that its goal takes. */
export interface Admitted {
  goal: GoalRow;
  report: ConversionReport;
  receivedAt: Date;
  tell: TellConversion;
}

type Reported = ConversionReport['value'];

function namedOf({ goal, report, receivedAt }: Admitted): Named {
  return {
    goalId: goal.id,
    goalOwnerId: goal.advertiser_id,
    windowDays: goal.window_days,
    clickId: report.click_id,
    decidedAtMs: clickTimeMs(report.click_id),
    receivedAtMs: receivedAt.getTime(),
    traffic: report.traffic,
    isProven: isProven(report),
  };
}

/** Null is unknown: nothing takes the place of a value that was reported and cannot be read. */
function worthOf({ value_kind, value_micros }: GoalRow, reported: Reported): bigint | null {
  if (value_kind === 'none') return 0n;
  if (value_kind === 'fixed' || reported === undefined) return value_micros ?? 0n;
  return reported === null ? null : BigInt(reported);
}

/** The row of a report; of another advertiser's click it says nothing. */
function rowOf({ goal, report, receivedAt }: Admitted) {
  const { click_id, tx = null, value, source } = report;
  return {
    goal_id: goal.id,
    click_id,
    decided_at: new Date(clickTimeMs(click_id)),
    received_at: receivedAt,
    source,
    dedupe_key: goal.duplicates === 'once' ? click_id : tx,
    tx,
    proven: isProven(report),
    value_micros: worthOf(goal, value),
  };
}
type ReportRow = ReturnType<typeof rowOf>;

/**
 * Whether a report is a repetition although no row keeps it out: what was paid before, whether or not it would fit into
 * the budget again; or what waits for the same click.
 */
async function isRepetition(trx: Trx, row: ReportRow, verdict: ConversionVerdict) {
  const { goal_id, dedupe_key } = row;
  if (verdict !== 'over-budget' && verdict !== 'waiting') return false;
  if (await repo.isCounted(trx, goal_id, dedupe_key)) return true;
  return verdict === 'waiting' && (await repo.isAwaited(trx, row));
}

const ownPlace = ({ goal }: Admitted, click: repo.StoredClick | null) =>
  repo.placeOf(click?.advertiserId === goal.advertiser_id ? click : null);

async function insert(
  trx: Trx,
  { goal, tell }: Admitted,
  row: Parameters<typeof repo.insertConversion>[1],
  event: ConversionStatus | null,
): Promise<bigint | null> {
  const id = await repo.insertConversion(trx, row);
  if (id !== null && event !== null)
    await tell(trx, { conversionId: id, goalId: goal.id, ownerId: goal.advertiser_id, event });
  return id;
}

/** What repeats a conversion that counts, as the goal wants it: nothing, a new value, or one more. */
async function keepRepetition(
  trx: Trx,
  admitted: Admitted,
  row: ReportRow,
  { verdict, click }: Judgement,
): Promise<ConversionVerdict> {
  const { goal, report } = admitted;
  const wouldCount = verdict === 'attributed' || verdict === 'over-budget';
  if (wouldCount && goal.repeats === 'new') {
    // Never paid for: a server that reports again because it missed the answer must not cost anything.
    const named = { ...namedOf(admitted), isProven: false };
    const free = await judgeConversion(trx, named, named.receivedAtMs);
    if (free.verdict === 'attributed') {
      const place = repo.placeOf(free.click);
      const again = { ...row, ...place, dedupe_key: null, proven: false, verdict: free.verdict };
      const id = await insert(trx, admitted, again, 'approved');
      if (id !== null) await bookJudged(trx, id, named, free);
      return free.verdict;
    }
  }
  // A report without a readable value says nothing of it: what was reported before stays.
  if (wouldCount && goal.repeats === 'update' && typeof report.value === 'number')
    await repo.replaceValue(trx, row);
  await repo.insertConversion(trx, { ...row, ...ownPlace(admitted, click), verdict: 'duplicate' });
  return 'duplicate';
}

/** A report that may be counted. */
async function keepApproved(trx: Trx, admitted: Admitted): Promise<ConversionVerdict> {
  const named = namedOf(admitted);
  const judged = await judgeConversion(trx, named, named.receivedAtMs);
  const { verdict, click, paid } = judged;
  const row = rowOf(admitted);
  if (await isRepetition(trx, row, verdict)) return keepRepetition(trx, admitted, row, judged);
  const place = repo.placeOf(repo.showsClick(verdict) ? click : null);
  const event = verdict === 'attributed' ? 'approved' : null;
  const id = await insert(trx, admitted, { ...row, ...place, ...paid, verdict }, event);
  if (id === null) return keepRepetition(trx, admitted, row, judged);
  await bookJudged(trx, id, named, judged);
  return verdict;
}

/**
 * What a rejection takes out: what waits and what counts. Answers whether it was one of those that count, or that it is paid
 * for and stays; null when there was nothing to take out.
 */
async function takeOut(
  trx: Trx,
  { goal, tell }: Admitted,
  row: ReportRow,
  click: repo.StoredClick | null,
): Promise<'rejected' | 'paid' | null> {
  // Money first, then rows: in the order of the reports and of reversals.
  if (click) await holdConversionMoney(trx, click);
  // What waits first: what is settled at this moment is counted by the time it is looked for among those that count.
  await repo.rejectWaiting(trx, row);
  await repo.releaseRejected(trx, row);
  const { goal_id: goalId, dedupe_key: dedupeKey, click_id: clickId } = row;
  const taken = await rejectConversions(trx, { goalId, dedupeKey, clickId });
  for (const conversionId of taken)
    await tell(trx, { conversionId, goalId, ownerId: goal.advertiser_id, event: 'rejected' });
  if (taken.length > 0) return 'rejected';
  return (await repo.isCounted(trx, goalId, dedupeKey)) ? 'paid' : null;
}

/** What is not to count yet, or not any more: it moves no money, and holds no place. */
async function keepUncounted(
  trx: Trx,
  admitted: Admitted,
  status: 'pending' | 'rejected',
): Promise<ConversionVerdict> {
  const named = namedOf(admitted);
  const row = rowOf(admitted);
  const click = await repo.findClick(trx, admitted.report.click_id, row.decided_at);
  const found = attribute(named, click, named.receivedAtMs);
  // Goods come back after the window, too: a rejection is never too late.
  if (found === 'other-advertiser' || (found === 'late' && status === 'pending')) {
    const place = repo.placeOf(repo.showsClick(found) ? click : null);
    await repo.insertConversion(trx, { ...row, ...place, verdict: found });
    return found;
  }
  const taken = status === 'rejected' ? await takeOut(trx, admitted, row, click) : null;
  if (taken === 'rejected') return status;
  const place = ownPlace(admitted, found === 'no-click' || found === 'waiting' ? null : click);
  if (taken === null) {
    // Of a click of one's own alone: anybody can invent the id of one, and report it as pending without a key.
    const event = found === 'attributed' ? status : null;
    const id = await insert(trx, admitted, { ...row, ...place, verdict: status }, event);
    if (id !== null) return status;
  }
  // What was paid for stays, since a publisher has shown the ad for it; and what was said before is not said again.
  await repo.insertConversion(trx, { ...row, ...place, verdict: 'duplicate' });
  return 'duplicate';
}

/**
 * Keeps a report with its verdict, counts it when it is attributed, and has it told, all in the transaction. Answers the
 * verdict; `duplicate` for what repeats a conversion.
 */
export async function keepReport(trx: Trx, admitted: Admitted): Promise<ConversionVerdict> {
  const { goal, report, receivedAt } = admitted;
  const { status = 'approved', traffic } = report;
  if (traffic === null && (await isTestClick(trx, report.click_id, goal.id, receivedAt))) {
    await insert(trx, admitted, { ...rowOf(admitted), proven: false, verdict: 'test' }, status);
    return 'test';
  }
  return status === 'approved' ? keepApproved(trx, admitted) : keepUncounted(trx, admitted, status);
}
