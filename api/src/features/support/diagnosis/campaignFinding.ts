import { type Campaign, type Fate, type Finding, REJECTION_REASONS } from '@ezdash/contracts';
import { shareOfDay } from '../../figures';
import type { Fare } from './fareOf';

const FUNDS_PATH = '/advertiser/funds';

/** What is known of a campaign beside what its owner's list shows. */
export interface CampaignFacts {
  submittedAt: Date | null;
  reviewedAt: Date | null;
  /** Campaigns in review that were sent in before it. */
  ahead: number;
  /** Counted, over its life. */
  impressions: number;
  /** Counted, on this UTC day. */
  impressionsToday: number;
  /** Over its life. */
  spentMicros: number;
  /** Cash and bonus of its advertiser. */
  balanceMicros: number;
  /** Of its last event that cost something, when a budget or the balance is used up; null: not known. */
  lastSpendAt: Date | null;
  /** When a goal that it pays for was changed last. */
  goalsChangedAt: Date | null;
  /** When the deletion of its account was asked for. */
  leavingSince: Date | null;
  /** How it fared in the last day. */
  fare: Fare;
  /** How it fared since its budget was used up. */
  fareSince: Fare | null;
}

type Action = NonNullable<Finding['action']>['kind'];
type Facts = Finding['facts'];
type Found = [kind: Finding['kind'], facts: Facts, action: Action | null];

const DAY_MS = 86_400_000;
/** Of fewer decisions nothing is told. */
const FEWEST_DECISIONS = 100;
/** What a targeting that leaves out this much of all requests is called. */
const NARROW_SHARE = 0.99;
const LOSING_SHARE = 0.9;
/** Who has spent this much of what an even pace has allowed so far is on its way. */
const ON_PACE_SHARE = 0.8;
/** A budget that was used up sooner would be multiplied by guesswork. */
const EARLIEST_SHARE = 0.05;
const MOST_TIMES = 10;

/** What a fate says of the targeting, by the name of the dimension; other fates are of no dimension of it. */
const DIMENSIONS: Readonly<Partial<Record<Fate, string>>> = {
  'no-placement': 'properties',
  'no-country': 'countries',
  'no-region': 'regions',
  'no-device': 'devices',
  'no-client': 'os',
  'no-language': 'languages',
  'no-keyword': 'keywords',
  'no-ip': 'ip_ranges',
  hours: 'hours',
};

const share = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;

/** Two digits that count, rounded up: $137 becomes $140. */
function roundUp(micros: number): number {
  const step = 10 ** Math.max(6, Math.floor(Math.log10(micros)) - 1);
  return Math.ceil(micros / step) * step;
}

/** A daily budget that would have lasted the day at the pace it was spent; null: there is no telling. */
export function suggestedBudget(campaign: Campaign, reachedAt: Date | null): number | null {
  const passed = reachedAt === null ? 0 : shareOfDay(reachedAt);
  const wanted = passed < EARLIEST_SHARE ? 0 : roundUp(campaign.today.spend_micros / passed);
  const budget = campaign.daily_budget_micros;
  return wanted > budget && wanted <= budget * MOST_TIMES ? wanted : null;
}

/** What the decisions that were passed over would have brought, at its share and price of the last days. */
function missed(campaign: Campaign, { fare, fareSince }: CampaignFacts): Facts {
  const auctions = fareSince?.withoutBudget || null;
  const { impressions, spend_micros } = campaign.figures;
  if (auctions === null || fare.competed === 0 || impressions === 0)
    return { auctions, would_win: null, would_cost_micros: null };
  const would = Math.round((auctions * fare.won) / fare.competed);
  return { auctions, would_win: would, would_cost_micros: Math.round((would * spend_micros) / impressions) };
}

const nextMidnight = (now: Date) => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS).toISOString();

function isOnPace({ pacing, today }: Campaign): boolean {
  const due = ON_PACE_SHARE * today.due * today.budget_micros;
  return pacing === 'even' && today.due > 0 && today.spend_micros >= due;
}

/** Why a campaign that runs is seldom shown. */
function runningFinding(campaign: Campaign, fare: Fare): Found | null {
  if (fare.decisions < FEWEST_DECISIONS || isOnPace(campaign)) return null;
  if (fare.mainLeftOut && fare.leftOut >= NARROW_SHARE * fare.decisions) {
    const facts = {
      auctions: fare.decisions,
      left_out_share: share(fare.leftOut, fare.decisions),
      dimension: DIMENSIONS[fare.mainLeftOut] ?? null,
      won: fare.won,
    };
    return ['campaign-targeting-narrow', facts, 'edit'];
  }
  if (fare.competed === 0 || fare.lostByPrice < LOSING_SHARE * fare.competed) return null;
  const facts = {
    auctions: fare.competed,
    won: fare.won,
    lost_share: share(fare.lostByPrice, fare.competed),
    outbid_share: share(fare.lostByPrice - fare.belowFloor, fare.competed),
    below_floor_share: share(fare.belowFloor, fare.competed),
    bid_micros: campaign.bid_micros,
    raise_percent: fare.raisePercent,
  };
  return ['campaign-loses-auctions', facts, 'edit'];
}

const spentAt = (campaign: Campaign, { lastSpendAt }: CampaignFacts) =>
  // A budget that was lowered below what was spent, or to less than one event, has no last event of its own.
  lastSpendAt?.toISOString() ?? campaign.updated_at;

function completedFinding(campaign: Campaign, known: CampaignFacts): Found {
  if (campaign.state_reason === 'total-spent') return totalFinding(campaign, known);
  const endedAt = campaign.state_reason === 'ended' ? campaign.ends_at : null;
  const facts = { completed_at: endedAt ?? spentAt(campaign, known), impressions: known.impressions };
  return ['campaign-completed', facts, 'edit'];
}

