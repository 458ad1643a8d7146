import {
  INVALID_REASONS,
  LATER_REASONS,
  type LaterReason,
  publicId,
  type Reversal,
  type ReversalPreview,
} from '@ezdash/contracts';
import { toNumber } from '../../platform/db';
import type { ReversalPreview as Preview, ReversedTraffic } from '../events';
import type { ReversalRow } from './reversals.repo';

/** Owners of a preview that are named; the sums are of all. */
const SHOWN_OWNERS = 50;

/** The name of a stored reason. */
export function reasonOf(code: number): LaterReason {
  const reason = LATER_REASONS.find((name) => INVALID_REASONS[name] === code);
  if (!reason) throw new Error(`${code} is no reason to take traffic back`);
  return reason;
}

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
const idOf = (kind: 'property' | 'zone' | 'campaign', row: number | null) =>
  row === null ? null : publicId(kind, row);

export function presentReversal(row: ReversalRow): Reversal {
  return {
    id: row.id,
    reason: reasonOf(row.reason),
    why: row.why,
    by: row.admin_email ?? row.actor,
    selection: {
      property: named(idOf('property', row.property_id), row.property_name),
      zone: named(idOf('zone', row.zone_id), row.zone_name),
      publisher: named(row.publisher_id === null ? null : String(row.publisher_id), row.publisher_email),
      campaign: named(idOf('campaign', row.campaign_id), row.campaign_name),
      from: row.from_text,
      to: row.to_text,
      decisions: row.decisions,
    },
    events: toNumber(row.events),
    conversions: toNumber(row.conversions),
    expected_events: row.expected_events === null ? null : toNumber(row.expected_events),
    price_micros: toNumber(row.price),
    bonus_micros: toNumber(row.bonus),
    payout_micros: toNumber(row.payout),
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

const traffic = ({ events, impressions, viewables, clicks, conversions, ...sums }: ReversedTraffic) => ({
  events,
  impressions,
  viewables,
  clicks,
  conversions,
  price_micros: toNumber(sums.priceMicros),
  bonus_micros: toNumber(sums.bonusMicros),
  payout_micros: toNumber(sums.payoutMicros),
});

export function presentPreview(preview: Preview): ReversalPreview {
  const { advertisers, publishers } = preview;
  return {
    ...traffic(preview),
    advertisers: advertisers
      .slice(0, SHOWN_OWNERS)
      .map((owner) => ({ id: owner.advertiserId, email: owner.email, ...traffic(owner) })),
    advertiser_count: advertisers.length,
    publishers: publishers.slice(0, SHOWN_OWNERS).map((owner) => ({
      id: owner.publisherId,
      email: owner.email,
      ...traffic(owner),
      pending_micros: toNumber(owner.pendingMicros),
      pending_after_micros: toNumber(owner.pendingAfterMicros),
    })),
    publisher_count: publishers.length,
  };
}
