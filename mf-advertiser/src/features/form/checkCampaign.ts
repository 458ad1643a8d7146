import type { Pricing } from '@ezdash/contracts';
import {
  type AddressProblem,
  checkBidAmount,
  checkLandingMacros,
  compareInstants,
  LEAST,
  type MacroProblem,
  MOST,
  namesClick,
  neverOpens,
  readWebAddress,
  TARGETING_MOST,
} from '@ezdash/contracts/constants';
import { escapesPricing } from '../creatives/ownClicks';
import { isListed } from '../targeting/splitList';
import {
  ALT_LENGTH,
  type CampaignDraft,
  type CampaignForm,
  type CreativeDraft,
  isLocalTime,
  NAME_LENGTH,
} from './campaignForm';

/** Names of fields as the contract's errors carry them. */
export type CampaignField = keyof CampaignDraft;

/** What is wrong with a field; `code` is a text under `problem.`, an amount in micros or a macro its parameter. */
export interface Problem {
  code:
    | 'name'
    | 'nameLong'
    | 'landing'
    | 'landingMacro'
    | 'landingFold'
    | 'landingHost'
    | 'landingUser'
    | 'landingDomain'
    | 'landingPort'
    | 'landingWritten'
    | 'landingClickId'
    | 'goals'
    | 'devices'
    | 'amount'
    | 'leastBid'
    | 'mostBid'
    | 'bidOverCPM'
    | 'bidOverCPC'
    | 'bidOverCPA'
    | 'leastDaily'
    | 'mostBudget'
    | 'totalLess'
    | 'capCount'
    | 'count'
    | 'region'
    | 'keyword'
    | 'ipRange'
    | 'osVersion'
    | 'listLong'
    | 'noHours'
    | 'neverOpens'
    | 'date'
    | 'endFirst'
    | 'endPast'
    | 'creatives'
    | 'creativeName'
    | 'creativeLong'
    | 'cpmAlone';
  amountMicros?: number;
  /** As written: a macro of the address, or a value of a list. */
  macro?: string;
  /** Of the targeting, the part that it is about, as a path of the contract: `targeting.regions.include`. */
  at?: string;
  /** The macro that may have been meant, as it is written. */
  nearest?: string;
}
export type Problems = Partial<Record<CampaignField, Problem>>;

/** Where the mistake of a field stands, for the focus to go there. */
export const placeOf = (field: CampaignField, problems: Problems): string => problems[field]?.at ?? field;

const URL_LENGTH = 2_000;

function checkName(name: string): Problem | undefined {
  if (name.trim() === '') return { code: 'name' };
  if (name.trim().length > NAME_LENGTH) return { code: 'nameLong' };
}

/** A landing page needs no macro, so that none is missing, and its end is nobody's. */
const MACRO_CODES: Readonly<Record<MacroProblem['code'], Problem['code']>> = {
  unknown: 'landingMacro',
  fold: 'landingFold',
  host: 'landingHost',
  raw: 'landingMacro',
  missing: 'landingMacro',
  written: 'landingWritten',
};

export const ADDRESS_CODES = {
  address: 'landing',
  userinfo: 'landingUser',
  macro: 'landingHost',
  domain: 'landingDomain',
  port: 'landingPort',
} as const satisfies Record<AddressProblem, Problem['code']>;

function checkLanding({ landing_url, pricing }: CampaignForm): Problem | undefined {
  const read = readWebAddress(landing_url);
  if ('problem' in read) return { code: ADDRESS_CODES[read.problem] };
  if (read.url.length > URL_LENGTH) return { code: 'landing' };
  const macro = checkLandingMacros(read.url);
  if (macro) {
    const meant = macro.nearest ? { nearest: `{${macro.nearest}}` } : {};
    return { code: MACRO_CODES[macro.code], macro: macro.macro, ...meant };
  }
  // Without it nobody could report a conversion, and nobody would pay for one.
  if (pricing === 'CPA' && !namesClick(landing_url)) return { code: 'landingClickId' };
}

function checkGoals({ pricing, goal_ids: goals }: CampaignForm): Problem | undefined {
  if (pricing === 'CPA' && goals.length === 0) return { code: 'goals' };
}

function checkBid(form: CampaignForm): Problem | undefined {
  const { pricing, bid_micros: bid } = form;
  if (bid === null || Number.isNaN(bid)) return { code: 'amount' };
  if (bid > MOST.bidMicros) return { code: 'mostBid', amountMicros: MOST.bidMicros };
  const problem = checkBidAmount({ ...form, bid_micros: bid });
  // A total budget below the daily one has its own words.
  if (!problem || problem.code === 'total') return;
  return { code: problem.code === 'daily' ? `bidOver${pricing}` : 'leastBid', amountMicros: problem.micros };
}

function checkDaily({ daily_budget_micros: daily }: CampaignForm): Problem | undefined {
  if (daily === null || Number.isNaN(daily)) return { code: 'amount' };
  if (daily < LEAST.dailyBudgetMicros) return { code: 'leastDaily', amountMicros: LEAST.dailyBudgetMicros };
  if (daily > MOST.budgetMicros) return { code: 'mostBudget', amountMicros: MOST.budgetMicros };
}

