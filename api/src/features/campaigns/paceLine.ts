import type { Campaign } from '@ezdash/contracts';
import { shareOfDay } from '../figures';

/**
 * Which part of its day's budget even pacing wants a campaign (by row number) to have spent by now, 0–1; null when
 * nobody paces it. The ad server knows.
 */
export type PaceLine = (campaignId: number, now: Date) => number | null;

const DIGITS = 10_000;

/** What is asked of a campaign: only one that delivers, and evenly, has spending to be due. */
export type Paced = Pick<Campaign, 'state' | 'pacing'>;

/**
 * Where the tick of a pace bar stands, to four digits: on the line of what the ad server paces, else with the day. Of
 * what does not deliver, or as fast as it can, nothing is due.
 */
export function dueShare(
  campaignId: number,
  { state, pacing }: Paced,
  now: Date,
  paceLine?: PaceLine,
): number {
  if (state !== 'running' || pacing !== 'even') return 0;
  const share = paceLine?.(campaignId, now) ?? null;
  return share === null ? shareOfDay(now) : Math.round(share * DIGITS) / DIGITS;
}
