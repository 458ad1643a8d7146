import { type ConversionVerdict, INVALID_REASONS } from '@ezdash/contracts';
import type { VisitorReason } from '../serving';

const DAY_MS = 86_400_000;
/** A click may follow its decision for a day. */
const CLICK_LIFE_MS = DAY_MS;
/**
 * How long a conversion waits for its click, which reaches the database within seconds; one that comes later wakes it
 * (`wakeConversions`).
 */
export const WAIT_MS = 10 * 60_000;
/** How far the clocks of two nodes may lie apart. */
const SKEW_MS = 60_000;

/** A click as it is stored. */
export interface Click {
  advertiserId: number;
  clickedAtMs: number;
  /** A code of INVALID_REASONS; 0 is counted. */
  invalidReason: number;
}

/** What is known of a reported conversion. */
export interface Report {
  goalOwnerId: number;
  windowDays: number;
  /** The time in the click id. */
  decidedAtMs: number;
  receivedAtMs: number;
  /** Why whoever asked for the pixel was nobody; null for people, and for a postback. */
  traffic: VisitorReason | null;
}

/** Whether a click may still come in, or be found to count, and the conversion count by it. */
function mayWait({ decidedAtMs, receivedAtMs, windowDays }: Report, nowMs: number): boolean {
  const couldCount =
    decidedAtMs <= receivedAtMs + SKEW_MS &&
    receivedAtMs <= decidedAtMs + CLICK_LIFE_MS + windowDays * DAY_MS + SKEW_MS;
  return couldCount && nowMs - receivedAtMs < WAIT_MS;
}

/**
 * Says what a reported conversion is, but for duplicates: those the database finds. A click that overtook its
 * impression (docs/adr/0004) is waited for as one that is not there yet.
 */
export function attribute(report: Report, click: Click | null, nowMs: number): ConversionVerdict {
  if (report.traffic !== null) return report.traffic;
  if (click === null) return mayWait(report, nowMs) ? 'waiting' : 'no-click';
  if (click.advertiserId !== report.goalOwnerId) return 'other-advertiser';
  // Reported with the id of a decision that nobody had clicked by then.
  if (click.clickedAtMs > report.receivedAtMs + SKEW_MS) return 'no-click';
  if (click.invalidReason === INVALID_REASONS['click-before-impression'] && mayWait(report, nowMs))
    return 'waiting';
  if (click.invalidReason !== INVALID_REASONS.counted) return 'invalid-click';
  if (report.receivedAtMs - click.clickedAtMs > report.windowDays * DAY_MS) return 'late';
  return 'attributed';
}
