import type {
  Asset,
  Campaign,
  CampaignInput,
  CampaignUpdate,
  CreativeInput,
  FrequencyCap,
  Pricing,
  Targeting,
} from '@ezdash/contracts';
import {
  type BIDDINGS,
  type Category,
  DEVICES,
  type Device,
  NO_TARGETING,
  type PACINGS,
} from '@ezdash/contracts/constants';
import { withSoundShares } from '../creatives/shares';

/** A campaign as its forms hold it: named as in the contract, so that a 422 finds its field. */
export interface CampaignForm {
  name: string;
  landing_url: string;
  pricing: Pricing;
  /** The conversion goals that are paid for, by their ids; kept while another pricing is chosen. */
  goal_ids: string[];
  /** What `targeting` takes of countries, as ISO 3166-1 codes; none means everywhere. */
  countries: string[];
  /** What it takes of devices. All of them means no rule; none at all is a mistake the check names. */
  devices: Device[];
  /** All the rest of it; its `include` of countries and devices is empty. */
  targeting: Targeting;
  frequency_cap: FrequencyCap | null;
  /** Amounts in micros; null while the field is empty, NaN while what stands in it is no amount. */
  bid_micros: number | null;
  daily_budget_micros: number | null;
  total_budget_micros: number | null;
  pacing: (typeof PACINGS)[number];
  bidding: (typeof BIDDINGS)[number];
  /** Counted impressions of its life; null is without limit, NaN what is no number. */
  impression_limit: number | null;
  /** The same of clicks. */
  click_limit: number | null;
  /** Shown only where the tag measures whether a person can see the ad. */
  measured_only: boolean;
  /** What is advertised; null while nobody said so. */
  category: Category | null;
  /** `2026-11-21T08:00`, UTC; empty when open, the text as typed while it cannot be read. */
  starts_at: string;
  ends_at: string;
}

/** Most characters of a name, of a campaign or of a creative, and of a creative's words. */
export const NAME_LENGTH = 120;
export const ALT_LENGTH = 200;

/** A stored image with its words: what a creative is before it belongs to a campaign. */
export interface CreativeDraft {
  asset: Asset;
  name: string;
  alt: string;
  /** Of what is shown in its size, in percent; without one what is learnt decides. */
  share?: number | null;
}

/** What the wizard collects. */
export interface CampaignDraft extends CampaignForm {
  creatives: CreativeDraft[];
}

export const EMPTY_DRAFT: CampaignDraft = {
  name: '',
  landing_url: '',
  pricing: 'CPM',
  goal_ids: [],
  creatives: [],
  countries: [],
  devices: [...DEVICES],
  targeting: NO_TARGETING,
  frequency_cap: null,
  bid_micros: null,
  daily_budget_micros: null,
  total_budget_micros: null,
  pacing: 'even',
  bidding: 'max',
  impression_limit: null,
  click_limit: null,
  measured_only: false,
  category: null,
  starts_at: '',
  ends_at: '',
};

/** Whether a field of a day and a time holds one; while it cannot be read it holds the text as typed. */
export function isLocalTime(text: string): boolean {
  // Not by what Date.parse takes, which is nearly anything.
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text);
}

const toTimestamp = (local: string) => (local === '' ? null : `${local}:00Z`);
const toLocal = (timestamp: string | null) =>
  timestamp === null ? '' : new Date(timestamp).toISOString().slice(0, 16);

/** Devices as the contract wants them: an empty list when every kind may see the campaign. */
function deviceRule(devices: readonly Device[]): Device[] {
  return devices.length === DEVICES.length ? [] : DEVICES.filter((device) => devices.includes(device));
}

/** The whole targeting: what the fields say, and what the form has kept. */
export function toTargeting({ targeting, countries, devices }: CampaignForm): Targeting {
  return {
    ...targeting,
    countries: { ...targeting.countries, include: countries },
    devices: { ...targeting.devices, include: deviceRule(devices) },
  };
}

