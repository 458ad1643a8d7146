import { z } from 'zod';
import { bidSentence, checkBidAmount } from './bidRules';
import { lineText, micros, timestamp, webUrl } from './common';
import {
  BIDDINGS,
  CAMPAIGN_STATES,
  CATEGORIES,
  CONVERSION_GOALS,
  DEVICES,
  LEAST,
  MOST,
  namesClick,
  PACINGS,
  PRICINGS,
  PRIORITIES,
} from './constants';
import { asset } from './creatives';
import { compareInstants } from './instants';
import { targeting } from './targeting';

export const campaignState = z.enum(CAMPAIGN_STATES);
export type CampaignState = z.infer<typeof campaignState>;
export const pricing = z.enum(PRICINGS);
export type Pricing = z.infer<typeof pricing>;
export const device = z.enum(DEVICES);

export const creativeInput = z.object({
  asset_id: z.string(),
  name: lineText.min(1).max(120),
  alt: lineText.max(200),
  /**
   * Of what is shown in its size, in percent: of one size all creatives have a share, and together 100; or none has one,
   * and what was learnt of their click rates decides.
   */
  share: z.number().int().min(1).max(99).nullable().optional(),
});
export type CreativeInput = z.infer<typeof creativeInput>;
export const creative = z.object({
  id: z.string(),
  name: z.string(),
  alt: z.string(),
  state: z.enum(['inReview', 'approved', 'rejected', 'archived', 'stopped']),
  /** Codes of `REJECTION_REASONS`, with commas between several; of a stopped one the operator's words. */
  state_reason: z.string().nullable(),
  /** The reviewer's own words on this creative alone. */
  review_note: z.string().nullable().optional(),
  /** Of what is shown in its size, in percent; null: what was learnt decides. */
  share: z.number().int().nullable().optional(),
  /** What it shows, whatever its format. */
  image: asset,
});
export type Creative = z.infer<typeof creative>;
/** A creative as somebody saw it before they changed the set. */
const creativeSeen = creative.pick({ id: true, name: true, alt: true, share: true });

/** Frequency cap: at most `count` impressions a person within `seconds`. */
export const frequencyCap = z.object({
  count: z.number().int().min(1).max(1_000),
  seconds: z.number().int().min(60).max(2_592_000),
});
export type FrequencyCap = z.infer<typeof frequencyCap>;

const budget = micros.max(MOST.budgetMicros, { error: 'This is more than a campaign may spend' });
const campaignFields = z.object({
  name: lineText.min(1, { error: 'Give the campaign a name' }).max(120),
  pricing,
  bid_micros: micros.max(MOST.bidMicros, { error: 'This is more than anyone bids' }),
  daily_budget_micros: budget.min(LEAST.dailyBudgetMicros, { error: 'The least daily budget is $5' }),
  total_budget_micros: budget.positive().nullable(),
  pacing: z.enum(PACINGS),
  landing_url: webUrl,
  starts_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  targeting,
  frequency_cap: frequencyCap.nullable(),
  /** `max`: the bid is the most it pays, the auction's second price is what it pays. `fixed`: it pays the bid. */
  bidding: z.enum(BIDDINGS),
  /** Counted impressions over its whole life; null is without limit. */
  impression_limit: z.number().int().min(1).max(MOST.impressionLimit).nullable(),
  /** Counted clicks over its whole life; null or missing is without limit. */
  click_limit: z.number().int().min(1).max(MOST.clickLimit).nullable().optional(),
  /**
   * Shown only where the tag can measure whether a person can see the ad (no video player, no exchange, no server), and
   * an impression that was not measured is not paid. Missing: false.
   */
  measured_only: z.boolean().optional(),
  /** What is advertised; publishers may block a category, and who blocks any shows no campaign without one. */
  category: z.enum(CATEGORIES).nullable(),
  /**
   * The conversion goals that a CPA campaign pays for; one of them has to be active before it is submitted. They stay
   * when another pricing is chosen: clicks that were decided before are still paid for by their conversions.
   */
  goal_ids: z.array(z.string().max(40)).max(CONVERSION_GOALS.mostOfCampaign),
});
export const campaignPriority = z.enum(PRIORITIES);
export type CampaignPriority = z.infer<typeof campaignPriority>;