function totalFinding(campaign: Campaign, known: CampaignFacts): Found {
  const facts = { budget_micros: campaign.total_budget_micros, reached_at: spentAt(campaign, known) };
  return ['campaign-total-reached', facts, 'raise-budget'];
}

/** Nearly always so: the last event seldom costs exactly what was left. */
function totalRestFinding(campaign: Campaign, known: CampaignFacts): Found {
  const budget = campaign.total_budget_micros;
  const facts = {
    budget_micros: budget,
    spend_micros: known.spentMicros,
    lowest_micros: campaign.shortage?.lowest_micros ?? 0,
    reached_at: spentAt(campaign, known),
    left_micros: budget === null ? null : Math.max(0, budget - known.spentMicros),
  };
  return ['campaign-total-rest', facts, 'raise-budget'];
}

/** It runs, and nothing in its figures stops it. */
function deliversFinding(campaign: Campaign, { impressionsToday }: CampaignFacts): Found {
  const facts = {
    impressions: impressionsToday,
    spend_micros: campaign.today.spend_micros,
    daily_budget_micros: campaign.daily_budget_micros,
    state: campaign.state,
  };
  return ['campaign-delivers', facts, null];
}

function budgetFinding(campaign: Campaign, known: CampaignFacts, now: Date): Found {
  if (campaign.state_reason === 'total-budget') return totalRestFinding(campaign, known);
  const facts = {
    budget_micros: campaign.daily_budget_micros,
    spend_micros: campaign.today.spend_micros,
    lowest_micros: campaign.shortage?.lowest_micros ?? 0,
    reached_at: spentAt(campaign, known),
    resumes_at: nextMidnight(now),
    suggested_micros: suggestedBudget(campaign, known.lastSpendAt),
    ...missed(campaign, known),
  };
  return ['campaign-budget-reached', facts, 'raise-budget'];
}

const CODES: readonly string[] = REJECTION_REASONS;

/** The reviewer's own words stand in the place of the codes, which the creatives keep. */
function rejectedFinding(campaign: Campaign, { reviewedAt }: CampaignFacts): Found {
  const own = campaign.state_reason ?? '';
  const codesOf = (text: string | null) => (text ?? '').split(',').filter((code) => CODES.includes(code));
  const isCodes = own !== '' && codesOf(own).length === own.split(',').length;
  const codes = new Set(
    isCodes ? codesOf(own) : campaign.creatives.flatMap(({ state_reason }) => codesOf(state_reason)),
  );
  const facts = {
    rejected_at: reviewedAt?.toISOString() ?? campaign.updated_at,
    reasons: codes.size > 0 ? [...codes].join(',') : null,
    message: isCodes || own === '' ? null : own,
  };
  return ['campaign-rejected', facts, 'show-reasons'];
}

function unfundedFinding(campaign: Campaign, known: CampaignFacts): Found {
  const facts = {
    available_micros: known.balanceMicros,
    lowest_micros: campaign.shortage?.lowest_micros ?? 0,
    since_at: known.lastSpendAt?.toISOString() ?? null,
    daily_budget_micros: campaign.daily_budget_micros,
  };
  return ['campaign-unfunded', facts, 'add-funds'];
}

function haltedFinding(campaign: Campaign, { goalsChangedAt, leavingSince }: CampaignFacts): Found {
  const reason = campaign.state_reason;
  const since = reason === 'no-goal' ? goalsChangedAt : leavingSince;
  const facts = { since_at: since?.toISOString() ?? campaign.updated_at, reason };
  return ['campaign-paused-by-system', facts, reason === 'no-goal' ? 'edit' : null];
}

function findingOf(campaign: Campaign, known: CampaignFacts, now: Date): Found | null {
  const { updated_at } = campaign;
  switch (campaign.state) {
    case 'rejected':
      return rejectedFinding(campaign, known);
    case 'stopped':
      return ['campaign-stopped', { stopped_at: updated_at, message: campaign.state_reason }, 'show-reasons'];
    case 'unfunded':
      return unfundedFinding(campaign, known);
    case 'pausedBySystem':
      return haltedFinding(campaign, known);
    case 'pausedByUser':
      return ['campaign-paused-by-user', { since_at: updated_at }, 'resume'];
    case 'budgetReached':
      return budgetFinding(campaign, known, now);
    case 'inReview': {
      const submitted_at = known.submittedAt?.toISOString() ?? updated_at;
      return ['campaign-in-review', { submitted_at, ahead: known.ahead }, null];
    }
    case 'scheduled':
      return ['campaign-scheduled', { starts_at: campaign.starts_at }, 'edit'];
    case 'completed':
      return completedFinding(campaign, known);
    case 'running':
      return runningFinding(campaign, known.fare) ?? deliversFinding(campaign, known);
    case 'draft':
    case 'archived':
      return null;
  }
}

/** What is the matter with a campaign, or that it is well; null when there is nothing to say of it. Pure. */
export function campaignFinding(campaign: Campaign, known: CampaignFacts, now: Date): Finding | null {
  const found = findingOf(campaign, known, now);
  if (!found) return null;
  const [kind, facts, action] = found;
  const href = `/advertiser/campaigns/${campaign.id}`;
  return {
    kind,
    subject: { id: campaign.id, name: campaign.name, href },
    facts,
    // Money is paid in for the whole account, on a page of its own.
    action: action === null ? null : { kind: action, href: action === 'add-funds' ? FUNDS_PATH : href },
  };
}
