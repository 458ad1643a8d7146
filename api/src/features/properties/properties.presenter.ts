import { type Property, type PublisherFigures, publicId, type Zone } from '@ezdash/contracts';
import { toNumber } from '../../platform/db';
import type { PropertyRow, ZoneRow } from './properties.repo';

export function presentProperty(row: PropertyRow, figures: PublisherFigures): Property {
  return {
    id: publicId('property', row.id),
    name: row.name,
    domain: row.domain,
    category: row.category,
    language: row.language,
    state: row.state,
    state_reason: row.state_reason,
    created_at: row.created_at.toISOString(),
    figures,
    zone_count: row.zone_count,
    verification: row.verification_state,
    last_request_at: row.last_request_at?.toISOString() ?? null,
  };
}

export function presentZone(row: ZoneRow, figures: PublisherFigures, dailyEarningsMicros: number[]): Zone {
  return {
    id: publicId('zone', row.id),
    property_id: publicId('property', row.property_id),
    name: row.name,
    kind: row.kind,
    width: row.width,
    height: row.height,
    floor_micros: toNumber(row.floor_micros),
    fallback: row.fallback,
    refresh_seconds: row.refresh_seconds,
    person_cap:
      row.person_cap_count === null || row.person_cap_seconds === null
        ? null
        : { count: row.person_cap_count, seconds: row.person_cap_seconds },
    passback_html: row.passback_html,
    state: row.state,
    state_reason: row.state_reason,
    last_request_at: row.last_request_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    figures,
    daily_earnings_micros: dailyEarningsMicros,
  };
}
