import type { CampaignChange, CampaignState } from '@ezdash/contracts';

/** States in which nothing delivers yet: going to review costs nothing there. */
export const BEFORE_REVIEW: readonly CampaignState[] = ['draft', 'inReview', 'rejected'];
const JUDGED = new Set(['landing_url', 'category']);

/** What undoing a change does beyond setting its fields back: whoever presses must know of it first. */
export type Consequence = 'starts' | 'review';

export function consequenceOf({ fields }: CampaignChange, state: CampaignState): Consequence | null {
  const starts = fields.some(
    ({ field, before, after }) => field === 'state' && before === 'approved' && after !== 'approved',
  );
  if (starts) return 'starts';
  const isJudged = fields.some(({ field }) => JUDGED.has(field));
  return isJudged && !BEFORE_REVIEW.includes(state) ? 'review' : null;
}
