import type { NO_FILL_REASONS } from '@ezdash/contracts';
import type { ClientClass } from './clientClass';
import type { Bitset } from './index/Bitset';
import type { SnapshotCampaign, SnapshotCreative, SnapshotZone } from './index/entries';
import type { Origin } from './index/region';

/** A code of `NO_FILL_REASONS`; 0 means filled. */
export type NoFillCode = (typeof NO_FILL_REASONS)[keyof typeof NO_FILL_REASONS];

/** Why a campaign of the index may not deliver right now; LIVE when it may. */
export const GATE = { LIVE: 0, BUDGET: 1, PACED: 2, SCHEDULE: 3, HOURS: 4, LIMIT: 5 } as const;

/** Which positions of an index may deliver, and why the others may not. */
export interface Gate {
  live: Bitset;
  /** A GATE code by position. */
  states: Uint8Array;
}

/** What the decision asks about money and time. */
export interface DeliveryGate {
  /** One for each index of the snapshot. */
  gates: readonly Gate[];
  /** How far a guaranteed campaign is behind its even line: above 0, and the more the sooner it should be shown. */
  urgency(campaign: SnapshotCampaign): number;
}

export interface DecisionContext {
  zone: SnapshotZone;
  /** Where the visitor is. */
  origin: Origin;
  client: ClientClass;
  /** `languageNumber`, 0 is unknown. */
  language: number;
  /** What the page says it is about. */
  keywords: readonly string[];
  /** The visitor's address; empty when nobody knows. */
  address: string;
  /** Ids of creatives already on the page. */
  exclude: readonly number[];
  /** 32 random bits: who wins a tie and which of a campaign's creatives is shown. */
  random: number;
  /** Least eCPM the network sells at when neither floor nor runner-up asks for more. */
  reserveMicros: number;
}

export interface Candidate {
  campaign: SnapshotCampaign;
  creative: SnapshotCreative;
  /** Per billable event; 0 for a house ad. */
  priceMicros: number;
  payoutMicros: number;
  /**
   * With which probability this creative of this campaign came to this place of the answer, given what was known and
   * the candidates before it, in millionths: of turns that are taken, of the draw among guaranteed campaigns and of
   * the draw among the campaign's creatives. The product over an answer is the answer's.
   */
  propensityPpm: number;
}

export interface Decision {
  /** 0 when filled. */
  reason: NoFillCode;
  /**
   * Best first: the winner, then up to two more for people who have reached the frequency cap of those before. The last
   * one has none if anybody has none.
   */
  candidates: Candidate[];
}
