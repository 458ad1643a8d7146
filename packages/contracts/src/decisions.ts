import { z } from 'zod';
import { day, micros } from './common';
import {
  EVENT_KINDS,
  type EventKind,
  FATE_NAMES,
  INVALID_REASONS,
  type InvalidReason,
  NO_FILL_REASONS,
  type NoFillReason,
} from './reasons';

const namesOf = <Name extends string>(codes: object, without: string) =>
  Object.keys(codes).filter((name) => name !== without) as [Name, ...Name[]];
const noFillReason = z.enum(namesOf<NoFillReason>(NO_FILL_REASONS, 'filled'));
const fate = z.enum(FATE_NAMES);

/** Days that traces of decisions are kept. */
export const TRACE_DAYS = 7;
/** Days that the hourly sums of fates are kept. */
export const FATE_DAYS = 14;

/** GET /api/decisions/{id} and /api/v1/decisions/{id}: which campaigns are listed. */
export const decisionQuery = z.object({
  fate: fate.optional(),
  campaign: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type DecisionQuery = z.infer<typeof decisionQuery>;

/** What the decision was made from; neither an address nor a user agent was kept. */
export const decisionInputs = z.object({
  country: z.string(),
  /** Null when it is not known; so are the next ones. */
  region: z.string().nullable(),
  device: z.string(),
  os: z.string().nullable(),
  os_version: z.string().nullable(),
  browser: z.string().nullable(),
  language: z.string().nullable(),
  keywords: z.array(z.string()),
  /** Whether the visitor's address lay in a range that a campaign targets. A repetition cannot know it. */
  address_mattered: z.boolean(),
  /** Whether an exchange or a player asked for more than the zone does. A repetition cannot know it either. */
  narrowed: z.boolean(),
  /** Creatives that the page showed already; an advertiser sees its own. */
  excluded_creatives: z.array(z.string()),
  /** eCPM; null for advertisers. */
  floor_micros: micros.nullable(),
  /** The operator sees the next ones alone. */
  reserve_micros: micros.nullable(),
  random: z.number().int().nullable(),
  /** How often the index had changed since the process began, and how many campaigns were in it. */
  snapshot: z.number().int().nullable(),
  campaigns: z.number().int().nullable(),
});

export const decisionCandidate = z.object({
  /** Its place in the answer, from 1; those behind the first are for people who saw those before too often. */
  place: z.number().int(),
  /** Null: somebody else's. */
  campaign: z.string().nullable(),
  name: z.string().nullable(),
  creative: z.string().nullable(),
  /** A billable event; for the operator and its advertiser. */
  price_micros: micros.nullable(),
  /** What the publisher gets of it; for the operator and the publisher. */
  payout_micros: micros.nullable(),
  ecpm_micros: micros.nullable(),
  /** The probability with which it came to its place, in millionths; for the operator. */
  propensity_ppm: z.number().int().nullable(),
});

/** A campaign and how it fared; publishers see none. */
export const campaignFate = z.object({
  campaign: z.string(),
  name: z.string(),
  fate,
  /** What it bid; known of those that came close. */
  ecpm_micros: micros.nullable(),
});
export type CampaignFate = z.infer<typeof campaignFate>;

/** How a decision came out. */
export const decisionOutcome = z.object({
  /** Null when it was filled. */
  reason: noFillReason.nullable(),
  answer: z.array(decisionCandidate),
  /** The eCPM that the winner's price had to beat; for the operator; 0 without a rival. */
  runner_up_ecpm_micros: micros.nullable(),
  /** Campaigns by fate: all of them; of those that the reader may not see nothing more is told. */
  fates: z.partialRecord(fate, z.number().int()),
  /** Best fates first. */
  campaigns: z.array(campaignFate),
  /** How many there are in all that were asked for. */
  campaign_count: z.number().int(),
});
export type DecisionOutcome = z.infer<typeof decisionOutcome>;

export const decisionEvent = z.object({
  kind: z.enum(Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]]),
  happened_at: z.string(),
  /** Why it is not counted; null when it is. */
  invalid_reason: z.enum(namesOf<InvalidReason>(INVALID_REASONS, 'counted')).nullable(),
  campaign: z.string().nullable(),
  price_micros: micros.nullable(),
  payout_micros: micros.nullable(),
});