/** What narrows a campaign beside the fields of the forms. */
export function otherTargeting({ countries, devices, ...rest }: Targeting): Targeting {
  return {
    ...rest,
    countries: { include: [], exclude: countries.exclude },
    devices: { include: [], exclude: devices.exclude },
  };
}

/** The form's values in the contract's shape. An empty amount becomes 0, which the contract refuses. */
function toFields(form: CampaignForm) {
  return {
    name: form.name.trim(),
    landing_url: form.landing_url.trim(),
    pricing: form.pricing,
    goal_ids: form.pricing === 'CPA' ? form.goal_ids : [],
    targeting: toTargeting(form),
    frequency_cap: form.frequency_cap,
    bid_micros: form.bid_micros ?? 0,
    daily_budget_micros: form.daily_budget_micros ?? 0,
    total_budget_micros: form.total_budget_micros,
    pacing: form.pacing,
    bidding: form.bidding,
    impression_limit: form.impression_limit,
    click_limit: form.click_limit,
    measured_only: form.measured_only,
    category: form.category,
    starts_at: toTimestamp(form.starts_at),
    ends_at: toTimestamp(form.ends_at),
  };
}

/** Images as the contract takes them. */
export function toCreativeInputs(creatives: readonly CreativeDraft[]): CreativeInput[] {
  return withSoundShares(creatives).map(({ asset, name, alt, share }) => ({
    asset_id: asset.id,
    name: name.trim(),
    alt: alt.trim(),
    ...(typeof share === 'number' && { share }),
  }));
}

/** The images of a campaign that exists, to be edited. */
export function toCreativeDrafts(campaign: Campaign): CreativeDraft[] {
  return campaign.creatives.map(({ image, name, alt, share }) => ({
    asset: image,
    name,
    alt,
    ...(typeof share === 'number' && { share }),
  }));
}

/** The body of POST /api/campaigns. */
export function toCampaignInput(draft: CampaignDraft, submit: boolean): CampaignInput {
  return {
    ...toFields(draft),
    creatives: toCreativeInputs(draft.creatives),
    submit,
  };
}

/** What the settings form starts from. */
export function toCampaignForm(campaign: Campaign): CampaignForm {
  const { countries, devices } = campaign.targeting;
  return {
    name: campaign.name,
    landing_url: campaign.landing_url,
    pricing: campaign.pricing,
    goal_ids: campaign.goal_ids,
    countries: countries.include,
    devices: devices.include.length === 0 ? [...DEVICES] : devices.include,
    targeting: otherTargeting(campaign.targeting),
    frequency_cap: campaign.frequency_cap,
    bid_micros: campaign.bid_micros,
    daily_budget_micros: campaign.daily_budget_micros,
    total_budget_micros: campaign.total_budget_micros,
    pacing: campaign.pacing,
    bidding: campaign.bidding,
    impression_limit: campaign.impression_limit,
    click_limit: campaign.click_limit ?? null,
    measured_only: campaign.measured_only ?? false,
    category: campaign.category,
    starts_at: toLocal(campaign.starts_at),
    ends_at: toLocal(campaign.ends_at),
  };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The targeting of a form when the campaign's own has moved on: each dimension that was touched as it was typed, each
 * other as it is now.
 */
export function mergeTargeting(start: Targeting, typed: Targeting, now: Targeting): Targeting {
  return Object.fromEntries(
    Object.entries(typed).map(([dimension, value]) => {
      const key = dimension as keyof Targeting;
      return [key, same(value, start[key]) ? now[key] : value];
    }),
  ) as Targeting;
}

/**
 * The body of PATCH: only what differs, so that two people who edit different fields do not undo each other.
 * Times are compared as the form shows them; seconds the form cannot show stay as they are.
 */
export function toCampaignUpdate(before: CampaignForm, after: CampaignForm): CampaignUpdate {
  const old = toFields(before);
  const { goal_ids, ...rest } = toFields(after);
  // Goals stay with a campaign that pays for something else now: clicks of before are still paid for by them.
  const fields = after.pricing === 'CPA' ? { ...rest, goal_ids } : rest;
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => !same(value, old[field as keyof typeof old])),
  );
}