function checkTotal(form: CampaignForm): Problem | undefined {
  const total = form.total_budget_micros;
  if (total === null) return;
  if (Number.isNaN(total)) return { code: 'amount' };
  if (total > MOST.budgetMicros) return { code: 'mostBudget', amountMicros: MOST.budgetMicros };
  if (total <= 0 || total < (form.daily_budget_micros ?? 0)) return { code: 'totalLess' };
}

function checkStart({ starts_at: starts }: CampaignForm): Problem | undefined {
  if (starts !== '' && !isLocalTime(starts)) return { code: 'date' };
}

function checkEnd(form: CampaignForm, nowMs: number | null): Problem | undefined {
  if (form.ends_at === '') return;
  if (!isLocalTime(form.ends_at)) return { code: 'date' };
  if (
    form.starts_at !== '' &&
    isLocalTime(form.starts_at) &&
    compareInstants(form.ends_at, form.starts_at) <= 0
  )
    return { code: 'endFirst' };
  if (nowMs !== null && Date.parse(`${form.ends_at}:00Z`) <= nowMs) return { code: 'endPast' };
}

function checkCap({ frequency_cap: cap }: CampaignForm): Problem | undefined {
  if (cap && !(Number.isInteger(cap.count) && cap.count >= 1 && cap.count <= 1_000))
    return { code: 'capCount' };
}

const LISTS = [
  ['regions', 'region', TARGETING_MOST.regions],
  ['keywords', 'keyword', TARGETING_MOST.keywords],
  ['ip_ranges', 'ipRange', TARGETING_MOST.ipRanges],
] as const;
const OS_VERSION = /^\d{1,4}(\.\d{1,4})?$/;

/** The first thing in the targeting that the server would refuse. */
function checkTargeting(
  { targeting, starts_at, ends_at }: CampaignForm,
  nowMs: number | null,
): Problem | undefined {
  for (const [dimension, code, most] of LISTS)
    for (const side of ['include', 'exclude'] as const) {
      const values = targeting[dimension][side];
      const at = `targeting.${dimension}.${side}`;
      const wrong = values.find((value) => !isListed(dimension, value, TARGETING_MOST.keywordLength));
      if (wrong !== undefined) return { code, macro: wrong, at };
      if (values.length > most) return { code: 'listLong', macro: String(most), at };
    }
  const bounds = [...targeting.os.include, ...targeting.os.exclude].flatMap(({ min, max }) => [min, max]);
  const version = bounds.find((bound) => bound !== null && !OS_VERSION.test(bound));
  if (version) return { code: 'osVersion', macro: version, at: 'targeting.os' };
  if (targeting.hours !== null && targeting.hours.hours.length === 0)
    return { code: 'noHours', at: 'targeting.hours' };
  const [startsAt, endsAt] = [starts_at, ends_at].map((time) => (isLocalTime(time) ? `${time}:00Z` : null));
  if (
    nowMs !== null &&
    neverOpens(
      { hours: targeting.hours, startsAt: startsAt ?? null, endsAt: endsAt ?? null },
      new Date(nowMs),
    )
  )
    return { code: 'neverOpens', at: 'targeting.hours' };
}

function checkLimit(limit: number | null, most: number): Problem | undefined {
  if (limit !== null && !(Number.isInteger(limit) && limit >= 1 && limit <= most))
    return { code: 'count', macro: String(most) };
}

const withoutGaps = (problems: Record<string, Problem | undefined>): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));

/**
 * The contract's rules for the fields of a campaign, without its library: pages do not load it.
 * @param nowMs also refuses an end in the past; null where an old end may stand, as in the settings of a
 *   campaign that is over.
 */
export function checkCampaign(form: CampaignForm, nowMs: number | null): Problems {
  return withoutGaps({
    name: checkName(form.name),
    landing_url: checkLanding(form),
    goal_ids: checkGoals(form),
    devices: form.devices.length === 0 ? { code: 'devices' } : undefined,
    targeting: checkTargeting(form, nowMs),
    frequency_cap: checkCap(form),
    impression_limit: checkLimit(form.impression_limit, MOST.impressionLimit),
    click_limit: checkLimit(form.click_limit, MOST.clickLimit),
    bid_micros: checkBid(form),
    daily_budget_micros: checkDaily(form),
    total_budget_micros: checkTotal(form),
    starts_at: checkStart(form),
    ends_at: checkEnd(form, nowMs),
  });
}

/** The rules for a campaign's creatives together. */
export function checkCreatives(creatives: readonly CreativeDraft[], pricing: Pricing): Problem | undefined {
  if (creatives.length === 0) return { code: 'creatives' };
  if (creatives.some(({ name }) => name.trim() === '')) return { code: 'creativeName' };
  if (creatives.some(({ name, alt }) => name.trim().length > NAME_LENGTH || alt.trim().length > ALT_LENGTH))
    return { code: 'creativeLong' };
  if (creatives.some(({ asset }) => escapesPricing(pricing, asset))) return { code: 'cpmAlone' };
}

/** The same for a draft, with its images. */
export function checkDraft(draft: CampaignDraft, nowMs: number): Problems {
  return {
    ...checkCampaign(draft, nowMs),
    ...withoutGaps({ creatives: checkCreatives(draft.creatives, draft.pricing) }),
  };
}
