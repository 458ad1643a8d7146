import { type CallOut, type Campaign, publicId } from '@ezdash/contracts';
import type { BrokenLanding } from '../landing';
import { type CallOutFacts, type CampaignFact, noFacts } from './callOutFacts';
import type { Unfunded } from './chosenCampaigns.repo';
import { LOW_BALANCE_DAYS } from './pace';
import { UNSEEN_MS, UNSEEN_WEEK_MS } from './unseen';
import { worstFirst } from './worstFirst';

const FUNDS_PATH = '/advertiser/funds';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const campaignPath = (id: string) => `/advertiser/campaigns/${id}`;
/** What may still be spent today. */
const restOfDay = (budgetMicros: number, now: Date) =>
  Math.round(budgetMicros * (1 - (now.getTime() % DAY_MS) / DAY_MS));

interface Draft extends Omit<CallOut, 'key' | 'since'> {
  /** What it is about: a public id, or `account`. */
  about: string;
  since: Date | null;
  /** Begins anew with each `since`: one that was put away comes back with the next failure. */
  byTime?: boolean;
}

function finish({ about, since, byTime = false, ...callOut }: Draft): CallOut {
  const key = [callOut.code, about, ...(byTime && since ? [since.getTime()] : [])].join(':');
  // Without a campaign there is nothing else to show: that is no call-out to put away.
  return {
    ...callOut,
    ...(callOut.code !== 'no-campaign' && { key }),
    since: since?.toISOString() ?? null,
  };
}

function stateCallOut(campaign: Campaign, fact: CampaignFact | undefined, now: Date): Draft | null {
  const { id, name, state, state_reason, daily_budget_micros: daily } = campaign;
  const href = campaignPath(id);
  const about = { about: id, subject: name };
  if (state === 'rejected' || state === 'stopped')
    return {
      ...about,
      code: `campaign-${state}`,
      tone: 'bad',
      params: { reason: state_reason ?? '' },
      href,
      since: (state === 'stopped' ? fact?.changedAt : fact?.reviewedAt) ?? null,
      byTime: true,
      at_stake_micros: daily,
    };
  if (state === 'budgetReached') {
    const total = state_reason === 'total-budget';
    const field = total ? 'total_budget_micros' : 'daily_budget_micros';
    return {
      ...about,
      code: 'budget-reached',
      tone: 'warn',
      params: {
        budget_micros: total ? (campaign.total_budget_micros ?? 0) : daily,
        spend_micros: campaign.shortage?.spend_micros ?? campaign.today.spend_micros,
        lowest_micros: campaign.shortage?.lowest_micros ?? 0,
        which: total ? 'total' : 'daily',
      },
      href: `${href}?tab=limits&field=${field}`,
      since: fact?.lastShownAt ?? null,
      at_stake_micros: total ? daily : restOfDay(daily, now),
    };
  }
  if (state === 'pausedByUser' && state_reason === 'rule')
    return {
      ...about,
      code: 'rule-stopped',
      tone: 'warn',
      params: {},
      href: `${href}?tab=troubleshoot`,
      since: fact?.ruleStoppedAt ?? null,
      byTime: true,
      at_stake_micros: daily,
    };
  return null;
}

function brokenCallOut(campaign: Campaign, { status, failing_since }: BrokenLanding): Draft {
  return {
    about: campaign.id,
    code: 'landing-broken',
    tone: 'warn',
    subject: campaign.name,
    params: status === null ? {} : { status },
    href: `${campaignPath(campaign.id)}?tab=creatives`,
    since: failing_since,
    byTime: true,
    // It goes on spending, for nothing.
    at_stake_micros: campaign.daily_budget_micros,
  };
}

/** Of a campaign that goes on without some of its creatives; of a rejected or stopped one the campaign itself says it. */
function creativeCallOut(
  campaign: Campaign,
  fact: CampaignFact | undefined,
  without: 'rejected' | 'stopped',
): Draft | null {
  const shown = campaign.creatives.filter(({ state }) => state !== 'archived');
  const rejected = shown.filter(({ state }) => state === without);
  const [first] = rejected;
  if (!first || campaign.state === 'rejected' || campaign.state === 'stopped') return null;
  return {
    about: campaign.id,
    code: `creative-${without}`,
    tone: 'warn',
    subject: campaign.name,
    params: { creative: first.name, others: rejected.length - 1, reason: first.state_reason ?? '' },
    href: `${campaignPath(campaign.id)}?tab=creatives`,
    since: (without === 'rejected' ? fact?.creativeRejectedAt : fact?.creativeStoppedAt) ?? null,
    byTime: true,
    at_stake_micros: Math.round((campaign.daily_budget_micros * rejected.length) / shown.length),
  };
}

