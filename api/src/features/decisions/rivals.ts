import { ESTIMATES, type Fate, PRICE_GAP_PERCENTS, RIVAL_FATES } from '@ezdash/contracts';

/** Decisions that were lost at one step, and to whom: a bit for each advertiser or for several. */
export interface LostAt {
  gap: number;
  rivals: number;
}

/** How many advertisers won what a bid higher by so many percent wins; null: by any. At least so many: some share a bit. */
function rivalsWithin(lost: readonly LostAt[], percent: number | null): number {
  const isWithin = (gap: number) => percent === null || (PRICE_GAP_PERCENTS[gap - 1] ?? Infinity) <= percent;
  let bits = 0;
  for (const { gap, rivals } of lost) if (isWithin(gap)) bits |= rivals;
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/**
 * Whether it may be told by how much a campaign's bid missed where it fared so, up to a step. Behind fewer others than an
 * estimate takes it would tell what one of them bids; hours of before these were noted name none.
 */
export const isTold = (fate: Fate, lost: readonly LostAt[], percent: number | null): boolean =>
  !RIVAL_FATES.includes(fate) || rivalsWithin(lost, percent) >= ESTIMATES.fewestBidders;
