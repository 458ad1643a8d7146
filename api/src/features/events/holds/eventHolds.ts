import { CLAIM_CONFIRMED, CLAIM_SOURCES, EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import type { Trx } from '../../../platform/db';
import { type BilledEvent, utcDay } from '../billing';
import { addToHolds, type HoldPart, type HoldPlace } from './holds.repo';

/** What a claim says: a code of CLAIM_SOURCES, and whether the address was the one that was named. */
export const readClaim = (claim: number) => ({
  source: claim & ~CLAIM_CONFIRMED,
  confirmed: (claim & CLAIM_CONFIRMED) !== 0,
});
export const claimFrom = (source: number, confirmed: boolean): number =>
  confirmed ? source | CLAIM_CONFIRMED : source;

/** Whether the earnings of such events wait. A player that reports from where it asked is a browser like any other. */
export const isHeldClaim = (source: number, confirmed: boolean): boolean =>
  source !== CLAIM_SOURCES.player || !confirmed;

const { counted } = INVALID_REASONS;

function partOf({ event, owners, verdict, payoutMicros }: BilledEvent): HoldPart {
  const { source, confirmed } = readClaim(event.claim ?? 0);
  const isCounted = verdict === counted;
  return {
    publisherId: owners.publisherId,
    propertyId: owners.propertyId,
    source,
    confirmed,
    day: utcDay(event.decidedAtMs),
    views: isCounted && event.kind === EVENT_KINDS.impression ? 1 : 0,
    clicks: isCounted && event.kind === EVENT_KINDS.click ? 1 : 0,
    heldMicros: isHeldClaim(source, confirmed) ? payoutMicros : 0,
  };
}

const keyOf = ({ propertyId, source, confirmed, day }: HoldPlace) =>
  `${propertyId}/${source}/${confirmed ? 1 : 0}/${day}`;

/**
 * Gives every event of a claimed visitor its row of holds, and the row what it adds to it. Inside a transaction that holds
 * the publishers' accounts; a batch without such events asks the database nothing.
 */
export async function assignHolds(trx: Trx, events: readonly BilledEvent[]): Promise<void> {
  const parts = new Map<string, HoldPart>();
  const claimed = events.filter(({ event }) => event.claim);
  for (const billed of claimed) {
    const part = partOf(billed);
    const sum = parts.get(keyOf(part));
    if (sum === undefined) parts.set(keyOf(part), part);
    else {
      sum.views += part.views;
      sum.clicks += part.clicks;
      sum.heldMicros += part.heldMicros;
    }
  }
  if (parts.size === 0) return;
  const ids = await addToHolds(
    trx,
    [...parts.keys()].sort().flatMap((key) => parts.get(key) ?? []),
  );
  const byKey = new Map(ids.map(({ id, ...place }) => [keyOf(place), id]));
  for (const billed of claimed) {
    const part = partOf(billed);
    const id = byKey.get(keyOf(part));
    if (id === undefined) throw new Error(`There is no hold for ${keyOf(part)}`);
    billed.hold = { id, isHeld: isHeldClaim(part.source, part.confirmed) };
  }
}
