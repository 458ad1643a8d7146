import {
  type CampaignUpdate,
  campaignInput,
  checkLandingMacros,
  macroSentence,
  publicId,
} from '@ezdash/contracts';
import { toNumber } from '../../platform/db';
import { ValidationError } from '../../platform/errors';
import { validate } from '../../platform/http';
import type { CampaignFields, CampaignRow } from './campaigns.repo';
import { completeTargeting, tidyTargeting } from './sparseTargeting';

/** A stored campaign in the terms of its owner's form. */
export function fieldsOf(row: CampaignRow): CampaignFields {
  return {
    name: row.name,
    pricing: row.pricing,
    bid_micros: toNumber(row.bid_micros),
    daily_budget_micros: toNumber(row.daily_budget_micros),
    total_budget_micros: row.total_budget_micros === null ? null : toNumber(row.total_budget_micros),
    pacing: row.pacing,
    landing_url: row.landing_url,
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    targeting: completeTargeting(row.targeting),
    bidding: row.bidding,
    impression_limit: row.impression_limit,
    click_limit: row.click_limit,
    category: row.category,
    goal_ids: row.goal_ids.map((id) => publicId('conversionGoal', id)),
    frequency_cap:
      row.cap_impressions === null || row.cap_window_seconds === null
        ? null
        : { count: row.cap_impressions, seconds: row.cap_window_seconds },
  };
}

/** Times in UTC, targeting without doubles and in one order: what is stored and compared. */
export function normalise(fields: CampaignFields): CampaignFields {
  const utc = (time: string | null) => (time === null ? null : new Date(time).toISOString());
  return {
    ...fields,
    starts_at: utc(fields.starts_at),
    ends_at: utc(fields.ends_at),
    targeting: tidyTargeting(fields.targeting),
  };
}

/** An end that lies behind us is refused when it is set, not when an ended campaign is renamed. */
export function refusePastEnd(endsAt: string | null, now: Date): void {
  if (endsAt !== null && new Date(endsAt) <= now)
    throw new ValidationError({ ends_at: ['The end has passed already'] });
}

/** Macros are filled in at the click: unknown ones would stay as they are, and one in the host would lead anywhere. */
export function refuseWrongMacros(landingUrl: string): void {
  const problem = checkLandingMacros(landingUrl);
  if (problem) throw new ValidationError({ landing_url: [macroSentence(problem)] });
}

/**
 * The campaign's fields after a change. The rules that hold several fields together (least bid of a pricing, total
 * against daily budget, end after start) are checked on the result.
 */
export function mergeChange(
  row: CampaignRow,
  change: Omit<CampaignUpdate, 'creatives'>,
  now: Date,
): CampaignFields {
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const merged = { ...fieldsOf(row), ...defined };
  const {
    creatives: _creatives,
    submit: _submit,
    ...fields
  } = validate(campaignInput, {
    ...merged,
    starts_at: merged.starts_at === null ? null : new Date(merged.starts_at).toISOString(),
    ends_at: merged.ends_at === null ? null : new Date(merged.ends_at).toISOString(),
    creatives: [],
    submit: false,
  });
  const result = normalise(fields);
  // What was saved before a macro was known to be wrong does not keep its owner from changing a budget.
  if (result.landing_url !== row.landing_url) refuseWrongMacros(result.landing_url);
  if (result.ends_at !== (row.ends_at?.toISOString() ?? null)) refusePastEnd(result.ends_at, now);
  return result;
}
