import type { PricingCode } from '@ezdash/contracts';
import { claimFrom } from './holds/eventHolds';
import type { IngestEvent } from './journalRecords';

/** Columns of `ad_event` that make an event again. */
export interface StoredEvent {
  decision_id: string;
  kind: number;
  decided_at: Date;
  happened_at: Date;
  campaign_id: number;
  creative_id: number;
  zone_id: number;
  country: string;
  device: number;
  os: number;
  browser: number;
  language: string;
  sub_id: number;
  price_micros: bigint;
  payout_micros: bigint;
  /** Of its hold; null, or missing, without one. */
  source?: number | null;
  confirmed?: boolean | null;
}

/** A stored event as it once came from a journal. The table does not keep the pricing; nothing is pending any more. */
export const storedEvent = (row: StoredEvent, pricing: PricingCode): IngestEvent => ({
  type: 'event',
  kind: row.kind,
  invalidReason: 0,
  happenedAtMs: row.happened_at.getTime(),
  decisionId: row.decision_id,
  decidedAtMs: row.decided_at.getTime(),
  pricing,
  zoneId: row.zone_id,
  creativeId: row.creative_id,
  campaignId: row.campaign_id,
  country: row.country,
  device: row.device,
  os: row.os,
  browser: row.browser,
  // A char(2) that is not known comes with blanks.
  language: row.language.trim(),
  subId: row.sub_id,
  priceMicros: Number(row.price_micros),
  payoutMicros: Number(row.payout_micros),
  claimed: false,
  ...(row.source && { claim: claimFrom(row.source, row.confirmed === true) }),
});