/**
 * GET /api/decisions/{id} (signed in) and /api/v1/decisions/{id} (token): a decision, looked into and made again. The
 * id is the click id, and of a trial (`test=1`) stands in the answer. Operators see everything, an advertiser its own
 * campaigns, a publisher what became of its zone.
 */
export const decisionReplay = z.object({
  id: z.string(),
  decided_at: z.string(),
  zone: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Whether it was looked into when it fell. If not, its events say all that is known. */
  sampled: z.boolean(),
  /** A trial of the tag. */
  test: z.boolean(),
  /** How many decisions it stands for in sums; 0 for trials and what was not sampled. */
  weight: z.number().int(),
  inputs: decisionInputs.nullable(),
  outcome: decisionOutcome.nullable(),
  /**
   * Made again from the same inputs with the campaigns of now and the money of then. `same`: with the same answer, as it
   * must be unless campaigns, creatives, floors or what was learnt of them changed since.
   */
  repeated: decisionOutcome.extend({ same: z.boolean() }).nullable(),
  /** What the same request would get now. Null when its zone is served no more. */
  today: decisionOutcome.nullable(),
  events: z.array(decisionEvent),
});
export type DecisionReplay = z.infer<typeof decisionReplay>;

/** GET /api/zones/{id}/decisions and /api/v1/zones/{id}/decisions: the last that were looked into, newest first. */
export const tracedDecisions = z.object({
  decisions: z.array(
    z.object({
      id: z.string(),
      decided_at: z.string(),
      test: z.boolean(),
      reason: noFillReason.nullable(),
      country: z.string(),
      device: z.string(),
    }),
  ),
});
export type TracedDecisions = z.infer<typeof tracedDecisions>;

const share = { decisions: z.number().int(), share_ppm: z.number().int() };

/**
 * GET /api/campaigns/{id}/reasons?from=&to=&timezone=: how a campaign fared, estimated from sampled decisions. Days are
 * days in the timezone, of the last FATE_DAYS days.
 */
export const campaignReasons = z.object({
  from: day,
  to: day,
  timezone: z.string(),
  /** How many decisions were looked at in this time: the size of the sample. */
  traces: z.number().int(),
  /** Decisions the campaign could have been shown in, and of them those it was shown in. */
  decisions: z.number().int(),
  won: z.number().int(),
  /** Every fate but those with a place in the answer, the most frequent first; shares of all that were lost. */
  lost: z.array(z.object({ fate, ...share })),
  /**
   * Of decisions that were lost by price alone, without those of a fate behind fewer than three others, of whom it would tell
   * what one bids; null when none are left.
   */
  price_gap: z
    .object({
      decisions: z.number().int(),
      /**
       * eCPM that was missing, on average: by the middles of the steps, of what the campaign bids now; of the last step by
       * where it begins. No more exactly than that, or it would tell what a single rival bids.
       */
      mean_missing_micros: micros,
      /** Half of them would have been won with a bid higher by at most so many percent; null: by more than any step. */
      median_percent: z.number().int().nullable(),
      /** By how much the bid missed, in percent of itself; the last step has no upper bound. */
      steps: z.array(z.object({ up_to_percent: z.number().int().nullable(), ...share })),
    })
    .nullable(),
  days: z.array(
    z.object({ day, decisions: z.number().int(), won: z.number().int(), main_fate: fate.nullable() }),
  ),
});
export type CampaignReasons = z.infer<typeof campaignReasons>;

/** GET /api/zones/{id}/no-fill?from=&to=&timezone=: why a zone stayed empty; every request is counted, none estimated. */
export const zoneNoFill = z.object({
  from: day,
  to: day,
  timezone: z.string(),
  requests: z.number().int(),
  filled: z.number().int(),
  /** The most frequent first; shares of all that were not filled. */
  reasons: z.array(
    z.object({ reason: noFillReason, requests: z.number().int(), share_ppm: z.number().int() }),
  ),
  days: z.array(
    z.object({
      day,
      requests: z.number().int(),
      filled: z.number().int(),
      main_reason: noFillReason.nullable(),
    }),
  ),
});
export type ZoneNoFill = z.infer<typeof zoneNoFill>;
