import { type EventKind, INVALID_REASONS, judgeSight, parseSight, viewablePercent } from '@ezdash/contracts';

/** What an ad was sold as: a width of 0 is as wide as its place. */
interface Sold {
  width: number;
  height: number;
}

/**
 * A code of INVALID_REASONS when the facts that came with an event say that nobody can have seen the ad. Only impressions
 * and views have facts; what nobody can tell counts, unless its campaign pays for what is measured alone.
 */
export function invalidBySight(
  kind: EventKind,
  facts: string | undefined,
  zone: Sold | undefined,
  measuredOnly = false,
): number {
  if (kind !== 'impression' && kind !== 'viewable') return INVALID_REASONS.counted;
  const pixels = zone && zone.width > 0 ? zone.width * zone.height : null;
  const sight = facts === undefined || facts === '' ? null : parseSight(facts);
  const reason = judgeSight(sight, viewablePercent(pixels), kind === 'viewable');
  if (reason === 'unmeasured') return measuredOnly ? INVALID_REASONS.unmeasured : INVALID_REASONS.counted;
  return reason === null ? INVALID_REASONS.counted : INVALID_REASONS[reason];
}