function unseenCallOut(campaign: Campaign, fact: CampaignFact | undefined, now: Date): Draft | null {
  if (campaign.state !== 'running' || !fact) return null;
  const { lastShownAt, changedAt } = fact;
  // Of the last hour in which it was shown the end counts.
  const shownUntil = lastShownAt ? lastShownAt.getTime() + HOUR_MS : 0;
  const since = new Date(Math.max(shownUntil, changedAt.getTime()));
  const patience = campaign.targeting.hours ? UNSEEN_WEEK_MS : UNSEEN_MS;
  if (now.getTime() - since.getTime() < patience) return null;
  return {
    about: campaign.id,
    code: 'no-delivery',
    tone: 'warn',
    subject: campaign.name,
    params: {},
    href: `${campaignPath(campaign.id)}?tab=troubleshoot`,
    since,
    at_stake_micros: campaign.daily_budget_micros,
  };
}

/** What is known of the account as a whole. */
export interface AdvertiserAccount {
  /** Cash, bonus and what may still be drawn of a credit line. */
  availableMicros: number;
  /** At the pace of the last days; null when nothing was spent. */
  daysLeft: number | null;
  /** What a day costs at that pace. */
  perDayMicros?: number | null;
  unfunded: Unfunded;
  /** One that is not archived. */
  hasCampaigns: boolean;
}

function moneyCallOut(
  { availableMicros, daysLeft, perDayMicros, unfunded }: AdvertiserAccount,
  outSince: Date | null,
): Draft | null {
  const account = { about: 'account', href: FUNDS_PATH } as const;
  if (unfunded.count > 0)
    return {
      ...account,
      code: 'unfunded',
      tone: 'bad',
      subject: (unfunded.count === 1 && unfunded.name) || '',
      params: { count: unfunded.count, balance_micros: availableMicros },
      since: outSince,
      at_stake_micros: unfunded.dailyMicros,
    };
  if (daysLeft === null || daysLeft >= LOW_BALANCE_DAYS) return null;
  return {
    ...account,
    code: 'low-balance',
    tone: 'warn',
    subject: '',
    params: { days: daysLeft, balance_micros: availableMicros },
    since: null,
    at_stake_micros: perDayMicros ?? 0,
  };
}

/** What is wrong with telling of conversions, and what rules did: nothing of one campaign alone. */
function accountCallOuts(facts: CallOutFacts, { perDayMicros }: AdvertiserAccount): Draft[] {
  const silent = facts.silentGoals.map(({ id, name, lastAt }): Draft => {
    const goal = publicId('conversionGoal', id);
    return {
      about: goal,
      code: 'tracking-silent',
      tone: 'bad',
      subject: name,
      params: {},
      href: `/advertiser/postbacks?view=log&goal=${goal}`,
      since: lastAt,
      byTime: true,
      // All that is spent meanwhile is spent without knowing what for.
      at_stake_micros: perDayMicros ?? 0,
    };
  });
  const failing = facts.failingPostbacks.map(
    ({ id, name, dead, since, valueMicros }): Draft => ({
      about: publicId('outgoingPostback', id),
      code: 'postback-failing',
      tone: 'warn',
      subject: name,
      params: { dead },
      href: '/advertiser/postbacks?view=outgoing',
      since,
      at_stake_micros: valueMicros,
    }),
  );
  const acted = facts.acts.map(({ id, name, campaigns, at, movedMicros }): Draft => {
    const rule = publicId('rule', id);
    return {
      about: rule,
      code: 'rule-acted',
      tone: 'info',
      subject: name,
      params: { campaigns },
      href: `/advertiser/rules?rule=${rule}`,
      since: at,
      byTime: true,
      at_stake_micros: movedMicros,
    };
  });
  return [...silent, ...failing, ...acted];
}

const NO_CAMPAIGN: Draft = {
  about: 'account',
  code: 'no-campaign',
  tone: 'info',
  subject: '',
  params: {},
  href: '/advertiser/campaigns/new',
  since: null,
};

/**
 * What waits for an advertiser, by what is at stake; of campaigns those that may have to be told of are enough. `subject` is the name of what it is about, or empty for the account;
 * amounts in `params` are micros. Pure.
 */
export function advertiserCallOuts(
  campaigns: readonly Campaign[],
  account: AdvertiserAccount,
  broken: readonly BrokenLanding[] = [],
  facts: CallOutFacts = noFacts(new Date(0)),
  dismissed: ReadonlySet<string> = new Set(),
): CallOut[] {
  const all: (Draft | null)[] = campaigns.flatMap((campaign) => {
    const fact = facts.campaigns.get(campaign.id);
    const landing = broken.find(({ campaign_id }) => publicId('campaign', campaign_id) === campaign.id);
    return [
      stateCallOut(campaign, fact, facts.now),
      landing ? brokenCallOut(campaign, landing) : null,
      ...(['stopped', 'rejected'] as const).map((without) =>
        campaign.state === 'archived' ? null : creativeCallOut(campaign, fact, without),
      ),
      unseenCallOut(campaign, fact, facts.now),
    ];
  });
  all.push(moneyCallOut(account, facts.fundsOutSince), ...accountCallOuts(facts, account));
  if (!account.hasCampaigns) all.push(NO_CAMPAIGN);
  return worstFirst(all.filter((draft) => draft !== null).map(finish), dismissed);
}
