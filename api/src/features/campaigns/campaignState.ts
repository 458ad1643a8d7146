import {
  affordableMicros,
  bidOfEvent,
  type CampaignPriority,
  type CampaignState,
  eventMicros,
  lowestEventMicros,
  type Pricing,
  type Shortage,
} from '@ezdash/contracts';

/** What `campaign.state` holds; everything else a campaign shows follows from the clock and the money. */
export type StoredCampaignState =
  | 'draft'
  | 'in_review'
  | 'rejected'
  | 'approved'
  | 'paused'
  | 'archived'
  | 'stopped';

/** The part of a campaign its state depends on. Amounts are micros. */
export interface StateSubject {
  state: StoredCampaignState;
  /** The reviewer's words or code, of a stopped one the operator's words; or null. */
  stateReason: string | null;
  pricing: Pricing;
  bidMicros: number;
  dailyBudgetMicros: number;
  totalBudgetMicros: number | null;
  /** Counted impressions over its life; null is without limit. */
  impressionLimit: number | null;
  /** The same of clicks. */
  clickLimit: number | null;
  priority: CampaignPriority;
  startsAt: Date | null;
  endsAt: Date | null;
}

/** What has been spent and shown, and what the advertiser still has (cash and bonus together), in micros. */
export interface CampaignMoney {
  spentTodayMicros: number;
  spentTotalMicros: number;
  /** Counted impressions over its life; asked for where a limit counts them, else 0. */
  impressions: number;
  /** The same of clicks. */
  clicks: number;
  balanceMicros: number;
  /** Why nothing of the account, or of the campaign alone, is shown; null while it may be. */
  halt: AccountHalt | GoalHalt | null;
}

/** The account is not active, or its deletion was asked for. */
export type AccountHalt = 'account-inactive' | 'account-leaving';
/** It pays for conversions, and none of its goals takes reports. */
export type GoalHalt = 'no-goal';

/** Codes a page translates (`campaign.reason.<code>`); a rejection carries the reviewer's own words instead. */
export const STATE_REASONS = [
  'ended',
  'total-spent',
  'impression-limit',
  'click-limit',
  'total-budget',
  'daily-budget',
  'no-funds',
  'starts',
  'account-inactive',
  'account-leaving',
  'no-goal',
  /** One of the account's automatic rules paused it. */
  'rule',
] as const;
export type StateReason = (typeof STATE_REASONS)[number];

export interface DerivedState {
  state: CampaignState;
  reason: string | null;
}

const is = (state: CampaignState, reason: StateReason | null = null): DerivedState => ({ state, reason });

/** Its end lies behind us, or is now. */
export function hasEnded({ endsAt }: Pick<StateSubject, 'endsAt'>, now: Date): boolean {
  return endsAt !== null && endsAt <= now;
}

/** Of what less is left than one event at its bid costs: what stops the campaign, or the least. Pure. */
export function shortageOf(
  campaign: Pick<
    StateSubject,
    'pricing' | 'priority' | 'bidMicros' | 'dailyBudgetMicros' | 'totalBudgetMicros'
  >,
  money: Pick<CampaignMoney, 'balanceMicros' | 'spentTotalMicros' | 'spentTodayMicros'>,
): Shortage | null {
  const { pricing, priority, bidMicros, dailyBudgetMicros: daily, totalBudgetMicros: total } = campaign;
  const { balanceMicros, spentTotalMicros: inAll, spentTodayMicros: today } = money;
  const whole = eventMicros(pricing, bidMicros);
  const lowest = lowestEventMicros(pricing, priority, whole);
  const all = [
    { of: 'balance' as const, budget_micros: null, spend_micros: null, left: balanceMicros },
    ...(total === null
      ? []
      : [{ of: 'total-budget' as const, budget_micros: total, spend_micros: inAll, left: total - inAll }]),
    { of: 'daily-budget' as const, budget_micros: daily, spend_micros: today, left: daily - today },
  ];
  const found = all.find(({ left }) => left < lowest) ?? all.toSorted((a, b) => a.left - b.left)[0];
  // A house campaign costs nothing.
  if (!found || found.left >= whole || priority === 'house') return null;
  const { left, ...budget } = found;
  const unit = affordableMicros(whole, lowest, left);
  return {
    ...budget,
    left_micros: Math.max(0, left),
    lowest_micros: lowest,
    bid_micros: left < lowest ? null : bidOfEvent(pricing, unit),
  };
}

const OUT_OF: Readonly<Record<Shortage['of'], DerivedState>> = {
  balance: is('unfunded', 'no-funds'),
  'total-budget': is('budgetReached', 'total-budget'),
  'daily-budget': is('budgetReached', 'daily-budget'),
};

/** What an approved campaign does right now. The first thing that keeps it from delivering names the state. */
function deriveApproved(campaign: StateSubject, money: CampaignMoney, now: Date): DerivedState {
  if (hasEnded(campaign, now)) return is('completed', 'ended');
  const total = campaign.totalBudgetMicros;
  if (total !== null && money.spentTotalMicros >= total) return is('completed', 'total-spent');
  if (campaign.impressionLimit !== null && money.impressions >= campaign.impressionLimit)
    return is('completed', 'impression-limit');
  if (campaign.clickLimit !== null && money.clicks >= campaign.clickLimit)
    return is('completed', 'click-limit');
  if (money.halt) return is('pausedBySystem', money.halt);
  if (campaign.startsAt && campaign.startsAt > now) return is('scheduled', 'starts');
  // The ad server stops a campaign as soon as less than the lowest bid is left, so a state says the same.
  const shortage = shortageOf(campaign, money);
  return shortage?.bid_micros === null ? OUT_OF[shortage.of] : is('running');
}

/** The state a campaign shows, with the code or the reviewer's words for why. Pure. */
export function deriveState(campaign: StateSubject, money: CampaignMoney, now: Date): DerivedState {
  switch (campaign.state) {
    case 'draft':
      return is('draft');
    case 'in_review':
      return is('inReview');
    case 'rejected':
    case 'stopped':
      return { state: campaign.state, reason: campaign.stateReason };
    case 'archived':
      return is('archived');
    case 'paused':
      return hasEnded(campaign, now)
        ? is('completed', 'ended')
        : is('pausedByUser', campaign.stateReason === 'rule' ? 'rule' : null);
    case 'approved':
      return deriveApproved(campaign, money, now);
  }
}
