import type { CampaignState } from '@ezdash/contracts';
import type { TemplateData } from '../mail';

export type StoppedBy = TemplateData['campaign-paused']['why'];

/** What is remembered of a campaign. */
export interface RememberedCampaign {
  state: CampaignState;
  /** It has run since it was approved last. */
  started: boolean;
  /** What its owner was last told of its being stopped by: `daily-budget:5000000`. */
  stopTold: string | null;
  stopToldAt: Date | null;
}

/** How a campaign stands now. */
export interface CampaignNow {
  state: CampaignState;
  /** A code of STATE_REASONS, or null. */
  reason: string | null;
  dailyBudgetMicros: number;
  totalBudgetMicros: number | null;
  spentTotalMicros: number;
}

export type CampaignNews =
  | { event: 'campaign_started' }
  | { event: 'campaign_paused'; why: StoppedBy; budgetMicros: number | null };

const NOT_YET_APPROVED: ReadonlySet<CampaignState> = new Set(['draft', 'inReview', 'rejected']);
/** States in which the network itself has stopped a campaign; for want of money, the funds' own alert says so. */
const STOPPED: ReadonlySet<CampaignState> = new Set(['pausedBySystem', 'budgetReached', 'completed']);
const STOPS: Readonly<Record<string, StoppedBy>> = {
  'daily-budget': 'daily-budget',
  'total-budget': 'total-budget',
  'total-spent': 'total-budget',
  ended: 'ended',
};
const DAY_MS = 86_400_000;
/** A daily budget is used up every day: the same one is told of once a week. */
const SAME_STOP_DAYS = 7;

/** One that waits for the next day's budget when its time is over has stopped anew. */
const hasStopped = (before: CampaignState, now: CampaignState): boolean =>
  (before === 'running' && STOPPED.has(now)) || (before === 'budgetReached' && now === 'completed');

function stopOf({ reason, dailyBudgetMicros, totalBudgetMicros }: CampaignNow) {
  const why = reason === null ? undefined : STOPS[reason];
  if (!why) return null;
  const budgets = { 'daily-budget': dailyBudgetMicros, 'total-budget': totalBudgetMicros, ended: null };
  return { why, budgetMicros: budgets[why] };
}

function wasTold(before: RememberedCampaign, stop: string, now: Date): boolean {
  const { stopTold, stopToldAt } = before;
  return stopTold === stop && !!stopToldAt && now.getTime() - stopToldAt.getTime() < SAME_STOP_DAYS * DAY_MS;
}

/**
 * What a campaign's owner is told of how it has changed, and what to remember. `isFirst`: the advertiser was never
 * looked at before, so that everything is remembered and nothing told. Pure.
 */
export function campaignNews(
  before: RememberedCampaign | null,
  current: CampaignNow,
  isFirst: boolean,
  now: Date,
): { news: CampaignNews | null; remembered: RememberedCampaign } {
  const { state } = current;
  const known: RememberedCampaign = before ?? {
    state,
    started: isFirst && current.spentTotalMicros > 0,
    stopTold: null,
    stopToldAt: null,
  };
  if (NOT_YET_APPROVED.has(state)) return { news: null, remembered: { ...known, state, started: false } };
  if (state === 'running') {
    const news = !known.started && !isFirst ? ({ event: 'campaign_started' } as const) : null;
    return { news, remembered: { ...known, state, started: true } };
  }
  const stop = before && !isFirst && hasStopped(before.state, state) ? stopOf(current) : null;
  const told = stop && `${stop.why}:${stop.budgetMicros ?? ''}`;
  if (!stop || !told || wasTold(known, told, now)) return { news: null, remembered: { ...known, state } };
  return {
    news: { event: 'campaign_paused', ...stop },
    remembered: { ...known, state, stopTold: told, stopToldAt: now },
  };
}
