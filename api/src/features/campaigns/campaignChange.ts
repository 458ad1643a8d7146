import {
  type CampaignUpdate,
  campaignInput,
  checkLandingMacros,
  macroSentence,
  neverOpens,
  publicId,
  readWebAddress,
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
    measured_only: row.measured_only,
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

/** A schedule under which nothing is shown any more: its end has passed, or none of its hours lies before it. */
export function refuseDeadSchedule(fields: CampaignFields, now: Date): void {
  const { starts_at: startsAt, ends_at: endsAt, targeting } = fields;
  if (endsAt !== null && new Date(endsAt) <= now)
    throw new ValidationError({ ends_at: ['The end has passed already'] });
  if (neverOpens({ hours: targeting.hours, startsAt, endsAt }, now))
    throw new ValidationError({ 'targeting.hours': ['None of these hours lies between start and end'] });
}

const scheduleOf = ({ starts_at, ends_at, targeting: { hours } }: CampaignFields) =>
  JSON.stringify([starts_at, ends_at, hours]);

/** Whether two addresses lead to the same page, however they are written. */
function isSameAddress(written: string, stored: string): boolean {
  const [one, other] = [readWebAddress(written), readWebAddress(stored)];
  return written === stored || ('url' in one && 'url' in other && one.url === other.url);
}

/** Passes every rule, in place of an address that does not change: what stood before its rules hinders no other change. */
const UNCHANGED_ADDRESS = 'https://unchanged.example/';

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
  const before = fieldsOf(row);
  const merged = { ...before, ...defined };
  const keepsAddress = isSameAddress(merged.landing_url, row.landing_url);
  const {
    creatives: _creatives,
    submit: _submit,
    ...fields
  } = validate(campaignInput, {
    ...merged,
    landing_url: keepsAddress ? UNCHANGED_ADDRESS : merged.landing_url,
    starts_at: merged.starts_at === null ? null : new Date(merged.starts_at).toISOString(),
    ends_at: merged.ends_at === null ? null : new Date(merged.ends_at).toISOString(),
    creatives: [],
    submit: false,
  });
  const result = normalise(keepsAddress ? { ...fields, landing_url: row.landing_url } : fields);
  if (!keepsAddress) refuseWrongMacros(result.landing_url);
  // An ended campaign may be renamed.
  if (scheduleOf(result) !== scheduleOf(normalise(before))) refuseDeadSchedule(result, now);
  return result;
}
