import type { Zone } from '@ezdash/contracts';

/** The state a zone shows: an active one whose tag has never asked for an ad is told apart. */
export type ShownZoneState = 'active' | 'noTag' | 'paused' | 'archived' | 'stopped';

export function shownState(zone: Pick<Zone, 'state' | 'last_request_at'>): ShownZoneState {
  if (zone.state !== 'active') return zone.state;
  return zone.last_request_at === null ? 'noTag' : 'active';
}

/** Sum a day over all zones, oldest first; as long as the longest list. Micros. */
export function dailyEarnings(zones: readonly Pick<Zone, 'daily_earnings_micros'>[]): number[] {
  const length = Math.max(0, ...zones.map((zone) => zone.daily_earnings_micros.length));
  return Array.from({ length }, (_, day) =>
    zones.reduce((sum, zone) => sum + (zone.daily_earnings_micros[day] ?? 0), 0),
  );
}
