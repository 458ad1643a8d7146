import { type Finding, NO_FILL_REASONS, publicId } from '@ezdash/contracts';
import { toNumber } from '../../../platform/db';
import type { PlacedZone, PublishedRow, RequestCount } from './diagnosis.repo';

/** A fill rate is one of the last day; of fewer requests it is chance. */
const FEWEST_REQUESTS = 100;
const LOW_FILL_SHARE = 0.3;

const propertyHref = (id: number) => `/publisher/properties/${publicId('property', id)}`;

/** What is the matter with a property; null when it shows ads. */
export function propertyFinding(property: PublishedRow): Finding | null {
  const href = propertyHref(property.id);
  const subject = { id: publicId('property', property.id), name: property.name, href };
  switch (property.state) {
    case 'pending':
    case 'verified':
      return {
        kind: 'property-pending',
        subject,
        facts: { submitted_at: property.created_at.toISOString() },
        action: null,
      };
    case 'rejected':
      return {
        kind: 'property-rejected',
        subject,
        facts: {
          rejected_at: property.updated_at.toISOString(),
          reasons: null,
          message: property.state_reason,
        },
        action: { kind: 'show-reasons', href },
      };
    case 'stopped':
      return {
        kind: 'property-stopped',
        subject,
        facts: { stopped_at: property.updated_at.toISOString(), message: property.state_reason },
        action: { kind: 'show-reasons', href },
      };
    case 'approved':
      return null;
  }
}

interface Fill {
  requests: number;
  filled: number;
}

function fillOf(zone: PlacedZone, counts: readonly RequestCount[]): Fill {
  const mine = counts.filter(({ zone_id }) => zone_id === zone.id);
  const sumOf = (list: readonly RequestCount[]) => list.reduce((sum, { requests }) => sum + requests, 0);
  const requests = sumOf(mine);
  const filled = sumOf(mine.filter(({ reason }) => reason === NO_FILL_REASONS.filled));
  return { requests, filled };
}

/** What is the matter with a zone of an approved property, or that it is well; null when its figures do not say. */
export function zoneFinding(
  zone: PlacedZone,
  property: PublishedRow,
  counts: readonly RequestCount[],
): Finding | null {
  const page = propertyHref(property.id);
  const id = publicId('zone', zone.id);
  const subject = { id, name: zone.name, href: page };
  if (zone.state === 'stopped')
    return {
      kind: 'zone-stopped',
      subject,
      facts: { stopped_at: zone.updated_at.toISOString(), message: zone.state_reason },
      action: { kind: 'show-reasons', href: page },
    };
  if (zone.state !== 'active') return null;
  if (zone.last_request_at === null)
    return {
      kind: 'zone-no-tag',
      subject,
      facts: { property: property.name, created_at: zone.created_at.toISOString() },
      action: { kind: 'get-tag', href: `${page}?tag=${id}` },
    };
  const { requests, filled } = fillOf(zone, counts);
  // Nothing was asked for, or shown, of late: its figures say neither that it is well nor what is the matter.
  if (filled === 0 && requests < FEWEST_REQUESTS) return null;
  const fill = { requests, fill_share: filled / requests };
  if (requests < FEWEST_REQUESTS || filled >= LOW_FILL_SHARE * requests)
    return { kind: 'zone-delivers', subject, facts: fill, action: null };
  const facts = { ...fill, filled, floor_micros: toNumber(zone.floor_micros) };
  return { kind: 'zone-low-fill', subject, facts, action: { kind: 'edit', href: page } };
}