/** POST /api/campaigns. With `submit` the campaign goes to review at once, else it stays a draft. */
export const campaignInput = campaignFields
  .extend({
    bidding: campaignFields.shape.bidding.default('max'),
    impression_limit: campaignFields.shape.impression_limit.default(null),
    category: campaignFields.shape.category.default(null),
    goal_ids: campaignFields.shape.goal_ids.default([]),
    creatives: z.array(creativeInput).max(20),
    submit: z.boolean(),
  })
  .superRefine((input, check) => {
    const bid = checkBidAmount(input);
    if (bid)
      check.addIssue({ code: 'custom', path: ['bid_micros'], message: bidSentence(bid, input.pricing) });
    if (input.submit && input.pricing === 'CPA' && input.goal_ids.length === 0)
      check.addIssue({
        code: 'custom',
        path: ['goal_ids'],
        message: 'Choose at least one goal that you pay for',
      });
    if (input.submit && input.pricing === 'CPA' && !namesClick(input.landing_url))
      check.addIssue({
        code: 'custom',
        path: ['landing_url'],
        message: 'Conversions are reported with the click id: put the macro click_id into the address',
      });
    if (input.total_budget_micros !== null && input.total_budget_micros < input.daily_budget_micros)
      check.addIssue({
        code: 'custom',
        path: ['total_budget_micros'],
        message: 'The total budget is less than one day of it',
      });
    if (input.starts_at && input.ends_at && compareInstants(input.ends_at, input.starts_at) <= 0)
      check.addIssue({ code: 'custom', path: ['ends_at'], message: 'The end lies before the start' });
    if (input.submit && input.creatives.length === 0)
      check.addIssue({ code: 'custom', path: ['creatives'], message: 'Add at least one creative' });
  });
export type CampaignInput = z.infer<typeof campaignInput>;

/**
 * PATCH /api/campaigns/{id}: bid, budget, name … `creatives` is the whole new set: what it names by an asset the
 * campaign has stays (and takes the new words), other assets are added, the rest is archived. A new landing page, a new
 * image, new words of one or another category (which publishers may block) send a campaign back to review; a rejected
 * one waits until it is submitted again. `targeting` is the whole new one, and like bid and budgets needs no review.
 * `creatives_seen` are the creatives that the new set was made from: when they are others by now, or have other words,
 * nothing is changed (409 `CREATIVES_CHANGED`).
 */
export const campaignUpdate = campaignFields
  .extend({
    creatives: z.array(creativeInput).min(1, { error: 'Add at least one creative' }).max(20),
    creatives_seen: z.array(creativeSeen).max(100),
  })
  .partial();
export type CampaignUpdate = z.infer<typeof campaignUpdate>;

/** Figures of a period. Rates are for the reader to divide. */
export const deliveryFigures = z.object({
  impressions: z.number().int(),
  viewables: z.number().int(),
  clicks: z.number().int(),
  conversions: z.number().int(),
  spend_micros: micros,
});
export type DeliveryFigures = z.infer<typeof deliveryFigures>;

/** What a campaign has less of left than one event at its bid costs. */
export const shortage = z.object({
  of: z.enum(['balance', 'total-budget', 'daily-budget']),
  /** Null of the balance. */
  budget_micros: micros.nullable(),
  /** Spent of that budget; null of the balance. */
  spend_micros: micros.nullable(),
  left_micros: micros,
  /** The least that is bid for one event: with less left, the campaign stops. */
  lowest_micros: micros,
  /** What it bids now, of CPM for a thousand; null when it has stopped. */
  bid_micros: micros.nullable(),
});
export type Shortage = z.infer<typeof shortage>;

export const campaign = campaignFields.extend({
  id: z.string(),
  /** Of before addresses were checked, one that leads nowhere may stand here. */
  landing_url: z.string(),
  /** Set by an operator alone. */
  priority: campaignPriority,
  state: campaignState,
  /** Codes the page translates (`campaign.reason.<code>`), with commas between several, or the reviewer's own words. */
  state_reason: z.string().nullable(),
  /** Of a campaign that runs, or that money alone keeps from it; null while more than one event at its bid is left. */
  shortage: shortage.nullable().optional(),
  created_at: timestamp,
  updated_at: timestamp,
  creatives: z.array(creative),
  /** Sum over the days asked for. */
  figures: deliveryFigures,
  today: z.object({
    spend_micros: micros,
    budget_micros: micros,
    /**
     * Where an even pace would stand now, as a part of the budget (0–1): how much of the traffic that is forecast for the
     * campaign's day has come, and while nobody serves it how much of the UTC day has passed. 0 with asap, and in every
     * state but running: nothing is due then.
     */
    due: z.number(),
  }),
});
export type Campaign = z.infer<typeof campaign>;
/** The answer of PATCH /api/campaigns/{id}, with the line of the history to undo it by; null when nothing changed. */
export const changedCampaign = campaign.extend({ change_id: z.string().nullable() });
export type ChangedCampaign = z.infer<typeof changedCampaign>;

/** PATCH /api/operator/campaigns/{id} (recent proof): what the network decides of a campaign. */
export const campaignOperation = z.object({ priority: campaignPriority });
export type CampaignOperation = z.infer<typeof campaignOperation>;

/** GET /api/campaigns?from=&to= */
export const campaignList = z.object({
  campaigns: z.array(campaign),
  totals: deliveryFigures,
  from: z.string(),
  to: z.string(),
});
export type CampaignList = z.infer<typeof campaignList>;

/** POST /api/campaigns/actions */
export const campaignAction = z.object({
  ids: z.array(z.string()).min(1).max(500),
  action: z.enum(['pause', 'resume', 'archive', 'submit']),
});
export type CampaignAction = z.infer<typeof campaignAction>;
/** What became of each: a refused one says why and the others still go through. */
export const campaignActionAnswer = z.object({
  changed: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
});
export type CampaignActionAnswer = z.infer<typeof campaignActionAnswer>;
