import { type CampaignUpdate, campaignInput } from '@ezdash/contracts';
import { toNumber } from '../../platform/db';
import { ValidationError } from '../../platform/errors';
import { validate } from '../../platform/http';
import type { CampaignFields, CampaignRow } from './campaigns.repo';

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
    countries: row.countries,
    devices: row.devices,
    frequency_cap:
      row.cap_impressions === null || row.cap_window_seconds === null
        ? null
        : { count: row.cap_impressions, seconds: row.cap_window_seconds },
  };
}

/** Times in UTC, lists without doubles: what is stored and compared. */
export function normalise(fields: CampaignFields): CampaignFields {
  const utc = (time: string | null) => (time === null ? null : new Date(time).toISOString());
  return {
    ...fields,
    starts_at: utc(fields.starts_at),
    ends_at: utc(fields.ends_at),
    countries: [...new Set(fields.countries)],
    devices: [...new Set(fields.devices)],
  };
}

/** An end that lies behind us is refused when it is set, not when an ended campaign is renamed. */
export function refusePastEnd(endsAt: string | null, now: Date): void {
  if (endsAt !== null && new Date(endsAt) <= now)
    throw new ValidationError({ ends_at: ['The end has passed already'] });
}

/** A macro is filled in at the click; in the host it would let a click lead anywhere. */
export function refuseMacroHost(landingUrl: string): void {
  if (/[{}]|%7b|%7d/i.test(new URL(landingUrl).host))
    throw new ValidationError({ landing_url: ['Put macros behind the domain, not into it'] });
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
  refuseMacroHost(result.landing_url);
  if (result.ends_at !== (row.ends_at?.toISOString() ?? null)) refusePastEnd(result.ends_at, now);
  return result;
}
